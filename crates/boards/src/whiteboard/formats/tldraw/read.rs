//! Reads a file of tldraw.

use std::collections::HashMap;

use layout::{Point, Rect, Size};
use serde_json::Value;

use super::{NOTE, geo_name, geo_of};
use crate::whiteboard::Color;
use crate::whiteboard::formats::MAX_FRAMES_DEEP;
use crate::whiteboard::formats::drawing::Drawing;
use crate::whiteboard::formats::error::FormatError;
use crate::whiteboard::formats::reading::{OWN, holding, list, number, own_kind, parse, text};
use crate::whiteboard::formats::sheet::{FoundArrow, FoundBox, Origin, Sheet};
use crate::whiteboard::nodes::TextSize;
use crate::whiteboard::scene::BoxKind;

/// Paragraphs and pieces of a rich text that are read.
const MAX_PIECES: usize = 10_000;

pub fn read(content: &str) -> Result<Drawing, FormatError> {
    let file = parse(content)?;
    if file.get("tldrawFileFormatVersion").is_none() || !file.get("records").is_some_and(Value::is_array) {
        return Err(FormatError::wrong("the file is not of tldraw: it has no `tldrawFileFormatVersion`"));
    }
    let records = list(&file, "records");
    let mut sheet = Sheet::default();
    let page = first_page(records, &mut sheet);
    let shapes = Shapes(records.iter().filter(|record| is(record, "shape")).map(|it| (text(it, "id"), it)).collect());
    let mut found: Vec<(&Value, Place)> = records
        .iter()
        .filter(|record| is(record, "shape"))
        .filter_map(|shape| Some((shape, shapes.place(shape).filter(|place| place.page == page)?)))
        .collect();
    // Siblings are in the order of their keys, whatever the order of the records.
    found.sort_by(|(a, _), (b, _)| text(a, "index").cmp(text(b, "index")));
    let ends = bound_ends(records);
    for (shape, place) in found {
        if text(shape, "type") == "arrow" {
            read_arrow(shape, &ends, &mut sheet)?;
        } else {
            read_shape(shape, &place, &mut sheet)?;
        }
    }
    Ok(sheet.finish(Origin::Parent))
}

fn is(record: &Value, kind: &str) -> bool {
    text(record, "typeName") == kind
}

/// Returns the page that comes first; a board is one page.
fn first_page<'a>(records: &'a [Value], sheet: &mut Sheet<'_>) -> &'a str {
    let mut pages: Vec<&Value> = records.iter().filter(|record| is(record, "page")).collect();
    pages.sort_by_key(|page| text(page, "index"));
    if pages.len() > 1 {
        sheet.warn(format!("only the first of {} pages was read", pages.len()));
    }
    pages.first().map(|page| text(page, "id")).unwrap_or_default()
}

struct Shapes<'a>(HashMap<&'a str, &'a Value>);

/// Where a shape is: on which page, in which frame, and where in that. A group is passed over.
struct Place<'a> {
    page: &'a str,
    frame: Option<&'a str>,
    corner: Point,
}

impl<'a> Shapes<'a> {
    fn place(&self, shape: &'a Value) -> Option<Place<'a>> {
        let corner = |shape: &Value| Some(Point::new(number(shape, "x")?, number(shape, "y")?));
        let mut place = Place { page: "", frame: None, corner: corner(shape)? };
        let mut parent = text(shape, "parentId");
        for _ in 0..=MAX_FRAMES_DEEP * 2 {
            let Some(holder) = self.0.get(parent) else { return Some(Place { page: parent, ..place }) };
            if place.frame.is_none() {
                if text(holder, "type") == "frame" {
                    place.frame = Some(parent);
                } else {
                    let by = corner(holder)?;
                    place.corner = Point::new(place.corner.x + by.x, place.corner.y + by.y);
                }
            }
            parent = text(holder, "parentId");
        }
        None
    }
}

fn read_shape<'a>(shape: &'a Value, place: &Place<'a>, sheet: &mut Sheet<'a>) -> Result<(), FormatError> {
    let nothing = Value::Null;
    let props = shape.get("props").unwrap_or(&nothing);
    let ours = shape.get("meta").and_then(|meta| meta.get(OWN)).unwrap_or(&nothing);
    let kind = match text(shape, "type") {
        "frame" => BoxKind::Frame,
        "note" => BoxKind::Note,
        "geo" => BoxKind::Shape(geo_of(text(props, "geo"))),
        "text" => BoxKind::Text(text_size(props)),
        "group" => return Ok(()),
        other => {
            sheet.leave_out(other);
            return Ok(());
        }
    };
    let kind = own_kind(Some(ours)).filter(|own| is_written_as(*own, kind)).unwrap_or(kind);
    if number(shape, "rotation").is_some_and(|rotation| rotation != 0.0) {
        sheet.warn("what was turned is upright now".to_owned());
    }
    let words = if kind == BoxKind::Frame { text(props, "name").to_owned() } else { words(props) };
    let size = size(kind, props, ours, &words);
    let rect = holding(kind, &words, Rect::at(place.corner, size));
    let color = match kind {
        BoxKind::Frame => Color::try_from(text(ours, "color").to_owned()).ok(),
        BoxKind::Note | BoxKind::Shape(_) | BoxKind::Text(_) => Color::try_from(text(props, "color").to_owned()).ok(),
    };
    let (key, parent) = (text(shape, "id"), place.frame);
    sheet.add(FoundBox { key, parent, kind, rect, text: words.into(), color })
}

/// Tells whether what we say of a shape is still what the file shows.
fn is_written_as(own: BoxKind, shown: BoxKind) -> bool {
    match (own, shown) {
        (BoxKind::Shape(own), BoxKind::Shape(shown)) => geo_name(own) == geo_name(shown),
        (own, shown) => own == shown,
    }
}

/// Returns how large a shape is. A note there is a square that is scaled and grows; a text does not say how tall it is.
fn size(kind: BoxKind, props: &Value, ours: &Value, words: &str) -> Size {
    let get = |key: &str| number(props, key).unwrap_or(f64::NAN);
    let scale = number(props, "scale").filter(|scale| *scale > 0.0).unwrap_or(1.0);
    let own = number(ours, "w").zip(number(ours, "h")).map(|(w, h)| Size::new(w, h));
    let near = |a: f64, b: f64| (a - b).abs() < 0.01;
    match kind {
        BoxKind::Frame => Size::new(get("w"), get("h")),
        BoxKind::Shape(_) => Size::new(get("w"), get("h") + number(props, "growY").unwrap_or_default()),
        BoxKind::Note => {
            let size = Size::new(NOTE * scale, (NOTE + number(props, "growY").unwrap_or_default()) * scale);
            let is_ours = |own: &Size| near(own.w, size.w) && near(own.h.max(own.w), size.h);
            own.filter(is_ours).unwrap_or(size)
        }
        BoxKind::Text(text_size) => {
            let natural = layout::text::text(text_size.into(), words);
            let width = number(props, "w").unwrap_or(natural.w) * scale;
            own.filter(|own| near(own.w, width)).unwrap_or(Size::new(width.max(natural.w), natural.h))
        }
    }
}

fn text_size(props: &Value) -> TextSize {
    serde_json::from_value(props.get("size").cloned().unwrap_or_default()).unwrap_or_default()
}

/// Returns what is written on a shape: plain, or rich as newer versions have it.
fn words(props: &Value) -> String {
    let Some(rich) = props.get("richText") else { return text(props, "text").to_owned() };
    let paragraph = |paragraph: &Value| {
        let mut words = String::new();
        let mut open = vec![paragraph];
        for _ in 0..MAX_PIECES {
            let Some(piece) = open.pop() else { break };
            words.push_str(if text(piece, "type") == "hardBreak" { "\n" } else { text(piece, "text") });
            open.extend(list(piece, "content").iter().rev());
        }
        words
    };
    list(rich, "content").iter().take(MAX_PIECES).map(paragraph).collect::<Vec<_>>().join("\n")
}

/// Returns what each end of each arrow is bound to.
fn bound_ends(records: &[Value]) -> HashMap<(&str, &str), &str> {
    let bindings = records.iter().filter(|record| is(record, "binding"));
    let end = |binding: &'_ Value| binding.get("props").map(|props| text(props, "terminal").to_owned());
    let mut ends = HashMap::new();
    for binding in bindings {
        let terminal = match end(binding).as_deref() {
            Some("start") => "start",
            Some("end") => "end",
            _ => continue,
        };
        ends.insert((text(binding, "fromId"), terminal), text(binding, "toId"));
    }
    ends
}

fn read_arrow<'a>(
    shape: &'a Value,
    ends: &HashMap<(&str, &str), &'a str>,
    sheet: &mut Sheet<'a>,
) -> Result<(), FormatError> {
    let props = shape.get("props").unwrap_or(&Value::Null);
    let id = text(shape, "id");
    // Before there were bindings an arrow said itself what it is bound to.
    let end = |terminal| {
        let inside = props.get(terminal).map(|end| text(end, "boundShapeId")).unwrap_or_default();
        ends.get(&(id, terminal)).copied().unwrap_or(inside)
    };
    let (mut from, mut to) = (end("start"), end("end"));
    if text(props, "arrowheadEnd") == "none" && !matches!(text(props, "arrowheadStart"), "" | "none") {
        std::mem::swap(&mut from, &mut to);
    }
    let color = Color::try_from(text(props, "color").to_owned()).ok();
    sheet.connect(FoundArrow { from, to, label: words(props).into(), color, laid: None })
}
