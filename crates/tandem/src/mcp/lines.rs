//! The lines of standard input, each within a bound.

use std::io::{self, BufRead};

use server::limits::MAX_BODY_BYTES;
use tokio::sync::mpsc;

/// The server takes no longer message.
pub const MAX_LINE_BYTES: usize = MAX_BODY_BYTES;
/// Lines that may wait to be forwarded.
const LINES_AHEAD: usize = 8;

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Whole(Vec<u8>),
    /// It was passed over.
    TooLong,
    /// Nothing comes after it.
    Broken(String),
}

/// Reads standard input to its end.
///
/// In a thread of its own: a read that waits cannot be given up, and the program must be able to end before its input.
pub fn of_standard_input() -> mpsc::Receiver<Line> {
    let (sender, receiver) = mpsc::channel(LINES_AHEAD);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next(&mut input).unwrap_or_else(|error| Some(Line::Broken(error.to_string()))) {
            let is_last = matches!(line, Line::Broken(_));
            if sender.blocking_send(line).is_err() || is_last {
                break;
            }
        }
    });
    receiver
}

/// Returns the next line that is not empty.
fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut line, mut is_too_long) = (Vec::new(), false);
    loop {
        let read = match input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = read.iter().position(|byte| *byte == b'\n');
        let part = &read[..end.unwrap_or(read.len())];
        is_too_long |= line.len() + part.len() > MAX_LINE_BYTES;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let (is_over, used) = (read.is_empty(), part.len() + usize::from(end.is_some()));
        input.consume(used);
        if !is_over && end.is_none() {
            continue;
        }
        if is_too_long {
            return Ok(Some(Line::TooLong));
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(Line::Whole(line)));
        }
        if is_over {
            return Ok(None);
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, text);
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_are_cut_at_their_ends_and_empty_ones_passed_over() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n \n\r\n"), []);
        assert_eq!(lines(b"one\n\ntwo and a half\nthree"), [whole("one"), whole("two and a half"), whole("three")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_said_and_the_next_one_read() {
        let longest = "x".repeat(MAX_LINE_BYTES);
        let text = format!("{longest}\n{longest}y\nafter\n{longest}y");
        assert_eq!(lines(text.as_bytes()), [whole(&longest), Line::TooLong, whole("after"), Line::TooLong]);
    }
}
