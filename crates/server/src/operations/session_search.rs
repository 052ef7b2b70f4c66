//! Finding sessions by what was said in them.

use engine::{SessionId, Timestamp};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{FoundSession, Hit, Role};

use crate::access::{Call, InProject};
use crate::limits::{FOUND_PER_PAGE, MAX_QUERY_CHARS};
use crate::operation::{Operation, Query, Reply, get};
use crate::page::{Cursor, ListResponse};
use crate::problem::Problem;
use crate::session_view::StatusName;

pub fn operations() -> Vec<Operation> {
    vec![
        get(
            "/projects/{id}/session_search",
            "list_found_sessions",
            "Finds sessions in which all of these words were said in one place, the one where it was said last first. \
             Case and accents do not matter, and the last word may be the beginning of one.",
        )
        .tag("sessions")
        .problem(StatusCode::UNPROCESSABLE_ENTITY)
        .project(Role::Viewer, search_sessions),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchParams {
    /// Words as a person types them; without any nothing is found.
    #[schemars(length(max = MAX_QUERY_CHARS))]
    q: String,
    /// The `next` of the page before.
    cursor: Option<Cursor>,
}

/// A session in which something was found.
#[derive(Serialize, JsonSchema)]
struct FoundSessionResponse {
    session: FoundSessionSummary,
    /// The newest places in it, the newest first.
    hits: Vec<HitResponse>,
}

#[derive(Serialize, JsonSchema)]
struct FoundSessionSummary {
    id: SessionId,
    title: String,
    agent: String,
    mode: String,
    status: StatusName,
    card_id: Option<String>,
    updated_at: Timestamp,
}

#[derive(Serialize, JsonSchema)]
struct HitResponse {
    /// The number of the event; 0 for the title.
    n: u64,
    /// The type of the event, or `title`.
    kind: String,
    at: Timestamp,
    /// What was said around the first of the words, in one line.
    excerpt: String,
    /// Where the words are in the excerpt: from and to, in UTF-16 code units, as `slice` of JavaScript counts.
    ranges: Vec<(usize, usize)>,
}

impl From<FoundSession> for FoundSessionResponse {
    fn from(found: FoundSession) -> Self {
        let FoundSession { session, hits, .. } = found;
        Self {
            session: FoundSessionSummary {
                id: session.id,
                title: session.title,
                agent: session.agent,
                mode: session.mode,
                status: session.status.into(),
                card_id: session.card,
                updated_at: session.updated_at,
            },
            hits: hits.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Hit> for HitResponse {
    fn from(Hit { n, kind, at, excerpt, ranges }: Hit) -> Self {
        Self { n, kind, at, excerpt, ranges }
    }
}

async fn search_sessions(
    call: Call<InProject>,
    Query(params): Query<SearchParams>,
) -> Result<Reply<ListResponse<FoundSessionResponse>>, Problem> {
    if params.q.chars().count() > MAX_QUERY_CHARS {
        return Err(Problem::invalid("/q", format!("at most {MAX_QUERY_CHARS} characters can be looked for")));
    }
    let before = params.cursor.map(place).transpose()?;
    let project = call.scope.project.id;
    let mut found = call.app.store.search_sessions(project, &params.q, before, FOUND_PER_PAGE + 1).await?;
    let more = found.len() > FOUND_PER_PAGE;
    found.truncate(FOUND_PER_PAGE);
    let next = found.last().filter(|_| more).map(|found| Cursor::after(u128::from(found.place).to_be_bytes()));
    Ok(Reply(ListResponse { items: found.into_iter().map(Into::into).collect(), next }))
}

fn place(cursor: Cursor) -> Result<u64, Problem> {
    let place = u64::try_from(u128::from_be_bytes(cursor.id()));
    place.map_err(|_| Problem::invalid("/cursor", "this cursor did not come from a list's `next`"))
}
