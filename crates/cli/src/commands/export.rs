//! `tiptree export`: the games of a result file, as SGF or as text.

use crate::arguments::{Export, Format};
use crate::{Done, screen};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{BufWriter, Write};
use tiptree::Registry;
use tiptree_lab::export::{self, Games};

pub(crate) fn run(registry: &Registry, arguments: &Export) -> Result<Done> {
    let mut games = Games::open(registry, &arguments.file)?;
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => {
            // Creating the output file would empty the input if they are the same.
            if path
                .canonicalize()
                .is_ok_and(|path| arguments.file.canonicalize().is_ok_and(|file| file == path))
            {
                bail!("--out {}: expected another file than the one that is read", path.display());
            }
            Box::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => Box::new(screen::out()),
    };
    let mut out = BufWriter::new(&mut out);
    let format = match arguments.format {
        Format::Sgf => export::Format::Sgf,
        Format::Text => export::Format::Text,
    };
    while let Some(game) = games.read()? {
        format.write(&mut out, &game)?;
    }
    out.flush()?;
    if let Some(line) = games.torn() {
        // If standard error is closed, the games are exported all the same.
        let file = arguments.file.display();
        let _ = writeln!(std::io::stderr(), "tiptree: {file}, line {line} is torn: its game is left out");
    }
    Ok(Done::Completely)
}
