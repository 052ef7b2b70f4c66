//! Our own tools: what an agent does on a board is seen at once, is its own, and can be taken back.

use serde_json::{Value, json};
use testkit::Socket;
use testkit::model_api::{Script, Turn};

use crate::stage::Stage;

fn cards(contents: &Value) -> Vec<&Value> {
    let nodes = contents["nodes"].as_array().unwrap();
    nodes.iter().filter(|node| node["kind"] == "card").map(|node| &node["props"]["title"]).collect()
}

#[tokio::test]
async fn a_card_appears_on_the_board_and_is_taken_back() {
    let title = json!({ "title": "Feed the zebra" });
    let make = Turn::tool("mcp__tandem__create_card", title.clone());
    let script = Script::new().scene("card", [make.and_tool("mcp__tandem__create_card", title), Turn::text("Made.")]);
    let stage = Stage::new(script).await;
    let mut watcher = Socket::ready(stage.ada.address(), &stage.ada.token).await.unwrap();
    watcher.open(&stage.board, None).await.unwrap();
    // Not while planning, like everything else that changes something.
    let mut talk = stage.talk("plan", "[[card]]").await;
    assert_eq!(talk.turn().await, "Made.");
    assert!(stage.told("card/1").await.contains("Not while planning"));
    talk.tell("settings", json!({ "mode": "chat" })).await;
    talk.say("[[card]]").await;
    let seen = watcher.until(|message| message["type"] == "changes").await.unwrap();
    let author = json!({ "type": "agent", "session": talk.id, "turn": 2 });
    assert_eq!(seen["changes"][0]["author"], author, "{seen}");
    assert_eq!(talk.turn().await, "Made.");
    assert_eq!(talk.log().await.into_iter().find(|event| event["type"] == "permission"), None);

    let board = format!("/boards/{}", stage.board);
    let contents = stage.ada.get(&board).await.unwrap().body;
    assert_eq!(cards(&contents), ["Feed the zebra", "Feed the zebra"]);
    let undone = json!({ "session_id": talk.id, "turn": 2 });
    let answer = stage.ada.post(&format!("{board}/undo"), undone).await.unwrap();
    assert_eq!((answer.status, &answer.body["left_out"]), (200, &json!([])), "{}", answer.body);
    assert_eq!(cards(&stage.ada.get(&board).await.unwrap().body), Vec::<&Value>::new());
    stage.end().await;
}

#[tokio::test]
async fn an_agent_has_no_tool_for_columns_and_none_for_another_project() {
    let stage = Stage::new(Script::new()).await;
    let folder = stage.server().project_folder("other").unwrap();
    let (_, other) = stage.ada.project("other", &folder).await.unwrap();
    let columns = stage.ada.columns(&stage.board).await.unwrap();
    let turns = [
        Turn::tool("mcp__tandem__create_column", json!({ "title": "Mine" })),
        Turn::tool("mcp__tandem__update_column", json!({ "column": columns[0], "mode": "code" })),
        Turn::tool("mcp__tandem__delete_column", json!({ "column": columns[0] })),
        Turn::tool("mcp__tandem__create_card", json!({ "title": "Mine", "board_id": other })),
        Turn::tool("mcp__tandem__read_board", json!({ "board_id": other })),
        Turn::tool("mcp__tandem__read_board", json!({})),
        Turn::text("Done."),
    ];
    stage.api.set_script(Script::new().scene("try", turns));
    let before = stage.ada.get(&format!("/boards/{}", stage.board)).await.unwrap();
    let mut talk = stage.talk("code", "[[try]]").await;
    assert_eq!(talk.turn().await, "Done.");
    for (step, refusal) in
        [(1, "No such tool"), (2, "No such tool"), (3, "No such tool"), (4, "no such board"), (5, "no such board")]
    {
        let told = stage.told(&format!("try/{step}")).await;
        assert!(told.contains(refusal), "{step}: {told}");
    }
    assert!(stage.told("try/6").await.contains(&columns[0]));
    let offered = stage.api.wait_for_request(|request| request.scene == "try/0").await;
    let ours: Vec<&str> = offered.tool_names().into_iter().filter(|name| name.starts_with("mcp__tandem__")).collect();
    assert!(ours.contains(&"mcp__tandem__move_card") && !ours.iter().any(|name| name.contains("column")), "{ours:?}");
    assert_eq!(stage.ada.get(&format!("/boards/{}", stage.board)).await.unwrap(), before);
    assert_eq!(cards(&stage.ada.get(&format!("/boards/{other}")).await.unwrap().body), Vec::<&Value>::new());
    stage.end().await;
}
