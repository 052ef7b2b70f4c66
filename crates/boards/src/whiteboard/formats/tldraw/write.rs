//! Writes a board for tldraw.

use layout::{Point, Rect};
use serde_json::{Value, json};

use super::{FIRST_PAGE, NOTE, geo_name};
use crate::whiteboard::Color;
use crate::whiteboard::formats::palette::usual;
use crate::whiteboard::formats::reading::{OWN, own};
use crate::whiteboard::scene::{BoxKind, Scene, SceneBox, SceneConnector};
use crate::whiteboard::ways::ways;

pub fn write(scene: &Scene<'_>) -> String {
    let mut records = vec![
        json!({ "typeName": "document", "id": "document:document", "gridSize": 10, "name": "", "meta": {} }),
        json!({ "typeName": "page", "id": FIRST_PAGE, "name": "Page 1", "index": "a1", "meta": {} }),
    ];
    for (place, boxed) in scene.boxes.iter().enumerate() {
        records.push(write_box(scene, place, boxed));
    }
    for (place, (connector, way)) in scene.connectors.iter().zip(&ways(scene)).enumerate() {
        records.extend(write_arrow(scene, scene.boxes.len() + place, connector, way));
    }
    let file = json!({ "tldrawFileFormatVersion": 1, "schema": schema(), "records": records });
    format!("{file:#}\n")
}

/// Says which version each kind of record has.
fn schema() -> Value {
    json!({
        "schemaVersion": 2,
        "sequences": {
            "com.tldraw.store": 4,
            "com.tldraw.asset": 1,
            "com.tldraw.camera": 1,
            "com.tldraw.document": 2,
            "com.tldraw.instance": 25,
            "com.tldraw.instance_page_state": 5,
            "com.tldraw.page": 1,
            "com.tldraw.instance_presence": 5,
            "com.tldraw.pointer": 1,
            "com.tldraw.shape": 4,
            "com.tldraw.asset.bookmark": 2,
            "com.tldraw.asset.image": 5,
            "com.tldraw.asset.video": 5,
            "com.tldraw.shape.group": 0,
            "com.tldraw.shape.text": 2,
            "com.tldraw.shape.bookmark": 2,
            "com.tldraw.shape.draw": 2,
            "com.tldraw.shape.geo": 9,
            "com.tldraw.shape.note": 8,
            "com.tldraw.shape.line": 5,
            "com.tldraw.shape.frame": 0,
            "com.tldraw.shape.arrow": 5,
            "com.tldraw.shape.highlight": 1,
            "com.tldraw.shape.embed": 4,
            "com.tldraw.shape.image": 4,
            "com.tldraw.shape.video": 2,
            "com.tldraw.binding.arrow": 0,
        },
    })
}

/// Returns whether a text has more lines than were typed. Any other is as wide as its letters are there.
fn is_broken(boxed: &SceneBox<'_>) -> bool {
    let (style, room) = boxed.kind.holder().room(boxed.rect);
    let lines = |width: f64| layout::text::wrap(boxed.text, style, width).lines.len();
    lines(room.w) > lines(f64::INFINITY)
}

fn write_box(scene: &Scene<'_>, place: usize, boxed: &SceneBox<'_>) -> Value {
    let Rect { w, h, .. } = boxed.rect;
    let color = boxed.color.or_else(|| usual(boxed.kind)).unwrap_or(Color::Black).name();
    let (kind, props) = match boxed.kind {
        BoxKind::Frame => ("frame", json!({ "w": w, "h": h, "name": boxed.text })),
        BoxKind::Note => {
            let scale = w / NOTE;
            ("note", note(boxed.text, color, scale, (h / scale - NOTE).max(0.0)))
        }
        BoxKind::Shape(geo) => ("geo", shape(boxed, geo_name(geo), color)),
        BoxKind::Text(size) => (
            "text",
            json!({
                "color": color,
                "size": size,
                "w": w,
                "text": boxed.text,
                "font": "sans",
                "textAlign": "start",
                "autoSize": !is_broken(boxed),
                "scale": 1,
            }),
        ),
    };
    let parent = boxed.parent.map_or_else(|| FIRST_PAGE.to_owned(), |parent| shape_id(scene, parent));
    let origin = scene.origin(place);
    let corner = Point::new(boxed.rect.x - origin.x, boxed.rect.y - origin.y);
    let mut ours = own(boxed.kind);
    // What cannot be seen there: the colour of a frame, and how large a note or a text is.
    ours["color"] = json!(boxed.color);
    ours["w"] = json!(w);
    ours["h"] = json!(h);
    record(&shape_id(scene, place), kind, corner, &parent, place, &props, &json!({ OWN: ours }))
}

fn note(text: &str, color: &str, scale: f64, grow: f64) -> Value {
    json!({
        "color": color,
        "labelColor": "black",
        "size": "s",
        "text": text,
        "font": "sans",
        "fontSizeAdjustment": 0,
        "align": "start",
        "verticalAlign": "start",
        "growY": grow,
        "url": "",
        "scale": scale,
    })
}

fn shape(boxed: &SceneBox<'_>, geo: &str, color: &str) -> Value {
    json!({
        "geo": geo,
        "w": boxed.rect.w,
        "h": boxed.rect.h,
        "color": color,
        "labelColor": color,
        "fill": "semi",
        "dash": "solid",
        "size": "s",
        "font": "sans",
        "text": boxed.text,
        "align": "middle",
        "verticalAlign": "middle",
        "growY": 0,
        "url": "",
        "scale": 1,
    })
}

/// Writes an arrow, and what binds its two ends.
fn write_arrow(scene: &Scene<'_>, place: usize, connector: &SceneConnector<'_>, way: &[Point]) -> Vec<Value> {
    let (Some(start), Some(end)) = (way.first(), way.last()) else { return Vec::new() };
    let id = format!("shape:{}", connector.id);
    let color = connector.color.unwrap_or(Color::Black).name();
    let props = json!({
        "color": color,
        "labelColor": color,
        "fill": "none",
        "dash": "solid",
        "size": "s",
        "arrowheadStart": "none",
        "arrowheadEnd": "arrow",
        "font": "sans",
        "start": { "x": 0, "y": 0 },
        "end": { "x": end.x - start.x, "y": end.y - start.y },
        "bend": 0,
        "text": connector.label.unwrap_or_default(),
        "labelPosition": 0.5,
        "scale": 1,
    });
    let arrow = record(&id, "arrow", *start, FIRST_PAGE, place, &props, &json!({}));
    let binding = |terminal: &str, to: usize| {
        json!({
            "typeName": "binding",
            "id": format!("binding:{}-{terminal}", connector.id),
            "type": "arrow",
            "fromId": id,
            "toId": shape_id(scene, to),
            "props": {
                "terminal": terminal,
                "normalizedAnchor": { "x": 0.5, "y": 0.5 },
                "isExact": false,
                "isPrecise": false,
            },
            "meta": {},
        })
    };
    vec![arrow, binding("start", connector.from), binding("end", connector.to)]
}

fn record(id: &str, kind: &str, corner: Point, parent: &str, place: usize, props: &Value, meta: &Value) -> Value {
    json!({
        "typeName": "shape",
        "id": id,
        "type": kind,
        "x": corner.x,
        "y": corner.y,
        "rotation": 0,
        "index": index_key(place),
        "parentId": parent,
        "isLocked": false,
        "opacity": 1,
        "props": props,
        "meta": meta,
    })
}

fn shape_id(scene: &Scene<'_>, place: usize) -> String {
    format!("shape:{}", scene.boxes[place].id)
}

/// Returns the key of a place in their order: a letter that says how many digits follow, then the digits.
fn index_key(place: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let (mut first, mut count, mut rest) = (b'a', 1, place);
    while rest >= DIGITS.len().pow(count) {
        rest -= DIGITS.len().pow(count);
        first += 1;
        count += 1;
    }
    let digit = |power: u32| char::from(DIGITS[rest / DIGITS.len().pow(power) % DIGITS.len()]);
    std::iter::once(char::from(first)).chain((0..count).rev().map(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_places_are_in_order() {
        let keys: Vec<String> = (0..5_000).map(index_key).collect();
        assert!(keys.is_sorted_by(|a, b| a < b));
        assert_eq!([&keys[0], &keys[61], &keys[62], &keys[62 + 3844]], ["a0", "az", "b00", "c000"]);
    }
}
