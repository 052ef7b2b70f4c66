use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Map;
use uuid::Uuid;

use super::*;

const ONE: ConversationId = ConversationId(Uuid::from_u128(1));
const TWO: ConversationId = ConversationId(Uuid::from_u128(2));

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().join("deep/conversations")
    }

    async fn open(&self, conversation: Conversation) -> Result<History, FailureCode> {
        History::open(self.folder(), conversation).await.map_err(|failure| failure.code)
    }

    async fn with(&self, messages: &[Message]) {
        let mut history = self.open(Conversation::New(ONE)).await.unwrap();
        for message in messages {
            history.append(message.clone()).await.unwrap();
        }
    }

    fn file(&self, id: ConversationId) -> PathBuf {
        path(&self.folder(), id)
    }

    fn text(&self, id: ConversationId) -> String {
        fs::read_to_string(self.file(id)).unwrap()
    }
}

fn said(text: &str) -> Message {
    Message::user(vec![Block::text(text)])
}

fn called(ids: &[&str]) -> Message {
    let call = |id: &&str| Block::ToolUse { id: (*id).to_owned(), name: "list_cards".to_owned(), input: Map::new() };
    Message::assistant(ids.iter().map(call).collect())
}

fn interrupted(id: &str) -> Block {
    Block::ToolResult { tool_use_id: id.to_owned(), content: "interrupted".to_owned(), is_error: true }
}

#[tokio::test]
async fn a_message_is_a_line_that_only_the_owner_reads() {
    let place = Place::new();
    place.with(&[said("Hello\nyou"), Message::assistant(vec![Block::text("Yes?")])]).await;
    let expected = r#"{"role":"user","content":[{"type":"text","text":"Hello\nyou"}]}
{"role":"assistant","content":[{"type":"text","text":"Yes?"}]}
"#;
    assert_eq!(place.text(ONE), expected);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place.file(ONE)), 0o600);
    assert_eq!(mode(&place.folder()), 0o700);
}

#[tokio::test]
async fn a_message_without_content_is_none() {
    let place = Place::new();
    place.with(&[said("Hello"), Message::assistant(vec![])]).await;
    assert_eq!(place.open(Conversation::Resume(ONE)).await.unwrap().messages(), [said("Hello")]);
}

#[tokio::test]
async fn a_conversation_that_was_begun_before_is_taken_up() {
    let place = Place::new();
    place.with(&[said("Hello")]).await;
    assert_eq!(place.open(Conversation::New(ONE)).await.unwrap().messages(), [said("Hello")]);
    assert!(place.text(ONE).contains("Hello"));
}

#[tokio::test]
async fn what_is_not_there_cannot_be_taken_up() {
    let place = Place::new();
    assert_eq!(place.open(Conversation::Resume(ONE)).await.unwrap_err(), FailureCode::ConversationMissing);
    let fork = Conversation::Fork { from: ONE, to: TWO, at: None };
    assert_eq!(place.open(fork).await.unwrap_err(), FailureCode::ConversationMissing);
    assert!(!place.file(TWO).exists());
}

#[tokio::test]
async fn a_conversation_goes_on_where_it_ended() {
    let place = Place::new();
    place.with(&[said("Hello")]).await;
    let mut history = place.open(Conversation::Resume(ONE)).await.unwrap();
    history.append(said("More")).await.unwrap();
    drop(history);
    let history = place.open(Conversation::Resume(ONE)).await.unwrap();
    assert_eq!(history.messages(), [said("Hello"), said("More")]);
}

#[tokio::test]
async fn half_a_line_is_cut_off_wherever_it_broke() {
    let place = Place::new();
    place.with(&[said("Hello"), said("grüße")]).await;
    let whole = fs::read(place.file(ONE)).unwrap();
    let first = place.text(ONE).find('\n').unwrap() + 1;
    for end in first..whole.len() {
        fs::write(place.file(ONE), &whole[..end]).unwrap();
        let mut history = place.open(Conversation::Resume(ONE)).await.unwrap();
        assert_eq!(history.messages(), [said("Hello")], "cut at {end}");
        history.append(said("More")).await.unwrap();
        let history = place.open(Conversation::Resume(ONE)).await.unwrap();
        assert_eq!(history.messages(), [said("Hello"), said("More")], "cut at {end}");
    }
}

#[tokio::test]
async fn damage_in_the_middle_is_not_passed_over() {
    let place = Place::new();
    place.with(&[said("Hello"), said("More")]).await;
    let damaged = place.text(ONE).replacen("user", "ghost", 1);
    fs::write(place.file(ONE), &damaged).unwrap();
    assert_eq!(place.open(Conversation::Resume(ONE)).await.unwrap_err(), FailureCode::ConversationMissing);
    assert_eq!(place.text(ONE), damaged);
}

#[tokio::test]
async fn calls_without_results_get_them() {
    let place = Place::new();
    place.with(&[said("Hello"), called(&["t1", "t2"])]).await;
    let mut history = place.open(Conversation::Resume(ONE)).await.unwrap();
    let results = history.unanswered();
    assert_eq!(results, [interrupted("t1"), interrupted("t2")]);
    history.append(Message::user(results)).await.unwrap();
    assert_eq!(history.unanswered(), []);
}

#[tokio::test]
async fn a_fork_goes_its_own_way() {
    let place = Place::new();
    place.with(&[said("Hello"), called(&["t1"])]).await;
    let before = place.text(ONE);
    let mut fork = place.open(Conversation::Fork { from: ONE, to: TWO, at: None }).await.unwrap();
    fork.append(said("Elsewhere")).await.unwrap();
    drop(fork);
    assert_eq!(place.text(ONE), before);
    let expected = [said("Hello"), called(&["t1"]), said("Elsewhere")];
    assert_eq!(place.open(Conversation::Resume(TWO)).await.unwrap().messages(), expected);
}

#[tokio::test]
async fn what_is_taken_back_is_gone_from_the_file() {
    let place = Place::new();
    place.with(&[said("Hello"), said("No"), said("Never")]).await;
    let mut history = place.open(Conversation::Resume(ONE)).await.unwrap();
    history.rewind(7).await.unwrap();
    assert_eq!(history.messages().len(), 3);
    history.rewind(1).await.unwrap();
    history.append(said("Yes")).await.unwrap();
    drop(history);
    let mut history = place.open(Conversation::Resume(ONE)).await.unwrap();
    assert_eq!(history.messages(), [said("Hello"), said("Yes")]);
    history.rewind(0).await.unwrap();
    assert_eq!(place.text(ONE), "");
}

#[tokio::test]
async fn too_long_a_file_is_not_read() {
    let place = Place::new();
    place.with(&[said("Hello")]).await;
    fs::OpenOptions::new().write(true).open(place.file(ONE)).unwrap().set_len(MAX_HISTORY_BYTES + 1).unwrap();
    assert_eq!(place.open(Conversation::Resume(ONE)).await.unwrap_err(), FailureCode::ConversationMissing);
}
