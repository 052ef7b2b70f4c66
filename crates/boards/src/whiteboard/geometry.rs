//! Numbers that say where a thing is and how big.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far from its parent's corner a thing may be.
pub(super) const MAX_COORDINATE: f64 = 1e7;
pub(super) const MAX_EXTENT: f64 = 1e6;
/// Corners of a connector's way; a longer way is not worth keeping.
pub(super) const MAX_ROUTE_POINTS: usize = 200;

/// A place on one axis, in pixels from the parent's top left corner.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Coordinate(f64);

/// A width or a height, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Extent(f64);

/// The way a connector was laid, in the board's coordinates, and the two boxes it was laid for.
///
/// It counts while both boxes are where they were, or have moved together; otherwise the way is found anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub points: RoutePoints,
    /// `x, y, w, h` of the box it comes from, then of the one it goes to.
    pub ends: [Coordinate; 8],
    /// The middle of the label, if room was kept for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<[Coordinate; 2]>,
}

/// A part of the board, in the board's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Viewport {
    pub x: Coordinate,
    pub y: Coordinate,
    pub w: Extent,
    pub h: Extent,
}

impl From<Viewport> for layout::Rect {
    fn from(viewport: Viewport) -> Self {
        Self::new(viewport.x.0, viewport.y.0, viewport.w.0, viewport.h.0)
    }
}

/// The corners of a way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<[Coordinate; 2]>")]
#[schemars(inline, extend("minItems" = 2, "maxItems" = MAX_ROUTE_POINTS))]
pub struct RoutePoints(Vec<[Coordinate; 2]>);

impl RoutePoints {
    pub fn as_slice(&self) -> &[[Coordinate; 2]] {
        &self.0
    }
}

impl TryFrom<Vec<[Coordinate; 2]>> for RoutePoints {
    type Error = String;

    fn try_from(points: Vec<[Coordinate; 2]>) -> Result<Self, String> {
        if (2..=MAX_ROUTE_POINTS).contains(&points.len()) {
            Ok(Self(points))
        } else {
            Err(format!("a way has 2 to {MAX_ROUTE_POINTS} points"))
        }
    }
}

impl TryFrom<f64> for Coordinate {
    type Error = String;

    fn try_from(raw: f64) -> Result<Self, String> {
        // A comparison with what is not a number is false.
        if raw.abs() <= MAX_COORDINATE { Ok(Self(raw)) } else { Err(format!("a place is within ±{MAX_COORDINATE}")) }
    }
}

impl TryFrom<f64> for Extent {
    type Error = String;

    fn try_from(raw: f64) -> Result<Self, String> {
        if (1.0..=MAX_EXTENT).contains(&raw) { Ok(Self(raw)) } else { Err(format!("a size is 1 to {MAX_EXTENT}")) }
    }
}

impl From<Coordinate> for f64 {
    fn from(coordinate: Coordinate) -> Self {
        coordinate.0
    }
}

impl From<Extent> for f64 {
    fn from(extent: Extent) -> Self {
        extent.0
    }
}

impl JsonSchema for Coordinate {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Coordinate".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "minimum": -MAX_COORDINATE, "maximum": MAX_COORDINATE })
    }
}

impl JsonSchema for Extent {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Extent".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "minimum": 1, "maximum": MAX_EXTENT })
    }
}
