//! What was said in a session, in a few words.

use engine::SessionId;
use serde_json::Value;
use store::{SessionEvent, Store, StoreError, WaitingMessage};
use uuid::Uuid;

use crate::entry::ASSISTANT_MESSAGE;
use crate::limits::{RECAP_BYTES, RECAP_EVENTS};

/// Says what was said last in a session, up to an event of it if one is given, for an agent that has no record of it.
pub(crate) async fn recap(
    store: &dyn Store,
    session: SessionId,
    up_to: Option<u64>,
) -> Result<Option<String>, StoreError> {
    let last = match up_to {
        Some(n) => n,
        None => store.last_event(session).await?,
    };
    let events = store.events_before(session, last.saturating_add(1), RECAP_EVENTS).await?;
    let unheard = store.waiting_messages(session).await?;
    let mut said: Vec<String> = Vec::new();
    let mut left = RECAP_BYTES;
    for event in events.iter().rev() {
        let Some(line) = line(event, &unheard) else { continue };
        if line.len() > left {
            break;
        }
        left -= line.len();
        said.push(line);
    }
    said.reverse();
    let begin = "You have no record of this conversation. This is the end of what was said in it:";
    Ok((!said.is_empty()).then(|| format!("{begin}\n\n{}", said.join("\n\n"))))
}

fn line(event: &SessionEvent, unheard: &[WaitingMessage]) -> Option<String> {
    let data: Value = serde_json::from_str(&event.data).ok()?;
    match event.kind.as_str() {
        "user_message" => {
            // What it has not been told yet comes by itself.
            let id: Uuid = data["id"].as_str()?.parse().ok()?;
            let heard = !unheard.iter().any(|message| message.id == id.into_bytes());
            heard.then(|| format!("Person: {}", data["content"].as_str().unwrap_or_default()))
        }
        ASSISTANT_MESSAGE if data["kind"] == "text" && data["parent"].is_null() => {
            Some(format!("You: {}", data["text"].as_str().unwrap_or_default()))
        }
        _ => None,
    }
}
