//! What a program can call. Each tool does what an HTTP operation does, through the same code and for the same roles.

use std::sync::Arc;

use boards::{Effect, input_schema};
use engine::BoardId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sessions::board_tools::{self, LIST_BOARDS, LIST_CARDS, Naming, Offered, READ_BOARD};
use store::{ProjectId, Role};

use crate::access::{Call, InProject, OnBoard, Signed};
use crate::app::App;
use crate::auth::Actor;
use crate::board_kinds::board_ref;
use crate::operation::{Body, Query, body};
use crate::operations::board_tools::{Run, run_on};
use crate::operations::{boards as board_operations, projects};
use crate::page::PageParams;
use crate::problem::Problem;

const LIST_PROJECTS: &str = "list_projects";
const CREATE_BOARD: &str = "create_board";

type Input = Map<String, Value>;

/// Returns every tool, in the order in which they are shown.
pub fn offered() -> Vec<Offered> {
    let projects = Offered::new(
        LIST_PROJECTS,
        "Lists the projects you are a member of, with their ids and their kanban boards.",
        &input_schema::<PageParams>(),
        Effect::Reads,
    );
    let create = Offered::new(
        CREATE_BOARD,
        "Makes a board in a project.",
        &input_schema::<board_operations::CreateBoardParams>(),
        Effect::Changes,
    );
    let create = create.needing("project_id", "The project; list_projects has its id.");
    [projects, create].into_iter().chain(board_tools::offered(Naming::Always)).collect()
}

/// Calls a tool as a person. There is no answer from a tool that does not exist.
pub async fn call(app: Arc<App>, actor: Actor, name: &str, input: Input) -> Option<Result<Value, Problem>> {
    let caller = Caller { app, actor };
    Some(match name {
        LIST_PROJECTS => caller.list_projects(input).await,
        CREATE_BOARD => caller.create_board(input).await,
        LIST_BOARDS => caller.list_boards(input).await,
        READ_BOARD => caller.read_board(input).await,
        LIST_CARDS => caller.list_cards(input).await,
        _ if boards::kinds().iter().any(|kind| kind.tool(name).is_some()) => caller.edit(name, input).await,
        _ => return None,
    })
}

struct Caller {
    app: Arc<App>,
    actor: Actor,
}

impl Caller {
    async fn list_projects(self, input: Input) -> Result<Value, Problem> {
        let page = parse(&input)?;
        let scope = Signed { actor: self.actor };
        value(&projects::list_projects(call_of(self.app, scope), Query(page)).await?.0)
    }

    async fn create_board(self, mut input: Input) -> Result<Value, Problem> {
        let scope = self.project(&mut input, Role::Editor).await?;
        let params = parse(&input)?;
        value(&board_operations::create_board(call_of(self.app, scope), Body(params)).await?.0)
    }

    async fn list_boards(self, mut input: Input) -> Result<Value, Problem> {
        let project = self.project(&mut input, Role::Viewer).await?.project.id;
        Ok(board_tools::list_boards(&*self.app.store, project, &Value::Object(input)).await?)
    }

    async fn read_board(self, mut input: Input) -> Result<Value, Problem> {
        let board = self.board(&mut input, Role::Viewer).await?.board;
        let open = board_ref(&board)?;
        Ok(board_tools::read_board(&self.app.rooms, &board, open, &Value::Object(input)).await?)
    }

    async fn list_cards(self, mut input: Input) -> Result<Value, Problem> {
        let OnBoard { board, actor, .. } = self.board(&mut input, Role::Viewer).await?;
        let open = board_ref(&board)?;
        Ok(board_tools::list_cards(&self.app.rooms, open, actor.author(), Value::Object(input)).await?)
    }

    async fn edit(self, name: &str, mut input: Input) -> Result<Value, Problem> {
        let scope = self.board(&mut input, Role::Viewer).await?;
        let kind = board_ref(&scope.board)?.kind;
        if kind.tool(name).is_none() {
            let tools: Vec<&str> = kind.tools.iter().map(|tool| tool.name).collect();
            let message = format!("a {} has no tool {name}; it has {}", kind.name, tools.join(", "));
            return Err(Problem::invalid("/board_id", message));
        }
        value(&run_on(call_of(self.app, scope), name, input, Run::ForReal).await?)
    }

    async fn project(&self, input: &mut Input, needed: Role) -> Result<InProject, Problem> {
        let id: ProjectId = id(input, "project_id", "project", LIST_PROJECTS)?;
        InProject::of(&self.app, self.actor.clone(), id, needed).await
    }

    async fn board(&self, input: &mut Input, needed: Role) -> Result<OnBoard, Problem> {
        let id: BoardId = id(input, "board_id", "board", LIST_BOARDS)?;
        OnBoard::of(&self.app, self.actor.clone(), id, needed).await
    }
}

fn call_of<S>(app: Arc<App>, scope: S) -> Call<S> {
    let now = app.clock.now();
    Call { app, now, scope }
}

/// Takes an id out of the input. What cannot be an id is one that does not exist.
fn id<T: DeserializeOwned>(input: &mut Input, field: &str, what: &str, lister: &str) -> Result<T, Problem> {
    let Some(named) = board_tools::take_id(input, field) else {
        return Err(Problem::invalid(format!("/{field}"), format!("this field is needed; {lister} has the ids")));
    };
    serde_json::from_value(named).map_err(|_| Problem::not_found(what))
}

/// Reads an input as the body of an HTTP call is read, with the same words for what is wrong.
fn parse<T: DeserializeOwned>(input: &Input) -> Result<T, Problem> {
    body::parse(&serde_json::to_vec(input).map_err(|error| Problem::internal("reading an input", &error))?)
}

fn value(answer: &impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|error| Problem::internal("writing an answer", &error))
}
