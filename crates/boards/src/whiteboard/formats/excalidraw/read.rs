//! Reads a file of Excalidraw.

use std::collections::HashMap;

use serde_json::Value;

use super::{element_type, text_size};
use crate::whiteboard::Color;
use crate::whiteboard::formats::drawing::Drawing;
use crate::whiteboard::formats::error::FormatError;
use crate::whiteboard::formats::palette;
use crate::whiteboard::formats::reading::{OWN, holding, list, number, own_kind, parse, rect, text};
use crate::whiteboard::formats::sheet::{FoundArrow, FoundBox, Origin, Sheet};
use crate::whiteboard::nodes::Geo;
use crate::whiteboard::scene::BoxKind;

pub fn read(content: &str) -> Result<Drawing, FormatError> {
    let file = parse(content)?;
    if text(&file, "type") != "excalidraw" || !file.get("elements").is_some_and(Value::is_array) {
        return Err(FormatError::wrong("the file is not of Excalidraw: its `type` is not `excalidraw`"));
    }
    let is_there = |element: &&Value| element.get("isDeleted").and_then(Value::as_bool) != Some(true);
    let elements: Vec<&Value> = list(&file, "elements").iter().filter(is_there).collect();
    let bound: HashMap<&str, &str> = elements.iter().filter_map(|element| bound_text(element)).collect();
    let mut sheet = Sheet::default();
    for element in elements {
        read_element(element, &bound, &mut sheet)?;
    }
    Ok(sheet.finish(Origin::Board))
}

/// Returns a text that stands in something else, with the id of what it stands in.
fn bound_text(element: &Value) -> Option<(&str, &str)> {
    let container = text(element, "containerId");
    (text(element, "type") == "text" && !container.is_empty()).then(|| (container, words(element)))
}

/// Their `text` has the line breaks of their font; the words as they were typed are beside it.
fn words(element: &Value) -> &str {
    let typed = text(element, "originalText");
    if typed.is_empty() { text(element, "text") } else { typed }
}

fn read_element<'a>(
    element: &'a Value,
    bound: &HashMap<&str, &'a str>,
    sheet: &mut Sheet<'a>,
) -> Result<(), FormatError> {
    let (key, kind) = (text(element, "id"), text(element, "type"));
    let bound_words = bound.get(key).copied().unwrap_or_default();
    let (kind, words) = match kind {
        "rectangle" => (BoxKind::Shape(Geo::Rectangle), bound_words),
        "ellipse" => (BoxKind::Shape(Geo::Ellipse), bound_words),
        "diamond" => (BoxKind::Shape(Geo::Diamond), bound_words),
        "frame" | "magicframe" => (BoxKind::Frame, text(element, "name")),
        "text" if bound_text(element).is_some() => return Ok(()),
        "text" => (BoxKind::Text(text_size(number(element, "fontSize").unwrap_or(20.0))), words(element)),
        "arrow" => return read_arrow(element, bound_words, sheet),
        other => {
            sheet.leave_out(other);
            return Ok(());
        }
    };
    let ours = element.get("customData").and_then(|data| data.get(OWN));
    let kind = own_kind(ours).filter(|own| element_type(*own) == text(element, "type")).unwrap_or(kind);
    if number(element, "angle").is_some_and(|angle| angle != 0.0) {
        sheet.warn("what was turned is upright now".to_owned());
    }
    let frame = text(element, "frameId");
    let parent = if frame.is_empty() { ours.map(|ours| text(ours, "parent")) } else { Some(frame) };
    sheet.add(FoundBox {
        key,
        parent,
        kind,
        rect: holding(kind, words, rect(element, "width", "height")),
        text: words.into(),
        color: color(element, kind),
    })
}

fn read_arrow<'a>(element: &'a Value, label: &'a str, sheet: &mut Sheet<'a>) -> Result<(), FormatError> {
    let end = |key: &str| element.get(key).map(|binding| text(binding, "elementId")).unwrap_or_default();
    let (mut from, mut to) = (end("startBinding"), end("endBinding"));
    let has_head = |key: &str| element.get(key).is_some_and(|head| !head.is_null());
    if has_head("startArrowhead") && !has_head("endArrowhead") {
        std::mem::swap(&mut from, &mut to);
    }
    let color = palette::nearest(text(element, "strokeColor"));
    sheet.connect(FoundArrow { from, to, label: label.into(), color, laid: None })
}

/// What is inside says more about a colour than the line around it, unless nothing is inside.
fn color(element: &Value, kind: BoxKind) -> Option<Color> {
    let (stroke, background) = (text(element, "strokeColor"), text(element, "backgroundColor"));
    match kind {
        BoxKind::Frame => palette::exact(stroke),
        BoxKind::Text(_) => palette::nearest(stroke),
        BoxKind::Note | BoxKind::Shape(_) => {
            let says_nothing = matches!(background, "" | "transparent" | "#fff" | "#ffffff");
            palette::nearest(if says_nothing { stroke } else { background })
        }
    }
}
