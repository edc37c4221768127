//! Reads lines from an untrusted source: a line may be endless, and it need not be text.

use std::io::{self, BufRead};

/// The longest line that we accept as input, in bytes. The board of a large P-game has a million squares.
pub(crate) const LONGEST: usize = 1 << 24;

/// A line, or a piece of one that was too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The text without its line ending; invalid UTF-8 is replaced.
    pub(crate) text: String,
    /// Whether this is a complete line.
    pub(crate) is_whole: bool,
}

/// Splits the input of a reader into lines.
pub(crate) struct Lines<R> {
    reader: R,
    /// The most bytes of a line. A longer line is returned in pieces, so that memory stays bounded.
    longest: usize,
    /// Whether the last piece ended inside a line, so that the next bytes belong to the same line.
    is_cut: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, longest: usize) -> Self {
        Lines { reader, longest, is_cut: false }
    }

    /// The next line, or the first piece of a line that is too long; `None` at the end.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let line = self.next()?;
        while self.is_cut && self.next()?.is_some() {}
        Ok(line)
    }

    /// The next line or piece; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        loop {
            let ahead = match self.reader.fill_buf() {
                Ok(ahead) => ahead,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let has_ended = ahead.is_empty();
            let ahead = &ahead[..ahead.len().min(self.longest - bytes.len())];
            let end = ahead.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(ahead.len());
            bytes.extend_from_slice(&ahead[..taken]);
            self.reader.consume(taken + usize::from(end.is_some()));
            if has_ended && bytes.is_empty() {
                return Ok(None);
            }
            let is_last = has_ended || end.is_some();
            if is_last || bytes.len() == self.longest {
                let is_whole = is_last && !self.is_cut;
                self.is_cut = !is_last;
                let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
                return Ok(Some(Line { text, is_whole }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], longest: usize) -> Vec<(String, bool)> {
        // A buffer of three bytes, so that lines span buffers.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, bytes), longest);
        std::iter::from_fn(|| lines.next().unwrap()).map(|line| (line.text, line.is_whole)).collect()
    }

    #[test]
    fn lines_end_with_a_line_feed_or_with_everything() {
        let read = lines(b"go\r\n\nstop\nqu\xffit", 100);
        let expected = ["go", "", "stop", "qu\u{fffd}it"].map(|text| (text.to_owned(), true));
        assert_eq!(read, expected);
        assert!(lines(b"", 100).is_empty());
    }

    #[test]
    fn a_line_too_long_comes_in_pieces_and_the_next_one_whole() {
        let read = lines(b"abcdefgh\nok\nabcd", 4);
        let texts: Vec<&str> = read.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["abcd", "efgh", "", "ok", "abcd"]);
        let whole: Vec<bool> = read.iter().map(|&(_, is_whole)| is_whole).collect();
        assert_eq!(whole, [false, false, false, true, false]);
        let mut lines = Lines::new(&b"abcdefgh\nok\nabcd"[..], 4);
        let read: Vec<Line> = std::iter::from_fn(|| lines.next_line().unwrap()).collect();
        let texts: Vec<&str> = read.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["abcd", "ok", "abcd"]);
    }
}
