//! Positions with outcomes, from files of labels or of games.
//!
//! A label gives its position and the position after every move that does not end the game, each with its outcome under best
//! play. A game of a match gives every position of it, with the outcome of the game.

use crate::error::Error;
use crate::export::{self, Games};
use crate::quality::{Label, labels};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use tiptree::erased::{Position, Rules};
use tiptree::{Outcome, Registry, Turn};

/// What a file of games begins with.
const GAMES: &str = r#"{"record":"header""#;

/// A position that is not over, and its outcome.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    pub(super) position: String,
    /// 1 for a win of Max, 0 for a win of Min, ½ for a draw.
    pub(super) outcome: f32,
}

/// Positions that are held out or fitted to together: those of a label, or of a game.
pub(super) type Group = Vec<Outcomes>;

/// The groups of a file.
///
/// # Errors
/// If the file holds neither labels nor games of this game.
pub(super) fn read(registry: &Registry, rules: &dyn Rules, path: &Path) -> Result<Vec<Group>, Error> {
    let mut first = String::new();
    let file = File::open(path).map_err(Error::file("read", path))?;
    // A file that is no text is refused by the reader of labels.
    let begins = BufReader::new(file).read_line(&mut first).is_ok() && first.starts_with(GAMES);
    if begins {
        return games(registry, rules, path);
    }
    labels::read(path, rules)?.iter().map(|label| of_label(rules, label)).collect()
}

fn of_label(rules: &dyn Rules, label: &Label) -> Result<Group, Error> {
    let position = rules.position(&label.position)?;
    let mut group = Group::new();
    // Scores are from the view of the side to move, outcomes from Max's view.
    let sign = if position.turn() == Turn::Min { -1.0 } else { 1.0 };
    add(&mut group, position.as_ref(), sign * label.best().points());
    for scored in &label.moves {
        let mut child = position.duplicate();
        child.play(&scored.mv)?;
        add(&mut group, child.as_ref(), sign * scored.score.points());
    }
    Ok(group)
}

/// Adds a position with Max's score, if it is not over.
fn add(group: &mut Group, position: &dyn Position, score: f64) {
    if !position.turn().is_over() {
        let outcome = if score == 0.0 { 0.5 } else { 0.5 + 0.5 * score.signum() as f32 };
        group.push(Outcomes { position: position.text(), outcome });
    }
}

fn games(registry: &Registry, rules: &dyn Rules, path: &Path) -> Result<Vec<Group>, Error> {
    let mut games = Games::open(registry, path)?;
    let mut groups = Vec::new();
    let name = rules.spec().to_string();
    while let Some(game) = games.read()? {
        if game.header.game != name {
            let problem = format!("games of {}, expected {name}", game.header.game);
            return Err(Error::line(path, 1, problem));
        }
        if let Some(result) = game.result {
            groups.push(of_game(rules, &game, result)?);
        }
    }
    Ok(groups)
}

fn of_game(rules: &dyn Rules, game: &export::Game, result: Outcome) -> Result<Group, Error> {
    let score = match result {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.0,
        Outcome::Loss => -1.0,
    };
    let mut position = rules.position(&game.opening)?;
    let mut group = Group::new();
    for ply in &game.plies {
        if ply.turn != Turn::Chance {
            add(&mut group, position.as_ref(), score);
        }
        position.play(&ply.mv)?;
    }
    Ok(group)
}
