//! What happened in a session, by number.

use engine::Timestamp;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Role, SessionEvent};

use super::sessions::page_size;
use crate::access::{Call, OnSession};
use crate::limits::{EVENTS_PER_PAGE, MAX_EVENTS_PER_PAGE};
use crate::operation::{Operation, Query, Reply, get};
use crate::problem::Problem;
use crate::session_view::Json;

pub fn operations() -> Vec<Operation> {
    vec![
        get(
            "/sessions/{id}/events",
            "list_events",
            "Lists what happened in a session, in order, after or before a number. Numbers may have gaps.",
        )
        .tag("sessions")
        .problem(StatusCode::UNPROCESSABLE_ENTITY)
        .session(Role::Viewer, list_events),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EventsParams {
    /// Events after this number, the first ones.
    after: Option<u64>,
    /// Events before this number, the last ones.
    before: Option<u64>,
    #[schemars(range(min = 1, max = MAX_EVENTS_PER_PAGE))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct EventsResponse {
    items: Vec<EventResponse>,
    /// Given as `after`, or as `before` if that was asked, it continues from here; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct EventResponse {
    n: u64,
    #[serde(rename = "type")]
    kind: String,
    data: Json,
    at: Timestamp,
}

impl From<SessionEvent> for EventResponse {
    fn from(event: SessionEvent) -> Self {
        Self { n: event.n, kind: event.kind, data: Json::stored(&event.data), at: event.at }
    }
}

async fn list_events(
    call: Call<OnSession>,
    Query(params): Query<EventsParams>,
) -> Result<Reply<EventsResponse>, Problem> {
    let limit = page_size(params.limit, EVENTS_PER_PAGE, MAX_EVENTS_PER_PAGE)?;
    let (store, id) = (&call.app.store, call.scope.session.id);
    let (events, next) = match (params.after, params.before) {
        (Some(_), Some(_)) => {
            return Err(Problem::invalid("/before", "ask for events after or before a number, not both"));
        }
        (None, Some(before)) => {
            let mut events = store.events_before(id, before, limit + 1).await?;
            let more = events.len() > limit;
            if more {
                events.remove(0);
            }
            let next = events.first().filter(|_| more).map(|event| event.n);
            (events, next)
        }
        (after, None) => {
            let mut events = store.events(id, after.unwrap_or(0), limit + 1).await?;
            let more = events.len() > limit;
            events.truncate(limit);
            let next = events.last().filter(|_| more).map(|event| event.n);
            (events, next)
        }
    };
    Ok(Reply(EventsResponse { items: events.into_iter().map(Into::into).collect(), next }))
}
