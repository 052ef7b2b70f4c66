//! Links between nodes: `-->`, `---`, `-.->`, `==>`, with a label in the middle or behind.

use super::cursor::Cursor;
use super::label::plain;
use crate::whiteboard::formats::error::FormatError;

#[derive(Debug, PartialEq)]
pub struct FoundLink {
    pub label: String,
    pub heads: Heads,
}

/// Where a link has a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heads {
    None,
    Start,
    End,
    Both,
    /// A link that is not drawn.
    Invisible,
}

/// The lines a link can be drawn with: how it begins, what it goes on with, and how its second half begins when a label
/// stands in between.
struct Stroke {
    begin: &'static str,
    more: char,
    again: &'static str,
}

const STROKES: [Stroke; 3] = [
    Stroke { begin: "--", more: '-', again: "--" },
    Stroke { begin: "==", more: '=', again: "==" },
    Stroke { begin: "-.", more: '.', again: ".-" },
];

/// Reads a link, if one begins here.
pub fn link(cursor: &mut Cursor<'_>) -> Result<Option<FoundLink>, FormatError> {
    edge_name(cursor);
    if cursor.take("~~~") {
        cursor.take_while(|character| character == '~');
        return Ok(Some(FoundLink { label: String::new(), heads: Heads::Invisible }));
    }
    let begins = |text: &str| STROKES.iter().any(|stroke| text.starts_with(stroke.begin));
    let head = ["<", "x", "o"].into_iter().find(|head| cursor.rest().strip_prefix(head).is_some_and(begins));
    let has_start = head.is_some_and(|head| cursor.take(head));
    let Some(stroke) = STROKES.iter().find(|stroke| cursor.take(stroke.begin)) else { return Ok(None) };
    let more = cursor.take_while(|character| character == stroke.more);
    let (label, has_end) = match rest_of(cursor, stroke, more) {
        Some(has_end) => (String::new(), has_end),
        None => middle(cursor, stroke)?,
    };
    let behind = behind(cursor)?;
    let heads = match (has_start, has_end) {
        (false, false) => Heads::None,
        (true, false) => Heads::Start,
        (false, true) => Heads::End,
        (true, true) => Heads::Both,
    };
    Ok(Some(FoundLink { label: behind.unwrap_or(label), heads }))
}

/// Newer versions let a link have a name: `e1@-->`. Nothing here needs it.
fn edge_name(cursor: &mut Cursor<'_>) {
    let rest = cursor.rest();
    let name = rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
    if name > 0 && rest[name..].starts_with('@') && !rest[name..].starts_with("@{") {
        cursor.take(&rest[..=name]);
    }
}

/// Reads the end of a link without a label in it, and says whether it has a head. None if a label follows.
fn rest_of(cursor: &mut Cursor<'_>, stroke: &Stroke, more: &str) -> Option<bool> {
    if stroke.more == '.' {
        return cursor.take("-").then(|| head(cursor));
    }
    let has_head = head(cursor);
    (has_head || !more.is_empty()).then_some(has_head)
}

fn head(cursor: &mut Cursor<'_>) -> bool {
    if cursor.take(">") {
        return true;
    }
    // A letter is a head only if it stands alone: `--over` leads to `over`.
    let ends = |text: &str| text.chars().next().is_none_or(char::is_whitespace);
    let letter = ["x", "o"].into_iter().find(|letter| cursor.rest().strip_prefix(letter).is_some_and(ends));
    letter.is_some_and(|letter| cursor.take(letter))
}

/// Reads a label within a link, and the link's second half.
fn middle(cursor: &mut Cursor<'_>, stroke: &Stroke) -> Result<(String, bool), FormatError> {
    cursor.skip_spaces();
    let label = match cursor.quoted()? {
        Some(label) => {
            cursor.skip_spaces();
            if !cursor.take(stroke.again) {
                return Err(cursor.fault(format!("a link with a label goes on with `{}`", stroke.again)));
            }
            label
        }
        None => match cursor.take_until(&[stroke.again]) {
            Some((label, _)) => plain(label.trim()),
            None => return Err(cursor.fault("this link has no end")),
        },
    };
    cursor.take_while(|character| character == stroke.more || character == '-');
    Ok((label, head(cursor)))
}

/// Reads a label between bars.
fn behind(cursor: &mut Cursor<'_>) -> Result<Option<String>, FormatError> {
    cursor.skip_spaces();
    if !cursor.take("|") {
        return Ok(None);
    }
    cursor.skip_spaces();
    let label = match cursor.quoted()? {
        Some(label) => {
            cursor.skip_spaces();
            cursor.take("|").then_some(label)
        }
        None => cursor.take_until(&["|"]).map(|(label, _)| plain(label.trim())),
    };
    label.map(Some).ok_or_else(|| cursor.fault("the label of this link has no end: a `|` is missing"))
}
