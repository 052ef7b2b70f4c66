//! After a restart: every session back in an honest state.

use agents::BlockKind;
use engine::{SessionId, Timestamp};
use serde::Deserialize;
use serde_json::json;
use store::{Session, SessionEvent, SessionStatus, SessionStep};

use crate::actor::{cut_off, interrupted};
use crate::config::SessionsConfig;
use crate::entry::{ASSISTANT_MESSAGE, DELTAS, DONE, Entry, TEXT_DELTA, failure_data};
use crate::error::SessionError;
use crate::journal::{Drops, Journal, TurnFacts};
use crate::limits::{FOLLOW_PAGE, MAX_LOOK_BACK, RECOVER_PAGE};
use crate::turns::turn_end;

/// Ends the turns that were cut off, except of those that are open. Returns the sessions that wait for a place: first
/// those that had one, then the one that waits longest.
pub(crate) async fn settle(
    config: &SessionsConfig,
    is_open: impl Fn(SessionId) -> bool,
) -> Result<Vec<SessionId>, SessionError> {
    let mut queued = Vec::new();
    let mut after = None;
    loop {
        let sessions = config.store.unfinished_sessions(after, RECOVER_PAGE).await?;
        let Some(last) = sessions.last() else { break };
        after = Some(last.id);
        for session in sessions.into_iter().filter(|session| !is_open(session.id)) {
            let id = session.id;
            match session.status {
                SessionStatus::Queued => queued.push((session.queued_at, id)),
                SessionStatus::Running | SessionStatus::Waiting => match end_turn(config, session).await {
                    Ok(session) if session.status == SessionStatus::Queued => queued.push((None, id)),
                    Ok(_) => {}
                    // It is tried again when somebody asks for it.
                    Err(error) => tracing::error!(session.id = %id, %error, "Session {id} could not be closed"),
                },
                SessionStatus::Idle | SessionStatus::Failed | SessionStatus::Ended => {}
            }
        }
    }
    queued.sort();
    Ok(queued.into_iter().map(|(_, id)| id).collect())
}

/// Ends the turn of a session that has no process any more, and returns the session as it is then.
pub(crate) async fn end_turn(config: &SessionsConfig, mut session: Session) -> Result<Session, SessionError> {
    let now = (config.now)();
    let id = session.id;
    let asked = config.store.open_requests(id).await?;
    let last = config.store.last_event(id).await?;
    let Unfinished { began_at, said, drops } = unfinished(config, id, last).await?;
    let in_turn = began_at.is_some();
    if session.status == SessionStatus::Waiting && !in_turn && !asked.is_empty() {
        // It waits for a person and needs no process for that.
        return Ok(session);
    }
    let failure = interrupted();
    let mut journal = Journal::after(last);
    journal.take_up(said, drops);
    let mut folding = Drops::default();
    if let Some(began_at) = began_at {
        let outcome = cut_off(&asked);
        session.outcome = Some(turn_end(&outcome));
        let facts = TurnFacts::cut_off(began_at, now);
        folding = journal.done(session.turns, &outcome, &facts, now);
    }
    let unheard = !config.store.waiting_messages(id).await?.is_empty();
    session.updated_at = now;
    if asked.is_empty() && !in_turn && unheard {
        // It was cut off before anything was said to the agent: it has only lost its place.
        journal.add(&Entry::status(SessionStatus::Queued, json!({})), now);
        session.status = SessionStatus::Queued;
        session.queued_at = Some(now);
    } else if asked.is_empty() {
        journal.add(&Entry::error(&failure), now);
        journal.add(&Entry::status(SessionStatus::Failed, json!({})), now);
        session.status = SessionStatus::Failed;
        session.failure = Some(failure_data(&failure).to_string());
    } else if session.status != SessionStatus::Waiting {
        journal.add(&Entry::status(SessionStatus::Waiting, json!({})), now);
        session.status = SessionStatus::Waiting;
    }
    let step = SessionStep { events: journal.take(), session: Some(session.clone()), ..SessionStep::default() };
    config.store.record(id, step).await?;
    if folding.count > 0 {
        config.store.fold_events(id, folding.first, folding.last, &DELTAS).await?;
    }
    tracing::info!(session.id = %id, "Session {id} was cut off by the end of the server");
    Ok(session)
}

/// What the log says about a turn that did not come to its end.
struct Unfinished {
    /// When the turn began; none if there is no such turn.
    began_at: Option<Timestamp>,
    said: Option<(BlockKind, String, u64)>,
    drops: Drops,
}

async fn unfinished(config: &SessionsConfig, session: SessionId, last: u64) -> Result<Unfinished, SessionError> {
    let mut events: Vec<SessionEvent> = Vec::new();
    let mut before = last + 1;
    while events.len() < MAX_LOOK_BACK {
        let page = config.store.events_before(session, before, FOLLOW_PAGE).await?;
        let Some(first) = page.first() else { break };
        before = first.n;
        let end = page.iter().rposition(|event| event.kind == DONE);
        let of_turn = page.into_iter().skip(end.map_or(0, |end| end + 1));
        events.splice(0..0, of_turn);
        if end.is_some() {
            break;
        }
    }
    Ok(read(&events))
}

fn read(events: &[SessionEvent]) -> Unfinished {
    let mut unfinished = Unfinished { began_at: None, said: None, drops: Drops::default() };
    for event in events {
        let is_drop = DELTAS.contains(&event.kind.as_str());
        match event.kind.as_str() {
            // What happens between turns as well.
            "user_message" | "status" | "taken_back" | "settled" | "error" | "task" | "notice" => {}
            ASSISTANT_MESSAGE => {
                unfinished.began_at.get_or_insert(event.at);
                if !is_of_subagent(event) {
                    unfinished.said = None;
                }
            }
            _ => {
                unfinished.began_at.get_or_insert(event.at);
            }
        }
        if is_drop {
            let drops = &mut unfinished.drops;
            drops.first = if drops.count == 0 { event.n } else { drops.first };
            drops.count += 1;
            drops.last = event.n;
            let kind = if event.kind == TEXT_DELTA { BlockKind::Text } else { BlockKind::Thinking };
            let said = unfinished.said.get_or_insert((kind, String::new(), 0));
            said.1.push_str(&text(event));
            said.2 += 1;
        }
    }
    unfinished
}

fn text(event: &SessionEvent) -> String {
    #[derive(Deserialize)]
    struct Drop {
        text: String,
    }
    serde_json::from_str::<Drop>(&event.data).map(|drop| drop.text).unwrap_or_default()
}

fn is_of_subagent(event: &SessionEvent) -> bool {
    #[derive(Deserialize)]
    struct Said {
        parent: Option<String>,
    }
    serde_json::from_str::<Said>(&event.data).is_ok_and(|said| said.parent.is_some())
}
