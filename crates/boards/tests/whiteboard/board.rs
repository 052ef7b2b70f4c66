//! A whiteboard, and tools run on it.

use std::sync::Arc;

use boards::{Context, Outcome, ToolError, View};
use engine::{Author, Bases, ChangeId, ChangeRequest, Document, NodeId, OpRequest, Rejection, Timestamp};
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
        self.apply(outcome.ops).unwrap();
        result
    }

    #[track_caller]
    pub fn batch(&mut self, directive: &str, operations: Value) -> Value {
        self.run("batchOperations", &json!({ "operations": operations, "layoutDirective": directive }))
    }

    /// Returns a prop of the object that a batch made under a ref.
    #[track_caller]
    pub fn prop(&self, result: &Value, reference: &str, prop: &str) -> Value {
        let id = NodeId::parse(result["created"][reference].as_str().unwrap()).unwrap();
        self.document.node(&id).unwrap().props.get(prop).cloned().unwrap_or(Value::Null)
    }

    #[track_caller]
    pub fn number(&self, result: &Value, reference: &str, prop: &str) -> f64 {
        self.prop(result, reference, prop).as_f64().unwrap()
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
