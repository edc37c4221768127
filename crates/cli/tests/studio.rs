//! `tiptree studio`: the page, served or written.

use crate::program::{complaint, text};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use tiptree_studio::files::{MODULE, Site};

/// A server that is ended with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The reply to a request for a path.
fn get(address: &str, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    reply
}

#[test]
fn the_page_is_served_at_the_printed_address() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
    let mut served = Served(command.args(["studio", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(served.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    for file in Site::new().files() {
        let reply = get(address, &format!("/{}", file.name));
        assert!(reply.starts_with(b"HTTP/1.1 200 OK\r\n") && reply.ends_with(file.bytes), "{}", file.name);
    }
    let hostile =
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//etc/passwd", "/.git/config", "/nothing"];
    for path in hostile {
        assert!(get(address, path).starts_with(b"HTTP/1.1 404 "), "{path}");
    }
    let port = address.rsplit(':').next().unwrap();
    assert!(complaint(&["studio", "--port", port]).contains("expected one that no other program uses"));
}

#[test]
fn a_taken_port_is_one_clear_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert_eq!(
        complaint(&["studio", "--port", &port]),
        format!(
            "tiptree: port \"{port}\": expected one that no other program uses, such as --port 0, which is any free one\n"
        )
    );
}

#[test]
fn an_export_is_the_whole_page() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("a/site");
    let module = folder.path().join("module.wasm");
    fs::write(&module, b"\0asm\x01\0\0\0").unwrap();
    let [site_text, module_text] = [&site, &module].map(|path| path.to_str().unwrap());
    let printed = text(&["studio", "--export", site_text]);
    for file in Site::new().files() {
        assert!(printed.contains(file.name), "{printed}");
        assert_eq!(fs::read(site.join(file.name)).unwrap(), file.bytes);
    }
    text(&["studio", "--export", site_text, "--module", module_text]);
    assert_eq!(fs::read(site.join(MODULE)).unwrap(), b"\0asm\x01\0\0\0");
    fs::write(&module, b"text").unwrap();
    let refused = complaint(&["studio", "--export", site_text, "--module", module_text]);
    assert!(refused.contains("expected a WebAssembly module"), "{refused}");
    assert!(complaint(&["studio", "--export", module_text]).contains("cannot write"));
    assert!(complaint(&["studio", "--module", "/nothing"]).contains("cannot read /nothing"));
}
