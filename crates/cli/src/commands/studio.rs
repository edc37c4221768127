//! `tiptree studio`: the page, served to this machine or written into a folder.

use crate::arguments::Studio;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Write, stdout};
use std::path::Path;
use std::process::{Command, Stdio};
use tiptree_studio::files::Site;
use tiptree_studio::server::Server;

pub(crate) fn run(arguments: &Studio) -> Result<Done> {
    let mut site = Site::new();
    if let Some(path) = &arguments.module {
        let module = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        if !module.starts_with(b"\0asm") && !module.starts_with(b"\x1f\x8b") {
            bail!("module {:?}: expected a WebAssembly module, perhaps compressed by gzip", path.display());
        }
        site = site.with_module(module);
    }
    match &arguments.export {
        Some(folder) => export(&site, folder),
        None => serve(site, arguments.port),
    }
}

fn serve(site: Site, port: u16) -> Result<Done> {
    let server = match Server::bind(port, site) {
        Ok(server) => server,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            bail!(
                "port \"{port}\": expected one that no other program uses, such as --port 0, which is any free one"
            )
        }
        Err(error) => return Err(error).with_context(|| format!("cannot listen at port {port}")),
    };
    let stop = interrupt::watch()?;
    let url = server.url();
    let out = &mut screen::out();
    writeln!(out, "{url}")?;
    out.flush()?;
    if stdout().is_terminal() {
        open(&url);
    }
    server.serve(&stop).context("cannot listen any longer")?;
    Ok(Done::Interrupted)
}

/// Opens a page in the browser of the desktop, if there is one.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let silent = Stdio::null;
    // Whoever has no desktop opens the address that was printed.
    let _ = Command::new(program).arg(url).stdin(silent()).stdout(silent()).stderr(silent()).spawn();
}

fn export(site: &Site, folder: &Path) -> Result<Done> {
    let failed = |path: &Path| format!("cannot write {}", path.display());
    fs::create_dir_all(folder).with_context(|| failed(folder))?;
    let out = &mut screen::out();
    for file in site.files() {
        let path = folder.join(file.name);
        fs::write(&path, file.bytes).with_context(|| failed(&path))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(Done::Completely)
}
