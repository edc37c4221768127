//! The page and the module of our games, compiled in.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path below the page's folder, without a slash at the front.
    pub path: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

impl File {
    /// Its content type, by the end of its name.
    pub fn content_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map(|(_, end)| end) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json" | "map") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("wasm") => "application/wasm",
            Some("woff2") => "font/woff2",
            Some("gz") => "application/gzip",
            _ => "application/octet-stream",
        }
    }
}

/// The file of this path.
pub fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}
