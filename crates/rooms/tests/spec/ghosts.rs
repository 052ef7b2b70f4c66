//! What agents are about to make.

use std::time::Duration;

use engine::{Author, SessionId};
use rooms::{DRAFT_LASTS, DraftId, MAX_DRAFTS, OUTBOX_FRAMES, RECENT_CALLS};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::support::{AppendFault, TestRoom, Watcher, agent, ann, request, settle, types};

const TOOL: &str = "batchOperations";

fn id(call: &str) -> DraftId {
    DraftId { session: SessionId::from_bytes([7; 16]), call: call.into() }
}

/// A batch of notes.
fn notes(names: &[&str]) -> Value {
    let note = |name: &&str| json!({ "op": "createNote", "ref": name, "text": name });
    json!({ "operations": names.iter().map(note).collect::<Vec<_>>() })
}

/// A whiteboard, and one who watches it and has read all there is.
async fn watched() -> (TestRoom, Watcher) {
    let room = TestRoom::whiteboard();
    let mut watcher = room.watch(1, None).await;
    watcher.hear().await;
    (room, watcher)
}

fn draft(room: &TestRoom, call: &str, names: &[&str]) {
    room.rooms.draft(None, room.board, id(call), room.entry(TOOL), notes(names));
}

async fn make(room: &TestRoom, call: &str, names: &[&str]) -> Result<rooms::ToolAnswer, rooms::RoomError> {
    room.rooms.run_tool_for(None, Some(id(call)), room.board, agent(1), room.entry(TOOL), notes(names)).await
}

/// Returns the call and the texts of each message about ghosts.
fn shown(messages: &[Value]) -> Vec<(String, Vec<String>)> {
    let ghosts = messages.iter().filter(|message| message["type"] == "ghosts");
    let text = |node: &Value| node["props"]["text"].as_str().unwrap().to_owned();
    let texts = |message: &Value| message["nodes"].as_array().unwrap().iter().map(text).collect();
    ghosts.map(|message| (message["call"].as_str().unwrap().to_owned(), texts(message))).collect()
}

fn of(call: &str, texts: &[&str]) -> (String, Vec<String>) {
    (call.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect())
}

async fn wait(time: Duration) {
    settle().await;
    advance(time).await;
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn gh1_what_is_about_to_be_made_is_shown_where_it_will_be_made() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    let first = watcher.hear().await;
    assert_eq!(shown(&first), [of("c1", &["aa"])]);
    let frame = &first[0];
    assert_eq!((&frame["board"], &frame["session"]), (&json!(room.board.id), &json!(id("c1").session)));
    draft(&room, "c1", &["aa", "bb"]);
    let second = watcher.hear().await;
    assert_eq!(shown(&second), [of("c1", &["aa", "bb"])]);
    assert_eq!(second[0]["nodes"][0]["id"], frame["nodes"][0]["id"], "it is the same ghost");

    make(&room, "c1", &["aa", "bb"]).await.unwrap();
    let made = watcher.hear().await;
    let real = made[0]["changes"][0]["ops"].as_array().unwrap();
    for (real, ghost) in real.iter().zip(second[0]["nodes"].as_array().unwrap()) {
        assert_eq!(
            (&real["kind"], &real["parent"], &real["props"]),
            (&ghost["kind"], &ghost["parent"], &ghost["props"])
        );
    }
}

#[tokio::test(start_paused = true)]
async fn gh1_they_stay_where_their_asker_looked_when_the_call_began() {
    let (room, mut watcher) = watched().await;
    let (viewer, tool) = (Some(watcher.peer.user), room.entry(TOOL));
    let looks_at = |x: i32| json!({ "viewport": { "x": x, "y": 0, "w": 1_000, "h": 800 } });
    watcher.is_at(&room, looks_at(5_000)).await;
    room.rooms.draft(viewer, room.board, id("c1"), tool, notes(&["aa"]));
    let place = |message: &Value| message["nodes"][0]["props"]["x"].as_f64().unwrap();
    let first = place(&watcher.hear().await[0]);
    assert!((5_000.0..6_000.0).contains(&first), "{first}");
    watcher.is_at(&room, looks_at(-9_000)).await;
    room.rooms.draft(viewer, room.board, id("c1"), tool, notes(&["aa", "bb"]));
    settle().await;
    let answer = room.rooms.run_tool_for(viewer, Some(id("c1")), room.board, agent(1), tool, notes(&["aa"])).await;
    answer.unwrap();
    let heard = watcher.hear().await;
    let change = heard.iter().find(|message| message["type"] == "changes").unwrap();
    assert_eq!(change["changes"][0]["ops"][0]["props"]["x"].as_f64(), Some(first), "it is made where it was shown");
    for ghosts in heard.iter().filter(|message| message["type"] == "ghosts" && message["nodes"] != json!([])) {
        assert!((5_000.0..6_000.0).contains(&place(ghosts)), "{ghosts}");
    }
}

#[tokio::test(start_paused = true)]
async fn gh1_what_cannot_be_done_so_far_leaves_what_is_shown() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    draft(&room, "c2", &["NOT A REF"]);
    settle().await;
    draft(&room, "c1", &["aa", "NOT A REF"]);
    assert_eq!(shown(&watcher.hear().await), [of("c1", &["aa"])]);
    draft(&room, "c1", &["aa", "bb"]);
    assert_eq!(shown(&watcher.hear().await), [of("c1", &["aa", "bb"])]);
    room.rooms.end_draft(room.board.id, id("c2"));
    assert_eq!(watcher.hear().await, Vec::<Value>::new(), "what was not shown need not go");
}

#[tokio::test(start_paused = true)]
async fn gh2_the_ghosts_go_right_after_the_change() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    draft(&room, "c2", &["zz"]);
    watcher.hear().await;
    room.store.hold();
    let copy = room.clone();
    let making = room.start(async move { make(&copy, "c1", &["aa", "bb"]).await }).await;
    draft(&room, "c1", &["aa", "bb"]);
    assert_eq!(watcher.hear().await, Vec::<Value>::new(), "the ghosts stay until the change is on disk");
    room.store.release();
    making.await.unwrap().unwrap();
    let heard = watcher.hear().await;
    assert_eq!(types(&heard), ["changes", "ghosts"]);
    assert_eq!(shown(&heard), [of("c1", &[])]);
}

#[tokio::test(start_paused = true)]
async fn gh2_the_ghosts_of_a_call_that_is_refused_or_broken_off_go() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    draft(&room, "c2", &["bb"]);
    watcher.hear().await;
    make(&room, "c1", &["aa", "NOT A REF"]).await.unwrap_err();
    assert_eq!(shown(&watcher.hear().await), [of("c1", &[])]);
    room.rooms.end_draft(room.board.id, id("c2"));
    assert_eq!(shown(&watcher.hear().await), [of("c2", &[])]);
    room.rooms.end_draft(room.board.id, id("c2"));
    room.rooms.end_draft(room.board.id, id("unheard of"));
    assert_eq!(watcher.hear().await, Vec::<Value>::new());
    assert_eq!(room.log().await.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn gh2_one_whose_room_is_gone_hears_of_a_resync_instead() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    watcher.hear().await;
    room.rooms.close_all().await;
    assert_eq!(watcher.hear_types().await, ["resync"]);
    watcher.open(&room, None).await;
    assert_eq!(watcher.hear_types().await, ["snapshot"]);
}

#[tokio::test(start_paused = true)]
async fn gh3_what_comes_late_of_a_call_brings_nothing_back() {
    let (room, mut watcher) = watched().await;
    make(&room, "c1", &["aa"]).await.unwrap();
    watcher.hear().await;
    draft(&room, "c1", &["aa"]);
    assert_eq!(watcher.hear().await, Vec::<Value>::new());
    // Another session may call its call the same.
    let other = DraftId { session: SessionId::from_bytes([8; 16]), call: "c1".into() };
    room.rooms.draft(None, room.board, other, room.entry(TOOL), notes(&["bb"]));
    assert_eq!(shown(&watcher.hear().await), [of("c1", &["bb"])]);
    for call in 0..RECENT_CALLS {
        room.rooms.end_draft(room.board.id, id(&format!("more {call}")));
    }
    draft(&room, "c1", &["cc"]);
    assert_eq!(shown(&watcher.hear().await), [of("c1", &["cc"])], "so much is remembered and no more");
}

#[tokio::test(start_paused = true)]
async fn gh4_ghosts_that_nobody_speaks_of_go_by_themselves() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    draft(&room, "c2", &["bb"]);
    wait(DRAFT_LASTS / 2).await;
    draft(&room, "c2", &["bb", "cc"]);
    watcher.hear().await;
    wait(DRAFT_LASTS / 2).await;
    assert_eq!(shown(&watcher.hear().await), [of("c1", &[])]);
    wait(DRAFT_LASTS / 2).await;
    assert_eq!(shown(&watcher.hear().await), [of("c2", &[])]);
    draft(&room, "c1", &["aa", "bb"]);
    assert_eq!(shown(&watcher.hear().await), [of("c1", &["aa", "bb"])], "one that was only slow comes back");
}

#[tokio::test(start_paused = true)]
async fn gh5_a_newcomer_sees_the_ghosts_there_are() {
    let (room, _first) = watched().await;
    draft(&room, "c1", &["aa"]);
    draft(&room, "c2", &["bb"]);
    settle().await;
    room.rooms.end_draft(room.board.id, id("c1"));
    let heard = room.watch(2, None).await.hear().await;
    assert_eq!(types(&heard), ["snapshot", "ghosts"]);
    assert_eq!(shown(&heard), [of("c2", &["bb"])]);
}

#[tokio::test(start_paused = true)]
async fn gh5_also_when_nobody_had_the_board_open_before() {
    let room = TestRoom::whiteboard();
    draft(&room, "c1", &["aa"]);
    settle().await;
    let heard = room.watch(1, None).await.hear().await;
    assert_eq!(shown(&heard), [of("c1", &["aa"])]);
}

#[tokio::test(start_paused = true)]
async fn gh6_the_newest_calls_have_ghosts() {
    let (room, mut watcher) = watched().await;
    for call in 0..=MAX_DRAFTS {
        draft(&room, &format!("c{call}"), &["aa"]);
        settle().await;
    }
    let heard = shown(&watcher.hear().await);
    assert_eq!(heard.iter().filter(|(_, texts)| texts.is_empty()).collect::<Vec<_>>(), [&of("c0", &[])]);
    assert_eq!(shown(&room.watch(2, None).await.hear().await).len(), MAX_DRAFTS);
}

#[tokio::test(start_paused = true)]
async fn gh7_ghosts_are_not_in_the_log_and_show_nothing_that_is_not_on_disk() {
    let (room, mut watcher) = watched().await;
    room.store.hold();
    room.store.fail_next(AppendFault::Unavailable);
    let props = json!({ "text": "Lost", "x": 0, "y": 0, "w": 200, "h": 200 });
    let lost = request("lost", &json!([{ "op": "create", "id": "lost", "kind": "note", "props": props }]));
    let sent = room.send(ann(), lost).await;
    draft(&room, "c1", &["aa"]);
    assert_eq!(watcher.hear().await, Vec::<Value>::new());
    room.store.release();
    sent.await.unwrap().unwrap_err();
    let heard = watcher.hear().await;
    assert_eq!(types(&heard), ["ghosts"]);
    assert_eq!(heard[0]["nodes"][0]["props"]["y"], json!(0), "there is nothing to stand below");
    assert_eq!((room.log().await.len(), room.rooms.read(room.board).await.unwrap().seq), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn gh8_ghosts_may_be_lost_and_their_end_may_not() {
    let (room, mut slow) = watched().await;
    draft(&room, "c1", &["aa"]);
    slow.hear().await;
    let filler = rooms::Frame::of(&json!({ "type": "pong" }));
    (0..OUTBOX_FRAMES / 2).for_each(|_| slow.outbox.push(filler.clone()).unwrap());
    draft(&room, "c1", &["aa", "bb"]);
    settle().await;
    room.rooms.end_draft(room.board.id, id("c1"));
    assert_eq!(shown(&slow.hear().await), [of("c1", &[])]);

    draft(&room, "c2", &["aa"]);
    slow.hear().await;
    while slow.outbox.push(filler.clone()).is_ok() {}
    room.rooms.end_draft(room.board.id, id("c2"));
    assert_eq!(slow.hear_types().await.last().unwrap(), "resync", "one who cannot hear of it opens the board again");
}

#[tokio::test(start_paused = true)]
async fn gh2_a_call_without_a_draft_ends_none() {
    let (room, mut watcher) = watched().await;
    draft(&room, "c1", &["aa"]);
    watcher.hear().await;
    for author in [agent(1), Author::System] {
        room.tool(author, TOOL, notes(&["bb"])).await.unwrap();
    }
    assert_eq!(watcher.hear_types().await, ["changes", "changes"]);
}
