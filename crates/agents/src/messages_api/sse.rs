//! Server-sent events, out of bytes that are cut anywhere.

use super::limits::MAX_EVENT_BYTES;

/// One event; events without data are none.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    pub data: String,
}

/// An event was larger than [`MAX_EVENT_BYTES`].
#[derive(Debug, PartialEq, Eq)]
pub struct TooLong;

/// Reads a stream of events. Their names are not looked at: the service repeats them in the data.
#[derive(Debug, Default)]
pub struct Parser {
    line: Vec<u8>,
    data: Option<Vec<u8>>,
    /// A line feed that comes now belongs to the line before.
    after_return: bool,
}

impl Parser {
    /// Takes more bytes and returns the events they complete.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<Frame>, TooLong> {
        let mut frames = Vec::new();
        while let Some(&first) = bytes.first() {
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.keep(&bytes[..end.unwrap_or(bytes.len())])?;
            let Some(end) = end else { break };
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            frames.extend(self.end_line());
        }
        Ok(frames)
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        let held = self.line.len() + self.data.as_ref().map_or(0, Vec::len);
        if held + bytes.len() > MAX_EVENT_BYTES {
            return Err(TooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Option<Frame> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let data = self.data.take()?;
            return Some(Frame { data: String::from_utf8_lossy(&data).into_owned() });
        }
        let value = line.strip_prefix(b"data")?;
        // A field whose name only begins like this one is another field.
        let value = if value.is_empty() { value } else { value.strip_prefix(b":")? };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &mut self.data {
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value);
            }
            none => *none = Some(value.to_vec()),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STREAM: &str = "\
: a comment\r\n\
event: message_start\r\ndata: {\"type\":\"message_start\"}\r\n\r\n\
event: ping\ndata: {\"type\": \"ping\"}\n\n\
event: nothing\n\n\
id: 7\nretry: 10\ndatabase: no\ndata:one\ndata: two\rdata\n\n\
data: grüße 🙂\r\r\
data: cut off";

    fn read(chunks: &[&[u8]]) -> Vec<String> {
        let mut parser = Parser::default();
        let frames = chunks.iter().flat_map(|chunk| parser.push(chunk).unwrap());
        frames.map(|frame| frame.data).collect()
    }

    #[test]
    fn every_kind_of_line_end_and_field_is_read() {
        let expected = [r#"{"type":"message_start"}"#, r#"{"type": "ping"}"#, "one\ntwo\n", "grüße 🙂"];
        assert_eq!(read(&[STREAM.as_bytes()]), expected);
    }

    #[test]
    fn one_byte_at_a_time_is_the_same() {
        let bytes: Vec<&[u8]> = STREAM.as_bytes().chunks(1).collect();
        assert_eq!(read(&bytes), read(&[STREAM.as_bytes()]));
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut parser = Parser::default();
        let half = vec![b'x'; MAX_EVENT_BYTES / 2 + 1];
        assert_eq!(parser.push(&half), Ok(vec![]));
        assert_eq!(parser.push(&half), Err(TooLong));
    }

    #[test]
    fn many_lines_of_one_event_are_given_up() {
        let mut parser = Parser::default();
        let line = format!("data: {}\n", "x".repeat(1000));
        let outcome = (0..=MAX_EVENT_BYTES / 1000).try_for_each(|_| parser.push(line.as_bytes()).map(drop));
        assert_eq!(outcome, Err(TooLong));
    }

    proptest! {
        #[test]
        fn where_the_bytes_are_cut_makes_no_difference(mut cuts in prop::collection::vec(0..STREAM.len(), 0..20)) {
            cuts.extend([0, STREAM.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &STREAM.as_bytes()[cut[0]..cut[1]]).collect();
            prop_assert_eq!(read(&chunks), read(&[STREAM.as_bytes()]));
        }

        #[test]
        fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..500), cut in 0..500_usize) {
            let (head, tail) = bytes.split_at(cut.min(bytes.len()));
            prop_assert_eq!(read(&[head, tail]), read(&[&bytes]));
        }
    }
}
