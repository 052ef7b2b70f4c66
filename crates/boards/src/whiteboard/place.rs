//! Where on a board there is room for something new.

use layout::{Point, Rect, Size};

/// What is kept free around something new.
const MARGIN: f64 = 80.0;
/// What is kept free inside of a viewport.
const INSET: f64 = 40.0;

/// Returns a place for something of a size that is clear of everything there: below it all; or, for somebody who looks at
/// a part of the board, in that part where it fits, and beside it where it does not.
pub fn place(size: Size, taken: &[Rect], viewport: Option<Rect>) -> Point {
    match viewport {
        Some(viewport) => in_view(size, taken, viewport).unwrap_or_else(|| beside(size, taken, viewport)),
        None => below(taken),
    }
}

fn below(taken: &[Rect]) -> Point {
    let Some(all) = taken.iter().copied().reduce(Rect::union) else { return Point::default() };
    Point::new(all.x, all.bottom() + MARGIN)
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
    let right = pushed(Rect::at(start, size), taken, |corner, hit| Point::new(hit.right() + MARGIN, corner.y));
    let down = pushed(Rect::at(start, size), taken, |corner, hit| Point::new(corner.x, hit.bottom() + MARGIN));
    if right.x - start.x <= down.y - start.y { right } else { down }
}

/// Pushes a box past what is in its way, until nothing is. Each push passes one box for good, so it ends.
fn pushed(mut place: Rect, taken: &[Rect], past: impl Fn(Point, Rect) -> Point) -> Point {
    loop {
        let corner = Point::new(place.x, place.y);
        match taken.iter().find(|hit| hit.overlaps(place.grown(INSET))) {
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
