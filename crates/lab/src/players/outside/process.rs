//! A program at work: what it is told, what it says, and its end.
//!
//! Threads of their own write to it, read its output and drain its errors, so that no pipe that is full or silent can hold
//! us. It lives in a process group of its own: an interrupt at the terminal is for us to handle, and whatever it has
//! started ends with it.

use super::children;
use super::words::words;
use crate::lines::{Line, Lines};
use crate::players::{Fault, Program};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes of a line that are looked at as one.
const LONGEST: usize = 1 << 16;

/// Lines that wait for us; a program that says more waits for us in turn.
const AHEAD: usize = 1024;

/// The most that a program may say before it says what it was asked for: lines, and bytes.
const FLOOD: (usize, usize) = (100_000, 1 << 20);

/// Lines of its errors that are kept, and the most bytes of each.
const TAIL: (usize, usize) = (5, 200);

/// How long a program may take to end, once it has been told.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// Why what was waited for did not come.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// It did not come in time.
    Late,
    /// It will not come: the program is not good for anything more.
    Fault(Fault),
}

/// A program at work. Dropped, it is told to quit, and killed if it does not.
pub(super) struct Process {
    child: Child,
    /// Lines for it; none once it is to end, which closes its input.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    errors: Errors,
    log: Option<Log>,
    /// Whether it has failed, so that there is nothing to say to it any more.
    pub(super) has_failed: bool,
}

/// The last lines of what a program says on its errors, and word of their end.
struct Errors {
    tail: Arc<Mutex<VecDeque<String>>>,
    end: Receiver<()>,
}

impl Process {
    /// Starts the program.
    pub(super) fn start(program: &Program) -> Result<Process, Fault> {
        let words = words(&program.command)?;
        let log = program.log().map(|path| Log::open(path, &program.command)).transpose()?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = children::spawn(&mut command)
            .map_err(|reason| Fault(format!("{} cannot be started: {reason}", words[0])))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault(format!("{} cannot be started: expected three pipes", words[0])));
        };
        let log = log.map(|log| log.of(child.id()));
        let (input, lines) = mpsc::channel();
        let unheard =
            |reason: io::Error| Fault(format!("{} cannot be heard: no thread for it: {reason}", words[0]));
        thread::Builder::new().spawn(move || write(stdin, &lines)).map_err(unheard)?;
        let (sender, output) = mpsc::sync_channel(AHEAD);
        let copy = log.clone();
        thread::Builder::new().spawn(move || read(stdout, &sender, copy.as_ref())).map_err(unheard)?;
        let errors = Errors::drain(stderr, log.clone()).map_err(unheard)?;
        Ok(Process { child, input: Some(input), output, errors, log, has_failed: false })
    }

    /// Whether it is still there.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells it a line.
    pub(super) fn say(&self, line: &str) {
        if let Some(log) = &self.log {
            log.note('>', line);
        }
        // Where it has gone, reading will tell.
        let _ = self.input.as_ref().map(|input| input.send(format!("{line}\n")));
    }

    /// Waits for a line of which `find` makes something. Other lines are skipped, but not without end; lines of `info` are
    /// what an engine is to say, however many they are until the deadline.
    pub(super) fn hear<T>(
        &mut self,
        deadline: Instant,
        expected: &str,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoAnswer> {
        let (mut lines, mut bytes) = (0, 0);
        loop {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some(found) = Some(line.text.trim()).filter(|_| line.is_whole).and_then(&mut find)
                    {
                        return Ok(found);
                    }
                    if !(line.is_whole && line.text.trim_start().starts_with("info ")) {
                        lines += 1;
                        bytes += line.text.len() + 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(NoAnswer::Late),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Fault(self.exit_fault(expected)));
                }
            }
            if lines > FLOOD.0 || bytes > FLOOD.1 {
                self.has_failed = true;
                let said = format!("said {lines} lines, {bytes} bytes, and no {expected}");
                return Err(NoAnswer::Fault(Fault(format!("{said}: killed"))));
            }
        }
    }

    /// What there is to say of a program that has ended, or has closed its output.
    fn exit_fault(&mut self, expected: &str) -> Fault {
        self.has_failed = true;
        let status = self.wait();
        let how = status.map_or_else(|| "closed its output".into(), |status| format!("ended with {status}"));
        // What it said last may still be on its way.
        let _ = self.errors.end.recv_timeout(GRACE);
        let tail = self.errors.tail();
        let words = if tail.is_empty() { String::new() } else { format!("; it said last: {tail}") };
        Fault(format!("{how}: expected {expected}{words}"))
    }

    /// Gives the program a moment to end by itself.
    fn wait(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_failed {
            self.say("quit");
        }
        self.input = None;
        if !self.has_failed {
            self.wait();
        }
        children::end(&mut self.child);
    }
}

/// Writes what there is to say; the end closes the program's input.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(output: impl Read, lines: &SyncSender<Line>, log: Option<&Log>) {
    let mut output = Lines::new(BufReader::new(output), LONGEST);
    while let Ok(Some(line)) = output.next() {
        if let Some(log) = log {
            log.note('<', &line.text);
        }
        if lines.send(line).is_err() {
            return;
        }
    }
}

impl Errors {
    fn drain(errors: impl Read + Send + 'static, log: Option<Log>) -> io::Result<Errors> {
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let (at_end, end) = mpsc::channel();
        let kept = Arc::clone(&tail);
        thread::Builder::new().spawn(move || {
            let mut lines = Lines::new(BufReader::new(errors), LONGEST);
            while let Ok(Some(line)) = lines.next() {
                if let Some(log) = &log {
                    log.note('!', &line.text);
                }
                let mut tail = kept.lock().unwrap_or_else(PoisonError::into_inner);
                tail.push_back(line.text.chars().take(TAIL.1).collect::<String>());
                if tail.len() > TAIL.0 {
                    tail.pop_front();
                }
            }
            let _ = at_end.send(());
        })?;
        Ok(Errors { tail, end })
    }

    /// The lines kept, as one line.
    fn tail(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = tail.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let text = text.collect::<Vec<_>>().join(" | ");
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
    }
}

/// A file to which a dialogue is added, a line each: who, and which way. Several programs may share it.
#[derive(Clone)]
struct Log {
    file: Arc<File>,
    id: u32,
}

impl Log {
    fn open(path: &std::path::Path, command: &str) -> Result<Log, Fault> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|reason| Fault(format!("cannot open {}: {reason}", path.display())))?;
        let log = Log { file: Arc::new(file), id: 0 };
        log.note('$', command);
        Ok(log)
    }

    fn of(self, id: u32) -> Log {
        Log { id, ..self }
    }

    fn note(&self, way: char, line: &str) {
        // One write a line, so that lines of several programs do not mix. A full disk ends no game.
        let _ = (&*self.file).write_all(format!("{} {way} {line}\n", self.id).as_bytes());
    }
}
