//! Kanban: columns with cards. A column may have a mode, by which a card dropped into it starts work.

pub mod automation;
mod cards;
mod columns;
mod find;
mod list;

use std::sync::{Arc, LazyLock};

use engine::{KindSchema, NodeId, OpRequest, Props, ROOT_KIND, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::kind::BoardKind;
use crate::text::{Line, Text};
use crate::tool::{Context, ToolEntry};

/// The name of this kind.
pub const NAME: &str = "kanban";
pub const COLUMN: &str = "column";
pub const CARD: &str = "card";

pub type CardTitle = Line<200>;
pub type Description = Text<20_000>;
pub type ColumnName = Line<100>;
pub type Prompt = Text<20_000>;

/// The props of a card.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub title: CardTitle,
    /// Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-text" = true))]
    pub description: Option<Description>,
}

/// The props of a column.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub name: ColumnName,
    /// What an agent does with a card dropped here; a column without a mode starts nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Added to what the agent is told for this column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-text" = true))]
    pub prompt: Option<Prompt>,
    /// Whether dropping a card here starts the agent by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_start: Option<bool>,
    /// The column a card moves to when its plan is approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-ref" = "clear", "x-ref-kinds" = ["column"]))]
    pub approve_to: Option<NodeId>,
    /// The column a card moves to when the agent's turn has ended well; after a review, when no rule failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-ref" = "clear", "x-ref-kinds" = ["column"]))]
    pub done_to: Option<NodeId>,
    /// Which agent works here, by its name; the server's own choice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentName>,
    /// The agent's own choice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelName>,
    /// How many cards agents work on here at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

pub type AgentName = Line<50>;
pub type ModelName = Line<100>;

/// How many cards are at work in a column at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(inline, extend("minimum" = 1, "maximum" = 100))]
pub struct Limit(u8);

impl Limit {
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl TryFrom<u8> for Limit {
    type Error = String;

    fn try_from(limit: u8) -> Result<Self, String> {
        if (1..=100).contains(&limit) { Ok(Self(limit)) } else { Err("a limit is 1 to 100".to_owned()) }
    }
}

/// How an agent works on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Plan,
    Code,
    Review,
    /// The column's prompt is the whole task; edits are accepted.
    Custom,
}

pub(crate) fn kind() -> BoardKind {
    BoardKind { name: NAME, schema: Arc::new(schema()), tools: tools(), start, agent: None }
}

fn schema() -> Schema {
    Schema::new([
        (COLUMN, KindSchema::of::<Column>().under(&[ROOT_KIND])),
        (CARD, KindSchema::of::<Card>().under(&[COLUMN])),
    ])
}

fn tools() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<cards::CreateCard>(),
        ToolEntry::of::<cards::UpdateCard>(),
        ToolEntry::of::<cards::MoveCard>(),
        ToolEntry::of::<cards::DeleteCard>(),
        ToolEntry::of::<columns::CreateColumn>(),
        ToolEntry::of::<columns::UpdateColumn>(),
        ToolEntry::of::<columns::DeleteColumn>(),
    ]
}

/// Returns the tool that lists cards. It changes nothing, so it is not among those that edit a board.
pub fn list_cards() -> &'static ToolEntry {
    static LIST_CARDS: LazyLock<ToolEntry> = LazyLock::new(ToolEntry::of::<list::ListCards>);
    &LIST_CARDS
}

/// Makes the default columns: Pending, Planning, Coding, Review, Done.
fn start(context: &mut Context<'_>) -> Vec<OpRequest> {
    let [pending, planning, coding, review, done] = std::array::from_fn(|_| context.new_id());
    let column = |id: NodeId, props: serde_json::Value| OpRequest::Create {
        id,
        kind: COLUMN.to_owned(),
        parent: NodeId::root(),
        order: None,
        before: None,
        after: None,
        props: object(props),
    };
    vec![
        column(pending, json!({ "name": "Pending" })),
        column(
            planning,
            json!({ "name": "Planning", "mode": "plan", "auto_start": true, "approve_to": coding.as_str() }),
        ),
        column(coding, json!({ "name": "Coding", "mode": "code", "auto_start": true })),
        column(review, json!({ "name": "Review", "mode": "review", "auto_start": true })),
        column(done, json!({ "name": "Done" })),
    ]
}

/// Returns the fields of a JSON object; of anything else, none.
fn object(value: serde_json::Value) -> Props {
    match value {
        serde_json::Value::Object(fields) => fields,
        _ => Props::new(),
    }
}

/// Tells a field that is absent (`None`) from one that is `null` (`Some(None)`).
fn nullable<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
