//! `tiptree completions` and `tiptree man`: completion scripts and the manual, generated from the arguments.

use crate::Done;
use crate::arguments::Arguments;
use crate::screen;
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write;

/// The script that completes commands and options in a shell.
pub(crate) fn completions(shell: Shell) -> Result<Done> {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    // Generated into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    screen::out().write_all(&script)?;
    Ok(Done::Completely)
}

/// The manual, as a page for `man`: the program, then every command.
pub(crate) fn man() -> Result<Done> {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let manual = Man::new(command.clone());
        writeln!(page, ".SH \"TIPTREE {}\"", command.get_name().to_uppercase())?;
        manual.render_synopsis_section(&mut page)?;
        manual.render_description_section(&mut page)?;
        manual.render_options_section(&mut page)?;
    }
    screen::out().write_all(&page)?;
    Ok(Done::Completely)
}
