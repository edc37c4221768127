//! A pseudo-terminal, so that a program believes that a person sits before it.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus};

/// What Ctrl-D sends: the end of the input.
pub(crate) const END: &str = "\u{4}";

/// The binary at a terminal of its own.
pub(crate) struct AtTerminal {
    child: Child,
    terminal: File,
    shown: String,
}

impl AtTerminal {
    pub(crate) fn start(arguments: &[&str], no_color: bool) -> AtTerminal {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&terminal).expect("a pseudo-terminal");
        unlockpt(&terminal).expect("a pseudo-terminal");
        let name = ptsname(&terminal, Vec::new()).expect("its name").into_string().expect("text");
        let open = || OpenOptions::new().read(true).write(true).open(&name).expect("its other end");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
        command.args(arguments).stdin(open()).stdout(open()).stderr(open());
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let child = command.spawn().expect("the binary runs");
        AtTerminal { child, terminal: File::from(terminal), shown: String::new() }
    }

    /// Types a text.
    pub(crate) fn typed(&mut self, text: &str) {
        self.terminal.write_all(text.as_bytes()).expect("the terminal takes it");
    }

    /// Reads until the terminal shows this.
    pub(crate) fn wait_for(&mut self, text: &str) {
        while !self.shown.contains(text) {
            assert!(self.read(), "{text:?} expected in {}", self.shown);
        }
    }

    /// Interrupts the program, as Ctrl-C does.
    pub(crate) fn interrupt(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it is there");
    }

    /// Everything that the terminal showed until the program ended, with plain line breaks.
    pub(crate) fn end(mut self) -> (String, ExitStatus) {
        while self.read() {}
        let status = self.child.wait().expect("it ends");
        (self.shown.replace("\r\n", "\n"), status)
    }

    /// Reads more; false if the program has closed its end.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        match self.terminal.read(&mut bytes) {
            // Linux reports an error when nobody holds the other end any more.
            Ok(0) | Err(_) => return false,
            // A character may be cut in two, which is of no matter: nobody looks for anything but ASCII.
            Ok(count) => self.shown.push_str(&String::from_utf8_lossy(&bytes[..count])),
        }
        true
    }
}
