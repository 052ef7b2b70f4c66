//! Halves of characters. JavaScript cuts texts between them and writes what is left as an escape that is no JSON.

const ESCAPE: usize = "\\uffff".len();
const REPLACED: &str = "\\ufffd";

/// Returns the line with every half of a character replaced; none if there is none.
pub(super) fn mend(line: &str) -> Option<String> {
    let mut mended = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('\\') {
        mended.push_str(&rest[..start]);
        rest = &rest[start..];
        let taken = match (unit(rest), rest.get(ESCAPE..).and_then(unit)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 2 * ESCAPE,
            (Some(0xd800..0xe000), _) => {
                mended.push_str(REPLACED);
                rest = &rest[ESCAPE..];
                continue;
            }
            // Another escape, of which the second character may be a backslash as well.
            _ => rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end),
        };
        mended.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    mended.push_str(rest);
    (mended != line).then_some(mended)
}

/// Reads the escape a text begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(mend(line).as_deref(), expected);
    }

    #[test]
    fn halves_are_replaced_and_whole_characters_stay() {
        check(r#"{"a":"plain"}"#, None);
        check(r#"{"a":"\ud83d\ude00"}"#, None);
        check(r#"{"a":"\ud83d end"}"#, Some(r#"{"a":"\ufffd end"}"#));
        check(r#"{"a":"\ude00\ud83d\ude00\ud83d"}"#, Some(r#"{"a":"\ufffd\ud83d\ude00\ufffd"}"#));
        check(r#"{"a":"\\ud83d"}"#, None);
        check(r#"{"a":"\n\ud83d"#, Some(r#"{"a":"\n\ufffd"#));
    }
}
