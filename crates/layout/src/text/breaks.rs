//! Where a line may end, as the browser decides it.
//!
//! Chromium asks the Unicode algorithm only where a character outside of ASCII is involved. Between two characters of
//! ASCII it has a table of its own, which never breaks after a slash or an exclamation mark; the rules below are that
//! table.

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

const UNICODE: LineSegmenterBorrowed<'static> = LineSegmenter::new_for_non_complex_scripts(DEFAULTS);
const DEFAULTS: LineBreakOptions<'static> = LineBreakOptions::default();

/// Returns the offsets in one paragraph at which a line may end, its own end last.
pub fn opportunities(paragraph: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if paragraph.is_ascii() {
        found.extend((1..paragraph.len()).filter(|&at| ascii(paragraph.as_bytes(), at)));
    } else {
        let mut unicode = UNICODE.segment_str(paragraph).peekable();
        for (at, next) in paragraph.char_indices().skip(1) {
            while unicode.next_if(|&offset| offset < at).is_some() {}
            let allowed = unicode.peek() == Some(&at);
            let before = paragraph.as_bytes()[at - 1];
            let may_break = match (before, next) {
                (_, ' ' | '\t') => false,
                (b' ' | b'\t', _) => true,
                (_, _) if before.is_ascii() && next.is_ascii() => ascii(paragraph.as_bytes(), at),
                (_, _) => allowed,
            };
            if may_break {
                found.push(at);
            }
        }
    }
    if !paragraph.is_empty() {
        found.push(paragraph.len());
    }
    found
}

/// Returns whether a line may end between two characters of ASCII.
fn ascii(bytes: &[u8], at: usize) -> bool {
    let (before, next) = (bytes[at - 1], bytes[at]);
    match before {
        _ if matches!(next, b' ' | b'\t') => false,
        b' ' | b'\t' => true,
        b'-' if next.is_ascii_digit() => at >= 2 && bytes[at - 2].is_ascii_alphanumeric(),
        b'-' => !matches!(next, b'!' | b'$' | b')' | b',' | b'.' | b'/' | b':' | b';' | b'?' | b']' | b'}'),
        b'?' => !matches!(next, b'!' | b'"' | b'\'' | b')' | b',' | b'.' | b'/' | b':' | b';' | b'?' | b']' | b'}'),
        b'!' | b'"' | b'#' | b'%' | b'&' | b')' | b'*' | b'+' | b',' | b'.' | b':' | b';' | b'=' | b'>' | b'\\'
        | b']' | b'|' | b'}' | b'~' => matches!(next, b'(' | b'<' | b'[' | b'{'),
        _ => false,
    }
}
