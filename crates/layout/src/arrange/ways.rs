//! Ways for the links that no flowchart has drawn.

use std::collections::BTreeMap;

use super::Link;
use super::forest::Forest;
use crate::geometry::{Point, Rect};
use crate::route::{Obstacles, route};

/// Finds a way for each link that has none. It may cross the borders of the frames that hold one of its ends, and runs
/// through nothing else.
pub fn find(links: &[Link], forest: &Forest, rects: &[Rect], routes: &mut [Option<Vec<Point>>]) {
    let mut known: BTreeMap<Vec<usize>, Obstacles> = BTreeMap::new();
    for (link, way) in links.iter().zip(routes) {
        if way.is_some() || link.from.max(link.to) >= rects.len() {
            continue;
        }
        let frames = forest.frames_around(link.from, link.to);
        let obstacles = known.entry(frames).or_insert_with_key(|frames| obstacles(frames, forest, rects));
        *way = Some(route(rects[link.from], rects[link.to], obstacles));
    }
}

/// Returns what is on the board and in the given frames. What is in other frames is behind their borders.
fn obstacles(frames: &[usize], forest: &Forest, rects: &[Rect]) -> Obstacles {
    let inside = frames.iter().flat_map(|&frame| &forest.children[frame]);
    let seen = forest.top.iter().chain(inside).filter(|item| !frames.contains(item));
    Obstacles::new(seen.map(|&item| rects[item]))
}
