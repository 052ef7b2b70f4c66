//! A small board, and tools run on it.

use std::sync::Arc;

use boards::{Context, Outcome, ToolError};
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Rejection, Timestamp};
use serde_json::{Value, json};

pub struct Board {
    pub document: Document,
    minted: u32,
}

impl Board {
    pub fn empty() -> Self {
        Self { document: Document::new(Arc::clone(&boards::kind("kanban").unwrap().schema)), minted: 0 }
    }

    /// Makes a board with the columns `todo` ("To do"), `doing` ("Doing") and `done` ("Done"), and in the first the
    /// cards `a`, `b` and `c`.
    pub fn new() -> Self {
        let mut board = Self::empty();
        let column =
            |id: &str, name: &str| json!({ "op": "create", "id": id, "kind": "column", "props": { "name": name } });
        let card =
            |id: &str| json!({ "op": "create", "id": id, "kind": "card", "parent": "todo", "props": { "title": id } });
        let ops = json!([
            column("todo", "To do"),
            column("doing", "Doing"),
            column("done", "Done"),
            card("a"),
            card("b"),
            card("c"),
        ]);
        board.apply(serde_json::from_value(ops).unwrap()).unwrap();
        board
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
        let entry = boards::kind("kanban").unwrap().tool(tool).unwrap();
        let minted = &mut self.minted;
        let mut mint = || {
            *minted += 1;
            NodeId::parse(&format!("new{minted}")).unwrap()
        };
        entry.run(&self.document, input, &mut Context::new(&mut mint))
    }

    /// Runs a tool, makes its ops happen and returns its result.
    #[track_caller]
    pub fn run(&mut self, tool: &str, input: &Value) -> Value {
        let outcome = self.plan(tool, input).unwrap();
        let result = outcome.result(tool);
        self.apply(outcome.ops).unwrap();
        result
    }

    /// Draws the board: a line for each column, with its settings and its cards.
    pub fn draw(&self) -> String {
        let mut lines = String::new();
        for column in self.document.children(&NodeId::root()) {
            let cards: Vec<String> = self.document.children(&column.id).map(|card| draw(&json!(card.props))).collect();
            lines.push_str(&format!("{}: {}\n", draw(&json!(column.props)), cards.join(" | ")));
        }
        lines
    }
}

/// Checks what a tool says and what the board is like afterwards.
#[track_caller]
pub fn check(tool: &str, input: &Value, result: &Value, drawn: &str) {
    let mut board = Board::new();
    assert_eq!(board.run(tool, input), *result);
    assert_eq!(board.draw(), drawn);
}

/// Checks that a tool refuses, where and why.
#[track_caller]
pub fn check_refused(tool: &str, input: &Value, expected: &str) {
    check_refused_on(&mut Board::new(), tool, input, expected);
}

#[track_caller]
pub fn check_refused_on(board: &mut Board, tool: &str, input: &Value, expected: &str) {
    let error = board.plan(tool, input).unwrap_err();
    let kind = match &error {
        ToolError::Input(_) => "input",
        ToolError::Missing(_) => "missing",
    };
    assert_eq!(format!("{kind} {error}"), expected);
}

/// Draws props as `name` or `title`, then the others.
fn draw(props: &Value) -> String {
    let fields = props.as_object().unwrap();
    let name = fields.get("name").or(fields.get("title")).and_then(Value::as_str).unwrap();
    let others = fields.iter().filter(|(field, _)| !matches!(field.as_str(), "name" | "title"));
    others.fold(name.to_owned(), |drawn, (field, value)| format!("{drawn} {field}={value}"))
}
