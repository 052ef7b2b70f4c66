//! The tools for cards.

use engine::{Document, NodeId, OpRequest, Seq};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{CARD, CardTitle, Description, find, nullable, object};
use crate::tool::{Context, Effect, Outcome, Tool, ToolError};

pub(super) struct CreateCard;
pub(super) struct UpdateCard;
pub(super) struct MoveCard;
pub(super) struct DeleteCard;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateCardInput {
    title: CardTitle,
    /// Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<Description>,
    /// The column's id or name; the first column if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    column: Option<String>,
}

impl Tool for CreateCard {
    type Input = CreateCardInput;
    const NAME: &'static str = "create_card";
    const DESCRIPTION: &'static str = "Adds a card at the end of a column. Use it for each new task; give a short title and put details in the description.";

    fn run(document: &Document, input: CreateCardInput, context: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let column = match &input.column {
            Some(named) => find::column(document, "column", named)?,
            None => find::first_column(document)?,
        };
        let id = context.new_id();
        let title = String::from(input.title);
        let mut props = object(json!({ "title": title }));
        if let Some(description) = input.description {
            props.insert("description".to_owned(), json!(String::from(description)));
        }
        let create = OpRequest::Create {
            id: id.clone(),
            kind: CARD.to_owned(),
            parent: column.id.clone(),
            order: None,
            before: None,
            after: None,
            props,
        };
        Ok(Outcome {
            ops: vec![create],
            facts: object(json!({ "card": id, "column": column.id, "created": { "card": id } })),
            warnings: Vec::new(),
            observation: format!("Created card {id} {title:?} in column {:?}.", find::name(column)),
        })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateCardInput {
    /// The card's id.
    card: NodeId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<CardTitle>,
    /// Markdown; `null` takes the description away.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[schemars(with = "Option<Description>")]
    description: Option<Option<Description>>,
    /// The board's `seq` the description was read at; with it a concurrent edit is merged, not overwritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from_seq: Option<Seq>,
}

impl Tool for UpdateCard {
    type Input = UpdateCardInput;
    const NAME: &'static str = "update_card";
    const DESCRIPTION: &'static str = "Changes a card's title or description; what is left out stays.";

    fn run(document: &Document, input: UpdateCardInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let card = find::card(document, "card", &input.card)?;
        let mut props = engine::Props::new();
        if let Some(title) = input.title {
            props.insert("title".to_owned(), json!(String::from(title)));
        }
        if let Some(description) = input.description {
            props.insert("description".to_owned(), json!(description.map(String::from)));
        }
        if props.is_empty() {
            return Err(ToolError::input("title", "give a title, a description or both"));
        }
        let changed: Vec<&str> = props.keys().map(String::as_str).collect();
        let observation = format!("Changed {} of card {}.", changed.join(" and "), card.id);
        Ok(Outcome {
            facts: object(json!({ "card": card.id })),
            warnings: Vec::new(),
            observation,
            ops: vec![OpRequest::Update { id: card.id.clone(), props, from_seq: input.from_seq }],
        })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveCardInput {
    /// The card's id.
    card: NodeId,
    /// The column's id or name.
    column: String,
    /// The card to go before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<NodeId>,
    /// The card to go after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<NodeId>,
}

impl Tool for MoveCard {
    type Input = MoveCardInput;
    const NAME: &'static str = "move_card";
    const DESCRIPTION: &'static str = "Moves a card to a column: to its end, or before or after another card there. Moving into a column with a mode may start work.";

    fn run(document: &Document, input: MoveCardInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let card = find::card(document, "card", &input.card)?;
        let column = find::column(document, "column", &input.column)?;
        if input.before.is_some() && input.after.is_some() {
            return Err(ToolError::input("after", "give before or after, not both"));
        }
        for (field, neighbour) in [("before", &input.before), ("after", &input.after)] {
            let Some(neighbour) = neighbour else { continue };
            if find::card(document, field, neighbour)?.parent != column.id || *neighbour == card.id {
                let message = format!("card {neighbour} is not another card of column {:?}", find::name(column));
                return Err(ToolError::missing(field, message));
            }
        }
        Ok(Outcome {
            facts: object(json!({ "card": card.id, "column": column.id })),
            warnings: Vec::new(),
            observation: format!("Moved card {} to column {:?}.", card.id, find::name(column)),
            ops: vec![OpRequest::Move {
                id: card.id.clone(),
                parent: Some(column.id.clone()),
                order: None,
                before: input.before,
                after: input.after,
            }],
        })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteCardInput {
    /// The card's id.
    card: NodeId,
}

impl Tool for DeleteCard {
    type Input = DeleteCardInput;
    const NAME: &'static str = "delete_card";
    const DESCRIPTION: &'static str = "Deletes a card. It can be brought back with undo.";
    const EFFECT: Effect = Effect::Deletes;

    fn run(document: &Document, input: DeleteCardInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let card = find::card(document, "card", &input.card)?;
        Ok(Outcome {
            facts: object(json!({ "card": card.id })),
            warnings: Vec::new(),
            observation: format!("Deleted card {} {:?}.", card.id, find::title(card)),
            ops: vec![OpRequest::Delete { id: card.id.clone() }],
        })
    }
}
