//! The outlines a shape can have, and where in them is room for text.

mod touch;

pub use touch::touch;

use crate::geometry::Rect;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Geo {
    #[default]
    Rectangle,
    Ellipse,
    Diamond,
    Triangle,
    Hexagon,
    Pentagon,
    Octagon,
    Oval,
    Cloud,
    Star,
    Rhombus,
    Trapezoid,
    Parallelogram,
    Cylinder,
    Document,
}

/// The part of a shape's box that a text may use: what is left out at each side, as a part of the width or height, and
/// then on every side in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Room {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
    pub padding: f64,
}

/// What is kept free inside of straight sides.
const PADDING: f64 = 16.0;
/// What is kept free where the room touches the outline with its corners alone.
const CORNER_PADDING: f64 = 8.0;
/// What an ellipse leaves out at each side of the largest rectangle in it: (1 − 1/√2) / 2.
const ELLIPSE: f64 = 0.1465;

impl Geo {
    pub const ALL: [Self; 15] = [
        Self::Rectangle,
        Self::Ellipse,
        Self::Diamond,
        Self::Triangle,
        Self::Hexagon,
        Self::Pentagon,
        Self::Octagon,
        Self::Oval,
        Self::Cloud,
        Self::Star,
        Self::Rhombus,
        Self::Trapezoid,
        Self::Parallelogram,
        Self::Cylinder,
        Self::Document,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "rectangle",
            Self::Ellipse => "ellipse",
            Self::Diamond => "diamond",
            Self::Triangle => "triangle",
            Self::Hexagon => "hexagon",
            Self::Pentagon => "pentagon",
            Self::Octagon => "octagon",
            Self::Oval => "oval",
            Self::Cloud => "cloud",
            Self::Star => "star",
            Self::Rhombus => "rhombus",
            Self::Trapezoid => "trapezoid",
            Self::Parallelogram => "parallelogram",
            Self::Cylinder => "cylinder",
            Self::Document => "document",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|geo| geo.name() == name)
    }

    /// Returns the corners of an outline of straight lines, as parts of the width and height; round ones have none.
    pub const fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Rectangle => &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
            Self::Diamond | Self::Rhombus => &[(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
            Self::Triangle => &[(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)],
            Self::Hexagon => &[(0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5)],
            Self::Pentagon => &[(0.5, 0.0), (1.0, 0.38), (0.81, 1.0), (0.19, 1.0), (0.0, 0.38)],
            Self::Octagon => &[
                (0.29, 0.0),
                (0.71, 0.0),
                (1.0, 0.29),
                (1.0, 0.71),
                (0.71, 1.0),
                (0.29, 1.0),
                (0.0, 0.71),
                (0.0, 0.29),
            ],
            Self::Star => &[
                (0.5, 0.0),
                (0.618, 0.382),
                (1.0, 0.382),
                (0.691, 0.618),
                (0.809, 1.0),
                (0.5, 0.764),
                (0.191, 1.0),
                (0.309, 0.618),
                (0.0, 0.382),
                (0.382, 0.382),
            ],
            Self::Trapezoid => &[(0.2, 0.0), (0.8, 0.0), (1.0, 1.0), (0.0, 1.0)],
            Self::Parallelogram => &[(0.2, 0.0), (1.0, 0.0), (0.8, 1.0), (0.0, 1.0)],
            Self::Ellipse | Self::Oval | Self::Cloud | Self::Cylinder | Self::Document => &[],
        }
    }

    /// Returns where a text may be. The outlines are those of `corners`; an ellipse and an oval touch the middle of each
    /// side, a cloud has bumps of at most a sixth, a cylinder's lid is a fifth of its height and its foot a tenth, and a
    /// document's wave a sixth.
    pub(crate) const fn room(self) -> Room {
        match self {
            Self::Rectangle => Room::new(0.0, 0.0, 0.0, 0.0, PADDING),
            Self::Cylinder => Room::new(0.0, 0.2, 0.0, 0.1, PADDING),
            Self::Document => Room::new(0.0, 0.0, 0.0, 0.17, PADDING),
            Self::Ellipse | Self::Oval => Room::new(ELLIPSE, ELLIPSE, ELLIPSE, ELLIPSE, CORNER_PADDING),
            Self::Diamond | Self::Rhombus => Room::new(0.25, 0.25, 0.25, 0.25, CORNER_PADDING),
            Self::Triangle => Room::new(0.25, 0.5, 0.25, 0.0, CORNER_PADDING),
            Self::Hexagon => Room::new(0.1875, 0.125, 0.1875, 0.125, CORNER_PADDING),
            Self::Pentagon => Room::new(0.17, 0.25, 0.17, 0.07, CORNER_PADDING),
            Self::Octagon => Room::new(0.145, 0.145, 0.145, 0.145, CORNER_PADDING),
            Self::Cloud => Room::new(0.17, 0.17, 0.17, 0.17, CORNER_PADDING),
            Self::Star => Room::new(0.3, 0.382, 0.3, 0.29, CORNER_PADDING),
            Self::Trapezoid | Self::Parallelogram => Room::new(0.2, 0.0, 0.2, 0.0, CORNER_PADDING),
        }
    }
}

impl Room {
    const fn new(left: f64, top: f64, right: f64, bottom: f64, padding: f64) -> Self {
        Self { left, top, right, bottom, padding }
    }

    /// Returns the part of the width that is the room's.
    pub const fn across(self) -> f64 {
        1.0 - self.left - self.right
    }

    /// Returns the part of the height that is the room's.
    pub const fn down(self) -> f64 {
        1.0 - self.top - self.bottom
    }
}

/// Returns where in a shape's box its text may be; all of it lies inside the outline.
pub fn text_rect(geo: Geo, rect: Rect) -> Rect {
    let room = geo.room();
    Rect::new(
        rect.x + rect.w * room.left + room.padding,
        rect.y + rect.h * room.top + room.padding,
        (rect.w * room.across() - 2.0 * room.padding).max(0.0),
        (rect.h * room.down() - 2.0 * room.padding).max(0.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for geo in Geo::ALL {
            assert_eq!(Geo::parse(geo.name()), Some(geo));
        }
        assert_eq!(Geo::parse("blob"), None);
    }

    #[test]
    fn the_room_for_text_lies_inside_the_outline() {
        for geo in Geo::ALL {
            let room = text_rect(geo, Rect::new(0.0, 0.0, 200.0, 200.0));
            assert!(room.w >= 50.0 && room.h >= 40.0, "{geo:?} has no room: {room:?}");
            for (x, y) in
                [(room.x, room.y), (room.right(), room.y), (room.x, room.bottom()), (room.right(), room.bottom())]
            {
                let inside = match geo {
                    Geo::Ellipse | Geo::Oval => (x - 100.0).hypot(y - 100.0) <= 100.0,
                    Geo::Cloud | Geo::Cylinder | Geo::Document => {
                        (0.0..=200.0).contains(&x) && (0.0..=200.0).contains(&y)
                    }
                    _ => is_inside(geo.corners(), x / 200.0, y / 200.0),
                };
                assert!(inside, "{geo:?}: ({x}, {y}) is outside");
            }
        }
    }

    /// Returns whether a ray from the point crosses the outline an odd number of times.
    fn is_inside(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
        let next = corners.iter().cycle().skip(1);
        let crossings = corners
            .iter()
            .zip(next)
            .filter(|((ax, ay), (bx, by))| (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax);
        crossings.count() % 2 == 1
    }
}
