//! A whiteboard, and tools run on it.

use std::sync::Arc;

use boards::whiteboard::lint::{Rule, lint};
use boards::whiteboard::scene::Scene;
use boards::{Context, Outcome, ToolError, View};
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Rejection, Timestamp};
use layout::Rect;
use serde_json::{Value, json};

pub struct Board {
    pub document: Document,
    minted: u32,
    pub view: View,
}

impl Board {
    pub fn empty() -> Self {
        let schema = Arc::clone(&boards::kind("whiteboard").unwrap().schema);
        Self { document: Document::new(schema), minted: 0, view: View::default() }
    }

    /// Makes ops happen, as whoever runs a tool does.
    pub fn apply(&mut self, ops: Vec<OpRequest>) -> Result<(), Rejection> {
        self.minted += 1;
        let id = ChangeId::parse(&format!("change{}", self.minted)).unwrap();
        let request = ChangeRequest { id, label: None, ops };
        let at = Timestamp::from_millis(0);
        self.document.resolve(request, Author::System, at, &Bases::default()).map(drop)
    }

    /// Runs a tool without making its ops happen.
    pub fn plan(&mut self, tool: &str, input: &Value) -> Result<Outcome, ToolError> {
        let entry = boards::kind("whiteboard").unwrap().tool(tool).unwrap();
        let minted = &mut self.minted;
        let mut mint = || {
            *minted += 1;
            NodeId::parse(&format!("new{minted}")).unwrap()
        };
        entry.run(&self.document, input, &mut Context::new(&mut mint).with_view(self.view.clone()))
    }

    /// Runs a tool, makes its ops happen and returns its result.
    #[track_caller]
    pub fn run(&mut self, tool: &str, input: &Value) -> Value {
        let outcome = self.plan(tool, input).unwrap();
        let result = outcome.result(tool);
        if !outcome.ops.is_empty() {
            self.apply(outcome.ops).unwrap();
        }
        result
    }

    #[track_caller]
    pub fn batch(&mut self, directive: &str, operations: &Value) -> Value {
        self.run("batchOperations", &json!({ "operations": operations, "layoutDirective": directive }))
    }

    /// Returns a prop of the object that a batch made under a ref.
    #[track_caller]
    pub fn prop(&self, result: &Value, reference: &str, prop: &str) -> Value {
        let id = NodeId::parse(result["created"][reference].as_str().unwrap()).unwrap();
        self.document.node(&id).unwrap().props.get(prop).cloned().unwrap_or(Value::Null)
    }

    /// Returns the id of the object that a batch made under a ref.
    #[track_caller]
    pub fn id(result: &Value, reference: &str) -> NodeId {
        NodeId::parse(result["created"][reference].as_str().unwrap()).unwrap()
    }

    /// Puts boxes on the board as a person does, from lines like `note a 0,0 200x200 its words`; `in frame` after the kind
    /// puts it in a frame.
    #[track_caller]
    pub fn put(&mut self, lines: &str) {
        let ops = lines.lines().filter(|line| !line.trim().is_empty()).map(|line| op(line.trim())).collect::<Value>();
        self.apply(serde_json::from_value(ops).unwrap()).unwrap();
    }

    pub fn scene(&self) -> Scene<'_> {
        Scene::of(&self.document)
    }

    /// Returns where a box is on the board.
    #[track_caller]
    pub fn rect(&self, id: &str) -> Rect {
        let scene = self.scene();
        scene.boxes[scene.place(&NodeId::parse(id).unwrap()).unwrap()].rect
    }

    /// Returns where the object is on the board that a batch made under a ref.
    #[track_caller]
    pub fn made(&self, result: &Value, reference: &str) -> Rect {
        self.rect(result["created"][reference].as_str().unwrap())
    }

    /// Returns the faults that nothing a tool makes may have.
    pub fn faults(&self) -> Vec<String> {
        let is_fault = |rule: Rule| !matches!(rule, Rule::Crossing | Rule::Misaligned | Rule::Moved);
        lint(&self.document)
            .into_iter()
            .filter(|finding| is_fault(finding.rule))
            .map(|finding| finding.message)
            .collect()
    }

    /// Shows the board with a line for each box, indented in its frame, and for each connector.
    pub fn show(&self) -> String {
        let scene = self.scene();
        let mut lines = Vec::new();
        let named = |place: usize| scene.boxes[place].text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (place, boxed) in scene.boxes.iter().enumerate() {
            let indent = "  ".repeat(scene.frames_around(place).count());
            let Rect { x, y, w, h } = boxed.local;
            lines.push(format!("{indent}{} {}: {x},{y} {w}x{h}", boxed.kind.name(), named(place)));
        }
        for connector in &scene.connectors {
            let label = connector.label.map(|label| format!(" ({label})")).unwrap_or_default();
            lines.push(format!("{} -> {}{label}", named(connector.from), named(connector.to)));
        }
        lines.join("\n") + "\n"
    }

    /// Counts the nodes of a kind.
    pub fn count(&self, kind: &str) -> usize {
        self.document.nodes().filter(|node| &*node.kind == kind).count()
    }
}

/// Returns the message with which a tool refuses.
#[track_caller]
pub fn refusal(tool: &str, input: &Value) -> String {
    let mut board = Board::empty();
    board.plan(tool, input).err().unwrap().to_string()
}

/// Reads a line of `Board::put`.
fn op(line: &str) -> Value {
    let mut words = line.split(' ');
    let mut next = || words.next().unwrap();
    let (kind, mut id) = (next(), next());
    let mut parent = "root";
    if id == "in" {
        (parent, id) = (next(), next());
    }
    if kind == "connector" {
        let (from, to) = (next(), next());
        return json!({ "op": "create", "id": id, "kind": kind, "props": { "from": from, "to": to } });
    }
    let number = |text: &str| text.parse::<f64>().unwrap();
    let (corner, size) = (next().split_once(',').unwrap(), next().split_once('x').unwrap());
    let mut props = json!({ "x": number(corner.0), "y": number(corner.1), "w": number(size.0), "h": number(size.1) });
    let rest = words.collect::<Vec<_>>().join(" ");
    props[if kind == "frame" { "name" } else { "text" }] = json!(if rest.is_empty() { id } else { &rest });
    json!({ "op": "create", "id": id, "kind": kind, "parent": parent, "props": props })
}
