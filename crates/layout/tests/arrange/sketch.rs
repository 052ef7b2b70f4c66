//! Batches in a few words, and what came of them in a few lines.

#![expect(clippy::expect_used, reason = "a sketch that cannot be read is a mistake in its test")]

use std::fmt::Write as _;

use layout::arrange::{Arranged, Item, Link};
use layout::facts::NOTE;
use layout::geometry::{Point, Rect, Size};

/// A batch with names.
pub struct Sketch {
    pub names: Vec<String>,
    pub items: Vec<Item>,
    pub links: Vec<Link>,
}

impl Sketch {
    /// Reads lines like `[Frame]`, `note`, `tall 200x320` and `a -> b`. What is indented by two spaces is in the frame above.
    pub fn read(text: &str) -> Self {
        let mut sketch = Self { names: Vec::new(), items: Vec::new(), links: Vec::new() };
        let mut frames: Vec<usize> = Vec::new();
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let margin = lines.clone().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        for line in lines {
            let word = line.trim();
            if let Some((from, to)) = word.split_once(" -> ") {
                let find =
                    |name: &str| sketch.names.iter().position(|known| known == name).expect("it was named before");
                let link = Link { from: find(from), to: find(to), label: None };
                sketch.links.push(link);
                continue;
            }
            frames.truncate((line.len() - line.trim_start().len() - margin) / 2);
            let parent = frames.last().copied();
            let name = word.trim_start_matches('[').trim_end_matches(']');
            let (name, size) = name.split_once(' ').map_or((name, None), |(name, size)| (name, Some(size)));
            let frame = word.starts_with('[');
            let usual = if frame { Size::default() } else { NOTE };
            let size = size.and_then(|size| size.split_once('x')).map_or(usual, |(width, height)| {
                Size::new(width.parse().expect("a width"), height.parse().expect("a height"))
            });
            if frame {
                frames.push(sketch.items.len());
            }
            sketch.names.push(name.into());
            sketch.items.push(Item { size, parent, frame });
        }
        sketch
    }

    /// Returns a line for each item, for each way, and for the whole.
    pub fn show(&self, arranged: &Arranged) -> String {
        let mut shown = String::new();
        for (index, (name, Rect { x, y, w, h })) in self.names.iter().zip(&arranged.rects).enumerate() {
            let depth = self.path(index).len() - 1;
            writeln!(shown, "{:indent$}{name}: {x},{y} {w}x{h}", "", indent = 2 * depth).expect("a string grows");
        }
        for (link, route) in self.links.iter().zip(&arranged.routes) {
            let points = route.iter().flatten().map(|Point { x, y }| format!(" {x},{y}")).collect::<Vec<_>>().concat();
            writeln!(shown, "{} -> {}:{points}", self.names[link.from], self.names[link.to]).expect("a string grows");
        }
        for &(from, to) in &arranged.journey {
            writeln!(shown, "{} -> {}: added", self.names[from], self.names[to]).expect("a string grows");
        }
        writeln!(shown, "{}x{}", arranged.size.w, arranged.size.h).expect("a string grows");
        shown
    }

    fn path(&self, item: usize) -> Vec<usize> {
        std::iter::successors(Some(item), |&item| self.items[item].parent).collect()
    }
}

/// Returns where each item is on the board.
pub fn absolute(items: &[Item], arranged: &Arranged) -> Vec<Rect> {
    let mut rects: Vec<Rect> = Vec::new();
    for (item, rect) in items.iter().zip(&arranged.rects) {
        let origin = item.parent.map_or(Rect::default(), |parent| rects[parent]);
        rects.push(Rect { x: rect.x + origin.x, y: rect.y + origin.y, ..*rect });
    }
    rects
}
