//! Where on a board there is room for something new.

use engine::{Document, NodeId};
use layout::{Point, Rect, Size};

use super::CONNECTOR;
use super::geometry::MAX_COORDINATE;
use super::labels::labels;
use super::scene::{Scene, rects};
use super::ways::{MOST_WAYS, some_ways};

/// What is kept free around something new.
const MARGIN: f64 = 80.0;
/// What is kept free inside of a viewport.
const INSET: f64 = 40.0;

/// Where a board ends, but for what rounding takes.
const LIMITS: Rect = {
    let end = MAX_COORDINATE - 1.0;
    Rect::new(-end, -end, 2.0 * end, 2.0 * end)
};

/// Returns a place for something of a size that is clear of everything there: below it all; or, for somebody who looks at
/// a part of the board, in that part where it fits, and beside it where it does not. Where the board ends before that, any
/// other side of what is there will do, and at last any gap; a full board has no place.
pub fn place(size: Size, taken: &[Rect], viewport: Option<Rect>) -> Option<Point> {
    let is_on_board = |corner: &Point| LIMITS.contains(Rect::at(*corner, size));
    let seen = viewport.and_then(|viewport| in_view(size, taken, viewport)).filter(is_on_board);
    let near = || viewport.map(|viewport| beside(size, taken, viewport)).filter(is_on_board);
    let outside = || around(size, taken).into_iter().find(is_on_board);
    let gap = || gaps(size, taken).into_iter().find(is_on_board);
    seen.or_else(near).or_else(outside).or_else(gap)
}

/// Returns all that something new must be clear of: the boxes, and the ways of connectors with their labels.
pub fn taken(document: &Document) -> Vec<Rect> {
    let connectors = document.children(&NodeId::root()).filter(|node| &*node.kind == CONNECTOR).take(MOST_WAYS + 1);
    if !(1..=MOST_WAYS).contains(&connectors.count()) {
        return rects(document);
    }
    let scene = Scene::of(document);
    let mut taken: Vec<Rect> = scene.boxes.iter().map(|boxed| boxed.rect).collect();
    let ways = some_ways(&scene, |_| true);
    let legs = ways.iter().flat_map(|way| way.windows(2)).map(|leg| leg[0].rect().union(leg[1].rect()));
    taken.extend(legs.chain(labels(&scene, &ways).into_iter().flatten()));
    taken
}

/// Returns the places below everything, to the right, above and to the left.
fn around(size: Size, taken: &[Rect]) -> [Point; 4] {
    let Some(all) = taken.iter().copied().reduce(Rect::union) else { return [Point::default(); 4] };
    [
        Point::new(all.x, all.bottom() + MARGIN),
        Point::new(all.right() + MARGIN, all.y),
        Point::new(all.x, all.y - MARGIN - size.h),
        Point::new(all.x - MARGIN - size.w, all.y),
    ]
}

/// Returns the first places from the middle of the board that are free to the right and downwards.
fn gaps(size: Size, taken: &[Rect]) -> [Point; 2] {
    let start = Rect::at(Point::default(), size);
    [pushed(start, taken, INSET, to_the_right), pushed(start, taken, INSET, downwards)]
}

/// Looks for a place in view: in the middle, else where something ends or begins, nearest to the middle.
fn in_view(size: Size, taken: &[Rect], viewport: Rect) -> Option<Point> {
    let inner = viewport.grown(-INSET);
    if size.w > inner.w || size.h > inner.h {
        return None;
    }
    let near: Vec<Rect> = taken.iter().copied().filter(|rect| rect.overlaps(viewport.grown(MARGIN))).collect();
    let middle = Point::new(inner.centre().x - size.w / 2.0, inner.centre().y - size.h / 2.0);
    let (left, top) = (inner.x, inner.y);
    let (right, bottom) = (inner.right() - size.w, inner.bottom() - size.h);
    let mut columns = vec![middle.x, left, right];
    let mut rows = vec![middle.y, top, bottom];
    for rect in near.iter().take(MOST_LOOKED_AT) {
        columns.extend([rect.right() + INSET, rect.x - INSET - size.w]);
        rows.extend([rect.bottom() + INSET, rect.y - INSET - size.h]);
    }
    columns.retain(|x| (left..=right).contains(x));
    rows.retain(|y| (top..=bottom).contains(y));
    let far = |point: &Point| (point.x - middle.x).abs() + (point.y - middle.y).abs();
    columns
        .iter()
        .flat_map(|x| rows.iter().map(|y| Point::new(*x, *y)))
        .filter(|corner| is_clear(Rect::at(*corner, size), &near))
        .min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Where so much is in view there is hardly room, and looking costs the cube of it.
const MOST_LOOKED_AT: usize = 40;

/// Returns the nearer of the first free places to the right of a viewport and below it.
fn beside(size: Size, taken: &[Rect], viewport: Rect) -> Point {
    let start = Point::new(viewport.x + INSET, viewport.y + INSET);
    let right = pushed(Rect::at(start, size), taken, INSET, to_the_right);
    let down = pushed(Rect::at(start, size), taken, INSET, downwards);
    if right.x - start.x <= down.y - start.y { right } else { down }
}

fn to_the_right(corner: Point, hit: Rect) -> Point {
    Point::new(hit.right() + MARGIN, corner.y)
}

fn downwards(corner: Point, hit: Rect) -> Point {
    Point::new(corner.x, hit.bottom() + MARGIN)
}

/// Pushes a box past what is in its way or nearer than `margin`, until nothing is. Each push passes one box for good, so it
/// ends.
pub fn pushed(mut place: Rect, taken: &[Rect], margin: f64, past: impl Fn(Point, Rect) -> Point) -> Point {
    loop {
        let corner = Point::new(place.x, place.y);
        match taken.iter().find(|hit| hit.overlaps(place.grown(margin))) {
            Some(hit) => {
                let corner = past(corner, *hit);
                place = Rect { x: corner.x, y: corner.y, ..place };
            }
            None => return corner,
        }
    }
}

fn is_clear(place: Rect, taken: &[Rect]) -> bool {
    let with_margin = place.grown(INSET - 1.0);
    !taken.iter().any(|rect| rect.overlaps(with_margin))
}
