//! The font that the UI ships, and how far it advances.

use std::sync::LazyLock;

use harfrust::{Buffer, Direction, Font, Script, ShapeOptions, ShapePlan, ShaperFont, Tag};

use super::pairs::Pairs;
use super::{Weight, fallback};

static FILE: &[u8] = include_bytes!("../../font/geist-latin-wght.ttf");

static REGULAR: LazyLock<Face> = LazyLock::new(|| Face::new(Weight::Regular));
static MEDIUM: LazyLock<Face> = LazyLock::new(|| Face::new(Weight::Medium));
static SEMIBOLD: LazyLock<Face> = LazyLock::new(|| Face::new(Weight::SemiBold));

/// Beyond Latin-1, what the style sheet of the UI takes from this font; it has more, but the browser will not look.
const BEYOND_LATIN: &[char] = &[
    'ı', 'Œ', 'œ', 'ʼ', 'ˆ', '˚', '˜', '–', '—', '‘', '’', '‚', '“', '”', '„', '•', '…', '′', '″', '‹', '›', '⁄', '€',
    '™', '↑', '↓', '−',
];

/// The font in one weight.
pub struct Face {
    font: Font,
    plan: ShapePlan,
    pairs: Pairs,
}

impl Face {
    pub fn of(weight: Weight) -> &'static Self {
        match weight {
            Weight::Regular => &REGULAR,
            Weight::Medium => &MEDIUM,
            Weight::SemiBold => &SEMIBOLD,
        }
    }

    #[expect(clippy::expect_used, reason = "the font is part of the program, and every test of this module reads it")]
    fn new(weight: Weight) -> Self {
        let font = Font::new(FILE, 0).expect("the font is a font");
        let font = font.instance_builder().variations([(Tag::new(b"wght"), f32::from(weight.number()))]).build();
        let plan = ShapePlan::new(&font, Direction::LeftToRight, Some(Script::LATIN), None, &[]);
        Self { font, plan, pairs: Pairs::new() }
    }

    /// Returns how far the text has advanced at each of its bytes, and at its end, in ems. What several characters share,
    /// like a ligature, is shared out evenly.
    pub fn positions(&self, text: &str) -> Vec<f64> {
        let mut advances = vec![0.0; text.len()];
        let mut characters = text.char_indices().peekable();
        while let Some(&(start, first)) = characters.peek() {
            if is_ours(first, &text[start..]) {
                let mut end = start;
                while let Some((at, character)) = characters.next_if(|&(at, next)| is_ours(next, &text[at..])) {
                    end = at + character.len_utf8();
                }
                // Nothing in this font is drawn closer to a space, so words can be measured one by one.
                for word in text[start..end].split_inclusive(' ') {
                    let from = word.as_ptr() as usize - text.as_ptr() as usize;
                    self.measure(word, &mut advances[from..from + word.len()]);
                }
            } else {
                advances[start] = fallback::ems(first);
                characters.next();
            }
        }
        let mut positions = Vec::with_capacity(text.len() + 1);
        let end = advances.into_iter().fold(0.0, |position, advance| {
            positions.push(position);
            position + advance
        });
        positions.push(end);
        positions
    }

    /// Writes the advance of each character, in ems, at its first byte.
    fn measure(&self, word: &str, advances: &mut [f64]) {
        let units = f64::from(self.font.units_per_em());
        let bytes = word.as_bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            let shape = |pair: &str| self.shape(pair).into_iter().map(|(_, advance)| advance).collect();
            let Some(advance) = self.pairs.advance(byte, bytes.get(at + 1).copied(), shape) else {
                return self.measure_shaped(word, advances);
            };
            advances[at] = f64::from(advance) / units;
        }
    }

    /// Does the same by shaping the whole word.
    fn measure_shaped(&self, word: &str, advances: &mut [f64]) {
        let units = f64::from(self.font.units_per_em());
        advances.fill(0.0);
        let mut glyphs = self.shape(word).into_iter().peekable();
        while let Some((start, mut advance)) = glyphs.next() {
            while let Some((_, mark)) = glyphs.next_if(|&(next, _)| next == start) {
                advance += mark;
            }
            let end = glyphs.peek().map_or(word.len(), |&(next, _)| next);
            let members: Vec<usize> = word[start..end].char_indices().map(|(at, _)| start + at).collect();
            #[expect(clippy::cast_precision_loss, reason = "a cluster has a handful of characters")]
            let share = f64::from(advance) / units / members.len() as f64;
            for at in members {
                advances[at] = share;
            }
        }
    }

    /// Returns, for each glyph, the offset of its first character and its advance in font units.
    fn shape(&self, run: &str) -> Vec<(usize, i32)> {
        let font = ShaperFont::new(&self.font);
        let mut buffer = Buffer::new();
        buffer.push_str(run);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(Some(Script::LATIN));
        // It fails for a plan of other properties than these only, which this is not.
        harfrust::shape(&font, &mut buffer, ShapeOptions::new().plan(Some(&self.plan))).unwrap_or_default();
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        glyphs.map(|(info, position)| (info.cluster as usize, position.x_advance)).collect()
    }
}

/// Returns whether the browser takes a character, the first of `rest`, from this font. It takes a character together with
/// the marks that follow, so it looks elsewhere if one of them is missing.
fn is_ours(character: char, rest: &str) -> bool {
    let is_there = match character {
        ' '..='~' | '\u{a0}'..='ÿ' => true,
        _ => BEYOND_LATIN.contains(&character),
    };
    let follower = rest[character.len_utf8()..].chars().next();
    is_there && follower.is_none_or(|next| next.is_ascii() || !fallback::is_mark(next))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_remembered_is_what_shaping_says(word in "[ -~]{0,12}|[filt<>-]{0,8}|[AVTWoya.,' -]{0,12}") {
            let face = Face::of(Weight::SemiBold);
            let mut shaped = vec![0.0; word.len()];
            face.measure_shaped(&word, &mut shaped);
            let mut measured = vec![0.0; word.len()];
            word.split_inclusive(' ').fold(0, |at, part| {
                face.measure(part, &mut measured[at..at + part.len()]);
                at + part.len()
            });
            prop_assert_eq!(measured, shaped);
        }
    }

    #[test]
    fn the_font_has_what_is_asked_of_it() {
        let font = ShaperFont::new(&Face::of(Weight::Regular).font);
        let latin = (' '..='~').chain('\u{a0}'..='ÿ').filter(|&character| character != '\u{ad}');
        for character in latin.chain(BEYOND_LATIN.iter().copied()) {
            assert!(font.nominal_glyph(character.into()).is_some(), "{character:?} is not there");
        }
    }
}
