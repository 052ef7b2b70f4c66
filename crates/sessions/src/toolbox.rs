//! What a session's agent may use of Tandem: the boards of its own project, as itself.
//!
//! An agent edits cards. It does not change columns, whose modes decide what agents do, and it has no way to answer what a
//! person is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use agents::{ToolAnswer, ToolSpec, Toolbox};
use async_trait::async_trait;
use boards::ToolEntry;
use engine::{Author, BoardId};
use rooms::{BoardRef, Rooms};
use serde_json::{Value, json};
use store::{ProjectId, Session, Store};

use crate::config::MoreTools;

const READ_BOARD: &str = "read_board";
/// Tools of boards that an agent may not use.
const FOR_PEOPLE: &[&str] = &["create_column", "update_column", "delete_column"];

pub(crate) struct BoardTools {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) project: ProjectId,
    /// The board that is meant when none is named.
    pub(crate) board: BoardId,
    pub(crate) session: Session,
    pub(crate) more: Arc<dyn MoreTools>,
    pub(crate) turn: Arc<AtomicU32>,
}

#[async_trait]
impl Toolbox for BoardTools {
    fn tools(&self) -> Vec<ToolSpec> {
        let read = ToolSpec {
            name: READ_BOARD.to_owned(),
            description: "Returns everything on a board: its columns and cards with their ids.".to_owned(),
            input_schema: json!({ "type": "object", "properties": {} }),
        };
        let offered = boards::kinds().iter().flat_map(|kind| &kind.tools).filter(|tool| is_offered(tool));
        let mut tools: Vec<ToolSpec> = offered
            .map(|tool| ToolSpec {
                name: tool.name.to_owned(),
                description: tool.description.to_owned(),
                input_schema: tool.input_schema.clone().to_value(),
            })
            .chain([read])
            .collect();
        for tool in &mut tools {
            tool.input_schema["properties"]["board_id"] =
                json!({ "type": "string", "description": "The board; the session's own if left out." });
        }
        tools.extend(self.more.of(&self.session));
        tools
    }

    async fn call(&self, name: &str, input: Value) -> ToolAnswer {
        if self.more.of(&self.session).iter().any(|tool| tool.name == name) {
            return self.more.call(&self.session, name, input).await;
        }
        match self.run(name, input).await {
            Ok(result) => ToolAnswer { text: result.to_string(), is_error: false },
            Err(message) => ToolAnswer { text: message, is_error: true },
        }
    }
}

fn is_offered(tool: &ToolEntry) -> bool {
    !FOR_PEOPLE.contains(&tool.name)
}

impl BoardTools {
    async fn run(&self, name: &str, mut input: Value) -> Result<Value, String> {
        let named = input.as_object_mut().and_then(|fields| fields.remove("board_id"));
        let board = self.board(named).await?;
        if name == READ_BOARD {
            let view = self.rooms.read(board).await.map_err(|error| error.to_string())?;
            return serde_json::to_value(&view.nodes).map_err(|error| error.to_string());
        }
        let tool = board.kind.tool(name).filter(|tool| is_offered(tool));
        let tool = tool.ok_or_else(|| format!("this board has no tool {name:?}"))?;
        let author = Author::Agent { session: self.session.id, turn: self.turn.load(Ordering::Relaxed) };
        let answer = self.rooms.run_tool(board, author, tool, input).await.map_err(|error| error.to_string())?;
        Ok(answer.result)
    }

    async fn board(&self, named: Option<Value>) -> Result<BoardRef, String> {
        const UNKNOWN: &str = "there is no such board in this project";
        let id = match named.filter(|named| !named.is_null()) {
            Some(id) => serde_json::from_value(id).map_err(|_| UNKNOWN)?,
            None => self.board,
        };
        let board = self.store.board(id).await.map_err(|error| error.to_string())?;
        let board = board.filter(|board| board.project == self.project).ok_or(UNKNOWN)?;
        let kind = boards::kind(&board.kind).ok_or(UNKNOWN)?;
        Ok(BoardRef { id, kind })
    }
}
