//! The tools for columns.

use engine::limits::MAX_OPS_PER_CHANGE;
use engine::{Document, NodeId, OpRequest, Props};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{AgentName, COLUMN, ColumnName, Limit, Mode, ModelName, Prompt, find, nullable, object};
use crate::tool::{Context, Effect, Outcome, Tool, ToolError};

pub(super) struct CreateColumn;
pub(super) struct UpdateColumn;
pub(super) struct DeleteColumn;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateColumnInput {
    name: ColumnName,
    /// What an agent does with a card dropped here; left out, nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mode: Option<Mode>,
    /// Added to what the agent is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<Prompt>,
    /// Whether dropping a card here starts the agent by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    auto_start: Option<bool>,
    /// The column, by id or name, a card moves to when its plan is approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approve_to: Option<String>,
    /// The column, by id or name, a card moves to when the agent has finished well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    done_to: Option<String>,
    /// Which agent works here; the server's own choice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<AgentName>,
    /// Which model the agent uses; its own choice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<ModelName>,
    /// How many cards agents work on here at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    /// The column, by id or name, to go before; the end if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The column, by id or name, to go after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

impl Tool for CreateColumn {
    type Input = CreateColumnInput;
    const NAME: &'static str = "create_column";
    const DESCRIPTION: &'static str = "Adds a column to the board, at its end or next to another column.";

    fn run(document: &Document, input: CreateColumnInput, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let id = context.new_id();
        let name = String::from(input.name);
        let mut props = object(json!({ "name": name }));
        let settings = Settings {
            mode: input.mode.map(Some),
            prompt: input.prompt.map(Some),
            auto_start: input.auto_start,
            approve_to: input.approve_to.map(Some),
            done_to: input.done_to.map(Some),
            agent: input.agent.map(Some),
            model: input.model.map(Some),
            limit: input.limit.map(Some),
        };
        settings.write(document, &mut props)?;
        let (before, after) = neighbours(document, input.before.as_deref(), input.after.as_deref())?;
        let create = OpRequest::Create {
            id: id.clone(),
            kind: COLUMN.to_owned(),
            parent: NodeId::root(),
            order: None,
            before,
            after,
            props,
        };
        Ok(Outcome {
            ops: vec![create],
            facts: object(json!({ "column": id, "created": { "column": id } })),
            warnings: Vec::new(),
            observation: format!("Created column {id} {name:?}."),
        })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateColumnInput {
    /// The column's id or name.
    column: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<ColumnName>,
    /// `null` takes the mode away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<Mode>")]
    mode: Option<Option<Mode>>,
    /// `null` takes the prompt away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<Prompt>")]
    prompt: Option<Option<Prompt>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    auto_start: Option<bool>,
    /// The column, by id or name, a card moves to when its plan is approved; `null` takes it away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<String>")]
    approve_to: Option<Option<String>>,
    /// The column, by id or name, a card moves to when the agent has finished well; `null` takes it away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<String>")]
    done_to: Option<Option<String>>,
    /// Which agent works here; `null` leaves it to the server.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<AgentName>")]
    agent: Option<Option<AgentName>>,
    /// Which model the agent uses; `null` leaves it to the agent.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<ModelName>")]
    model: Option<Option<ModelName>>,
    /// How many cards agents work on here at the same time; `null` takes the limit away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<Limit>")]
    limit: Option<Option<Limit>>,
    /// The column, by id or name, to move before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The column, by id or name, to move after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

impl Tool for UpdateColumn {
    type Input = UpdateColumnInput;
    const NAME: &'static str = "update_column";
    const DESCRIPTION: &'static str = "Renames, configures or moves a column; what is left out stays.";

    fn run(document: &Document, input: UpdateColumnInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let column = find::column(document, "column", &input.column)?;
        let mut props = Props::new();
        if let Some(name) = input.name {
            props.insert("name".to_owned(), json!(String::from(name)));
        }
        let settings = Settings {
            mode: input.mode,
            prompt: input.prompt,
            auto_start: input.auto_start,
            approve_to: input.approve_to,
            done_to: input.done_to,
            agent: input.agent,
            model: input.model,
            limit: input.limit,
        };
        settings.write(document, &mut props)?;
        let (before, after) = neighbours(document, input.before.as_deref(), input.after.as_deref())?;
        for (field, neighbour) in [("before", &before), ("after", &after)] {
            if neighbour.as_ref() == Some(&column.id) {
                return Err(ToolError::input(field, "a column cannot go next to itself"));
            }
        }
        let mut ops = Vec::new();
        if !props.is_empty() {
            ops.push(OpRequest::Update { id: column.id.clone(), props, from_seq: None });
        }
        if before.is_some() || after.is_some() {
            ops.push(OpRequest::Move { id: column.id.clone(), parent: None, order: None, before, after });
        }
        if ops.is_empty() {
            return Err(ToolError::input("name", "say what to change: a name, a setting or a place"));
        }
        Ok(Outcome {
            ops,
            facts: object(json!({ "column": column.id })),
            warnings: Vec::new(),
            observation: format!("Changed column {} {:?}.", column.id, find::name(column)),
        })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteColumnInput {
    /// The column's id or name.
    column: String,
    /// The column, by id or name, that takes its cards; left out, the cards are deleted too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    move_cards_to: Option<String>,
}

impl Tool for DeleteColumn {
    type Input = DeleteColumnInput;
    const NAME: &'static str = "delete_column";
    const DESCRIPTION: &'static str =
        "Deletes a column. Give move_cards_to to keep its cards; otherwise they go with it. Undo brings all back.";
    const EFFECT: Effect = Effect::Deletes;

    fn run(document: &Document, input: DeleteColumnInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let column = find::column(document, "column", &input.column)?;
        let cards: Vec<NodeId> = document.children(&column.id).map(|card| card.id.clone()).collect();
        let mut ops = Vec::new();
        let mut warnings = Vec::new();
        if let Some(named) = &input.move_cards_to {
            let target = find::column(document, "move_cards_to", named)?;
            if target.id == column.id {
                return Err(ToolError::input("move_cards_to", "the cards cannot stay in the column that goes"));
            }
            // One op is for the column itself.
            if cards.len() >= MAX_OPS_PER_CHANGE {
                let (name, most) = (find::name(column), MAX_OPS_PER_CHANGE - 1);
                let message =
                    format!("column {name:?} has {} cards; move some first, {most} can go at once", cards.len());
                return Err(ToolError::input("move_cards_to", message));
            }
            let parent = Some(target.id.clone());
            ops.extend(cards.iter().map(|card| OpRequest::Move {
                id: card.clone(),
                parent: parent.clone(),
                order: None,
                before: None,
                after: None,
            }));
        } else if !cards.is_empty() {
            warnings.push(format!("{} cards were deleted with column {:?}", cards.len(), find::name(column)));
        }
        ops.push(OpRequest::Delete { id: column.id.clone() });
        Ok(Outcome {
            ops,
            facts: object(json!({ "column": column.id, "cards": cards })),
            warnings,
            observation: format!("Deleted column {} {:?}.", column.id, find::name(column)),
        })
    }
}

/// What a column can be set to, by either tool.
struct Settings {
    mode: Option<Option<Mode>>,
    prompt: Option<Option<Prompt>>,
    auto_start: Option<bool>,
    approve_to: Option<Option<String>>,
    done_to: Option<Option<String>>,
    agent: Option<Option<AgentName>>,
    model: Option<Option<ModelName>>,
    limit: Option<Option<Limit>>,
}

impl Settings {
    fn write(self, document: &Document, props: &mut Props) -> Result<(), ToolError> {
        let mut set = |name: &str, value: Option<Value>| value.map(|value| props.insert(name.to_owned(), value));
        set("mode", self.mode.map(|mode| json!(mode)));
        set("prompt", self.prompt.map(|prompt| json!(prompt)));
        set("auto_start", self.auto_start.map(|auto_start| json!(auto_start)));
        set("agent", self.agent.map(|agent| json!(agent)));
        set("model", self.model.map(|model| json!(model)));
        set("limit", self.limit.map(|limit| json!(limit)));
        for (field, leads) in [("approve_to", self.approve_to), ("done_to", self.done_to)] {
            if let Some(leads) = leads {
                let target = leads.map(|named| find::column(document, field, &named)).transpose()?;
                set(field, Some(json!(target.map(|column| &column.id))));
            }
        }
        Ok(())
    }
}

fn neighbours(
    document: &Document,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<(Option<NodeId>, Option<NodeId>), ToolError> {
    if before.is_some() && after.is_some() {
        return Err(ToolError::input("after", "give before or after, not both"));
    }
    let column = |field, named: Option<&str>| {
        let found = named.map(|named| find::column(document, field, named)).transpose()?;
        Ok::<_, ToolError>(found.map(|column| column.id.clone()))
    };
    Ok((column("before", before)?, column("after", after)?))
}
