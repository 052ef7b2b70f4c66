//! How long the tools of a whiteboard take on a large board. They run in the task that owns the board, so everybody on it
//! waits for them.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use boards::{BoardKind, Context, View};
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, Timestamp};
use layout::Rect;
use serde_json::{Value, json};

const ROUNDS: usize = 9;
/// Objects of a change that builds a board.
const PART: usize = 1_000;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let kind = boards::kind("whiteboard").ok_or("there are whiteboards")?;
    let boards = [
        ("5,000 notes", board(kind, 5_000, 0)?),
        ("3,000 boxes, 2,000 connectors", board(kind, 3_000, 2_000)?),
        ("20,000 boxes, 5,000 connectors", board(kind, 20_000, 5_000)?),
    ];
    let mut report = format!("{:<40}", "median of one call, in ms");
    for (name, _) in &boards {
        write!(report, "{name:>32}")?;
    }
    report.push('\n');
    for (name, tool, input) in calls() {
        write!(report, "{name:<40}")?;
        for (_, document) in &boards {
            write!(report, "{:>32.2}", time(|| run(kind, tool, document, &input))?)?;
        }
        report.push('\n');
    }
    write!(report, "{:<40}", "ghosts of 50 operations")?;
    let entry = kind.tool("batchOperations").ok_or("there is such a tool")?;
    for (_, document) in &boards {
        let draw = || boards::ghosts(entry, document, &flowchart(), "call", view()).map(drop).map_err(Into::into);
        write!(report, "{:>32.2}", time(draw)?)?;
    }
    report.push('\n');
    std::io::stdout().write_all(report.as_bytes())?;
    Ok(())
}

fn calls() -> Vec<(&'static str, &'static str, Value)> {
    let some: Vec<String> = (0..50).map(|index| format!("b{}", index * 37 + 1)).collect();
    let recoloured: Vec<Value> =
        some.iter().map(|id| json!({ "shapeId": id, "newText": "Some other words", "newColor": "red" })).collect();
    let moved: Vec<Value> = some.iter().map(|id| json!({ "shapeId": id, "moveInstruction": "right" })).collect();
    vec![
        ("batchOperations, 50 in a row", "batchOperations", notes()),
        ("batchOperations, flowchart of 50", "batchOperations", flowchart()),
        ("updateElements, words of 50", "updateElements", json!({ "updates": recoloured })),
        ("updateElements, 50 moved", "updateElements", json!({ "updates": moved })),
        ("layoutElements, 50 in a grid", "layoutElements", json!({ "shapeIds": some, "layoutType": "grid" })),
        ("outlineBoard", "outlineBoard", json!({})),
        ("findElements", "findElements", json!({ "text": "idea 77" })),
        ("readView", "readView", json!({})),
    ]
}

fn notes() -> Value {
    let operations: Vec<Value> =
        (0..50).map(|index| json!({ "op": "createNote", "ref": format!("note_{index}"), "text": "An idea" })).collect();
    json!({ "operations": operations })
}

fn flowchart() -> Value {
    let shapes = (0..25).map(|index| json!({ "op": "createShape", "ref": format!("step_{index}"), "text": "A step" }));
    let arrows = (0..25).map(|index| json!({ "op": "createConnector", "ref": format!("arrow_{index}"), "fromRef": format!("step_{}", index / 2), "toRef": format!("step_{}", (index + 1) % 25) }));
    let operations: Vec<Value> = shapes.chain(arrows).collect();
    json!({ "operations": operations, "layoutDirective": "flowchart-top-down" })
}

fn view() -> View {
    let selection = (0..40).filter_map(|index| NodeId::parse(&format!("b{index}")).ok()).collect();
    View { viewport: Some(Rect::new(1_000.0, 1_000.0, 1_600.0, 900.0)), selection }
}

fn run(kind: &BoardKind, tool: &str, document: &Document, input: &Value) -> Outcome {
    let mut minted = 0;
    let mut mint = || {
        minted += 1;
        NodeId::parse(&format!("new{minted}")).unwrap_or_else(|_| NodeId::root())
    };
    let entry = kind.tool(tool).ok_or("there is such a tool")?;
    black_box(entry.run(document, input, &mut Context::new(&mut mint).with_view(view()))?);
    Ok(())
}

/// Returns the median in milliseconds.
fn time(mut work: impl FnMut() -> Outcome) -> Outcome<f64> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        work()?;
        times.push(begin.elapsed().as_secs_f64() * 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[ROUNDS / 2])
}

/// A board of frames with a dozen notes each, and connectors between notes that nobody has laid a way for.
fn board(kind: &BoardKind, boxes: usize, connectors: usize) -> Outcome<Document> {
    let mut document = Document::new(Arc::clone(&kind.schema));
    let mut ops: Vec<Value> = (0..boxes).map(boxed).collect();
    ops.extend((0..connectors).map(|index| connector(index, boxes)));
    for (part, ops) in ops.chunks(PART).enumerate() {
        let ops = serde_json::from_value(Value::Array(ops.to_vec()))?;
        let request = ChangeRequest { id: ChangeId::parse(&format!("change{part}"))?, label: None, ops };
        document.resolve(request, Author::System, Timestamp::from_millis(0), &Bases::default())?;
    }
    Ok(document)
}

const IN_A_FRAME: usize = 13;

fn boxed(index: usize) -> Value {
    let (frame, place) = (index / IN_A_FRAME, index % IN_A_FRAME);
    if place == 0 {
        let (x, y) = (frame % 25 * 800, frame / 25 * 1_100);
        let props = json!({ "name": format!("Topic {frame}"), "x": x, "y": y, "w": 740, "h": 1_000 });
        return json!({ "op": "create", "id": format!("b{index}"), "kind": "frame", "parent": "root", "props": props });
    }
    let (column, row) = ((place - 1) % 3, (place - 1) / 3);
    let words = format!("This is idea {index} of those that were written down");
    let props = json!({ "text": words, "x": 30 + column * 220, "y": 60 + row * 220, "w": 200, "h": 200 });
    let parent = format!("b{}", frame * IN_A_FRAME);
    json!({ "op": "create", "id": format!("b{index}"), "kind": "note", "parent": parent, "props": props })
}

fn connector(index: usize, boxes: usize) -> Value {
    let from = index * 7 % boxes;
    // To somewhere near, and now and then far away.
    let to = if index.is_multiple_of(10) { (from + boxes / 3) % boxes } else { (from + 5) % boxes };
    let props = json!({ "from": format!("b{from}"), "to": format!("b{to}"), "label": "leads to" });
    json!({ "op": "create", "id": format!("c{index}"), "kind": "connector", "parent": "root", "props": props })
}
