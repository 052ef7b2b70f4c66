//! Fills lines.

use std::ops::Range;

use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed};

use super::Style;
use super::breaks::opportunities;
use super::font::Face;
use crate::geometry::Size;

const GRAPHEMES: GraphemeClusterSegmenterBorrowed<'static> = GraphemeClusterSegmenter::new();

/// Chromium counts in 1/64 of a pixel, and lets a line be so much too wide.
pub const ROUNDING: f64 = 1.0 / 64.0;

/// Columns between two tab stops in the UI's style sheet.
const TAB: f64 = 4.0;

/// What `wrap` made of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Wrapped {
    pub lines: Vec<Line>,
    /// The widest line, and the height of all; an empty text has no line.
    pub size: Size,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Where in the text it is, with the spaces that hang at its end and without the line feed.
    pub range: Range<usize>,
    /// Its width without the spaces that hang.
    pub width: f64,
}

impl Wrapped {
    /// Returns the text with a line feed at the end of each line but the last, for those who cannot break lines themselves.
    pub fn broken(&self, text: &str) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| text[line.range.clone()].trim_end()).collect();
        lines.join("\n")
    }
}

/// Breaks a text into lines that are no wider than `width`, unless a single character is.
pub fn wrap(text: &str, style: Style, width: f64) -> Wrapped {
    let mut lines = Vec::new();
    for paragraph in paragraphs(text) {
        let filler = Filler::new(&text[paragraph.clone()], style);
        let mut start = 0;
        loop {
            let (end, width) = filler.line(start, width + ROUNDING);
            lines.push(Line { range: paragraph.start + start..paragraph.start + end, width });
            start = end;
            if start >= paragraph.len() {
                break;
            }
        }
    }
    let widest = lines.iter().map(|line| line.width).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a text has far fewer lines")]
    let height = lines.len() as f64 * style.line;
    Wrapped { lines, size: Size::new(widest, height) }
}

/// Returns the width of the widest part that is broken only if it does not fit a line alone.
pub fn widest_word(text: &str, style: Style) -> f64 {
    let widest = |paragraph: Range<usize>| {
        let filler = Filler::new(&text[paragraph], style);
        let mut start = 0;
        let mut widest: f64 = 0.0;
        for &end in &filler.opportunities {
            widest = widest.max(filler.width(start, end));
            start = end;
        }
        widest
    };
    paragraphs(text).map(widest).fold(0.0, f64::max)
}

/// Returns where the paragraphs are, without the line feeds. A line feed at the very end begins nothing, as in a browser.
fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive(is_line_feed).map(move |paragraph| {
        let start = paragraph.as_ptr() as usize - text.as_ptr() as usize;
        let end = start + paragraph.trim_end_matches(is_line_feed).trim_end_matches('\r').len();
        start..end
    })
}

fn is_line_feed(character: char) -> bool {
    matches!(character, '\n' | '\u{2028}' | '\u{2029}')
}

/// One paragraph, measured once.
struct Filler<'a> {
    paragraph: &'a str,
    style: Style,
    /// Where each byte is from the left, if nothing is broken.
    positions: Vec<f64>,
    opportunities: Vec<usize>,
    /// The distance of two tab stops, if there are tabs.
    tab: Option<f64>,
}

impl<'a> Filler<'a> {
    fn new(paragraph: &'a str, style: Style) -> Self {
        let ems = Face::of(style.weight).positions(paragraph);
        let positions = ems.into_iter().map(|position| position * style.size).collect();
        let space = || Face::of(style.weight).positions(" ")[1] * style.size;
        let tab = paragraph.contains('\t').then(|| TAB * space());
        Self { paragraph, style, positions, opportunities: opportunities(paragraph), tab }
    }

    /// Returns the end of the line that begins at `start`, and its width. A word that does not fit alone is broken between
    /// two characters, as a reader sees them; one of them is on the line whatever its width.
    fn line(&self, start: usize, width: f64) -> (usize, f64) {
        let ends = &self.opportunities[self.opportunities.partition_point(|&end| end <= start)..];
        let first = ends.first().copied().unwrap_or(self.paragraph.len());
        let characters = || GRAPHEMES.segment_str(&self.paragraph[start..first]).skip(1).map(|offset| start + offset);
        let at_least = || characters().next().map_or((first, 0.0), |end| (end, self.width(start, end)));
        let word = self.longest(start, ends.iter().copied(), width);
        word.or_else(|| self.longest(start, characters(), width)).unwrap_or_else(at_least)
    }

    /// Returns the last of the ends with which the line fits, and its width.
    fn longest(&self, start: usize, ends: impl Iterator<Item = usize>, width: f64) -> Option<(usize, f64)> {
        let estimates = ends.map(|end| (end, self.estimate(start, end)));
        let mut candidates: Vec<(usize, f64)> =
            estimates.take_while(|&(_, estimate)| estimate <= width + self.style.size).collect();
        // Ends with nothing to be seen between them make no difference, and there may be thousands.
        candidates.reverse();
        candidates.dedup_by_key(|&mut (_, estimate)| estimate);
        let exact = candidates.into_iter().map(|(end, _)| (end, self.width(start, end)));
        exact.into_iter().find(|&(_, exact)| exact <= width)
    }

    /// Returns how wide a line is as a part of the paragraph. Cut out it is a little wider or narrower, by less than an em:
    /// what follows is no longer drawn close to it, and a ligature may come apart.
    fn estimate(&self, start: usize, end: usize) -> f64 {
        let end = start + self.seen(start, end).len();
        let Some(stop) = self.tab else { return self.positions[end] - self.positions[start] };
        let mut width = 0.0;
        for (at, byte) in self.paragraph.bytes().enumerate().take(end).skip(start) {
            width = if byte == b'\t' {
                (width / stop + 1.0).floor() * stop
            } else {
                width + self.positions[at + 1] - self.positions[at]
            };
        }
        width
    }

    /// Returns how wide a line is. Beside spaces it makes no difference where the line was cut out of its paragraph.
    fn width(&self, start: usize, end: usize) -> f64 {
        let estimate = self.estimate(start, end);
        let line = self.seen(start, end);
        let is_cut = |at: usize| {
            let outside = at == 0 || at == self.paragraph.len();
            !outside && !self.paragraph[..at].ends_with([' ', '\t']) && !self.paragraph[at..].starts_with([' ', '\t'])
        };
        let hyphen = if line.ends_with('\u{ad}') && end < self.paragraph.len() { "-" } else { "" };
        if (is_cut(start) || is_cut(start + line.len())) && self.tab.is_none() {
            let line = format!("{line}{hyphen}");
            return Face::of(self.style.weight).positions(&line)[line.len()] * self.style.size;
        }
        estimate
    }

    /// Returns a line without the spaces that hang at its end.
    fn seen(&self, start: usize, end: usize) -> &'a str {
        self.paragraph[start..end].trim_end_matches([' ', '\t'])
    }
}
