//! Lines from a program that may print anything, read within a bound.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use crate::limits::MAX_LINE_BYTES;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    /// It was longer than is kept; how many bytes it had.
    TooLong(usize),
}

pub struct Lines<R> {
    reader: BufReader<R>,
    /// What of the current line has come, so that a cancelled read loses nothing.
    pending: Vec<u8>,
    dropped: usize,
    limit: usize,
}

/// Bytes read at once.
const READ_BYTES: usize = 32 * 1024;

impl<R: AsyncRead + Unpin> Lines<R> {
    pub fn new(reader: R) -> Self {
        Self::within(reader, MAX_LINE_BYTES)
    }

    fn within(reader: R, limit: usize) -> Self {
        let reader = BufReader::with_capacity(READ_BYTES, reader);
        Self { reader, pending: Vec::new(), dropped: 0, limit }
    }

    /// Returns the next line, or none at the end. Safe to cancel.
    pub async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let bytes = self.reader.fill_buf().await?;
            if bytes.is_empty() {
                let unfinished = self.dropped > 0 || !self.pending.is_empty();
                return Ok(unfinished.then(|| self.take()));
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.dropped > 0 || self.pending.len() + part.len() > self.limit {
                self.dropped += self.pending.len() + part.len();
                self.pending = Vec::new();
            } else {
                self.pending.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(self.take()));
            }
        }
    }

    fn take(&mut self) -> Line {
        let dropped = std::mem::take(&mut self.dropped);
        if dropped > 0 {
            return Line::TooLong(dropped);
        }
        // A new buffer each time: one long line does not stay in memory.
        let bytes = std::mem::take(&mut self.pending);
        Line::Text(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::within(text, limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            all.push(line);
        }
        all
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[tokio::test]
    async fn lines_end_at_newlines_and_at_the_end() {
        assert_eq!(read(b"one\n\ntwo", 10).await, [text("one"), text(""), text("two")]);
        assert_eq!(read(b"", 10).await, []);
        assert_eq!(read(b"\xff\n", 10).await, [text("\u{fffd}")]);
    }

    #[tokio::test]
    async fn a_line_at_the_limit_is_kept_and_one_past_it_is_dropped() {
        assert_eq!(read(b"12345\n123456\n1", 5).await, [text("12345"), Line::TooLong(6), text("1")]);
    }

    #[tokio::test]
    async fn ten_megabytes_are_one_line() {
        let mut long = vec![b'x'; 10 * 1024 * 1024];
        long.extend_from_slice(b"\nend\n");
        let lines = read(&long, MAX_LINE_BYTES).await;
        let lengths: Vec<usize> = lines
            .iter()
            .map(|line| match line {
                Line::Text(text) => text.len(),
                Line::TooLong(_) => 0,
            })
            .collect();
        assert_eq!(lengths, [10 * 1024 * 1024, 3]);
    }

    #[tokio::test]
    async fn what_is_far_too_long_takes_no_memory() {
        let endless = vec![b'x'; 3 * READ_BYTES];
        let mut lines = Lines::within(&endless[..], 100);
        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong(3 * READ_BYTES)));
        assert_eq!(lines.pending.capacity(), 0);
    }
}
