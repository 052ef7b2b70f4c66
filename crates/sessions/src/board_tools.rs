//! The tools of boards as every program is offered them, be it the agent of a session or a client at the MCP door: each
//! says which board it is for. Who may use which is decided by whoever offers them.

use agents::{ToolEffect, ToolSpec};
use boards::{Effect, ToolEntry, ToolError, input_schema, kanban, parse_input};
use engine::{Author, Seq};
use rooms::{BoardRef, RoomError, Rooms};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use store::{Board, ProjectId, Store};

use crate::limits::{BOARDS_PER_PAGE, MAX_BOARDS_PER_PAGE, READ_PAGE_BYTES};

pub const LIST_BOARDS: &str = "list_boards";
pub const READ_BOARD: &str = "read_board";
pub const LIST_CARDS: &str = "list_cards";

/// A tool, and what is said of it.
#[derive(Debug, Clone)]
pub struct Offered {
    pub spec: ToolSpec,
    pub effect: Effect,
}

/// How a caller says which project or board a tool is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// By its id.
    Always,
    /// The project is the caller's own, and so is the board unless another of the project is named.
    OwnIfLeftOut,
}

impl Offered {
    pub fn new(name: &str, description: &str, input_schema: &Schema, effect: Effect) -> Self {
        let spec = ToolSpec {
            name: name.to_owned(),
            description: description.to_owned(),
            input_schema: input_schema.clone().to_value(),
            effect: match effect {
                Effect::Reads => ToolEffect::Reads,
                Effect::Changes | Effect::Deletes => ToolEffect::Changes,
            },
        };
        Self { spec, effect }
    }

    fn of(tool: &ToolEntry) -> Self {
        Self::new(tool.name, tool.description, &tool.input_schema, tool.effect)
    }

    /// Adds an id to what the tool takes.
    pub fn needing(mut self, field: &str, description: &str) -> Self {
        self.describe(field, description);
        let mut required = self.spec.input_schema["required"].as_array().cloned().unwrap_or_default();
        required.insert(0, json!(field));
        self.spec.input_schema["required"] = Value::Array(required);
        self
    }

    /// Adds an id that may be left out.
    fn taking(mut self, field: &str, description: &str) -> Self {
        self.describe(field, description);
        self
    }

    fn describe(&mut self, field: &str, description: &str) {
        self.spec.input_schema["properties"][field] = json!({ "type": "string", "description": description });
    }
}

/// Returns the tools that read, and those of every kind of board that edit.
pub fn offered(naming: Naming) -> Vec<Offered> {
    let boards = Offered::new(
        LIST_BOARDS,
        "Lists the boards of a project with their ids, kinds and titles.",
        &input_schema::<ListBoardsInput>(),
        Effect::Reads,
    );
    let read = Offered::new(
        READ_BOARD,
        "Returns what is on a board, every node with its id, parents before their children. A large board comes in pages.",
        &input_schema::<ReadBoardInput>(),
        Effect::Reads,
    );
    let editing = boards::kinds().iter().flat_map(|kind| &kind.tools).map(Offered::of);
    let on_board = [read, Offered::of(kanban::list_cards())].into_iter().chain(editing);
    match naming {
        Naming::Always => [boards.needing("project_id", "The project; list_projects has its id.")]
            .into_iter()
            .chain(on_board.map(|tool| tool.needing("board_id", "The board; list_boards has its id.")))
            .collect(),
        Naming::OwnIfLeftOut => [boards]
            .into_iter()
            .chain(on_board.map(|tool| tool.taking("board_id", "The board; the session's own if left out.")))
            .collect(),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListBoardsInput {
    /// How many boards at most.
    #[serde(default = "boards_per_page")]
    #[schemars(range(min = 1, max = MAX_BOARDS_PER_PAGE))]
    limit: usize,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

fn boards_per_page() -> usize {
    BOARDS_PER_PAGE
}

/// Lists the boards of a project, a page at a time.
pub async fn list_boards(store: &dyn Store, project: ProjectId, input: &Value) -> Result<Value, RoomError> {
    let input: ListBoardsInput = parse_input(input)?;
    if !(1..=MAX_BOARDS_PER_PAGE).contains(&input.limit) {
        return Err(ToolError::input("limit", format!("a page has 1 to {MAX_BOARDS_PER_PAGE} boards")).into());
    }
    let boards = store.boards(project).await?;
    let begin = match input.cursor {
        // Boards are in the order of their ids, so that one that is gone has its place still.
        Some(cursor) => {
            let last = cursor.parse().map_err(|_| not_a_cursor())?;
            boards.partition_point(|board| board.id <= last)
        }
        None => 0,
    };
    let end = boards.len().min(begin + input.limit);
    let mut answer = json!({ "items": boards[begin..end].iter().map(summary).collect::<Vec<_>>() });
    if end < boards.len() {
        answer["next"] = json!(boards[end - 1].id);
    }
    Ok(answer)
}

fn not_a_cursor() -> ToolError {
    ToolError::input("cursor", "this did not come from the `next` of a page; begin again without a cursor")
}

fn summary(board: &Board) -> Value {
    json!({
        "id": board.id,
        "project_id": board.project,
        "kind": board.kind,
        "title": board.title,
        "seq": board.seq,
        "created_at": board.created_at,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadBoardInput {
    /// The `next` of the page before.
    #[serde(default)]
    cursor: Option<String>,
}

/// Where a page begins: all pages show the board as it was when the first was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    seq: Seq,
    index: usize,
}

impl Place {
    fn parse(cursor: &str) -> Option<Self> {
        let (seq, index) = cursor.split_once('.')?;
        Some(Self { seq: seq.parse().ok()?, index: index.parse().ok()? })
    }

    fn write(self) -> String {
        format!("{}.{}", self.seq, self.index)
    }
}

/// Returns what is on a board, as much of it as fits one page.
pub async fn read_board(rooms: &Rooms, board: &Board, open: BoardRef, input: &Value) -> Result<Value, RoomError> {
    let input: ReadBoardInput = parse_input(input)?;
    let (view, begin) = match input.cursor {
        None => (rooms.read(open).await?, 0),
        Some(cursor) => {
            let place = Place::parse(&cursor).ok_or_else(not_a_cursor)?;
            let view = rooms.read_at(open, place.seq).await.map_err(|error| match error {
                RoomError::NoSuchChange(_) => not_a_cursor().into(),
                other => other,
            })?;
            (view, place.index)
        }
    };
    let all: Vec<&RawValue> = serde_json::from_str(view.nodes.get())?;
    if begin > 0 && begin >= all.len() {
        return Err(not_a_cursor().into());
    }
    let end = begin + page_length(all[begin..].iter().map(|node| node.get().len()));
    let nodes: Result<Vec<Value>, _> = all[begin..end].iter().map(|node| serde_json::from_str(node.get())).collect();
    let mut answer = json!({
        "id": board.id,
        "project_id": board.project,
        "kind": board.kind,
        "title": board.title,
        "seq": view.seq,
        "nodes": nodes?,
    });
    if end < all.len() {
        answer["next"] = json!(Place { seq: view.seq, index: end }.write());
        let note = format!(
            "These are nodes {} to {end} of {}. Call read_board again with `next` as `cursor` for those after them.",
            begin + 1,
            all.len()
        );
        answer["note"] = json!(note);
    }
    Ok(answer)
}

/// Tells how many nodes of these lengths fit one page: at least one, or there would be no way on.
fn page_length(lengths: impl Iterator<Item = usize>) -> usize {
    let mut bytes = 0;
    lengths
        .enumerate()
        .take_while(|(index, length)| {
            bytes += length;
            *index == 0 || bytes <= READ_PAGE_BYTES
        })
        .count()
}

/// Lists the cards of a kanban board, a page at a time.
pub async fn list_cards(rooms: &Rooms, board: BoardRef, author: Author, input: Value) -> Result<Value, RoomError> {
    let tool = kanban::list_cards();
    if board.kind.name != kanban::NAME {
        let message = format!("a {} has no cards; use {READ_BOARD}", board.kind.name);
        return Err(ToolError::missing("board_id", message).into());
    }
    Ok(rooms.preview_tool(board, author, tool, input).await?.result)
}

/// Takes an id out of a tool's input.
pub fn take_id(input: &mut Map<String, Value>, field: &str) -> Option<Value> {
    input.remove(field).filter(|named| !named.is_null())
}

#[cfg(test)]
mod tests {
    use agents::Mode;

    use super::*;

    #[test]
    fn a_page_holds_what_fits_and_at_least_one() {
        let half = READ_PAGE_BYTES / 2;
        assert_eq!(page_length([half, half, 1].into_iter()), 2);
        assert_eq!(page_length([half, half + 1].into_iter()), 1);
        assert_eq!(page_length([READ_PAGE_BYTES * 2, 1].into_iter()), 1);
        assert_eq!(page_length(std::iter::empty()), 0);
    }

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let place = Place { seq: 7, index: 120 };
        assert_eq!(Place::parse(&place.write()), Some(place));
        for odd in ["", "7", ".", "7.", ".7", "7.x", "-1.2", "7.1.2", "99999999999999999999.1"] {
            assert_eq!(Place::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn who_plans_or_reviews_may_use_what_only_reads_on_every_kind_of_board() {
        let free = |mode| {
            let tools =
                offered(Naming::OwnIfLeftOut).into_iter().filter(move |tool| tool.spec.effect.runs_unasked(mode));
            tools.map(|tool| tool.spec.name).collect::<Vec<_>>()
        };
        let reading = boards::kinds().iter().flat_map(|kind| &kind.tools).filter(|tool| tool.effect == Effect::Reads);
        let expected: Vec<&str> =
            [LIST_BOARDS, READ_BOARD, LIST_CARDS].into_iter().chain(reading.map(|tool| tool.name)).collect();
        assert_eq!(free(Mode::Plan), expected);
        assert_eq!(free(Mode::Review), expected);
        assert!(
            ["outlineBoard", "findElements", "readView"].iter().all(|name| expected.contains(name)),
            "{expected:?}"
        );
        assert_eq!(free(Mode::Code).len(), offered(Naming::OwnIfLeftOut).len());
    }

    #[test]
    fn no_two_tools_have_one_name() {
        let tools = offered(Naming::Always);
        let names: std::collections::BTreeSet<&str> = tools.iter().map(|tool| tool.spec.name.as_str()).collect();
        assert_eq!(names.len(), tools.len());
    }
}
