//! Listing cards, a page at a time.

use engine::{Document, Node, NodeId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CARD, COLUMN, find, object};
use crate::tool::{Context, Effect, Outcome, Tool, ToolError};

/// Cards of one page, unless asked otherwise and at most.
const PAGE_CARDS: u16 = 50;
const MAX_PAGE_CARDS: u16 = 200;
/// Characters of a description that a list shows.
const SHOWN_CHARACTERS: usize = 500;

pub(super) struct ListCards;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListCardsInput {
    /// The column's id or name; all columns if left out.
    #[serde(default)]
    column: Option<String>,
    /// How many cards at most.
    #[serde(default = "page_cards")]
    #[schemars(range(min = 1, max = MAX_PAGE_CARDS))]
    limit: u16,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<NodeId>,
}

fn page_cards() -> u16 {
    PAGE_CARDS
}

impl Tool for ListCards {
    type Input = ListCardsInput;
    const NAME: &'static str = "list_cards";
    const DESCRIPTION: &'static str = "Lists the cards of a kanban board with their columns, in order. Long descriptions are cut; read_board has them whole.";
    const EFFECT: Effect = Effect::Reads;

    fn run(document: &Document, input: ListCardsInput, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        if !(1..=MAX_PAGE_CARDS).contains(&input.limit) {
            return Err(ToolError::input("limit", format!("a page has 1 to {MAX_PAGE_CARDS} cards")));
        }
        let columns: Vec<&Node> = match &input.column {
            Some(named) => vec![find::column(document, "column", named)?],
            None => document.children(&NodeId::root()).filter(|node| &*node.kind == COLUMN).collect(),
        };
        let cards: Vec<(&Node, &Node)> =
            columns.into_iter().flat_map(|column| cards_of(document, column).map(move |card| (column, card))).collect();
        let begin = match &input.cursor {
            Some(cursor) => after(&cards, cursor)?,
            None => 0,
        };
        let page = &cards[begin..cards.len().min(begin + usize::from(input.limit))];
        let end = begin + page.len();
        let next = page.last().filter(|_| end < cards.len()).map(|(_, card)| &card.id);
        let mut facts =
            object(json!({ "items": page.iter().map(|(column, card)| item(column, card)).collect::<Vec<_>>() }));
        let mut observation = format!("Cards {} to {end} of {}.", (begin + 1).min(end), cards.len());
        if let Some(next) = next {
            facts.insert("next".to_owned(), json!(next));
            observation.push_str(" Give `next` as `cursor` for those after them.");
        }
        Ok(Outcome { facts, observation, ..Outcome::default() })
    }
}

fn cards_of<'a>(document: &'a Document, column: &Node) -> impl Iterator<Item = &'a Node> + use<'a> {
    document.children(&column.id).filter(|node| &*node.kind == CARD)
}

fn after(cards: &[(&Node, &Node)], cursor: &NodeId) -> Result<usize, ToolError> {
    let found = cards.iter().position(|(_, card)| card.id == *cursor);
    let gone =
        || ToolError::missing("cursor", "the card the last page ended with is gone; begin again without a cursor");
    found.map(|index| index + 1).ok_or_else(gone)
}

fn item(column: &Node, card: &Node) -> Value {
    let mut item = json!({
        "id": card.id,
        "title": find::title(card),
        "column": column.id,
        "column_name": find::name(column),
    });
    if let Some(description) = card.props.get("description").and_then(Value::as_str) {
        let shown =
            description.char_indices().nth(SHOWN_CHARACTERS).map_or(description, |(end, _)| &description[..end]);
        item["description"] = json!(shown);
        if shown.len() < description.len() {
            item["description_cut"] = json!(true);
        }
    }
    item
}
