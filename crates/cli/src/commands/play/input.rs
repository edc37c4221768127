//! What a person types.

use anyhow::{Context, Result};
use std::io::{BufRead, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often Ctrl-C is checked while no line comes.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What one can type besides a move, for `help`.
pub(super) const HELP: &str = "\
a legal move    play it, in the game's notation
undo            take back your last move and the reply
hint            ask the search for a move
analyse         show every move with what the search found for it
moves           list the legal moves
board           draw the board
roll            roll the dice, if you type them
save FILE       save the game in a new file
help            show this list
quit            leave the game; so do Ctrl-D and Ctrl-C";

/// A line, understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    Empty,
    /// Anything that is no command: the game reads it as a move.
    Move(&'a str),
    Undo,
    Hint,
    Analyse,
    Moves,
    Board,
    Roll,
    Save(&'a str),
    Help,
    Quit,
}

impl<'a> Input<'a> {
    /// Understands a line. A legal move is a move even if it is spelt like a command, as `roll` is in pig.
    pub(super) fn of(line: &'a str, legal: &[String]) -> Input<'a> {
        let line = line.trim();
        if legal.iter().any(|mv| mv == line) {
            return Input::Move(line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Input::Empty,
            ("save", file) => Input::Save(file),
            ("undo", "") => Input::Undo,
            ("hint", "") => Input::Hint,
            ("analyse" | "analyze", "") => Input::Analyse,
            ("moves", "") => Input::Moves,
            ("board", "") => Input::Board,
            ("roll", "") => Input::Roll,
            ("help" | "?", "") => Input::Help,
            ("quit" | "exit", "") => Input::Quit,
            _ => Input::Move(line),
        }
    }
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The input is at its end, as after Ctrl-D.
    Input,
    /// Ctrl-C.
    Interrupted,
}

/// The lines of standard input. A thread reads them, because Ctrl-C does not end a read.
#[derive(Default)]
pub(super) struct Lines(Option<Receiver<std::io::Result<Vec<u8>>>>);

impl Lines {
    /// Waits for the next line.
    pub(super) fn next(&mut self, cancel: &AtomicBool) -> Result<Result<String, End>> {
        // Nothing is read before a person is asked.
        let lines = match &mut self.0 {
            Some(lines) => lines,
            none => none.insert(read()?),
        };
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Ok(Err(End::Interrupted));
            }
            match lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => {
                    let line = line.context("cannot read standard input")?;
                    return Ok(Ok(String::from_utf8_lossy(&line).into_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(End::Input)),
            }
        }
    }
}

/// Starts the thread, which ends with the input.
fn read() -> Result<Receiver<std::io::Result<Vec<u8>>>> {
    let (sender, receiver) = sync_channel(0);
    let read = move || {
        for line in stdin().lock().split(b'\n') {
            let is_error = line.is_err();
            if sender.send(line).is_err() || is_error {
                return;
            }
        }
    };
    std::thread::Builder::new().name("input".into()).spawn(read).context("cannot read standard input")?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legal_move_comes_before_a_command() {
        let legal = ["roll".to_owned(), "hold".to_owned()];
        assert_eq!(Input::of("roll", &legal), Input::Move("roll"));
        assert_eq!(Input::of("roll", &[]), Input::Roll);
        assert_eq!(Input::of(" UNDO ", &legal), Input::Undo);
        assert_eq!(Input::of("save a game.jsonl", &legal), Input::Save("a game.jsonl"));
        assert_eq!(Input::of("8/5 6/5", &legal), Input::Move("8/5 6/5"));
        assert_eq!(Input::of("undo 3", &legal), Input::Move("undo 3"));
        assert_eq!(Input::of("\t\r", &legal), Input::Empty);
    }
}
