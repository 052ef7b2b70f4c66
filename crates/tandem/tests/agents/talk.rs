//! A session somebody talks in: commands over HTTP, events over the socket.

use serde_json::{Value, json};
use testkit::{Answer, Client, Follower, processes_with};

use crate::stage::MARKER;

pub struct Talk {
    pub id: String,
    pub client: Client,
    pub follower: Follower,
}

impl Talk {
    pub async fn follow(client: &Client, session: &str, after: u64) -> Self {
        let follower = Follower::start(client, session, after).await.unwrap();
        Self { id: session.to_owned(), client: client.clone(), follower }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/sessions/{}{rest}", self.id)
    }

    pub async fn view(&self) -> Value {
        let answer = self.client.get(&self.path("")).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Asks something of the session: `message`, `answer`, `stop`.
    pub async fn post(&self, what: &str, body: Value) -> Answer {
        self.client.post(&self.path(&format!("/{what}")), body).await.unwrap()
    }

    /// Asks something that must be possible, and returns the session.
    pub async fn tell(&self, what: &str, body: Value) -> Value {
        let answer = self.post(what, body).await;
        assert_eq!(answer.status, 200, "{what}: {}", answer.body);
        answer.body
    }

    pub async fn say(&self, content: &str) -> Value {
        self.tell("message", json!({ "content": content })).await
    }

    /// Waits for the next event of a kind and returns its data.
    pub async fn next(&mut self, kind: &str) -> Value {
        self.follower.until(kind).await.unwrap()["data"].clone()
    }

    /// Waits for the end of the turn, which must be a good one, and returns all that was said in it.
    pub async fn turn(&mut self) -> String {
        let done = self.next("done").await;
        assert_eq!(done["outcome"], "completed", "{done}");
        self.said(&done["turn"])
    }

    /// Says something and returns what is said in answer.
    pub async fn ask(&mut self, content: &str) -> String {
        self.say(content).await;
        self.turn().await
    }

    /// Returns the texts of a turn that has ended.
    pub fn said(&self, turn: &Value) -> String {
        let events = &self.follower.events;
        let is_end = |event: &Value| event["event"] == "done";
        let end = events.iter().position(|event| is_end(event) && event["data"]["turn"] == *turn).unwrap();
        let begin = events[..end].iter().rposition(is_end).map_or(0, |before| before + 1);
        events[begin..end]
            .iter()
            .filter(|event| is_text(event))
            .filter_map(|event| event["data"]["text"].as_str())
            .collect()
    }

    /// Waits until a person is asked something, and returns the data of it.
    pub async fn asked(&mut self, kind: &str) -> Value {
        let asked = self.next(kind).await;
        let view = self.view().await;
        assert_eq!((&view["status"], &view["waiting"][0]["data"]), (&json!("waiting"), &asked));
        asked
    }

    /// Returns the processes of its agent and of all that started, the oldest first.
    pub fn processes(&self) -> Vec<u32> {
        processes_with(MARKER, |marker| marker.ends_with(&self.id))
    }

    /// Reads the whole log over HTTP, in small pages, without the drops that a turn leaves for a while.
    pub async fn log(&self) -> Vec<Value> {
        self.whole_log().await.into_iter().filter(|event| !is_drop(&event["type"])).collect()
    }

    /// Reads the whole log over HTTP, in small pages.
    pub async fn whole_log(&self) -> Vec<Value> {
        let (mut log, mut after) = (Vec::new(), json!(0));
        loop {
            let page = self.client.get(&self.path(&format!("/events?limit=7&after={after}"))).await.unwrap();
            assert_eq!(page.status, 200, "{}", page.body);
            log.extend(page.body["items"].as_array().unwrap().iter().cloned());
            match &page.body["next"] {
                Value::Null => return log,
                next => after = next.clone(),
            }
        }
    }
}

/// Returns whether an event is a text that was said in the conversation itself.
pub fn is_text(event: &Value) -> bool {
    event["event"] == "assistant_message" && event["data"]["kind"] == "text" && event["data"]["parent"].is_null()
}

/// Returns whether events of a kind are pieces of a text.
pub fn is_drop(kind: &Value) -> bool {
    kind.as_str().is_some_and(|kind| kind.ends_with("_delta"))
}

/// Returns an event of a socket as the log has it.
pub fn logged(event: &Value) -> Value {
    json!({ "n": event["n"], "type": event["event"], "data": event["data"], "at": event["at"] })
}
