//! What a client wants done to a board, chosen from what it sees.

use engine::OrderKey;
use serde_json::{Value, json};

use crate::tree::{Leaf, Tree};

/// An edit; its numbers choose among what is there when its turn comes.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    AddCard(usize),
    Retitle(usize),
    /// Writes into a text that others write into, saying where it started from.
    Write(usize),
    MoveCard(usize),
    DeleteCard(usize),
    AddColumn(usize),
    Rename(usize),
    /// Makes one column refer to another.
    Link(usize),
    MoveColumn(usize),
    DeleteColumn(usize),
    /// Several things at once, all or none.
    Several(usize),
    /// Something no server may take.
    Nonsense(usize),
}

/// What a client sees, and what the server has told it.
pub struct Sight<'a> {
    pub seen: &'a Tree,
    pub told: &'a Tree,
}

impl Edit {
    /// Returns the ops, or none when there is nothing to do this to.
    pub fn ops(self, sight: &Sight<'_>, fresh: &mut dyn FnMut() -> String) -> Option<Vec<Value>> {
        let seen = sight.seen;
        let columns = seen.children("root");
        let cards: Vec<(&str, &Leaf)> = columns.iter().flat_map(|(column, _)| seen.children(column)).collect();
        let column = |pick: usize| pick_from(&columns, pick).map(|(id, _)| id);
        let card = |pick: usize| pick_from(&cards, pick).map(|(id, _)| id);
        let op = match self {
            Self::AddCard(pick) => {
                let (id, parent) = (fresh(), column(pick)?);
                let op =
                    json!({ "op": "create", "id": id, "kind": "card", "parent": parent, "props": { "title": id } });
                placed(op, seen, parent, pick / 7)
            }
            Self::Retitle(pick) => json!({ "op": "update", "id": card(pick)?, "props": { "title": fresh() } }),
            Self::Write(pick) => written(sight.told, card(pick)?, pick / 5, &fresh())?,
            Self::MoveCard(pick) => {
                let parent = column(pick / 3)?;
                placed(json!({ "op": "move", "id": card(pick)?, "parent": parent }), seen, parent, pick / 11)
            }
            Self::DeleteCard(pick) => json!({ "op": "delete", "id": card(pick)? }),
            Self::AddColumn(pick) => {
                let id = fresh();
                let op = json!({ "op": "create", "id": id, "kind": "column", "props": { "name": id } });
                placed(op, seen, "root", pick)
            }
            Self::Rename(pick) => json!({ "op": "update", "id": column(pick)?, "props": { "name": fresh() } }),
            Self::Link(pick) => {
                json!({ "op": "update", "id": column(pick)?, "props": { "approve_to": column(pick / 13)? } })
            }
            Self::MoveColumn(pick) => placed(json!({ "op": "move", "id": column(pick)? }), seen, "root", pick / 9),
            Self::DeleteColumn(pick) => json!({ "op": "delete", "id": column(pick)? }),
            Self::Several(pick) => {
                let (id, parent) = (fresh(), column(pick)?);
                let create =
                    json!({ "op": "create", "id": id, "kind": "card", "parent": parent, "props": { "title": id } });
                let retitle = json!({ "op": "update", "id": card(pick / 3)?, "props": { "title": fresh() } });
                let write = json!({ "op": "update", "id": id, "props": { "description": "one\ntwo\nthree\n" } });
                return Some(vec![create, retitle, write]);
            }
            Self::Nonsense(pick) => match pick % 3 {
                0 => json!({ "op": "delete", "id": "never.there" }),
                1 => json!({ "op": "update", "id": card(pick)?, "props": { "title": 7 } }),
                _ => json!({ "op": "move", "id": card(pick)?, "parent": "root" }),
            },
        };
        Some(vec![op])
    }
}

fn pick_from<'a>(all: &[(&'a str, &'a Leaf)], pick: usize) -> Option<(&'a str, &'a Leaf)> {
    (!all.is_empty()).then(|| all[pick % all.len()])
}

/// Adds where among its siblings a node shall go, in one of the ways there are to say it.
fn placed(mut op: Value, seen: &Tree, parent: &str, pick: usize) -> Value {
    let siblings = seen.children(parent);
    let Some((sibling, leaf)) = pick_from(&siblings, pick / 5) else { return op };
    match pick % 5 {
        0 => op["before"] = json!(sibling),
        1 => op["after"] = json!(sibling),
        // A key that is taken: the server finds one beside it.
        2 => op["order"] = json!(leaf.order),
        3 => {
            let key = OrderKey::parse(&leaf.order).ok().and_then(|key| OrderKey::between(Some(&key), None).ok());
            op["order"] = json!(key.as_ref().map(OrderKey::as_str));
        }
        _ => {}
    }
    op
}

/// Edits a description as it was when the server last told of it.
fn written(told: &Tree, card: &str, pick: usize, mark: &str) -> Option<Value> {
    let before = told.get(card)?.props.get("description").and_then(Value::as_str).unwrap_or_default();
    let mut lines: Vec<&str> = before.lines().collect();
    match pick % 4 {
        0 => lines.push(mark),
        1 => lines.insert(0, mark),
        2 if !lines.is_empty() => {
            let at = pick / 4 % lines.len();
            lines[at] = mark;
        }
        _ => {
            lines.pop();
        }
    }
    let after = if lines.is_empty() { Value::Null } else { json!(lines.join("\n") + "\n") };
    Some(json!({ "op": "update", "id": card, "props": { "description": after }, "from_seq": told.seq }))
}
