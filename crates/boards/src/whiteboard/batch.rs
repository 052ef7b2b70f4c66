//! Making many objects at once, from what they mean to each other.

mod operations;
mod resolve;
mod written;

use std::collections::BTreeMap;

use engine::{Document, NodeId, OpRequest, Props};
use layout::arrange::{Arranged, Arrangement, Item, Link, arrange};
use layout::geo::touch;
use layout::{Direction, Point, Rect, Size};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

pub use operations::{MAX_OPERATIONS, Operation, Ref};
use resolve::{NewBox, NewLink, Resolved, account, resolve};
use written::{WrittenOperation, unknown_fields};

use super::create::{self, NewConnector, Way};
use super::geometry::{MAX_EXTENT, Viewport};
use super::lint::{self, Finding};
use super::place::{place, taken};
use super::scene::BoxKind;
use super::{TextSize, sizes};
use crate::text::Text;
use crate::tool::{Context, Outcome, Tool, ToolError};

/// Between a title and what it stands above.
const TITLE_GAP: f64 = 20.0;

pub struct BatchOperations;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BatchInput {
    /// What to create, each with a ref of its own: frames first, then what lies in them, connectors last.
    #[schemars(with = "Vec<Operation>", length(min = 1, max = MAX_OPERATIONS))]
    operations: Vec<WrittenOperation>,
    /// How the top-level objects are arranged; a row if left out.
    #[serde(default)]
    layout_directive: Option<LayoutDirective>,
    /// A heading above the whole.
    #[serde(default)]
    title: Option<Text<200>>,
    /// The part of the board somebody looks at, to place it there; left out, it goes below everything.
    #[serde(default)]
    viewport: Option<Viewport>,
}

/// How a batch is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum LayoutDirective {
    #[serde(rename = "swot-2x2")]
    Swot,
    #[serde(rename = "columns")]
    Columns,
    #[serde(rename = "journey-stages")]
    JourneyStages,
    #[serde(rename = "grid")]
    Grid,
    #[serde(rename = "rows")]
    Rows,
    #[serde(rename = "flowchart-top-down")]
    FlowchartTopDown,
    #[serde(rename = "flowchart-left-right")]
    FlowchartLeftRight,
    #[serde(rename = "freeform")]
    Freeform,
}

impl Tool for BatchOperations {
    type Input = BatchInput;
    const NAME: &'static str = "batchOperations";
    const DESCRIPTION: &'static str = "Creates one or more objects on the board, in one step that can be undone, with optional parent-child relationships and arrangement. Say what there is and how it belongs together, never where it goes. Refs name objects within the batch. Parents come before their children, objects before the connectors between them.";

    fn run(document: &Document, input: BatchInput, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let count = input.operations.len();
        if !(1..=MAX_OPERATIONS).contains(&count) {
            let message = format!("a batch has 1 to {MAX_OPERATIONS} operations, not {count}");
            return Err(ToolError::input("operations", message));
        }
        let unknown = unknown_fields(&input.operations);
        let written = input.operations.into_iter().enumerate();
        let operations =
            written.map(|(index, operation)| operation.checked(index)).collect::<Result<Vec<_>, ToolError>>()?;
        let references: Vec<Ref> = operations.iter().map(|operation| operation.reference().clone()).collect();
        let mut resolved = resolve(operations);
        resolved.warnings.extend(unknown);
        let viewport = input.viewport.map(Rect::from).or_else(|| context.view().viewport);
        // A heading stands above something.
        let title = input.title.as_ref().map(|title| title.as_str().trim());
        let title = title.filter(|title| !title.is_empty() && !resolved.boxes.is_empty());
        let arranged = arranged(&resolved, input.layout_directive)?;
        let drawn = draw(document, &resolved, arranged, title, viewport, context)?;
        // To look a large board over takes longer than the rest, and for a draft it would be done ten times a second.
        let lint = if context.is_heard() { lint::of_changes(document, &drawn.ops) } else { Vec::new() };
        Ok(drawn.outcome(&lint, &references, resolved, input.layout_directive))
    }
}

impl LayoutDirective {
    fn name(self) -> &'static str {
        match self {
            Self::Swot => "swot-2x2",
            Self::Columns => "columns",
            Self::JourneyStages => "journey-stages",
            Self::Grid => "grid",
            Self::Rows => "rows",
            Self::FlowchartTopDown => "flowchart-top-down",
            Self::FlowchartLeftRight => "flowchart-left-right",
            Self::Freeform => "freeform",
        }
    }

    pub fn arrangement(self) -> Arrangement {
        match self {
            Self::Swot => Arrangement::Swot,
            Self::Columns => Arrangement::Columns,
            Self::JourneyStages => Arrangement::Journey,
            Self::Grid => Arrangement::Grid,
            Self::Rows | Self::Freeform => Arrangement::Rows,
            Self::FlowchartTopDown => Arrangement::Flowchart(Direction::TopDown),
            Self::FlowchartLeftRight => Arrangement::Flowchart(Direction::LeftRight),
        }
    }
}

/// Arranges what a batch makes, unless that takes a frame that is larger than one can be.
fn arranged(resolved: &Resolved, directive: Option<LayoutDirective>) -> Result<Arranged, ToolError> {
    let items: Vec<Item> = resolved.boxes.iter().map(item).collect();
    let links: Vec<Link> = resolved.links.iter().map(link).collect();
    let mut arranged = arrange(&items, &links, directive.map_or(Arrangement::Rows, LayoutDirective::arrangement));
    let too_large = |rect: &Rect| rect.w.max(rect.h) > MAX_EXTENT;
    if let Some(place) = arranged.rects.iter().position(too_large) {
        let NewBox { reference, .. } = &resolved.boxes[place];
        let message = format!("too much lies in '{reference}': nothing is wider or taller than {MAX_EXTENT} pixels");
        return Err(ToolError::input("operations", message));
    }
    // What the batch itself connects needs no arrow from the template.
    arranged.journey.retain(|(from, to)| !resolved.links.iter().any(|link| (link.from, link.to) == (*from, *to)));
    Ok(arranged)
}

/// What a batch becomes on the board.
struct Drawn {
    ops: Vec<OpRequest>,
    created: BTreeMap<Ref, NodeId>,
    title: Option<NodeId>,
    /// The connectors that the template adds.
    stages: Vec<NodeId>,
}

fn draw(
    document: &Document,
    resolved: &Resolved,
    arranged: Arranged,
    title: Option<&str>,
    viewport: Option<Rect>,
    context: &mut Context<'_>,
) -> Result<Drawn, ToolError> {
    let heading = title.map(|title| (title, layout::text::text(TextSize::L.into(), title)));
    let above = heading.map_or(0.0, |(_, size)| size.h + TITLE_GAP);
    let wide = heading.map_or(0.0, |(_, size)| size.w);
    let whole = Size::new(arranged.size.w.max(wide), arranged.size.h + above);
    let corner = place(whole, &taken(document), viewport)
        .ok_or_else(|| ToolError::input("operations", "the board has no room left for all of this"))?;
    let corner = Point::new(corner.x.round(), corner.y.round());
    let origin = Point::new(corner.x, corner.y + above);

    let mut drawn = Drawn { ops: Vec::new(), created: BTreeMap::new(), title: None, stages: Vec::new() };
    if let Some((title, size)) = heading {
        let id = context.new_id();
        let rect = Rect::at(corner, size);
        drawn.ops.push(create::boxed(id.clone(), BoxKind::Text(TextSize::L), None, rect, title, None));
        drawn.title = Some(id);
    }
    let ids: Vec<NodeId> = resolved.boxes.iter().map(|_| context.new_id()).collect();
    let absolute = drawn.boxes(resolved, &arranged.rects, &ids, origin);
    let outlined = |place: usize| (resolved.boxes[place].kind.outline(), absolute[place]);
    let moved = |point: &Point| Point::new(point.x + origin.x, point.y + origin.y);
    let connector = |id: NodeId, from: usize, to: usize, way: Option<Way>| NewConnector {
        id,
        ends: [(ids[from].clone(), absolute[from]), (ids[to].clone(), absolute[to])],
        way,
    };
    let ways = arranged.routes.iter().zip(&arranged.labels);
    for (NewLink { reference, from, to, label, color }, (way, place)) in resolved.links.iter().zip(ways) {
        let id = context.new_id();
        let way = way.as_ref().map(|way| {
            let mut points: Vec<Point> = way.iter().map(moved).collect();
            touch(&mut points, outlined(*from), outlined(*to));
            Way { points, label: place.as_ref().map(moved) }
        });
        drawn.ops.push(create::connector(connector(id.clone(), *from, *to, way), label.as_ref(), *color));
        drawn.created.insert(reference.clone(), id);
    }
    for (from, to) in arranged.journey {
        let id = context.new_id();
        drawn.ops.push(create::connector(connector(id.clone(), from, to, None), None, None));
        drawn.stages.push(id);
    }
    Ok(drawn)
}

fn item(made: &NewBox) -> Item {
    let frame = made.kind == BoxKind::Frame;
    // A frame is as tall as what lies in it.
    let size = if frame {
        Size::new(layout::text::frame_min_width(&made.text), 0.0)
    } else {
        sizes::of(made.kind, &made.text)
    };
    Item { size, parent: made.parent, frame }
}

fn link(link: &NewLink) -> Link {
    let label = link.label.as_ref().map(|label| layout::text::label(label.as_str()));
    Link { from: link.from, to: link.to, label }
}

impl Drawn {
    /// Makes the boxes, and returns where each is on the board.
    fn boxes(&mut self, resolved: &Resolved, rects: &[Rect], ids: &[NodeId], origin: Point) -> Vec<Rect> {
        let mut absolute: Vec<Rect> = Vec::with_capacity(ids.len());
        for ((made, local), id) in resolved.boxes.iter().zip(rects).zip(ids) {
            let NewBox { reference, kind, text, color, parent } = made;
            let from = parent.map_or(origin, |parent| Point::new(absolute[parent].x, absolute[parent].y));
            let on_board = Rect { x: local.x + from.x, y: local.y + from.y, ..*local };
            // What lies in no frame counts from the board's origin.
            let rect = if parent.is_none() { on_board } else { *local };
            let parent = parent.map(|parent| ids[parent].clone());
            self.ops.push(create::boxed(id.clone(), *kind, parent, rect, text, *color));
            self.created.insert(reference.clone(), id.clone());
            absolute.push(on_board);
        }
        absolute
    }

    fn outcome(
        self,
        lint: &[Finding],
        references: &[Ref],
        resolved: Resolved,
        directive: Option<LayoutDirective>,
    ) -> Outcome {
        let Resolved { boxes, links, warnings, skipped } = resolved;
        let created: serde_json::Map<String, Value> =
            self.created.iter().map(|(reference, id)| (reference.as_str().to_owned(), json!(id))).collect();
        let operations = account(references, &skipped, |reference| self.created.get(reference).map(|id| json!(id)));
        let mut facts = Props::new();
        facts.insert("created".to_owned(), Value::Object(created));
        facts.insert("operations".to_owned(), operations);
        facts.insert("lint".to_owned(), lint::shown(lint));
        if let Some(title) = &self.title {
            facts.insert("titleId".to_owned(), json!(title));
        }
        if !self.stages.is_empty() {
            facts.insert("stageConnectors".to_owned(), json!(self.stages));
        }
        let mut observation = format!(
            "Batch of {}{}: created {} and {}",
            counted(references.len(), "operation"),
            directive.map(|directive| format!(" with layout directive {}", directive.name())).unwrap_or_default(),
            counted(boxes.len(), "object"),
            counted(links.len() + self.stages.len(), "connector"),
        );
        let left_out = format!(", skipped {}; the warnings say why", skipped.len());
        observation.push_str(if skipped.is_empty() { "" } else { &left_out });
        observation.push('.');
        observation.push_str(&lint::observed(lint));
        Outcome { ops: self.ops, facts, warnings, observation }
    }
}

/// Writes a number of things.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
