//! What the names of the palette look like. The canvas has the same colours in `tints.css`; a test compares the two.

use crate::whiteboard::Color;
use crate::whiteboard::scene::BoxKind;

/// One colour of the palette in one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tint {
    /// Of outlines and connectors.
    pub line: &'static str,
    /// Of words in a shape or on the board.
    pub ink: &'static str,
    /// Inside an outline.
    pub fill: &'static str,
    /// Of a note, and of the words on it.
    pub paper: &'static str,
    pub paper_ink: &'static str,
}

/// What is around the colours of the palette: the board, and frames that have no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    pub canvas: &'static str,
    pub frame: Tint,
}

pub const LIGHT: Surroundings =
    Surroundings { canvas: "#f8f7f5", frame: tint("#cdc8be", "#57534c", "#ffffff", "#ffffff", "#57534c") };
pub const DARK: Surroundings =
    Surroundings { canvas: "#121110", frame: tint("#48443e", "#b9b4ab", "#1c1b19", "#1c1b19", "#b9b4ab") };

/// The palette in its order, in light and in dark.
pub const TINTS: [(Color, Tint, Tint); 13] = [
    (
        Color::Black,
        tint("#2b2824", "#1f1d1a", "#ffffff", "#37332e", "#f6f4f0"),
        tint("#d6d2ca", "#edebe7", "#1c1b19", "#060605", "#edebe7"),
    ),
    (
        Color::Grey,
        tint("#8a847a", "#57534c", "#f1efeb", "#e3dfd8", "#2b2824"),
        tint("#98938a", "#b9b4ab", "#262422", "#4a4640", "#f3f1ee"),
    ),
    (
        Color::LightViolet,
        tint("#a486d7", "#6e519d", "#f8f4ff", "#ebdfff", "#322843"),
        tint("#bface4", "#ddcffa", "#211d29", "#685c81", "#f9f7ff"),
    ),
    (
        Color::Violet,
        tint("#8968d4", "#5f439c", "#f3eeff", "#d8c9ff", "#28213c"),
        tint("#9e87e0", "#cbbcfc", "#261f37", "#4d426f", "#f2effe"),
    ),
    (
        Color::Blue,
        tint("#3d7ede", "#1e55a4", "#e6f3ff", "#b0d6ff", "#16273f"),
        tint("#6499e8", "#a3c9ff", "#16243a", "#304b73", "#eaf3ff"),
    ),
    (
        Color::LightBlue,
        tint("#26a7d0", "#007096", "#ebfaff", "#c4eeff", "#0a3341"),
        tint("#7dc3de", "#aee1f6", "#122228", "#3a6b7d", "#f0faff"),
    ),
    (
        Color::Yellow,
        tint("#c4a11e", "#6f5800", "#f9f2dc", "#ffe79e", "#2f2504"),
        tint("#b59521", "#dcc682", "#2c2307", "#776022", "#f6f2e3"),
    ),
    (
        Color::Orange,
        tint("#c46200", "#8e3d00", "#ffeddf", "#ffcca2", "#38200b"),
        tint("#d3823d", "#f4b98d", "#341e0c", "#864d23", "#fdefe5"),
    ),
    (
        Color::Green,
        tint("#009a4d", "#006d2c", "#e4f8e8", "#a8e6b7", "#112d1a"),
        tint("#51af6f", "#9bd9ab", "#112a19", "#2f5e3e", "#e8f6eb"),
    ),
    (
        Color::LightGreen,
        tint("#77a95b", "#437224", "#f2faee", "#d8eecd", "#233319"),
        tint("#a2c390", "#c7e1b9", "#1a2216", "#546b48", "#f5faf2"),
    ),
    (
        Color::LightRed,
        tint("#d87880", "#9b424d", "#fff2f3", "#ffd9db", "#432326"),
        tint("#e6a3a7", "#fdc8cb", "#2a1a1b", "#825558", "#fff5f6"),
    ),
    (
        Color::Red,
        tint("#ce514d", "#972e2d", "#ffebe8", "#ffbeb6", "#3b1c1a"),
        tint("#dd766f", "#fdb1aa", "#371b19", "#6d3935", "#ffedeb"),
    ),
    (
        Color::White,
        tint("#cdc8be", "#6b665e", "#ffffff", "#ffffff", "#1f1d1a"),
        tint("#f3f1ee", "#f3f1ee", "#2b2926", "#d9d5cd", "#1f1d1a"),
    ),
];

const fn tint(
    line: &'static str,
    ink: &'static str,
    fill: &'static str,
    paper: &'static str,
    paper_ink: &'static str,
) -> Tint {
    Tint { line, ink, fill, paper, paper_ink }
}

/// Returns what a colour looks like in light.
pub fn light(color: Color) -> Tint {
    TINTS.iter().find(|(each, ..)| *each == color).map_or(TINTS[0].1, |(_, light, _)| *light)
}

/// Returns the colour of a box that says none; a frame has none then.
pub fn usual(kind: BoxKind) -> Option<Color> {
    match kind {
        BoxKind::Frame => None,
        BoxKind::Note => Some(Color::Yellow),
        BoxKind::Shape(_) | BoxKind::Text(_) => Some(Color::Black),
    }
}

/// Returns the colour that has this very code for its line, its ink, its fill or its paper.
pub fn exact(code: &str) -> Option<Color> {
    let has = |tint: &Tint| [tint.line, tint.ink, tint.fill, tint.paper].into_iter().any(|each| each == code);
    TINTS.iter().find(|(_, light, _)| has(light)).map(|(color, ..)| *color)
}

/// Returns the colour that looks most like a code of the form `#rrggbb` or `#rgb`.
pub fn nearest(code: &str) -> Option<Color> {
    let code = code.to_ascii_lowercase();
    let wanted = channels(&code)?;
    let distance = |code: &str| {
        let squares = |other: [i32; 3]| wanted.iter().zip(other).map(|(a, b)| (a - b).pow(2)).sum::<i32>();
        channels(code).map_or(i32::MAX, squares)
    };
    let away = |tint: &Tint| [tint.line, tint.ink, tint.fill, tint.paper].into_iter().map(distance).min();
    exact(&code).or_else(|| TINTS.iter().min_by_key(|(_, light, _)| away(light)).map(|(color, ..)| *color))
}

fn channels(code: &str) -> Option<[i32; 3]> {
    let digits = code.strip_prefix('#')?;
    let digit = |at: usize| i32::from_str_radix(digits.get(at..=at)?, 16).ok();
    match digits.len() {
        3 => Some([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17]),
        6 | 8 => Some([digit(0)? * 16 + digit(1)?, digit(2)? * 16 + digit(3)?, digit(4)? * 16 + digit(5)?]),
        _ => None,
    }
}
