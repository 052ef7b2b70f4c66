//! What agents are about to make.

use engine::{Author, SessionId};
use rooms::{BoardRef, DraftId};
use serde_json::{Value, json};

use crate::support::{ANN, EVE, Stage};

#[tokio::test(start_paused = true)]
async fn lv36_ghosts_are_seen_by_all_who_have_the_board_open() {
    let stage = Stage::with_boards(2).await;
    let (mut ann, mut eve) = (stage.watch(ANN).await, stage.watch(EVE).await);
    let mut elsewhere = stage.join(ANN).await;
    elsewhere.say(json!({ "type": "open", "board": stage.boards[1] }));
    elsewhere.hear().await;
    let kind = boards::kind("kanban").unwrap();
    let (board, tool) = (BoardRef { id: stage.board(), kind }, kind.tool("create_card").unwrap());
    let (session, input) = (SessionId::from_bytes([7; 16]), json!({ "title": "Soon" }));
    let draft = DraftId { session, call: "c1".into() };
    let rooms = &stage.server.app.rooms;
    rooms.draft(None, board, draft.clone(), tool, input.clone());
    let mut seen = Vec::new();
    for socket in [&mut ann, &mut eve] {
        let ghosts = socket.hear().await;
        let named = ["type", "board", "session", "call"].map(|field| ghosts[field].clone());
        assert_eq!(named, [json!("ghosts"), json!(board.id), json!(session), json!("c1")]);
        assert_eq!(
            (&ghosts["nodes"][0]["kind"], &ghosts["nodes"][0]["props"]["title"]),
            (&json!("card"), &json!("Soon"))
        );
        seen.push(ghosts);
    }
    assert_eq!(seen[0], seen[1]);
    let mut late = stage.watch(EVE).await;
    assert_eq!(late.hear().await, seen[0]);

    rooms.run_tool_for(None, Some(draft), board, Author::System, tool, input).await.unwrap();
    for socket in [&mut ann, &mut eve, &mut late] {
        assert_eq!(socket.hear().await["type"], "changes");
        assert_eq!(socket.hear().await["nodes"], Value::Array(Vec::new()));
    }
    elsewhere.assert_alive().await;
}
