//! Following a session: each follower keeps its own place in the log and reads on from there.
//!
//! Nothing is queued for a follower, so a slow one costs nothing and loses nothing. The latest events are at hand in
//! memory; who is further behind reads from the store.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::SessionId;
use serde_json::{Map, Value};
use store::{SessionEvent, Store, StoreError};
use tokio::sync::watch;

use crate::entry::{ASSISTANT_MESSAGE, DELTAS};
use crate::limits::{FOLLOW_PAGE, RECENT_BYTES, RECENT_EVENTS};
use crate::view::View;

/// The end of a session's log, for those who follow it.
pub(crate) struct Tail {
    session: SessionId,
    state: Mutex<State>,
    moved: watch::Sender<u64>,
}

struct State {
    last: u64,
    /// The latest events without a gap, up to the last.
    recent: VecDeque<SessionEvent>,
    /// Bytes of their data.
    bytes: usize,
    view: Arc<View>,
    /// Counts the views.
    version: u64,
    /// Nothing more will come.
    closed: bool,
}

/// How a follower wants to be told what it has heard already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A finished message comes with its text.
    Whole,
    /// A finished message comes without its text if the follower got all the drops it was made of.
    Lean,
}

/// What comes next.
#[derive(Debug)]
pub enum Followed {
    Events(Vec<SessionEvent>),
    View(Arc<View>),
}

/// One who follows a session.
pub struct Follower {
    tail: Arc<Tail>,
    store: Arc<dyn Store>,
    moved: watch::Receiver<u64>,
    after: u64,
    form: Form,
    version: u64,
    /// Drops heard since the last message ended.
    drops: u64,
}

impl Tail {
    pub(crate) fn new(session: SessionId, view: View) -> Self {
        let state = State {
            last: view.last_event,
            recent: VecDeque::new(),
            bytes: 0,
            view: Arc::new(view),
            version: 1,
            closed: false,
        };
        Self { session, state: Mutex::new(state), moved: watch::channel(0).0 }
    }

    /// Shows what is on disk.
    pub(crate) fn publish(&self, events: Vec<SessionEvent>, view: View) {
        let mut state = self.lock();
        state.last = view.last_event;
        state.bytes += events.iter().map(|event| event.data.len()).sum::<usize>();
        state.recent.extend(events);
        while state.recent.len() > RECENT_EVENTS || state.bytes > RECENT_BYTES {
            let Some(oldest) = state.recent.pop_front() else { break };
            state.bytes -= oldest.data.len();
        }
        // What every event moves is said by the events.
        state.version += u64::from(!state.view.looks_like(&view));
        state.view = Arc::new(view);
        drop(state);
        self.moved.send_modify(|moves| *moves += 1);
    }

    /// Tells those who follow that nothing more will come from here.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.moved.send_modify(|moves| *moves += 1);
    }

    /// Returns the session as it was last shown.
    pub(crate) fn view(&self) -> View {
        View::clone(&self.lock().view)
    }

    pub(crate) fn has_followers(&self) -> bool {
        self.moved.receiver_count() > 0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Whole at every step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the events after `after` if they are at hand; none if they must be read.
    fn recent(&self, after: u64) -> Option<Vec<SessionEvent>> {
        let state = self.lock();
        if after >= state.last {
            return Some(Vec::new());
        }
        let first = state.recent.front()?.n;
        (first <= after + 1).then(|| {
            let begin = state.recent.partition_point(|event| event.n <= after);
            state.recent.iter().skip(begin).take(FOLLOW_PAGE).cloned().collect()
        })
    }
}

impl Follower {
    pub(crate) fn new(tail: Arc<Tail>, store: Arc<dyn Store>, after: u64, form: Form) -> Self {
        let mut moved = tail.moved.subscribe();
        moved.mark_changed();
        Self { tail, store, moved, after, form, version: 0, drops: 0 }
    }

    /// Returns the number of the last event it was given.
    pub fn place(&self) -> u64 {
        self.after
    }

    /// Waits for what comes next; none when the session has to be followed anew, if it is still there. Safe to cancel.
    pub async fn next(&mut self) -> Result<Option<Followed>, StoreError> {
        loop {
            // Asked first: what came before the end is still told.
            let closed = self.tail.lock().closed;
            if let Some(followed) = self.ready().await? {
                return Ok(Some(followed));
            }
            if closed || self.moved.changed().await.is_err() {
                return Ok(None);
            }
        }
    }

    async fn ready(&mut self) -> Result<Option<Followed>, StoreError> {
        let events = match self.tail.recent(self.after) {
            Some(events) => events,
            None => self.store.events(self.tail.session, self.after, FOLLOW_PAGE).await?,
        };
        if let Some(last) = events.last() {
            self.after = last.n;
            let events = events.into_iter().map(|event| self.told(event)).collect();
            return Ok(Some(Followed::Events(events)));
        }
        let state = self.tail.lock();
        if state.version > self.version {
            self.version = state.version;
            return Ok(Some(Followed::View(Arc::clone(&state.view))));
        }
        Ok(None)
    }

    fn told(&mut self, event: SessionEvent) -> SessionEvent {
        if DELTAS.contains(&event.kind.as_str()) {
            self.drops += 1;
            return event;
        }
        if event.kind != ASSISTANT_MESSAGE || self.form == Form::Whole {
            return event;
        }
        let Ok(mut data) = serde_json::from_str::<Map<String, Value>>(&event.data) else { return event };
        if data.contains_key("parent") {
            return event;
        }
        let heard = std::mem::take(&mut self.drops);
        let drops = data.get("drops").and_then(Value::as_u64).unwrap_or(0);
        if drops == 0 || drops != heard {
            return event;
        }
        data.remove("text");
        SessionEvent { data: Value::Object(data).to_string().into(), ..event }
    }
}
