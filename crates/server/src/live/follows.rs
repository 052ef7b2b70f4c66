//! The sessions a socket follows. Each has a task that reads on from where the client is, at the client's own pace.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::SessionId;
use rooms::{Frame, Outbox};
use serde_json::{Map, Value};
use sessions::{Followed, Form, SessionError};
use store::{ProjectId, Role, SessionEvent};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::outbound;
use crate::app::App;
use crate::auth::Actor;
use crate::problem::Problem;

/// A session a socket follows; dropping it ends that.
pub(super) struct Follow {
    pub(super) project: ProjectId,
    _guard: DropGuard,
}

#[derive(Default)]
pub(super) struct Follows(pub(super) BTreeMap<SessionId, Follow>);

impl Follows {
    pub(super) fn in_project(&self, project: ProjectId) -> bool {
        self.0.values().any(|follow| follow.project == project)
    }
}

/// Looks up a session's project and the actor's role there; whoever may not see it learns nothing.
pub(super) async fn look_up(app: &App, actor: &Actor, id: SessionId) -> Result<(ProjectId, Role), Problem> {
    let session = app.store.session(id).await?.ok_or_else(|| Problem::not_found("session"))?;
    let role = app.store.role(session.project, actor.user.id).await?.ok_or_else(|| Problem::not_found("session"))?;
    Ok((session.project, role))
}

/// Starts to tell a socket what happens in a session.
pub(super) fn start(
    app: &Arc<App>,
    project: ProjectId,
    id: SessionId,
    after: u64,
    form: Form,
    outbox: Outbox,
) -> Follow {
    let token = CancellationToken::new();
    let guard = token.clone().drop_guard();
    let (app, tasks) = (Arc::clone(app), app.tasks.clone());
    tasks.spawn(async move {
        tokio::select! {
            biased;
            () = token.cancelled() => {}
            () = app.stopping.cancelled() => {}
            () = tell(&app, id, after, form, &outbox) => {}
        }
    });
    Follow { project, _guard: guard }
}

async fn tell(app: &App, id: SessionId, mut after: u64, form: Form, outbox: &Outbox) {
    let mut shown = Map::new();
    loop {
        let mut follower = match app.sessions.follow(id, after, form).await {
            Ok(follower) => follower,
            Err(error) => return say_error(outbox, id, error),
        };
        loop {
            match follower.next().await {
                Ok(Some(news)) => {
                    for frame in frames(app, id, news, form, &mut shown) {
                        if outbox.push_when_roomy(frame).await.is_err() {
                            return;
                        }
                    }
                }
                // Its task has ended; another takes up where it was, if the session is still there.
                Ok(None) => break,
                Err(error) => return say_error(outbox, id, error.into()),
            }
        }
        after = follower.place();
    }
}

fn say_error(outbox: &Outbox, id: SessionId, error: SessionError) {
    outbox.push_always(outbound::session_error(id, &Problem::from(error)));
}

fn frames(app: &App, id: SessionId, news: Followed, form: Form, shown: &mut Map<String, Value>) -> Vec<Frame> {
    match news {
        Followed::Events(events) => events.iter().map(|event| event_frame(id, event)).collect(),
        Followed::View(view) => {
            let session = outbound::session(app, Arc::unwrap_or_clone(view));
            let told = match form {
                Form::Whole => session.clone(),
                Form::Lean => changed(shown, &session),
            };
            *shown = session;
            vec![outbound::session_frame(&told)]
        }
    }
}

/// Returns what of a session is not as it was shown before, and always which one it is and its status.
fn changed(shown: &Map<String, Value>, now: &Map<String, Value>) -> Map<String, Value> {
    let is_news = |name: &str, value: &Value| name == "id" || name == "status" || shown.get(name) != Some(value);
    now.iter().filter(|(name, value)| is_news(name, value)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Drops of text are many and small, so their frame says no more than it must.
fn event_frame(id: SessionId, event: &SessionEvent) -> Frame {
    let SessionEvent { n, kind, at, data } = event;
    let at = if kind.ends_with("_delta") { String::new() } else { format!(r#","at":"{at}""#) };
    Frame::text(format!(r#"{{"type":"event","session":"{id}","n":{n},"event":"{kind}","data":{data}{at}}}"#))
}
