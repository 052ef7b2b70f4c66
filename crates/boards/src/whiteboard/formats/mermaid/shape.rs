//! The brackets that say which outline a node has.

use crate::whiteboard::nodes::Geo;

/// How a node begins, how it may end, and the outline each end makes of it. Longer beginnings come first.
pub const BRACKETS: [(&str, &[(&str, Geo)]); 12] = [
    ("(((", &[(")))", Geo::Ellipse)]),
    ("((", &[("))", Geo::Ellipse)]),
    ("([", &[("])", Geo::Oval)]),
    ("(-", &[("-)", Geo::Ellipse)]),
    ("(", &[(")", Geo::Rectangle)]),
    ("[[", &[("]]", Geo::Rectangle)]),
    ("[(", &[(")]", Geo::Cylinder)]),
    ("[/", &[("/]", Geo::Parallelogram), ("\\]", Geo::Trapezoid)]),
    ("[\\", &[("\\]", Geo::Parallelogram), ("/]", Geo::Trapezoid)]),
    ("[", &[("]", Geo::Rectangle)]),
    ("{{", &[("}}", Geo::Hexagon)]),
    ("{", &[("}", Geo::Diamond)]),
];

/// A node like a flag, which begins with a sign that a link may begin with too.
pub const FLAG: (&str, &[(&str, Geo)]) = (">", &[("]", Geo::Rectangle)]);

/// Returns the brackets around the label of a node with this outline.
pub fn brackets(geo: Geo) -> (&'static str, &'static str) {
    match geo {
        Geo::Ellipse => ("((", "))"),
        Geo::Oval => ("([", "])"),
        Geo::Diamond | Geo::Rhombus => ("{", "}"),
        Geo::Hexagon => ("{{", "}}"),
        Geo::Parallelogram => ("[/", "/]"),
        Geo::Trapezoid => ("[/", "\\]"),
        Geo::Cylinder => ("[(", ")]"),
        Geo::Rectangle | Geo::Triangle | Geo::Pentagon | Geo::Octagon | Geo::Cloud | Geo::Star | Geo::Document => {
            ("[", "]")
        }
    }
}

/// Returns the outline that newer versions give a node by a word.
pub fn geo_of(word: &str) -> Geo {
    match word {
        "circle" | "circ" | "sm-circ" | "dbl-circ" | "cross-circ" => Geo::Ellipse,
        "stadium" | "pill" | "terminal" => Geo::Oval,
        "diamond" | "diam" | "decision" | "question" => Geo::Diamond,
        "hex" | "hexagon" | "prepare" => Geo::Hexagon,
        "lean-r" | "lean-l" | "lean-right" | "lean-left" | "in-out" | "out-in" => Geo::Parallelogram,
        "trap-b" | "trap-t" | "trapezoid" | "priority" | "manual" => Geo::Trapezoid,
        "cyl" | "cylinder" | "database" | "db" => Geo::Cylinder,
        "tri" | "triangle" | "extract" => Geo::Triangle,
        "doc" | "document" => Geo::Document,
        "cloud" => Geo::Cloud,
        _ => Geo::Rectangle,
    }
}
