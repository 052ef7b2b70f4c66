//! Files of tldraw. The names of colours and text sizes are the same there as here.
//!
//! What is written has the schema of its third version before texts became rich: newer programs take it further
//! themselves. What is read may be older or newer.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::whiteboard::nodes::Geo;

/// How wide and tall a note is there before it is scaled or grows.
const NOTE: f64 = 200.0;
const FIRST_PAGE: &str = "page:page";

/// Returns the outline there that looks most like ours.
fn geo_name(geo: Geo) -> &'static str {
    match geo {
        Geo::Rectangle | Geo::Cylinder | Geo::Document => "rectangle",
        Geo::Ellipse => "ellipse",
        Geo::Diamond | Geo::Rhombus => "diamond",
        Geo::Triangle => "triangle",
        Geo::Hexagon => "hexagon",
        Geo::Pentagon => "pentagon",
        Geo::Octagon => "octagon",
        Geo::Oval => "oval",
        Geo::Cloud => "cloud",
        Geo::Star => "star",
        Geo::Trapezoid => "trapezoid",
        // What is called a rhombus there leans to one side.
        Geo::Parallelogram => "rhombus",
    }
}

/// Returns our outline that looks most like theirs.
fn geo_of(name: &str) -> Geo {
    match name {
        "ellipse" | "heart" => Geo::Ellipse,
        "diamond" => Geo::Diamond,
        "triangle" => Geo::Triangle,
        "hexagon" => Geo::Hexagon,
        "pentagon" => Geo::Pentagon,
        "octagon" => Geo::Octagon,
        "oval" => Geo::Oval,
        "cloud" => Geo::Cloud,
        "star" => Geo::Star,
        "trapezoid" => Geo::Trapezoid,
        "rhombus" | "rhombus-2" => Geo::Parallelogram,
        _ => Geo::Rectangle,
    }
}
