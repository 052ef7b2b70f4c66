//! Everything that waits for somebody.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use boards::kanban::automation::{Phase, Trouble, Work};
use cards::{CardRecord, CardStatus, PhaseName, VerdictName};
use engine::{BoardId, NodeId, SessionId, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use store::{CardRun, OpenRequest, ProjectId, Session};

use crate::access::{Call, Signed};
use crate::app::App;
use crate::board_kinds::board_ref;
use crate::card_review::ReviewResponse;
use crate::limits::MAX_INBOX_ITEMS;
use crate::operation::{Operation, Reply, get};
use crate::page::ListResponse;
use crate::problem::Problem;
use crate::session_view::Json;

pub fn operations() -> Vec<Operation> {
    vec![
        get(
            "/inbox",
            "get_inbox",
            "Lists everything that waits for one: what unblocks most first, then what is asked, what failed and what a \
             review found, and of those the oldest first.",
        )
        .tag("sessions")
        .user(get_inbox),
    ]
}

/// Something that waits for a person: a request of an agent, a review that found something, or work that failed.
#[derive(Serialize, JsonSchema)]
struct InboxItem {
    session: InboxSession,
    /// What is answered; a review or a failure is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
    /// `question`, `plan`, `permission`, `failure` or `review`.
    kind: String,
    asked_at: Timestamp,
    /// The data of the event that asked; the failure; or the rules that `failed`, and whether the review `reported` any.
    data: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_title: Option<String>,
    /// How many cards are lined up in its column behind this one.
    unblocks: usize,
}

#[derive(Serialize, JsonSchema)]
struct InboxSession {
    id: SessionId,
    title: String,
    project_id: ProjectId,
    project_name: String,
    board_id: Option<BoardId>,
    card_id: Option<String>,
    agent: String,
    scripted: bool,
    mode: String,
}

async fn get_inbox(call: Call<Signed>) -> Result<Reply<ListResponse<InboxItem>>, Problem> {
    let (app, user) = (&call.app, call.scope.actor.user.id);
    let mut desk = Looking { app, projects: BTreeMap::new(), statuses: BTreeMap::new() };
    let mut items = Vec::new();
    for (session, request) in app.store.inbox(user, MAX_INBOX_ITEMS).await? {
        items.push(desk.request(session, request).await?);
    }
    for run in app.store.cards_in_need(user, MAX_INBOX_ITEMS).await? {
        items.extend(desk.card(&run).await?);
    }
    items.sort_by_key(|item| (Reverse(item.unblocks), rank(&item.kind), item.asked_at));
    items.truncate(MAX_INBOX_ITEMS);
    Ok(Reply(ListResponse::whole(items)))
}

/// What can be settled with a word comes first: an agent waits for it.
fn rank(kind: &str) -> u8 {
    match kind {
        "permission" | "question" => 0,
        "plan" => 1,
        "failure" => 2,
        _ => 3,
    }
}

/// Puts items together, and asks for what they share only once.
struct Looking<'a> {
    app: &'a App,
    projects: BTreeMap<ProjectId, String>,
    statuses: BTreeMap<BoardId, Vec<Arc<CardStatus>>>,
}

impl Looking<'_> {
    async fn request(&mut self, session: Session, request: OpenRequest) -> Result<InboxItem, Problem> {
        let card = session.board.zip(session.card.clone());
        let unblocks = match &card {
            Some((board, card)) => self.unblocks(*board, card).await,
            None => 0,
        };
        Ok(InboxItem {
            request_id: Some(request.id),
            kind: request.kind,
            asked_at: request.asked_at,
            data: Json::stored(&request.data),
            card_title: card.map(|_| session.title.clone()),
            unblocks,
            session: self.session(session).await?,
        })
    }

    /// Returns the item of a card; none if it is past what it was listed for.
    async fn card(&mut self, run: &CardRun) -> Result<Option<InboxItem>, Problem> {
        let Some(record) = CardRecord::read(run) else { return Ok(None) };
        let (kind, data) = match &record.state.phase {
            Phase::Failed { trouble, .. } => ("failure", failure(trouble)),
            Phase::Finished { work: Work::Review } => ("review", self.review(&record).await?),
            _ => return Ok(None),
        };
        let Some(id) = record.current else { return Ok(None) };
        let session = match self.app.store.session(id).await? {
            Some(session) => self.session(session).await?,
            // It failed before there was one.
            None => self.no_session(id, run, &record).await?,
        };
        Ok(Some(InboxItem {
            request_id: None,
            kind: kind.to_owned(),
            asked_at: record.since,
            data: Json::stored(&data.to_string()),
            card_title: Some(session.title.clone()),
            unblocks: self.unblocks(run.board, &run.card).await,
            session,
        }))
    }

    async fn review(&self, record: &CardRecord) -> Result<Value, Problem> {
        let review = match record.review {
            Some(session) => self.app.store.review(session).await?.map(|review| ReviewResponse::new(&review, record)),
            None => None,
        };
        let reported = review.as_ref().is_some_and(|review| review.reported);
        let rules = review.into_iter().flat_map(|review| review.rules);
        let failed = rules.filter(|rule| rule.verdict == Some(VerdictName::Fail));
        let failed: Vec<Value> =
            failed.map(|rule| json!({ "number": rule.number, "text": rule.text, "note": rule.note })).collect();
        Ok(json!({ "failed": failed, "reported": reported }))
    }

    async fn session(&mut self, session: Session) -> Result<InboxSession, Problem> {
        Ok(InboxSession {
            id: session.id,
            title: session.title,
            project_id: session.project,
            project_name: self.project_name(session.project).await?,
            board_id: session.board,
            card_id: session.card,
            scripted: self.is_scripted(&session.agent),
            agent: session.agent,
            mode: session.mode,
        })
    }

    async fn no_session(&mut self, id: SessionId, run: &CardRun, record: &CardRecord) -> Result<InboxSession, Problem> {
        let agent = record.agent.clone().unwrap_or_else(|| self.app.sessions.agents().default.clone());
        let mode = match record.state.phase.work() {
            Some(Work::Plan) => "plan",
            Some(Work::Review) => "review",
            Some(Work::Code | Work::Custom | Work::Talk) | None => "code",
        };
        Ok(InboxSession {
            id,
            title: self.title(run).await?,
            project_id: run.project,
            project_name: self.project_name(run.project).await?,
            board_id: Some(run.board),
            card_id: Some(run.card.clone()),
            scripted: self.is_scripted(&agent),
            agent,
            mode: mode.to_owned(),
        })
    }

    /// Reads a card's title from its board.
    async fn title(&self, run: &CardRun) -> Result<String, Problem> {
        let Some(board) = self.app.store.board(run.board).await? else { return Ok(String::new()) };
        let document = self.app.rooms.history(board_ref(&board)?).at(board.seq).await?;
        let card = NodeId::parse(&run.card).ok();
        let title = card.and_then(|card| document.node(&card)?.props.get("title")?.as_str().map(str::to_owned));
        Ok(title.unwrap_or_default())
    }

    async fn project_name(&mut self, id: ProjectId) -> Result<String, Problem> {
        if let Some(name) = self.projects.get(&id) {
            return Ok(name.clone());
        }
        let name = self.app.store.project(id).await?.map(|project| project.name).unwrap_or_default();
        self.projects.insert(id, name.clone());
        Ok(name)
    }

    fn is_scripted(&self, agent: &str) -> bool {
        self.app.sessions.agents().by_name.get(agent).is_some_and(|entry| entry.scripted)
    }

    /// Counts the cards that are lined up for the place a card holds while it waits. One that has failed or is reviewed
    /// holds none.
    async fn unblocks(&mut self, board: BoardId, card: &str) -> usize {
        if !self.statuses.contains_key(&board) {
            // Only a board with columns has cards at work.
            let statuses = self.app.cards.statuses(board).await.unwrap_or_default();
            self.statuses.insert(board, statuses);
        }
        let Some(statuses) = self.statuses.get(&board) else { return 0 };
        let waiting = |status: &&Arc<CardStatus>| status.card_id.as_str() == card && status.phase == PhaseName::Waiting;
        let Some(waiting) = statuses.iter().find(waiting) else { return 0 };
        let behind =
            |status: &&Arc<CardStatus>| status.phase == PhaseName::LinedUp && status.column_id == waiting.column_id;
        statuses.iter().filter(behind).count()
    }
}

fn failure(trouble: &Trouble) -> Value {
    let Trouble { code, message, remedy } = trouble;
    json!({ "code": code, "message": message, "remedy": remedy })
}
