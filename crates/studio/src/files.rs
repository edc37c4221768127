//! The page and the module of our games, compiled in.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The name of the module beside the page.
pub const MODULE: &str = "tiptree.wasm.gz";

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name in the page's folder.
    pub name: &'static str,
    /// Its content.
    pub bytes: &'a [u8],
}

impl File<'_> {
    /// Its content type, by the end of its name.
    pub fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, end)| end) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json") => "application/json",
            Some("txt") => "text/plain; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("woff2") => "font/woff2",
            Some("gz") => "application/gzip",
            _ => "application/octet-stream",
        }
    }
}

/// The files of a page: ours, perhaps with another module.
#[derive(Clone, Debug, Default)]
pub struct Site {
    module: Option<Vec<u8>>,
}

impl Site {
    /// Our page with our module.
    pub fn new() -> Site {
        Site::default()
    }

    /// The same page with another module, which may be compressed by gzip.
    #[must_use]
    pub fn with_module(self, module: Vec<u8>) -> Site {
        Site { module: Some(module) }
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        FILES.iter().map(|file| match &self.module {
            Some(module) if file.name == MODULE => File { bytes: module, ..*file },
            _ => *file,
        })
    }

    /// The file of this name.
    pub fn find(&self, name: &str) -> Option<File<'_>> {
        self.files().find(|file| file.name == name)
    }
}
