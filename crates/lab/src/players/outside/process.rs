//! The process of an external program: its input, its output, and its exit.
//!
//! Separate threads write its input, read its output and drain its stderr, so that a full or silent pipe cannot block us. The
//! program has its own process group: it does not receive an interrupt from the terminal, which is for us to handle, and every
//! process that it has started is killed with it.

use super::children;
use super::words::words;
use crate::lines::{Line, Lines};
use crate::players::{Fault, Program};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line of output in bytes; a longer one comes in pieces.
const LONGEST: usize = 1 << 16;

/// Lines of output that may wait to be read; a program that writes more blocks.
const AHEAD: usize = 1024;

/// The most lines and bytes that a program may write before it writes the expected answer.
const FLOOD: (usize, usize) = (100_000, 1 << 20);

/// How many lines of stderr are kept, and the most characters of each.
const TAIL: (usize, usize) = (5, 200);

/// How long a program may take to exit after it has been told to.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// Why an expected line was not received.
#[derive(Debug)]
pub(super) enum ReceiveError {
    /// It did not come in time.
    Timeout,
    /// It will not come: the program cannot be used any more.
    Fault(Fault),
}

/// A running program. When dropped, it is told to quit, and killed if it does not.
pub(super) struct Process {
    child: Child,
    /// Lines for the program; `None` closes its input.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    stderr: StderrTail,
    log: Option<Log>,
    /// Whether the program has failed, so that it is sent nothing any more.
    pub(super) has_failed: bool,
}

/// The last lines that a program wrote to stderr.
struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Signals the end of stderr.
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
        match Process::connect(stdin, stdout, stderr, log.as_ref()) {
            Ok((input, output, stderr)) => {
                Ok(Process { child, input: Some(input), output, stderr, log, has_failed: false })
            }
            Err(reason) => {
                children::end(&mut child);
                Err(Fault(format!("{} cannot be heard: no thread for it: {reason}", words[0])))
            }
        }
    }

    /// Starts the threads that write to the program and read from it.
    fn connect(
        stdin: ChildStdin,
        stdout: ChildStdout,
        stderr: ChildStderr,
        log: Option<&Log>,
    ) -> io::Result<(Sender<String>, Receiver<Line>, StderrTail)> {
        let (input, lines) = mpsc::channel();
        thread::Builder::new().spawn(move || write(stdin, &lines))?;
        let (sender, output) = mpsc::sync_channel(AHEAD);
        let copy = log.cloned();
        thread::Builder::new().spawn(move || read(stdout, &sender, copy.as_ref()))?;
        Ok((input, output, StderrTail::drain(stderr, log.cloned())?))
    }

    /// Whether it is still running.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends it a line.
    pub(super) fn send(&self, line: &str) {
        if let Some(log) = &self.log {
            log.note('>', line);
        }
        // If it has exited, the next read fails.
        let _ = self.input.as_ref().map(|input| input.send(format!("{line}\n")));
    }

    /// Waits for a line for which `find` returns a value. Other lines are skipped, up to a limit; `info` lines do not count
    /// towards it, because an engine may write as many as it likes until the deadline.
    pub(super) fn receive<T>(
        &mut self,
        deadline: Instant,
        expected: &str,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ReceiveError> {
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
                Err(RecvTimeoutError::Timeout) => return Err(ReceiveError::Timeout),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ReceiveError::Fault(self.describe_exit(expected)));
                }
            }
            if lines > FLOOD.0 || bytes > FLOOD.1 {
                self.has_failed = true;
                let said = format!("said {lines} lines, {bytes} bytes, and no {expected}");
                return Err(ReceiveError::Fault(Fault(format!("{said}: killed"))));
            }
        }
    }

    /// The fault of a program that has exited or closed its output: its exit status and its last lines of stderr.
    fn describe_exit(&mut self, expected: &str) -> Fault {
        self.has_failed = true;
        let status = self.wait();
        let how = status.map_or_else(|| "closed its output".into(), |status| format!("ended with {status}"));
        // Its last lines may not have been read yet.
        let _ = self.stderr.end.recv_timeout(GRACE);
        let tail = self.stderr.text();
        let words = if tail.is_empty() { String::new() } else { format!("; it said last: {tail}") };
        Fault(format!("{how}: expected {expected}{words}"))
    }

    /// Gives the program a moment to exit by itself.
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
            self.send("quit");
        }
        self.input = None;
        if !self.has_failed {
            self.wait();
        }
        children::end(&mut self.child);
    }
}

/// Writes the lines to the program's input; the end of the channel closes it.
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

impl StderrTail {
    fn drain(stderr: impl Read + Send + 'static, log: Option<Log>) -> io::Result<StderrTail> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (at_end, end) = mpsc::channel();
        let kept = Arc::clone(&lines);
        thread::Builder::new().spawn(move || {
            let mut stderr = Lines::new(BufReader::new(stderr), LONGEST);
            while let Ok(Some(line)) = stderr.next() {
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
        Ok(StderrTail { lines, end })
    }

    /// The lines kept, as one line.
    fn text(&self) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let text = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let text = text.collect::<Vec<_>>().join(" | ");
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
    }
}

/// A file to which a dialogue is appended. Each line begins with the process id and the direction; several programs may share
/// the file.
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
        // One write per line, so that lines of several programs do not mix. A full disk does not end a game.
        let _ = (&*self.file).write_all(format!("{} {way} {line}\n", self.id).as_bytes());
    }
}
