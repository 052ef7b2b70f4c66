//! A session as every door shows it.

use engine::{BoardId, SessionId, Timestamp, UserId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use sessions::{Agents, View};
use store::{OpenRequest, ProjectId, SessionStatus, WaitingMessage};

engine::id!(
    /// A message to an agent.
    MessageId
);

/// An agent's session.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionResponse {
    pub id: SessionId,
    pub project_id: ProjectId,
    pub board_id: Option<BoardId>,
    /// The card it works on.
    pub card_id: Option<String>,
    pub title: String,
    pub agent: String,
    /// Whether the agent plays a script and is no model.
    pub scripted: bool,
    pub mode: String,
    /// The agent's own choice if none.
    pub model: Option<String>,
    pub status: StatusName,
    /// Its place in the queue, counted from 1, while it is queued.
    pub place: Option<usize>,
    pub forked_from: Option<SessionId>,
    /// After which turn of that; after all that was said if none. What was said until then is in the log of that session.
    pub forked_at_turn: Option<u32>,
    pub created_by: UserId,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The number of its last event.
    pub last_event: u64,
    pub turns: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cache_read_tokens: u64,
    pub cache_write_tokens: u64,
    pub cost_usd: f64,
    /// How full the model's context is, as last heard.
    pub context_tokens: u64,
    pub context_window: Option<u64>,
    /// Why it failed.
    pub failure: Option<Json>,
    /// What a person is asked.
    pub waiting: Vec<RequestResponse>,
    /// What has not yet reached the agent.
    pub queued_messages: Vec<MessageResponse>,
}

/// Something a person is asked by an agent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RequestResponse {
    pub request_id: String,
    /// `question`, `plan` or `permission`.
    pub kind: String,
    pub asked_at: Timestamp,
    /// The data of the event that asked.
    pub data: Json,
}

/// A message on its way to the agent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MessageResponse {
    pub id: MessageId,
    pub content: String,
    pub sent_by: Option<UserId>,
    pub sent_at: Timestamp,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SessionStatus")]
pub enum StatusName {
    Queued,
    Running,
    Waiting,
    Idle,
    Failed,
    Ended,
}

impl From<SessionStatus> for StatusName {
    fn from(status: SessionStatus) -> Self {
        match status {
            SessionStatus::Queued => Self::Queued,
            SessionStatus::Running => Self::Running,
            SessionStatus::Waiting => Self::Waiting,
            SessionStatus::Idle => Self::Idle,
            SessionStatus::Failed => Self::Failed,
            SessionStatus::Ended => Self::Ended,
        }
    }
}

/// An object that is JSON already.
#[derive(Debug)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Takes what the store has; what is no JSON becomes `null`.
    pub fn stored(text: &str) -> Self {
        Self(RawValue::from_string(text.to_owned()).unwrap_or_else(|error| {
            tracing::error!(%error, "A session's record is no JSON");
            RawValue::NULL.to_owned()
        }))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Json {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": true })
    }
}

impl SessionResponse {
    pub fn new(view: View, agents: &Agents) -> Self {
        let View { session, place, last_event, requests, messages, doing: _ } = view;
        let totals = session.totals;
        Self {
            id: session.id,
            project_id: session.project,
            board_id: session.board,
            card_id: session.card,
            title: session.title,
            scripted: agents.by_name.get(&session.agent).is_some_and(|entry| entry.scripted),
            agent: session.agent,
            mode: session.mode,
            model: session.model,
            status: session.status.into(),
            place,
            forked_from: session.parent,
            forked_at_turn: session.forked_at,
            created_by: session.created_by,
            created_at: session.created_at,
            updated_at: session.updated_at,
            last_event,
            turns: session.turns,
            input_tokens: totals.input_tokens,
            output_tokens: totals.output_tokens,
            cache_read_tokens: totals.cache_read_tokens,
            cache_write_tokens: totals.cache_write_tokens,
            cost_usd: totals.cost_usd,
            context_tokens: totals.context_tokens,
            context_window: totals.context_window,
            failure: session.failure.as_deref().map(Json::stored),
            waiting: requests.iter().map(RequestResponse::from).collect(),
            queued_messages: messages.into_iter().map(MessageResponse::from).collect(),
        }
    }
}

impl From<&OpenRequest> for RequestResponse {
    fn from(request: &OpenRequest) -> Self {
        Self {
            request_id: request.id.clone(),
            kind: request.kind.clone(),
            asked_at: request.asked_at,
            data: Json::stored(&request.data),
        }
    }
}

impl From<WaitingMessage> for MessageResponse {
    fn from(message: WaitingMessage) -> Self {
        let WaitingMessage { id, content, sent_by, sent_at, .. } = message;
        Self { id: MessageId::from_bytes(id), content, sent_by, sent_at }
    }
}
