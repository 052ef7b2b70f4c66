//! The props of what lies on a whiteboard.

use engine::NodeId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Coordinate, Extent, Route};
use crate::text::{Line, Text};

pub type FrameName = Line<200>;
pub type Words = Text<5_000>;
pub type Label = Line<200>;

/// The props of a frame: a named box that others lie in.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    pub name: FrameName,
    pub x: Coordinate,
    pub y: Coordinate,
    pub w: Extent,
    pub h: Extent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// The props of a sticky note; yellow if no colour is said.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    #[schemars(extend("x-text" = true))]
    pub text: Words,
    pub x: Coordinate,
    pub y: Coordinate,
    pub w: Extent,
    pub h: Extent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// The props of a shape with or without words in it; a black rectangle if nothing is said.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo: Option<Geo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-text" = true))]
    pub text: Option<Words>,
    pub x: Coordinate,
    pub y: Coordinate,
    pub w: Extent,
    pub h: Extent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// The props of words without a box; black and of middle size if nothing is said.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrittenText {
    #[schemars(extend("x-text" = true))]
    pub text: Words,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<TextSize>,
    pub x: Coordinate,
    pub y: Coordinate,
    pub w: Extent,
    pub h: Extent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// The props of an arrow. It is bound to its ends: it goes where they go, and goes away when one does.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Connector {
    #[schemars(extend("x-ref" = "cascade", "x-ref-kinds" = ["frame", "note", "shape", "text"]))]
    pub from: NodeId,
    #[schemars(extend("x-ref" = "cascade", "x-ref-kinds" = ["frame", "note", "shape", "text"]))]
    pub to: NodeId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Route>,
}

/// The outline of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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

/// How big words without a box are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextSize {
    S,
    #[default]
    M,
    L,
    Xl,
}

impl From<Geo> for layout::geo::Geo {
    fn from(geo: Geo) -> Self {
        match geo {
            Geo::Rectangle => Self::Rectangle,
            Geo::Ellipse => Self::Ellipse,
            Geo::Diamond => Self::Diamond,
            Geo::Triangle => Self::Triangle,
            Geo::Hexagon => Self::Hexagon,
            Geo::Pentagon => Self::Pentagon,
            Geo::Octagon => Self::Octagon,
            Geo::Oval => Self::Oval,
            Geo::Cloud => Self::Cloud,
            Geo::Star => Self::Star,
            Geo::Rhombus => Self::Rhombus,
            Geo::Trapezoid => Self::Trapezoid,
            Geo::Parallelogram => Self::Parallelogram,
            Geo::Cylinder => Self::Cylinder,
            Geo::Document => Self::Document,
        }
    }
}

impl From<TextSize> for layout::text::TextSize {
    fn from(size: TextSize) -> Self {
        match size {
            TextSize::S => Self::Small,
            TextSize::M => Self::Medium,
            TextSize::L => Self::Large,
            TextSize::Xl => Self::ExtraLarge,
        }
    }
}
