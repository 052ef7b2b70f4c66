//! What a session's agent may use of Tandem: the boards of its own project, as itself.
//!
//! An agent edits cards. It does not change columns, whose modes decide what agents do, and it has no way to answer what a
//! person is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use agents::{ToolAnswer, ToolId, ToolSpec, Toolbox};
use async_trait::async_trait;
use boards::Effect;
use engine::{Author, BoardId};
use rooms::{BoardRef, DraftId, Rooms};
use serde_json::Value;
use store::{Board, ProjectId, Session, Store};

use crate::board_tools::{self, LIST_BOARDS, LIST_CARDS, Naming, READ_BOARD};
use crate::config::MoreTools;
use crate::sight::Asker;

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
    pub(crate) asker: Asker,
}

#[async_trait]
impl Toolbox for BoardTools {
    fn tools(&self) -> Vec<ToolSpec> {
        board_tools::offered(Naming::OwnIfLeftOut)
            .into_iter()
            .map(|tool| tool.spec)
            .filter(|tool| is_offered(&tool.name))
            .chain(self.more.of(&self.session))
            .collect()
    }

    async fn call(&self, id: Option<&ToolId>, name: &str, input: Value) -> ToolAnswer {
        if self.more.of(&self.session).iter().any(|tool| tool.name == name) {
            return self.more.call(&self.session, name, input).await;
        }
        match self.run(id, name, input).await {
            Ok(result) => ToolAnswer { text: result.to_string(), is_error: false },
            Err(message) => ToolAnswer { text: message, is_error: true },
        }
    }
}

fn is_offered(tool: &str) -> bool {
    !FOR_PEOPLE.contains(&tool)
}

impl BoardTools {
    async fn run(&self, id: Option<&ToolId>, name: &str, input: Value) -> Result<Value, String> {
        let Value::Object(mut input) = input else { return Err("the input of a tool is an object".to_owned()) };
        if name == LIST_BOARDS {
            let listed = board_tools::list_boards(&*self.store, self.project, &Value::Object(input)).await;
            return listed.map_err(|error| error.to_string());
        }
        let named = board_tools::take_id(&mut input, "board_id");
        let (board, open) = find_board(&*self.store, self.project, named, Some(self.board)).await?;
        let (author, input) = (self.author(), Value::Object(input));
        let answered = match name {
            READ_BOARD => board_tools::read_board(&self.rooms, &board, open, &input).await,
            LIST_CARDS => board_tools::list_cards(&self.rooms, open, author, input).await,
            _ => {
                let tool = open.kind.tool(name).filter(|tool| is_offered(tool.name));
                let tool = tool.ok_or_else(|| format!("this board has no tool {name:?}"))?;
                if tool.effect != Effect::Reads {
                    self.may_write().await?;
                }
                let draft = id.map(|id| DraftId { session: self.session.id, call: id.0.as_str().into() });
                let asker = self.asker.get();
                self.rooms.run_tool_for(asker, draft, open, author, tool, input).await.map(|answer| answer.result)
            }
        };
        answered.map_err(|error| error.to_string())
    }

    /// Refuses to change anything while it only reads: the mode may be another than at its start.
    async fn may_write(&self) -> Result<(), String> {
        let session = self.store.session(self.session.id).await.map_err(|error| error.to_string())?;
        let session = session.ok_or("this session is gone")?;
        Ok(may_change_boards(&session.mode)?)
    }

    fn author(&self) -> Author {
        Author::Agent { session: self.session.id, turn: self.turn.load(Ordering::Relaxed) }
    }
}

/// Finds the board of a project that is meant: the one that is named, or else the caller's own.
pub(crate) async fn find_board(
    store: &dyn Store,
    project: ProjectId,
    named: Option<Value>,
    own: Option<BoardId>,
) -> Result<(Board, BoardRef), String> {
    const UNKNOWN: &str = "there is no such board in this project";
    let id = match named {
        Some(id) => serde_json::from_value(id).map_err(|_| UNKNOWN)?,
        None => own.ok_or(UNKNOWN)?,
    };
    let board = store.board(id).await.map_err(|error| error.to_string())?;
    let board = board.filter(|board| board.project == project).ok_or(UNKNOWN)?;
    let kind = boards::kind(&board.kind).ok_or(UNKNOWN)?;
    Ok((board, BoardRef { id, kind }))
}

/// Tells whether an agent in this mode changes boards, and if not, why.
pub(crate) fn may_change_boards(mode: &str) -> Result<(), &'static str> {
    match mode {
        "plan" => Err("you are planning: nothing is changed before the plan is approved"),
        "review" => Err("you are reviewing: nothing is changed"),
        _ => Ok(()),
    }
}
