//! What a tool is: a pure function from a document and an input to ops and an answer.

use engine::{Document, NodeId, OpRequest};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::view::View;

/// A tool, typed. `ToolEntry::of` makes it one that any door can call.
pub trait Tool {
    type Input: DeserializeOwned + JsonSchema;
    const NAME: &'static str;
    /// Says to a person or a model what the tool does and when to use it.
    const DESCRIPTION: &'static str;
    const EFFECT: Effect = Effect::Changes;

    fn run(document: &Document, input: Self::Input, context: &mut Context<'_>) -> Result<Outcome, ToolError>;
}

/// What a tool does to a board, for those who decide which calls to ask a person about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Reads,
    /// Adds or changes something.
    Changes,
    /// Takes something away.
    Deletes,
}

/// What a tool gets from outside, so that it stays pure.
pub struct Context<'a> {
    new_id: &'a mut dyn FnMut() -> NodeId,
    view: View,
    purpose: Purpose,
}

/// What becomes of what a tool wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Done,
    /// It is shown while the call is still being written; what the tool says about it nobody hears.
    Shown,
}

impl<'a> Context<'a> {
    pub fn new(new_id: &'a mut dyn FnMut() -> NodeId) -> Self {
        Self { new_id, view: View::default(), purpose: Purpose::Done }
    }

    /// Makes it the context of a call that is still being written.
    pub fn of_draft(self) -> Self {
        Self { purpose: Purpose::Shown, ..self }
    }

    /// Returns whether what the tool says about its ops is heard.
    pub fn is_heard(&self) -> bool {
        self.purpose == Purpose::Done
    }

    /// Says what the one for whom the tool runs is looking at.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    pub fn new_id(&mut self) -> NodeId {
        (self.new_id)()
    }
}

/// What a tool wants done, and what it says about it.
#[derive(Debug, Default)]
pub struct Outcome {
    pub ops: Vec<OpRequest>,
    /// Facts for a program, beside the tool's name, warnings and observation.
    pub facts: Map<String, Value>,
    pub warnings: Vec<String>,
    /// One sentence for a model.
    pub observation: String,
}

impl Outcome {
    /// Returns the answer as every door gives it.
    pub fn result(&self, tool: &str) -> Value {
        let mut result = self.facts.clone();
        result.insert("tool".to_owned(), json!(tool));
        result.entry("created").or_insert_with(|| json!({}));
        result.insert("warnings".to_owned(), json!(self.warnings));
        result.insert("_observation".to_owned(), json!(self.observation));
        Value::Object(result)
    }
}

/// Why a tool did nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The input is not of the tool's form.
    #[error("{}: {}", .0.path, .0.message)]
    Input(FieldFault),
    /// The input is well formed but names something that is not there.
    #[error("{}: {}", .0.path, .0.message)]
    Missing(FieldFault),
}

/// Which field of the input is at fault, as a JSON pointer, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFault {
    pub path: String,
    pub message: String,
}

impl ToolError {
    pub fn missing(field: &str, message: impl Into<String>) -> Self {
        Self::Missing(FieldFault { path: format!("/{field}"), message: message.into() })
    }

    pub fn input(field: &str, message: impl Into<String>) -> Self {
        Self::Input(FieldFault { path: format!("/{field}"), message: message.into() })
    }
}

/// A tool behind a door: its input is JSON.
pub struct ToolEntry {
    pub name: &'static str,
    pub description: &'static str,
    pub input_schema: schemars::Schema,
    pub effect: Effect,
    run: fn(&Document, &Value, &mut Context<'_>) -> Result<Outcome, ToolError>,
}

impl ToolEntry {
    pub fn of<T: Tool>() -> Self {
        let input_schema = input_schema::<T::Input>();
        Self { name: T::NAME, description: T::DESCRIPTION, input_schema, effect: T::EFFECT, run: run::<T> }
    }

    /// Runs the tool on a document without changing it.
    pub fn run(&self, document: &Document, input: &Value, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        (self.run)(document, input, context)
    }
}

/// Returns the schema of a tool's input, whole: nothing in it refers to something elsewhere.
pub fn input_schema<T: JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // What a type is called and means to us is not what the tool is called and does.
    schema.remove("title");
    schema.remove("description");
    schema
}

/// Reads a tool's input.
pub fn parse_input<T: DeserializeOwned>(input: &Value) -> Result<T, ToolError> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        let path = engine::pointer(error.path());
        ToolError::Input(FieldFault { path, message: error.into_inner().to_string() })
    })
}

fn run<T: Tool>(document: &Document, input: &Value, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
    T::run(document, parse_input(input)?, context)
}
