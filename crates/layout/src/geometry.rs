//! Points, sizes and boxes. Lengths are CSS pixels, `y` points down, and all numbers are finite.

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    pub w: f64,
    pub h: f64,
}

/// A box by its top left corner and its size.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the point with its axes swapped.
    pub const fn transposed(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// Returns the point as a box without a size.
    pub const fn rect(self) -> Rect {
        Rect { x: self.x, y: self.y, w: 0.0, h: 0.0 }
    }
}

impl Size {
    pub const fn new(w: f64, h: f64) -> Self {
        Self { w, h }
    }

    /// Returns the size with its axes swapped.
    pub const fn transposed(self) -> Self {
        Self { w: self.h, h: self.w }
    }
}

impl Rect {
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    pub const fn at(corner: Point, size: Size) -> Self {
        Self { x: corner.x, y: corner.y, w: size.w, h: size.h }
    }

    /// Returns the box of a size around a point.
    pub fn around(centre: Point, size: Size) -> Self {
        Self { x: centre.x - size.w / 2.0, y: centre.y - size.h / 2.0, w: size.w, h: size.h }
    }

    pub fn right(self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    pub fn centre(self) -> Point {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Returns the box with `margin` more on every side.
    pub fn grown(self, margin: f64) -> Self {
        Self { x: self.x - margin, y: self.y - margin, w: self.w + 2.0 * margin, h: self.h + 2.0 * margin }
    }

    /// Returns whether the two share more than a border.
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Returns whether `other` lies inside; borders may touch.
    pub fn contains(self, other: Self) -> bool {
        self.x <= other.x && self.y <= other.y && self.right() >= other.right() && self.bottom() >= other.bottom()
    }

    /// Returns the smallest box around both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self { x, y, w: self.right().max(other.right()) - x, h: self.bottom().max(other.bottom()) - y }
    }
}

/// Returns whether two lengths are the same to the eye and to a comparison of sums.
pub(crate) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Returns a number of things as a length.
#[expect(clippy::cast_precision_loss, reason = "nobody counts to 2⁵³ here")]
pub(crate) fn count(things: usize) -> f64 {
    things as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_boxes_do_not_overlap() {
        let rect = Rect::new(0.0, 0.0, 10.0, 10.0);
        assert!(!rect.overlaps(Rect::new(10.0, 0.0, 5.0, 5.0)));
        assert!(!rect.overlaps(Rect::new(0.0, -5.0, 5.0, 5.0)));
        assert!(rect.overlaps(Rect::new(9.0, 9.0, 5.0, 5.0)));
        assert!(rect.overlaps(rect));
    }

    #[test]
    fn a_union_contains_both() {
        let (a, b) = (Rect::new(0.0, 0.0, 10.0, 10.0), Rect::new(-5.0, 20.0, 1.0, 1.0));
        assert_eq!(a.union(b), Rect::new(-5.0, 0.0, 15.0, 21.0));
        assert!(a.union(b).contains(a) && a.union(b).contains(b));
        assert!(!a.contains(b));
    }
}
