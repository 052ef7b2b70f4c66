//! What a person sees: the log in rows, however it arrived.

use engine::SessionId;
use serde_json::{Map, Value};
use sessions::{Followed, Follower, Form, Sessions, View};
use store::{SessionEvent, Store};

use super::settle;

/// One event as it is shown; a message with all of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub n: u64,
    pub kind: String,
    pub data: Value,
}

/// What a client makes of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    pub rows: Vec<Row>,
    /// What is being said.
    pub open: String,
    pub last: u64,
    /// The numbers it was given, in order.
    pub numbers: Vec<u64>,
}

impl Screen {
    pub fn after(last: u64) -> Self {
        Self { last, ..Self::default() }
    }

    pub fn show(&mut self, event: &SessionEvent) {
        assert!(event.n > self.last, "event {} came after {}", event.n, self.last);
        self.last = event.n;
        self.numbers.push(event.n);
        let mut data: Map<String, Value> = serde_json::from_str(&event.data).unwrap();
        if event.kind.ends_with("_delta") {
            self.open.push_str(data["text"].as_str().unwrap());
            return;
        }
        if event.kind == "assistant_message" {
            if !data.contains_key("parent") {
                let heard = std::mem::take(&mut self.open);
                data.entry("text").or_insert(Value::String(heard));
            }
            data.remove("drops");
        }
        self.rows.push(Row { n: event.n, kind: event.kind.clone(), data: Value::Object(data) });
    }

    pub fn show_all(&mut self, events: &[SessionEvent]) {
        for event in events {
            self.show(event);
        }
    }

    pub fn kinds(&self) -> Vec<&str> {
        self.rows.iter().map(|row| row.kind.as_str()).collect()
    }
}

/// Reads a whole log as somebody does who comes later.
pub async fn read(store: &dyn Store, session: SessionId) -> Screen {
    let mut screen = Screen::default();
    loop {
        let page = store.events(session, screen.last, 50).await.unwrap();
        if page.is_empty() {
            return screen;
        }
        screen.show_all(&page);
    }
}

/// One who follows a session and shows it.
pub struct Reader {
    pub follower: Follower,
    pub screen: Screen,
    pub views: Vec<View>,
    /// Every event as it came.
    pub events: Vec<SessionEvent>,
}

impl Reader {
    pub async fn new(sessions: &Sessions, session: SessionId, screen: Screen, form: Form) -> Self {
        let follower = sessions.follow(session, screen.last, form).await.unwrap();
        Self { follower, screen, views: Vec::new(), events: Vec::new() }
    }

    /// Takes one piece, if there is one now; returns whether there was.
    pub async fn take(&mut self) -> bool {
        let followed = tokio::select! {
            biased;
            followed = self.follower.next() => followed.unwrap(),
            () = settle() => return false,
        };
        match followed {
            Some(Followed::Events(events)) => {
                self.screen.show_all(&events);
                self.events.extend(events);
                assert_eq!(self.follower.place(), self.screen.last);
                true
            }
            Some(Followed::View(view)) => {
                self.views.push(View::clone(&view));
                true
            }
            None => false,
        }
    }

    /// Takes all there is now.
    pub async fn catch_up(&mut self) {
        while self.take().await {}
    }

    /// Returns the kinds of the events that have come since this was last asked.
    pub async fn kinds(&mut self) -> Vec<String> {
        self.catch_up().await;
        self.events.drain(..).map(|event| event.kind).collect()
    }

    /// Returns the session as it was last shown, with the number of the last event.
    pub async fn view(&mut self) -> View {
        self.catch_up().await;
        let last_event = self.screen.last;
        View { last_event, ..self.views.last().unwrap().clone() }
    }
}
