//! The styles of texts. The canvas's style sheet has the same numbers.

use std::fmt;

/// How a text is set: font size and line height in pixels, and weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub size: f64,
    pub line: f64,
    pub weight: Weight,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Medium,
    SemiBold,
}

/// The sizes a text on the board can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextSize {
    Small,
    #[default]
    Medium,
    Large,
    ExtraLarge,
}

impl Style {
    pub const NOTE: Self = Self::new(16.0, 22.0, Weight::Regular);
    pub const SHAPE: Self = Self::new(16.0, 22.0, Weight::Medium);
    pub const FRAME_NAME: Self = Self::new(14.0, 20.0, Weight::SemiBold);
    pub const LABEL: Self = Self::new(13.0, 18.0, Weight::Medium);

    const fn new(size: f64, line: f64, weight: Weight) -> Self {
        Self { size, line, weight }
    }

    pub const fn text(size: TextSize) -> Self {
        match size {
            TextSize::Small => Self::new(14.0, 20.0, Weight::Regular),
            TextSize::Medium => Self::new(16.0, 22.0, Weight::Regular),
            TextSize::Large => Self::new(24.0, 32.0, Weight::SemiBold),
            TextSize::ExtraLarge => Self::new(36.0, 44.0, Weight::SemiBold),
        }
    }
}

impl Weight {
    /// Returns the number that CSS has for it.
    pub const fn number(self) -> u16 {
        match self {
            Self::Regular => 400,
            Self::Medium => 500,
            Self::SemiBold => 600,
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(formatter)
    }
}
