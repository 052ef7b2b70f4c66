//! What is written on nodes and links: characters that would mean something else are written by their numbers.

use std::iter::Peekable;
use std::str::CharIndices;

/// The longest name or number of a character.
const MAX_ENTITY: usize = 10;

/// Returns a label between quotes in which nothing can be taken for anything but words.
pub fn quoted(text: &str) -> String {
    let mut label = String::from("\"");
    for character in text.chars() {
        match character {
            '\n' => label.push_str("<br/>"),
            ' ' | '.' | ',' | ':' | '!' | '?' | '\'' | '(' | ')' | '-' | '+' | '/' | '=' | '_' => label.push(character),
            character if character.is_alphanumeric() || !character.is_ascii() => label.push(character),
            character => {
                label.push('#');
                label.push_str(&u32::from(character).to_string());
                label.push(';');
            }
        }
    }
    // Nothing at all between quotes is an error there.
    if text.is_empty() {
        label.push(' ');
    }
    label.push('"');
    label
}

/// Reads what `quoted` wrote, and what people write: numbers and names of characters, and breaks of lines.
pub fn plain(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    let mut characters = label.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let (read, length) = match character {
            '#' | '&' => entity(&label[at..]).unwrap_or((character, 0)),
            '<' => line_break(&label[at..]).map_or((character, 0), |length| ('\n', length)),
            _ => (character, 0),
        };
        text.push(read);
        skip_to(&mut characters, at + length);
    }
    text
}

fn skip_to(characters: &mut Peekable<CharIndices<'_>>, end: usize) {
    while characters.next_if(|(at, _)| *at < end).is_some() {}
}

/// Reads `#35;`, `#quot;`, `&amp;` or `&#35;`, and says how long it is.
fn entity(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('&').unwrap_or(text);
    let name = name.strip_prefix('#').unwrap_or(name);
    let end = name.bytes().take(MAX_ENTITY).position(|byte| byte == b';')?;
    let length = text.len() - name.len() + end + 1;
    let character = match &name[..end] {
        "quot" => '"',
        "apos" => '\'',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "nbsp" => ' ',
        number => char::from_u32(number.parse().ok()?)?,
    };
    Some((character, length))
}

/// Returns how long a `<br>` in one of its forms is.
fn line_break(text: &str) -> Option<usize> {
    let end = text.bytes().take(MAX_ENTITY).position(|byte| byte == b'>')?;
    let name = text[1..end].trim_end_matches('/').trim_end();
    name.eq_ignore_ascii_case("br").then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(label: &str, expected: &str) {
        assert_eq!(plain(label), expected);
    }

    #[test]
    fn characters_are_read_by_number_and_by_name() {
        check("a #35; b", "a # b");
        check("#quot;x#quot; &amp; &lt;b&gt;", "\"x\" & <b>");
        check("&#35;1", "#1");
        check("one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour");
    }

    #[test]
    fn what_only_looks_like_a_character_stays() {
        for label in ["#", "#;", "#nope;", "a & b", "<b>", "#99999999999;", "#1114112;", "<", "&#"] {
            check(label, label);
        }
    }

    #[test]
    fn a_label_holds_nothing_that_means_something() {
        assert_eq!(quoted("a \"b\" <i>\n%%{init}%%;[x]"), {
            "\"a #34;b#34; #60;i#62;<br/>#37;#37;#123;init#125;#37;#37;#59;#91;x#93;\""
        });
        assert_eq!(quoted(""), "\" \"");
    }
}
