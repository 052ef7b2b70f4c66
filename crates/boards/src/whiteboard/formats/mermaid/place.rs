//! Lays a flowchart out.

use layout::arrange::{Arrangement, Item, Link as Arranged, arrange};
use layout::geo::{Geo, text_rect, touch};
use layout::text::{Style, frame_min_width, label, wrap};
use layout::{Point, Rect, Size};

use super::chart::{Chart, Entry, EntryKind, Order};
use crate::whiteboard::formats::drawing::{Drawing, Laid};
use crate::whiteboard::formats::error::FormatError;
use crate::whiteboard::formats::sheet::{FoundArrow, FoundBox, Origin, Sheet};
use crate::whiteboard::scene::BoxKind;

/// The sizes of nodes: a chart has many, with few words each.
const NARROWEST: f64 = 160.0;
const WIDEST: f64 = 400.0;
const STEP: f64 = 40.0;
const LOWEST: f64 = 64.0;
/// A node that would be taller than this part of its width becomes wider instead.
const TALLEST: f64 = 0.7;
/// What a node has more than its lines need, so that a browser that rounds differently breaks them at the same places.
const SLACK: f64 = 1.0;

pub fn place(chart: &Chart) -> Result<Drawing, FormatError> {
    let order = parents_first(&chart.entries);
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, entry)| places[*entry] = place);
    let item = |&entry: &usize| {
        let entry = &chart.entries[entry];
        let frame = entry.kind == EntryKind::Subgraph;
        Item { size: size(entry), parent: entry.parent.map(|parent| places[parent]), frame }
    };
    let items: Vec<Item> = order.iter().map(item).collect();
    let link = |link: &super::chart::Link| {
        let (from, to) = (places[link.from], places[link.to]);
        // Upwards is downwards with every link the other way around.
        let (from, to) = if chart.order == Order::Backward { (to, from) } else { (from, to) };
        Arranged { from, to, label: Some(&link.label).filter(|text| !text.is_empty()).map(|text| label(text)) }
    };
    let links: Vec<Arranged> = chart.links.iter().map(link).collect();
    let arranged = arrange(&items, &links, Arrangement::Flowchart(chart.direction));
    let rects = on_the_board(&items, &arranged.rects);
    let mut sheet = Sheet::default();
    for (&entry, &rect) in order.iter().zip(&arranged.rects) {
        sheet.add(found_box(chart, entry, rect))?;
    }
    let ways = arranged.routes.into_iter().zip(arranged.labels);
    for (link, (way, place)) in chart.links.iter().zip(ways) {
        let laid = way.map(|mut points| {
            if chart.order == Order::Backward {
                points.reverse();
            }
            let ends = [link.from, link.to].map(|entry| (outline(&chart.entries[entry]), rects[places[entry]]));
            touch(&mut points, ends[0], ends[1]);
            Laid { points, ends: ends.map(|(_, rect)| rect), label: place }
        });
        let key = |entry: usize| chart.entries[entry].key.as_str();
        let (from, to, label) = (key(link.from), key(link.to), link.label.as_str().into());
        sheet.connect(FoundArrow { from, to, label, color: None, laid })?;
    }
    chart.warnings.iter().for_each(|warning| sheet.warn(warning.clone()));
    Ok(sheet.finish(Origin::Parent))
}

fn found_box(chart: &Chart, entry: usize, rect: Rect) -> FoundBox<'_> {
    let entry = &chart.entries[entry];
    let kind = match entry.kind {
        EntryKind::Node(geo) => BoxKind::Shape(geo),
        EntryKind::Subgraph => BoxKind::Frame,
    };
    let parent = entry.parent.map(|parent| chart.entries[parent].key.as_str());
    FoundBox { key: &entry.key, parent, kind, rect, text: words(entry).trim().into(), color: None }
}

fn outline(entry: &Entry) -> Geo {
    match entry.kind {
        EntryKind::Node(geo) => geo.into(),
        EntryKind::Subgraph => Geo::Rectangle,
    }
}

/// What has no label shows its name.
fn words(entry: &Entry) -> &str {
    entry.label.as_deref().unwrap_or(&entry.key)
}

/// Returns the entries so that each comes after the subgraph it lies in.
fn parents_first(entries: &[Entry]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        match entry.parent {
            Some(parent) => children[parent].push(index),
            None => open.push(index),
        }
    }
    open.reverse();
    let mut order = Vec::with_capacity(entries.len());
    while let Some(index) = open.pop() {
        order.push(index);
        open.extend(children[index].iter().rev());
    }
    order
}

fn on_the_board(items: &[Item], rects: &[Rect]) -> Vec<Rect> {
    let mut absolute: Vec<Rect> = Vec::with_capacity(rects.len());
    for (item, rect) in items.iter().zip(rects) {
        let corner =
            item.parent.map_or_else(Point::default, |parent| Point::new(absolute[parent].x, absolute[parent].y));
        absolute.push(Rect { x: rect.x + corner.x, y: rect.y + corner.y, ..*rect });
    }
    absolute
}

fn size(entry: &Entry) -> Size {
    match entry.kind {
        EntryKind::Subgraph => Size::new(frame_min_width(words(entry)), 0.0),
        EntryKind::Node(geo) => node_size(geo.into(), words(entry).trim()),
    }
}

/// Returns a size in which a node has room for its words, and no more than it needs.
fn node_size(geo: Geo, words: &str) -> Size {
    let room = |side: f64| text_rect(geo, Rect::new(0.0, 0.0, side, side));
    let (small, large) = (room(1_000.0), room(2_000.0));
    // The room grows with the box by a part of it, less a padding.
    let (across, down) = ((large.w - small.w) / 1_000.0, (large.h - small.h) / 1_000.0);
    let (left_out, above) = (1_000.0 * across - small.w, 1_000.0 * down - small.h);
    let longest =
        words.split_whitespace().map(|word| wrap(word, Style::SHAPE, f64::INFINITY).size.w).fold(0.0, f64::max);
    let mut width = ((longest + left_out + 2.0 * SLACK) / across).clamp(NARROWEST, WIDEST).ceil();
    loop {
        let lines = wrap(words, Style::SHAPE, width * across - left_out - SLACK);
        let height = LOWEST.max(((lines.size.h + above + SLACK) / down).ceil());
        if height <= TALLEST * width || width >= WIDEST {
            return Size::new(width, height);
        }
        width = WIDEST.min(width + STEP);
    }
}
