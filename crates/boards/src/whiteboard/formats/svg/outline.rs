//! The outlines of shapes, the same as the canvas draws.

use layout::Rect;
use layout::geo::Geo;

use super::xml::Path;

/// How round a rectangle's corners are.
const RADIUS: f64 = 8.0;

/// Returns the outline of a shape as the data of a path.
pub fn outline(geo: Geo, rect: Rect) -> String {
    let Rect { w, h, .. } = rect;
    match geo {
        Geo::Rectangle => rounded(rect, RADIUS.min(w / 2.0).min(h / 2.0)),
        Geo::Oval => rounded(rect, w.min(h) / 2.0),
        Geo::Ellipse => ring(rect),
        Geo::Cylinder => cylinder(rect),
        Geo::Document => document(rect),
        Geo::Cloud => cloud(rect),
        Geo::Diamond
        | Geo::Triangle
        | Geo::Hexagon
        | Geo::Pentagon
        | Geo::Octagon
        | Geo::Star
        | Geo::Rhombus
        | Geo::Trapezoid
        | Geo::Parallelogram => straight(geo.corners(), rect),
    }
}

/// Returns the outline through corners that are parts of the width and height.
fn straight(corners: &[(f64, f64)], rect: Rect) -> String {
    let mut path = Path::new();
    for (place, (x, y)) in corners.iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        path.step(letter, &[rect.x + x * rect.w, rect.y + y * rect.h]);
    }
    path.close().finish()
}

pub fn rounded(rect: Rect, radius: f64) -> String {
    let Rect { x, y, .. } = rect;
    let (right, bottom) = (rect.right(), rect.bottom());
    let mut path = Path::new();
    path.step('M', &[x + radius, y]).step('H', &[right - radius]);
    let arc = |path: &mut Path, to_x: f64, to_y: f64| {
        path.step('A', &[radius, radius, 0.0, 0.0, 1.0, to_x, to_y]);
    };
    arc(&mut path, right, y + radius);
    path.step('V', &[bottom - radius]);
    arc(&mut path, right - radius, bottom);
    path.step('H', &[x + radius]);
    arc(&mut path, x, bottom - radius);
    path.step('V', &[y + radius]);
    arc(&mut path, x + radius, y);
    path.close().finish()
}

fn ring(rect: Rect) -> String {
    let (rx, ry, y) = (rect.w / 2.0, rect.h / 2.0, rect.centre().y);
    let mut path = Path::new();
    path.step('M', &[rect.x, y]);
    path.step('A', &[rx, ry, 0.0, 0.0, 1.0, rect.right(), y]);
    path.step('A', &[rx, ry, 0.0, 0.0, 1.0, rect.x, y]);
    path.close().finish()
}

fn cylinder(rect: Rect) -> String {
    let (half, lid) = (rect.w / 2.0, rect.h * 0.1);
    let (top, foot) = (rect.y + lid, rect.bottom() - lid);
    let mut path = Path::new();
    path.step('M', &[rect.x, top]);
    path.step('A', &[half, lid, 0.0, 0.0, 1.0, rect.right(), top]).step('V', &[foot]);
    path.step('A', &[half, lid, 0.0, 0.0, 1.0, rect.x, foot]).close();
    // From right to left, so that it winds like the rest and nothing of the fill is lost.
    path.step('M', &[rect.right(), top]);
    path.step('A', &[half, lid, 0.0, 0.0, 1.0, rect.x, top]).finish()
}

fn document(rect: Rect) -> String {
    let Rect { x, y, w, h } = rect;
    let (wave, low) = (h * 0.085, y + h * 0.915);
    let mut path = Path::new();
    path.step('M', &[x, y]).step('H', &[x + w]).step('V', &[low]);
    path.step('C', &[x + w * 0.75, low - 2.0 * wave, x + w * 0.55, low - wave, x + w / 2.0, low]);
    path.step('S', &[x + w * 0.2, y + h + wave * 0.6, x, low]).close().finish()
}

/// Bumps around an ellipse, each by its two handles and its end.
const BUMPS: [[(f64, f64); 3]; 7] = [
    [(0.02, 0.9), (-0.06, 0.6), (0.1, 0.52)],
    [(-0.02, 0.3), (0.16, 0.12), (0.3, 0.22)],
    [(0.36, -0.06), (0.64, -0.06), (0.7, 0.18)],
    [(0.88, 0.08), (1.02, 0.32), (0.9, 0.5)],
    [(1.06, 0.6), (0.98, 0.92), (0.8, 0.87)],
    [(0.72, 1.03), (0.54, 1.03), (0.5, 0.92)],
    [(0.44, 1.04), (0.26, 1.02), (0.2, 0.88)],
];

fn cloud(rect: Rect) -> String {
    let mut path = Path::new();
    path.step('M', &[rect.x + 0.2 * rect.w, rect.y + 0.88 * rect.h]);
    for bump in BUMPS {
        let numbers: Vec<f64> =
            bump.into_iter().flat_map(|(x, y)| [rect.x + x * rect.w, rect.y + y * rect.h]).collect();
        path.step('C', &numbers);
    }
    path.close().finish()
}
