use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::event::{Event, TurnOutcome};

const ID: u128 = 0x0b9d_8ad0_3a3c_4b43_9c1f_2f8d_1c1b_0a01;

struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn past(&self) -> PastConversations {
        let environment = [("HOME".into(), self.folder.path().into())];
        PastConversations::of(&environment).unwrap()
    }

    fn file(&self, id: u128) -> PathBuf {
        let folder = self.folder.path().join(".claude/projects").join(folder_name("/srv/app.v1"));
        fs::create_dir_all(&folder).unwrap();
        folder.join(format!("{}.jsonl", Uuid::from_u128(id)))
    }

    fn write(&self, id: u128, lines: &[String]) {
        fs::write(self.file(id), lines.join("\n")).unwrap();
    }

    async fn list(&self) -> Vec<PastSummary> {
        self.past().list(Path::new("/srv/app.v1")).await.unwrap()
    }

    async fn read(&self) -> Option<PastConversation> {
        self.past().read(Path::new("/srv/app.v1"), ConversationId(Uuid::from_u128(ID))).await.unwrap()
    }
}

/// A line of a person or the agent; `parent` is 0 for the first.
fn line(kind: &str, uuid: u128, parent: u128, content: &Value) -> String {
    let parent = (parent > 0).then(|| Uuid::from_u128(parent));
    let line = json!({
        "type": kind, "uuid": Uuid::from_u128(uuid), "parentUuid": parent, "isSidechain": false, "cwd": "/srv/app.v1",
        "timestamp": "2026-01-31T09:30:00.000Z", "gitBranch": "main", "message": { "role": kind, "content": content },
    });
    line.to_string()
}

fn person(uuid: u128, parent: u128, text: &str) -> String {
    line("user", uuid, parent, &json!(text))
}

fn agent(uuid: u128, parent: u128, text: &str) -> String {
    line("assistant", uuid, parent, &json!([{ "type": "text", "text": text }]))
}

fn spoken(conversation: &PastConversation) -> Vec<String> {
    let mut spoken = Vec::new();
    for turn in &conversation.turns {
        spoken.extend(turn.messages.iter().map(|(_, text)| format!("person: {text}")));
        spoken.extend(turn.events.iter().map(|past| match &past.event {
            Event::Said { text, .. } => format!("agent: {text}"),
            Event::ToolStarted { name, .. } => format!("calls {name}"),
            Event::ToolEnded { content, .. } => format!("result {content}"),
            other => format!("{other:?}"),
        }));
        spoken.push(format!("{:?}", turn.outcome));
    }
    spoken
}

#[tokio::test]
async fn a_conversation_is_listed_and_read() {
    let home = Home::new();
    let call = json!([{ "type": "tool_use", "id": "t", "name": "Bash", "input": { "command": "ls" } }]);
    let result = json!([{ "type": "tool_result", "tool_use_id": "t", "content": "a.txt" }]);
    let lines = [
        json!({ "type": "queue-operation" }).to_string(),
        person(1, 0, "\n  Look around\nplease"),
        line("assistant", 2, 1, &call),
        line("user", 3, 2, &result),
        agent(4, 3, "There is a file."),
        person(5, 4, "Thanks"),
        person(6, 5, "[Request interrupted by user]"),
    ];
    home.write(ID, &lines);
    let summary = home.list().await.remove(0);
    assert_eq!((summary.title.as_str(), summary.messages, summary.branch.as_deref()), ("Look around", 4, Some("main")));
    assert_eq!(summary.started_at_ms, 1_769_851_800_000);
    let conversation = home.read().await.unwrap();
    assert_eq!(
        spoken(&conversation),
        [
            "person: \n  Look around\nplease",
            "calls Bash",
            "result a.txt",
            "agent: There is a file.",
            "Completed",
            "person: Thanks",
            "Interrupted",
        ]
    );
    assert_eq!(conversation.turns[0].point, Some(crate::agent::Point(Uuid::from_u128(4))));
    assert_eq!(conversation.turns[1].outcome, TurnOutcome::Interrupted);
}

#[tokio::test]
async fn what_was_left_behind_and_what_was_not_said_is_passed_over() {
    let home = Home::new();
    let hidden = |field: &str, uuid: u128| person(uuid, 2, "hidden").replacen('{', &format!("{{\"{field}\":true,"), 1);
    let lines = [
        person(1, 0, "One"),
        agent(2, 1, "First try"),
        person(3, 2, "A branch that was left"),
        agent(4, 3, "Left"),
        hidden("isMeta", 5),
        line("system", 6, 2, &json!("bookkeeping")),
        person(7, 6, "<command-name>/clear</command-name>"),
        person(8, 7, "Two"),
        agent(9, 8, "Second"),
    ];
    home.write(ID, &lines);
    let said = spoken(&home.read().await.unwrap());
    assert_eq!(said, ["person: One", "agent: First try", "Completed", "person: Two", "agent: Second", "Completed"]);
}

#[tokio::test]
async fn hostile_lines_are_counted_and_passed_over() {
    let home = Home::new();
    let lines = [
        "no JSON".to_owned(),
        "[1, 2".to_owned(),
        json!({ "type": 7, "uuid": [], "message": "x", "timestamp": {} }).to_string(),
        // It is its own parent, and the parent of the other.
        person(1, 1, "One"),
        agent(2, 1, "Two"),
        line("assistant", 3, 2, &json!({ "no": "list" })),
        line("assistant", 4, 3, &json!([7, { "type": "text" }, { "type": "new" }])),
    ];
    home.write(ID, &lines);
    let conversation = home.read().await.unwrap();
    assert_eq!(spoken(&conversation), ["person: One", "agent: Two", "Completed"]);
    assert_eq!(conversation.unreadable, 2);
}

#[tokio::test]
async fn another_folder_with_the_same_name_and_what_is_no_file_are_not_listed() {
    let home = Home::new();
    // `/srv/app-v1` has the same name in the CLI's folder.
    home.write(ID, &[person(1, 0, "One").replace("/srv/app.v1", "/srv/app-v1")]);
    let outside = home.folder.path().join("outside.jsonl");
    fs::write(&outside, person(1, 0, "One")).unwrap();
    std::os::unix::fs::symlink(&outside, home.file(2)).unwrap();
    fs::create_dir(home.file(3)).unwrap();
    fs::write(home.file(ID).with_file_name("notes.jsonl"), person(1, 0, "One")).unwrap();
    assert_eq!((home.list().await, home.read().await), (Vec::new(), None));
    let linked = Home::new();
    let folder = linked.file(ID).parent().unwrap().to_owned();
    fs::remove_dir(&folder).unwrap();
    std::os::unix::fs::symlink(home.folder.path(), &folder).unwrap();
    assert_eq!(linked.list().await, Vec::new());
    assert_eq!(Home::new().list().await, Vec::new(), "there is no such folder");
}

#[tokio::test]
async fn a_very_long_conversation_keeps_its_end() {
    let home = Home::new();
    let mut lines = Vec::new();
    for turn in 0..11_000_u128 {
        lines.push(person(2 * turn + 1, 2 * turn, "Say"));
        lines.push(agent(2 * turn + 2, 2 * turn + 1, &format!("answer {turn}")));
    }
    home.write(ID, &lines);
    let conversation = home.read().await.unwrap();
    assert!(conversation.left_out > 4_000 && conversation.turns.len() + conversation.left_out == 11_000);
    assert_eq!(spoken(&conversation)[spoken(&conversation).len() - 2], "agent: answer 10999");
}

#[test]
fn a_folder_has_the_name_that_the_cli_gives_it() {
    assert_eq!(folder_name("/srv/app.v1/ä🦀_x"), "-srv-app-v1-----x");
}
