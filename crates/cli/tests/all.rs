//! The real binary, as a person or a script uses it: every test in one program.

mod ballard;
mod bench;
mod best;
mod cli;
#[cfg(unix)]
mod crash;
#[cfg(unix)]
mod docs;
mod engine;
mod events;
mod export;
mod fit;
mod help;
#[cfg(unix)]
mod limits;
mod nau;
mod play;
mod program;
#[cfg(unix)]
mod pseudo_terminal;
mod quality;
mod report;
mod solve;
mod studio;
mod tables;
mod tabulate;
mod tournament;
mod tree;
#[cfg(unix)]
mod trust;
mod tune;
