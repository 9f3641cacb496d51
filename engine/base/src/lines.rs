//! Reads lines of bounded length. All input lines from outside are read this way.
//!
//! Without a bound, an endless line would take all the memory. A line that is too long is reported once, as soon as the limit is exceeded.
//! Reading then continues with the next line; the rest of the long line is skipped. A byte order mark before the first line, which some
//! editors and shells write, is skipped too.

use std::io::BufRead;

use ludex_kit::{InputError, say};

use crate::input::io_error_words;

/// Maximum bytes of a line from a protocol or a user: many times as long as the longest game.
pub const MAX_LINE: usize = 1 << 20;

/// Maximum bytes of a line of JSON. Such lines are longer, because jobs and games contain all settings, scores and times.
pub const MAX_JSON: usize = 16 << 20;

/// The byte order mark of a text in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// An iterator over the lines of an input, each with its line end. The iterator ends after a reading error.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    most: usize,
    /// Whether nothing has been read yet.
    is_at_start: bool,
    /// Whether the rest of a line that was too long must be skipped.
    is_inside: bool,
    has_failed: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most `most` bytes.
    pub fn new(input: R, most: usize) -> Self {
        Self { input, most, is_at_start: true, is_inside: false, has_failed: false }
    }

    /// Reads to the end of a line; false if the line is too long.
    fn read(&mut self, line: &mut Vec<u8>) -> std::io::Result<bool> {
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            if !self.is_inside && line.len() + end.unwrap_or(taken) > self.most {
                self.is_inside = true;
                return Ok(false);
            }
            if !self.is_inside {
                line.extend_from_slice(&bytes[..taken]);
            }
            self.input.consume(taken);
            if taken == 0 || end.is_some() && !std::mem::take(&mut self.is_inside) {
                return Ok(true);
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Vec<u8>, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let mut line = Vec::new();
        let read = self.read(&mut line);
        if std::mem::take(&mut self.is_at_start) && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        match read {
            Ok(true) if line.is_empty() => None,
            Ok(true) => Some(Ok(line)),
            Ok(false) => {
                let sentence = say!("the line has more than {most} bytes", most = self.most);
                Some(Err(InputError::sentence("line", sentence)))
            }
            Err(error) => {
                self.has_failed = true;
                Some(Err(InputError::sentence(
                    "line",
                    say!("the line cannot be read: {error}", error = io_error_words(&error)),
                )))
            }
        }
    }
}

/// A line as text, or an error naming the first byte that is not UTF-8.
pub fn text(line: Vec<u8>) -> Result<String, InputError> {
    String::from_utf8(line).map_err(|error| {
        let place = format!("line, byte {}", error.utf8_error().valid_up_to() + 1);
        InputError::sentence(place, say!("this is not text in UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    /// Reads lines of at most `most` bytes through a buffer of `buffer` bytes. A line that is too long becomes `!`.
    fn lines(text: &str, most: usize, buffer: usize) -> Vec<String> {
        let input = BufReader::with_capacity(buffer, Cursor::new(text.to_owned()));
        let line =
            |line: Result<_, _>| line.map_or("!".to_owned(), |line| self::text(line).unwrap());
        Lines::new(input, most).map(line).collect()
    }

    #[test]
    fn a_long_line_is_reported_once_and_its_rest_is_skipped() {
        for buffer in 1..20 {
            let read = |text, most| lines(text, most, buffer);
            assert_eq!(read("", 4), [""; 0]);
            assert_eq!(read("ab\n\ncd", 4), ["ab\n", "\n", "cd"]);
            assert_eq!(read("abcd\nabcd", 4), ["abcd\n", "abcd"]);
            assert_eq!(read("xxxxxquit\nstop\n", 4), ["!", "stop\n"]);
            assert_eq!(read("a\nxxxxxxxxxxxxquit", 4), ["a\n", "!"]);
            assert_eq!(read("abcde\n\nabcde", 4), ["!", "\n", "!"]);
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped_before_the_first_line_only() {
        for buffer in 1..20 {
            let read = |text| lines(text, 8, buffer);
            assert_eq!(read("\u{feff}ugi\nquit\n"), ["ugi\n", "quit\n"]);
            assert_eq!(read("\u{feff}\nquit"), ["\n", "quit"]);
            assert_eq!(read("\u{feff}"), [""; 0]);
            assert_eq!(read("ugi\n\u{feff}quit"), ["ugi\n", "\u{feff}quit"]);
        }
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_byte() {
        let error = text(b"ab\xff".to_vec()).unwrap_err();
        assert!(error.to_string().contains("byte 3"), "{error}");
    }
}
