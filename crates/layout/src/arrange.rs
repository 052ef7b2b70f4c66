//! Puts a batch of things in order: templates, grids, rows and flowcharts, with frames fitted to what is in them.
//!
//! Everything is placed in the coordinates of its parent, from the inside out: what is in a frame first, then the frame is
//! fitted to it, then the frame is placed among its neighbours.

mod board;
mod forest;
mod inside;
mod ways;

use crate::geometry::{Point, Rect, Size};
use crate::layered::Direction;
use forest::Forest;
use inside::Way;

/// Something to be placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    /// How large it is. A frame is at least so large, and grows around what is in it.
    pub size: Size,
    /// The frame it is in, which comes before it in the list.
    pub parent: Option<usize>,
    pub frame: bool,
}

/// A connector between two items, and how much room its label needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub label: Option<Size>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// The frames two by two: neighbours share their width or height. What is in no frame comes in a row beneath.
    Swot,
    /// The frames side by side, all as tall as the tallest. What is in no frame comes in a row beneath.
    Columns,
    /// Columns further apart, with links from each frame to the next.
    Journey,
    /// As many columns as rows, or one more; every cell has the size of the largest thing.
    Grid,
    /// One row.
    Rows,
    /// Tiers along the links, in frames as well as outside of them.
    Flowchart(Direction),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Arranged {
    /// Where each item is in the coordinates of its parent.
    pub rects: Vec<Rect>,
    /// The way of each link in the coordinates of the whole, if one was found.
    pub routes: Vec<Option<Vec<Point>>>,
    /// The middle of each link's label in the coordinates of the whole, if it has one and room was kept for it.
    pub labels: Vec<Option<Point>>,
    /// The links that the template adds.
    pub journey: Vec<(usize, usize)>,
    /// From 0, 0 to the right and lower end of everything.
    pub size: Size,
}

/// Arranges the items. A parent that is no frame, or that does not come first, is passed over, and so is a link that names
/// an item which does not exist.
pub fn arrange(items: &[Item], links: &[Link], arrangement: Arrangement) -> Arranged {
    let forest = Forest::new(items);
    let mut contents = inside::Contents::new(items, links, &forest, arrangement);
    let board = board::place(&forest, items, &mut contents, arrangement);
    let places = contents.corners.iter().zip(&contents.sizes);
    let rects: Vec<Rect> = places.map(|(&corner, &size)| Rect::at(corner, size)).collect();
    let absolute = forest.absolute(&rects);
    let mut routes = vec![None; links.len()];
    let mut labels = vec![None; links.len()];
    for Way { frame, link, points, label } in contents.ways {
        let origin =
            frame.map_or(Point::default(), |frame| inside::origin(Point::new(absolute[frame].x, absolute[frame].y)));
        let moved = |point: Point| Point::new(point.x + origin.x, point.y + origin.y);
        routes[link] = Some(points.into_iter().map(moved).collect());
        labels[link] = label.map(moved);
    }
    ways::find(links, &forest, &absolute, &mut routes);
    Arranged { rects, routes, labels, journey: board.journey, size: board.size }
}
