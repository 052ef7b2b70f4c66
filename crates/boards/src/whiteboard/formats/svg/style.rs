//! The style sheet: the colours as variables, for light and for dark, and the arrows of connectors.

use std::collections::BTreeSet;

use super::line::ARROW;
use super::xml::Xml;
use crate::whiteboard::Color;
use crate::whiteboard::formats::palette::{DARK, LIGHT, Surroundings, TINTS, Tint, light, usual};
use crate::whiteboard::scene::Scene;

/// What is what in a picture. The colours of a thing come from its class.
const RULES: &str = "\
.canvas{fill:var(--canvas)}
.frame>path{fill:var(--fill);stroke:var(--line)}
.note>path{fill:var(--paper)}
.shape>path{fill:var(--fill);stroke:var(--line)}
.connector{stroke:var(--line)}
.arrow{fill:var(--line);stroke:var(--line)}
text{fill:var(--ink);font-family:\"Geist Variable\",Geist,ui-sans-serif,system-ui,sans-serif;font-kerning:normal;\
text-rendering:geometricPrecision;white-space:pre}
.note>text{fill:var(--paper-ink)}
";

/// Returns the class that gives a thing its colours; a frame may have none.
pub fn class(color: Option<Color>) -> String {
    color.map_or_else(|| "tint-none".to_owned(), |color| format!("tint-{}", color.name()))
}

/// Returns the name of the arrow of a colour.
pub fn marker(color: Color) -> String {
    format!("arrow-{}", color.name())
}

/// Writes the style sheet and the arrows, with the colours that are in use.
pub fn write(xml: &mut Xml, scene: &Scene<'_>) {
    let connectors: BTreeSet<Color> =
        scene.connectors.iter().map(|connector| connector.color.unwrap_or(Color::Black)).collect();
    let mut used: BTreeSet<Option<Color>> =
        scene.boxes.iter().map(|boxed| boxed.color.or_else(|| usual(boxed.kind))).collect();
    used.extend(connectors.iter().copied().map(Some));
    xml.open("style", &[]);
    xml.plain(&sheet(&used));
    xml.close("style");
    xml.open("defs", &[]);
    for color in connectors {
        arrow(xml, color);
    }
    xml.close("defs");
}

fn sheet(used: &BTreeSet<Option<Color>>) -> String {
    let light = theme(used, LIGHT, |(_, light, _)| *light);
    let dark = theme(used, DARK, |(.., dark)| *dark);
    format!("\n{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n{RULES}")
}

fn theme(used: &BTreeSet<Option<Color>>, around: Surroundings, of: fn(&(Color, Tint, Tint)) -> Tint) -> String {
    let tint = |color: Option<Color>| {
        let named = color.and_then(|color| TINTS.iter().find(|(each, ..)| *each == color));
        let Tint { line, ink, fill, paper, paper_ink } = named.map_or(around.frame, of);
        let class = class(color);
        format!(".{class}{{--line:{line};--ink:{ink};--fill:{fill};--paper:{paper};--paper-ink:{paper_ink}}}\n")
    };
    let tints: String = used.iter().copied().map(tint).collect();
    format!("svg{{--canvas:{}}}\n{tints}", around.canvas)
}

fn arrow(xml: &mut Xml, color: Color) {
    let (id, class, line) = (marker(color), format!("arrow {}", class(Some(color))), light(color).line);
    // A pixel more on each side for the line around the arrow; its tip is at the end of the way.
    let (size, tip, middle) = (ARROW + 2.0, ARROW + 1.0, ARROW / 2.0 + 1.0);
    xml.open(
        "marker",
        &[
            ("id", &id),
            ("markerWidth", &size),
            ("markerHeight", &size),
            ("refX", &tip),
            ("refY", &middle),
            ("orient", &"auto"),
            ("markerUnits", &"userSpaceOnUse"),
        ],
    );
    let path = format!("M{tip} {middle}L1 1L1 {tip}Z");
    xml.empty(
        "path",
        &[
            ("class", &class),
            ("d", &path),
            ("fill", &line),
            ("stroke", &line),
            ("stroke-width", &2),
            ("stroke-linejoin", &"round"),
        ],
    );
    xml.close("marker");
}
