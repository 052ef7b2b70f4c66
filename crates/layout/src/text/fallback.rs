//! How wide a character may be that the shipped font does not have.
//!
//! The browser takes it from a font of the reader's machine, which nobody here knows. So the numbers are those of wide
//! fonts: a box that is a little too large is fine, a text that leaves its box is not.

use icu_properties::props::{
    DefaultIgnorableCodePoint, EastAsianWidth, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    RegionalIndicator,
};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed};

const CATEGORY: CodePointMapDataBorrowed<'static, GeneralCategory> = CodePointMapData::<GeneralCategory>::new();
const ASIAN_WIDTH: CodePointMapDataBorrowed<'static, EastAsianWidth> = CodePointMapData::<EastAsianWidth>::new();
const INVISIBLE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<DefaultIgnorableCodePoint>();
const PICTURE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<ExtendedPictographic>();
const FLAG_LETTER: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<RegionalIndicator>();

/// Widths in ems.
const EMOJI: f64 = 1.4;
/// Half of what a flag takes.
const FLAG: f64 = 0.8;
const WIDE: f64 = 1.0;
const SYMBOL: f64 = 1.1;
const CAPITAL: f64 = 0.95;
const OTHER: f64 = 0.8;

/// Returns the width of a character in ems.
pub fn ems(character: char) -> f64 {
    let category = CATEGORY.get(character);
    if character.is_control() || INVISIBLE.contains(character) || is_mark(character) {
        0.0
    } else if PICTURE.contains(character) {
        EMOJI
    } else if FLAG_LETTER.contains(character) {
        FLAG
    } else if matches!(ASIAN_WIDTH.get(character), EastAsianWidth::Wide | EastAsianWidth::Fullwidth) {
        WIDE
    } else if GeneralCategoryGroup::Symbol.contains(category) {
        SYMBOL
    } else if category == GeneralCategory::UppercaseLetter {
        CAPITAL
    } else {
        OTHER
    }
}

/// Returns whether a character is drawn on the one before.
pub fn is_mark(character: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CATEGORY.get(character))
}
