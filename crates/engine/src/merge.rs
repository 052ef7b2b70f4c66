//! Merging two edits of one text, word by word.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, Hunk, InternedInput};

/// Both edits changed the same place in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("both edits changed the same place")]
pub struct MergeConflict;

/// Merges two edits of `base`. Edits of different places are both kept; the same edit made twice is kept once.
pub fn merge_texts(base: &str, theirs: &str, yours: &str) -> Result<String, MergeConflict> {
    if theirs == yours || base == yours {
        return Ok(theirs.to_owned());
    }
    if base == theirs {
        return Ok(yours.to_owned());
    }
    let words = Words::of(base);
    let (theirs, yours) = (Edits::between(&words, theirs), Edits::between(&words, yours));
    let mut merged = String::with_capacity(base.len());
    let mut done = 0;
    let (mut left, mut right) = (theirs.iter().peekable(), yours.iter().peekable());
    loop {
        let edit = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(a), Some(b)) if a == b => {
                right.next();
                left.next()
            }
            (Some(a), Some(b)) if touches(&a.0, &b.0) => return Err(MergeConflict),
            (Some(a), Some(b)) if a.0.start < b.0.start => left.next(),
            (Some(_), None) => left.next(),
            (_, Some(_)) => right.next(),
        };
        let Some((range, text)) = edit else { break };
        merged.extend(words.0[done..range.start].iter().copied());
        merged.push_str(text);
        done = range.end;
    }
    merged.extend(words.0[done..].iter().copied());
    Ok(merged)
}

/// Two edits touch when they overlap or meet at a point: their order there would be a guess.
fn touches(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// A text cut into words, runs of spaces and single marks.
struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let mut words = Vec::new();
        let mut start = 0;
        let mut previous = None;
        for (index, character) in text.char_indices() {
            let class = Class::of(character);
            if previous.is_some_and(|previous| previous != class || class == Class::Mark) {
                words.push(&text[start..index]);
                start = index;
            }
            previous = Some(class);
        }
        if start < text.len() {
            words.push(&text[start..]);
        }
        Self(words)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    Mark,
}

impl Class {
    fn of(character: char) -> Self {
        match character {
            '\n' => Self::Mark,
            character if character.is_whitespace() => Self::Space,
            character if character.is_alphanumeric() || character == '_' => Self::Word,
            _ => Self::Mark,
        }
    }
}

/// Replacements of ranges of the base's words, in order.
struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    fn between(base: &Words<'_>, edited: &str) -> Self {
        let edited = Words::of(edited);
        let mut input = InternedInput::default();
        input.update_before(base.0.iter().copied());
        input.update_after(edited.0.iter().copied());
        let diff = Diff::compute(Algorithm::Histogram, &input);
        let replacement = |Hunk { before, after }: Hunk| {
            let text = edited.0[after.start as usize..after.end as usize].concat();
            (before.start as usize..before.end as usize, text)
        };
        Self(diff.hunks().map(replacement).collect())
    }

    fn iter(&self) -> impl Iterator<Item = &(Range<usize>, String)> {
        self.0.iter()
    }
}
