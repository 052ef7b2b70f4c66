//! Tools, run and previewed through a room.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use boards::{Context, Outcome, Tool, ToolEntry, ToolError};
use engine::Document;
use serde_json::{Value, json};

use crate::support::{AppendFault, TestRoom, agent, ann, bob, card, settle};

#[tokio::test(start_paused = true)]
async fn to1_a_tool_makes_one_change_of_its_own_name() {
    let room = TestRoom::new().await;
    let answer = room.tool(agent(1), "create_card", json!({ "title": "T", "column": "Doing" })).await.unwrap();
    let id = answer.result["card"].as_str().unwrap().to_owned();
    let expected = json!({
        "tool": "create_card", "card": id, "column": "doing", "created": { "card": id }, "warnings": [],
        "_observation": format!("Created card {id} \"T\" in column \"doing\"."),
    });
    assert_eq!(answer.result, expected);
    assert_eq!((&answer.warnings, &answer.ops), (&vec![], &None));
    let accepted = answer.accepted.unwrap();
    let change: Value = serde_json::from_str(&accepted.body).unwrap();
    assert_eq!((accepted.seq, &change["label"]), (2, &json!("create_card")));
    assert_eq!(change["author"], json!(agent(1)));
    let moved = room.tool(ann(), "move_card", json!({ "card": id, "column": "done" })).await.unwrap();
    assert_eq!(moved.accepted.unwrap().seq, 3);
    assert_eq!(room.replay().await.node(&engine::NodeId::parse(&id).unwrap()).unwrap().parent.as_str(), "done");
    let deleted = room.tool(ann(), "delete_column", json!({ "column": "done" })).await.unwrap();
    assert_eq!(deleted.warnings, ["1 cards were deleted with column \"done\""]);
    room.assert_sound().await;
}

#[tokio::test(start_paused = true)]
async fn to1_a_tool_runs_on_what_is_there_when_its_turn_comes() {
    let room = TestRoom::new().await;
    room.store.hold();
    let first = room.send(bob(), card("a")).await;
    let copy = room.clone();
    let second = room.start(async move { copy.tool(ann(), "delete_card", json!({ "card": "a" })).await }).await;
    room.store.release();
    first.await.unwrap().unwrap();
    assert_eq!(second.await.unwrap().unwrap().accepted.unwrap().seq, 3);
    assert_eq!(room.titles().await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn to1_a_tool_runs_once_for_a_call() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    struct Counted;
    impl Tool for Counted {
        type Input = Value;
        const NAME: &'static str = "counted";
        const DESCRIPTION: &'static str = "Says how often it ran.";

        fn run(_: &Document, _: Value, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
            RUNS.fetch_add(1, Ordering::Relaxed);
            Ok(Outcome::default())
        }
    }
    static ENTRY: LazyLock<ToolEntry> = LazyLock::new(ToolEntry::of::<Counted>);
    let room = TestRoom::new().await;
    room.rooms.run_tool(room.board, ann(), &ENTRY, json!({})).await.unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 1, "it can take long, and everybody on the board waits");
}

#[tokio::test(start_paused = true)]
async fn to2_a_preview_says_what_would_be_done_and_does_nothing() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let mut watcher = room.watch(1, Some(2)).await;
    watcher.hear().await;
    let before = room.rooms.read(room.board).await.unwrap();
    let input = json!({ "column": "todo", "move_cards_to": "done" });
    let entry = room.entry("delete_column");
    let answer = room.rooms.preview_tool(room.board, ann(), entry, input).await.unwrap();
    assert_eq!(answer.accepted, None);
    let ops = json!([{ "op": "move", "id": "a", "parent": "done" }, { "op": "delete", "id": "todo" }]);
    assert_eq!(json!(answer.ops.unwrap()), ops);
    assert_eq!(answer.result["cards"], json!(["a"]));
    let after = room.rooms.read(room.board).await.unwrap();
    assert_eq!((after.seq, after.nodes.get()), (before.seq, before.nodes.get()));
    assert_eq!((watcher.hear_types().await, room.log().await.len()), (vec![], 2));
    // The room's own document is as it was, to the byte: what it saves at its end is what the log gives.
    room.rooms.close_all().await;
    settle().await;
    let saved = store::ChangeLog::snapshot(&room.store.disk, room.board.id, u64::MAX).await.unwrap().unwrap();
    assert_eq!(*saved.bytes, *room.replay().await.snapshot().unwrap().bytes);
}

#[tokio::test(start_paused = true)]
async fn to3_a_tool_that_refuses_changes_nothing_and_names_the_field() {
    let room = TestRoom::new().await;
    for (name, input, code, path) in [
        ("create_card", json!({ "title": "" }), "invalid", "/title"),
        ("create_card", json!({ "title": "T", "column": "nowhere" }), "missing", "/column"),
        ("move_card", json!({ "card": "gone", "column": "todo" }), "missing", "/card"),
    ] {
        let run = room.tool(ann(), name, input.clone()).await.unwrap_err();
        let preview = room.rooms.preview_tool(room.board, ann(), room.entry(name), input).await.unwrap_err();
        for error in [run, preview] {
            assert_eq!(error.code(), code);
            assert!(error.to_string().starts_with(&format!("{path}: ")), "{error}");
        }
    }
    assert_eq!(room.log().await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn to3_ops_the_board_does_not_take_are_refused_in_a_preview_too() {
    let room = TestRoom::new().await;
    room.change(ann(), card("a")).await.unwrap();
    let input = json!({ "card": "a", "description": "x", "from_seq": 99 });
    let preview = room.rooms.preview_tool(room.board, ann(), room.entry("update_card"), input.clone()).await;
    assert_eq!(preview.unwrap_err().code(), "invalid");
    assert_eq!(room.tool(ann(), "update_card", input).await.unwrap_err().code(), "invalid");
    room.assert_sound().await;
}

/// A tool that only looks.
struct Count;

impl Tool for Count {
    type Input = serde_json::Map<String, Value>;
    const NAME: &'static str = "count";
    const DESCRIPTION: &'static str = "Counts the nodes.";

    fn run(document: &Document, _: Self::Input, _: &mut Context<'_>) -> Result<Outcome, ToolError> {
        let facts = serde_json::Map::from_iter([("nodes".to_owned(), json!(document.len()))]);
        Ok(Outcome { facts, ..Outcome::default() })
    }
}

static COUNT: LazyLock<ToolEntry> = LazyLock::new(ToolEntry::of::<Count>);

#[tokio::test(start_paused = true)]
async fn to4_a_tool_with_nothing_to_do_tells_only_what_is_on_disk() {
    let room = TestRoom::new().await;
    let count = || {
        let copy = room.clone();
        async move { copy.rooms.run_tool(copy.board, ann(), &COUNT, json!({})).await }
    };
    let answer = count().await.unwrap();
    assert_eq!((answer.accepted, &answer.result["nodes"]), (None, &json!(3)));
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let lost = room.send(bob(), card("lost")).await;
    let counted = room.start(count()).await;
    assert!(!counted.is_finished());
    room.store.release();
    lost.await.unwrap().unwrap_err();
    assert!(counted.await.unwrap().unwrap_err().is_passing(), "it counted a card that is not there");
    assert_eq!(room.log().await.len(), 1);
}
