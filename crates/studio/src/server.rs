//! A server of the page for this machine alone: the files that are compiled in, and nothing else.
//!
//! A page elsewhere must not read it through the browser of the person who runs it. So it listens on the loopback address, and answers
//! only requests that name it by that address, which a foreign name that points here does not (DNS rebinding).

use crate::files::{File, Site};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The port if none is asked for.
pub const USUAL_PORT: u16 = 8017;

/// What the page may load: its own files, and nothing from elsewhere.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     connect-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The most bytes of a request that are read.
const LONGEST_REQUEST: u64 = 16 << 10;
/// The most bytes that are read and dropped after a reply.
const LONGEST_REMAINDER: u64 = 1 << 20;
/// How long a connection may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most connections at once. A browser opens six.
const MOST_CONNECTIONS: usize = 64;
/// How often the server looks whether it shall stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    site: Arc<Site>,
}

impl Server {
    /// Serves a page at a port of the loopback address; 0 is any free one.
    ///
    /// # Errors
    /// If the port is taken, or the system refuses it.
    pub fn bind(port: u16, site: Site) -> io::Result<Server> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, port, site: Arc::new(site) })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until `stop` is set.
    ///
    /// # Errors
    /// If the system no longer lets it listen.
    pub fn serve(&self, stop: &AtomicBool) -> io::Result<()> {
        let open = Arc::new(AtomicUsize::new(0));
        while !stop.load(Ordering::Relaxed) {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(POLL_INTERVAL);
                    continue;
                }
                // The visitor has left already.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error),
            };
            if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
                continue;
            }
            open.fetch_add(1, Ordering::Relaxed);
            let (port, site, done) = (self.port, Arc::clone(&self.site), Arc::clone(&open));
            let answered = thread::Builder::new().spawn(move || {
                // A visitor that leaves early is no failure of ours.
                let _ = answer(&stream, &site, port);
                done.fetch_sub(1, Ordering::Relaxed);
            });
            if answered.is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Answers the one request of a connection.
fn answer(stream: &TcpStream, site: &Site, port: u16) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LONGEST_REQUEST)).lines();
    let mut head = Vec::new();
    loop {
        match lines.next() {
            Some(Ok(line)) if line.is_empty() => break,
            Some(Ok(line)) => head.push(line),
            // The request is not text, too long, or cut off.
            Some(Err(_)) | None => return write(stream, &Reply::Status("400 Bad Request"), true),
        }
    }
    let (reply, with_body) = reply(&head, site, port);
    write(stream, &reply, with_body)
}

/// What is answered.
#[derive(Clone, Copy, Debug)]
enum Reply<'a> {
    File(File<'a>),
    /// No file, for the reason that the status says.
    Status(&'static str),
}

/// The reply to a request of these lines, and whether it has a body.
fn reply<'a>(head: &[String], site: &'a Site, port: u16) -> (Reply<'a>, bool) {
    let mut words = head.first().map_or("", String::as_str).split(' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (method, target, version, words.next())
    else {
        return (Reply::Status("400 Bad Request"), true);
    };
    let with_body = method != "HEAD";
    let values = |name: &'static str| {
        let fields = head.iter().skip(1).filter_map(|line| line.split_once(':'));
        fields.filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let is_ours = |host: &str| ours.iter().any(|own| own.eq_ignore_ascii_case(host));
    let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
    let is_local = values("host").count() == 1 && values("host").all(is_ours);
    let status = if !is_local || !values("origin").all(is_own_origin) {
        "403 Forbidden"
    } else if !["GET", "HEAD"].contains(&method) {
        "405 Method Not Allowed"
    } else {
        let path = target.split('?').next().unwrap_or_default();
        let name = if path == "/" { Some("index.html") } else { path.strip_prefix('/') };
        match name.and_then(|name| site.find(name)) {
            Some(file) => return (Reply::File(file), with_body),
            None => "404 Not Found",
        }
    };
    (Reply::Status(status), with_body)
}

fn write(mut stream: &TcpStream, reply: &Reply, with_body: bool) -> io::Result<()> {
    let (status, kind, body) = match *reply {
        Reply::File(file) => ("200 OK", file.content_type(), file.bytes),
        Reply::Status(status) => (status, "text/plain; charset=utf-8", status.as_bytes()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {CONTENT_SECURITY_POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(if with_body { body } else { &[] })?;
    stream.flush()?;
    // What is left of the request is read, because closing would else cut off the reply.
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut stream.take(LONGEST_REMAINDER), &mut io::sink())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of the reply to a request with these lines.
    fn status(head: &[&str]) -> &'static str {
        let head: Vec<String> = head.iter().map(|&line| line.to_owned()).collect();
        match reply(&head, &Site::new(), 8017).0 {
            Reply::File(_) => "200",
            Reply::Status(status) => &status[..3],
        }
    }

    fn get(target: &str) -> &'static str {
        status(&[&format!("GET {target} HTTP/1.1"), "Host: 127.0.0.1:8017"])
    }

    #[test]
    fn only_the_embedded_files_are_served() {
        assert_eq!([get("/"), get("/index.html"), get("/?position=44")], ["200"; 3]);
        for file in Site::new().files() {
            assert_eq!(get(&format!("/{}", file.name)), "200");
        }
        let hostile = [
            "/..",
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/./index.html",
            "//index.html",
            "/index.html/",
            "/index.html%00",
            "/INDEX.HTML",
            "/\\index.html",
            "/C:\\Windows\\win.ini",
            "//etc/passwd",
            "/etc/passwd",
            "/page/index.html",
            "/.git/config",
            "/index.html\u{0}",
            "http://127.0.0.1:8017/index.html",
            "file:///etc/passwd",
            "index.html",
            "*",
            "/index.html#",
            "/;/index.html",
            "/index.html::$DATA",
            "/%",
            "/%ff",
            "",
        ];
        for target in hostile {
            assert!(["404", "400"].contains(&get(target)), "{target:?}: {}", get(target));
        }
    }

    #[test]
    fn only_this_machine_is_answered() {
        let host = |host: &str| status(&["GET / HTTP/1.1", host]);
        assert_eq!([host("host: localhost:8017"), host("HOST:127.0.0.1:8017")], ["200"; 2]);
        for foreign in ["Host: evil.example", "Host: 127.0.0.1:80", "Host: 127.0.0.1", "Host:", "X: y"] {
            assert_eq!(host(foreign), "403", "{foreign}");
        }
        assert_eq!(status(&["GET / HTTP/1.1", "Host: 127.0.0.1:8017", "Host: evil.example"]), "403");
        let origin = |origin: &str| status(&["GET / HTTP/1.1", "Host: 127.0.0.1:8017", origin]);
        assert_eq!(origin("Origin: http://127.0.0.1:8017"), "200");
        for foreign in
            ["Origin: https://evil.example", "Origin: null", "Origin: https://127.0.0.1:8017", "Origin:"]
        {
            assert_eq!(origin(foreign), "403", "{foreign}");
        }
    }

    #[test]
    fn only_reading_is_allowed() {
        let method = |line: &str| status(&[line, "Host: 127.0.0.1:8017"]);
        assert_eq!(method("HEAD / HTTP/1.1"), "200");
        assert_eq!([method("POST / HTTP/1.1"), method("get / HTTP/1.1")], ["405"; 2]);
        for bad in ["", "GET", "GET /", "GET / HTTP/2", "GET  / HTTP/1.1", "GET / x HTTP/1.1", "\u{0}"] {
            assert_eq!(method(bad), "400", "{bad:?}");
        }
    }

    #[test]
    fn a_page_comes_with_its_policy() {
        let server = Server::bind(0, Site::new()).unwrap();
        let (url, port, stop) = (server.url(), server.port, AtomicBool::new(false));
        assert_eq!(url, format!("http://127.0.0.1:{port}/"));
        assert!(Server::bind(port, Site::new()).is_err(), "taken");
        thread::scope(|scope| {
            scope.spawn(|| server.serve(&stop).unwrap());
            let ask = |request: &str| {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                stream.write_all(request.as_bytes()).unwrap();
                let mut text = Vec::new();
                stream.read_to_end(&mut text).unwrap();
                String::from_utf8_lossy(&text).into_owned()
            };
            let page = ask(&format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
            let head = ask(&format!("HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
            let long = ask(&format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(20 << 10)));
            stop.store(true, Ordering::Relaxed);
            assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
            assert!(page.contains(CONTENT_SECURITY_POLICY) && page.contains("<!doctype html>"), "{page}");
            assert!(head.ends_with("\r\n\r\n") && page.starts_with(&head), "{head}");
            assert!(long.starts_with("HTTP/1.1 400"), "{long}");
        });
    }
}
