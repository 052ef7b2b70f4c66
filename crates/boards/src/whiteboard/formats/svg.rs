//! A board as a picture: SVG that stands alone, in light, and in dark for readers who prefer it.
//!
//! No font is embedded: words are set in the font of the UI where the reader has it, and otherwise in a plain one, broken
//! into lines where the canvas breaks them.

mod line;
mod outline;
mod style;
mod words;
mod xml;

use layout::{Point, Rect};

use super::palette::{self, LIGHT, Tint};
use crate::whiteboard::Color;
use crate::whiteboard::labels::labels;
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox, SceneConnector};
use crate::whiteboard::ways::ways;
use outline::{outline, rounded};
use words::words;
use xml::{Number, Xml};

/// What is left free around everything.
const MARGIN: f64 = 40.0;
const NOTE_RADIUS: f64 = 4.0;
const FRAME_RADIUS: f64 = 10.0;
const FRAME_LINE: f64 = 1.5;
const LABEL_RADIUS: f64 = 4.0;

/// Draws a board.
pub fn write(scene: &Scene<'_>) -> String {
    let ways = ways(scene);
    let labels = labels(scene, &ways);
    let view = view(scene, &ways, &labels);
    let mut xml = Xml::new();
    let view_box = [view.x, view.y, view.w, view.h].map(|number| Number(number).to_string()).join(" ");
    let (width, height) = (Number(view.w), Number(view.h));
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &view_box),
            ("width", &width),
            ("height", &height),
            ("xml:space", &"preserve"),
        ],
    );
    style::write(&mut xml, scene);
    background(&mut xml, view);
    for boxed in &scene.boxes {
        draw_box(&mut xml, boxed);
    }
    for (connector, way) in scene.connectors.iter().zip(&ways) {
        line::draw(&mut xml, color_of(connector), way);
    }
    for (connector, rect) in scene.connectors.iter().zip(labels) {
        draw_label(&mut xml, connector, rect);
    }
    xml.close("svg");
    xml.finish()
}

/// Returns what the picture shows: everything, with a margin.
fn view(scene: &Scene<'_>, ways: &[Vec<Point>], labels: &[Option<Rect>]) -> Rect {
    let points = ways.iter().flatten().map(|point| point.rect());
    let all = scene
        .boxes
        .iter()
        .map(|boxed| boxed.rect)
        .chain(points)
        .chain(labels.iter().flatten().copied())
        .reduce(Rect::union);
    all.unwrap_or_default().grown(MARGIN)
}

fn background(xml: &mut Xml, view: Rect) {
    let (x, y, width, height) = (Number(view.x), Number(view.y), Number(view.w), Number(view.h));
    let place: [(&'static str, &dyn std::fmt::Display); 6] =
        [("class", &"canvas"), ("x", &x), ("y", &y), ("width", &width), ("height", &height), ("fill", &LIGHT.canvas)];
    xml.empty("rect", &place);
}

/// The attributes say the colours in light for readers that do not know style sheets with variables.
fn draw_box(xml: &mut Xml, boxed: &SceneBox<'_>) {
    let color = boxed.color.or_else(|| palette::usual(boxed.kind));
    let tint = color.map_or(LIGHT.frame, palette::light);
    let class = format!("{} {}", boxed.kind.name(), style::class(color));
    xml.open("g", &[("class", &class)]);
    match boxed.kind {
        BoxKind::Frame => {
            let path = rounded(boxed.rect.grown(-FRAME_LINE / 2.0), radius(boxed.rect, FRAME_RADIUS));
            let (fill, line) = (tint.fill, tint.line);
            xml.empty(
                "path",
                &[
                    ("d", &path),
                    ("fill", &fill),
                    ("fill-opacity", &"0.6"),
                    ("stroke", &line),
                    ("stroke-width", &FRAME_LINE),
                ],
            );
        }
        BoxKind::Note => {
            let path = rounded(boxed.rect, radius(boxed.rect, NOTE_RADIUS));
            let edge: [(&'static str, &dyn std::fmt::Display); 4] =
                [("d", &path), ("fill", &tint.paper), ("stroke", &"#28221a"), ("stroke-opacity", &"0.1")];
            xml.empty("path", &edge);
        }
        BoxKind::Shape(geo) => {
            let path = outline(geo.into(), boxed.rect);
            xml.empty(
                "path",
                &[
                    ("d", &path),
                    ("fill", &tint.fill),
                    ("stroke", &tint.line),
                    ("stroke-width", &2),
                    ("stroke-linejoin", &"round"),
                ],
            );
        }
        BoxKind::Text(_) => {}
    }
    words(xml, boxed.kind.holder(), boxed.text, boxed.rect, ink(boxed.kind, tint));
    xml.close("g");
}

fn draw_label(xml: &mut Xml, connector: &SceneConnector<'_>, rect: Option<Rect>) {
    let (Some(label), Some(rect)) = (connector.label, rect) else { return };
    let class = format!("label {}", style::class(Some(color_of(connector))));
    xml.open("g", &[("class", &class)]);
    let path = rounded(rect, LABEL_RADIUS);
    xml.empty("path", &[("class", &"canvas"), ("d", &path), ("fill", &LIGHT.canvas)]);
    words(xml, layout::text::Holder::Label, label, rect, palette::light(color_of(connector)).ink);
    xml.close("g");
}

fn color_of(connector: &SceneConnector<'_>) -> Color {
    connector.color.unwrap_or(Color::Black)
}

fn ink(kind: BoxKind, tint: Tint) -> &'static str {
    match kind {
        BoxKind::Note => tint.paper_ink,
        BoxKind::Frame | BoxKind::Shape(_) | BoxKind::Text(_) => tint.ink,
    }
}

fn radius(rect: Rect, radius: f64) -> f64 {
    radius.min(rect.w / 2.0).min(rect.h / 2.0)
}
