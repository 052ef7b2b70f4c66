//! What an agent may do with boards.

use agents::{ToolAnswer, Toolbox};
use engine::Author;
use serde_json::{Value, json};
use sessions::NewSession;

use crate::support::{TestRun, World, ann, turn};

async fn call(run: &TestRun, name: &str, input: Value) -> ToolAnswer {
    run.launch.toolbox.call(None, name, input).await
}

async fn board_text(run: &TestRun, input: Value) -> String {
    let answer = call(run, "read_board", input).await;
    assert!(!answer.is_error, "{}", answer.text);
    answer.text
}

#[tokio::test(start_paused = true)]
async fn st1_an_agent_edits_cards_of_its_sessions_board() {
    let mut world = World::new(2).await;
    let (_, run) = world.running("1").await;
    let answer = call(&run, "create_card", json!({ "title": "Fix the lamp" })).await;
    assert!(!answer.is_error, "{}", answer.text);
    let result: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(result["tool"], "create_card");
    assert!(board_text(&run, json!({})).await.contains("Fix the lamp"));
    assert!(board_text(&run, json!({ "board_id": null })).await.contains("Fix the lamp"));
    assert!(board_text(&run, json!({ "board_id": World::board(1) })).await.contains("Fix the lamp"));
    let wrong = call(&run, "create_card", json!({ "title": "" })).await;
    assert!(wrong.is_error);
    let wrong = call(&run, "create_card", json!("a card")).await;
    assert!(wrong.is_error);
}

#[tokio::test(start_paused = true)]
async fn st1_the_sessions_own_board_is_the_one_that_is_meant() {
    let mut world = World::new(2).await;
    let kind = boards::kind("kanban").unwrap();
    let at = (world.now)();
    let mut ids = (0..).map(|number| format!("n{number}"));
    let first_changes = rooms::first_changes(kind, at, || ids.next().unwrap()).unwrap();
    let id = World::board(7);
    let board =
        store::NewBoard { id, kind: "kanban".to_owned(), title: "Second".to_owned(), created_at: at, first_changes };
    world.store.create_board(World::project(1), board).await.unwrap();
    let new = NewSession { board: Some(id), ..World::new_session(Some("1")) };
    world.sessions.create(new, &ann()).await.unwrap();
    let run = world.started().await;
    call(&run, "create_card", json!({ "title": "Here" })).await;
    assert!(board_text(&run, json!({ "board_id": id })).await.contains("Here"));
    assert!(!board_text(&run, json!({ "board_id": World::board(1) })).await.contains("Here"));
}

#[tokio::test(start_paused = true)]
async fn st5_an_agent_lists_the_boards_and_cards_of_its_own_project_alone() {
    let mut world = World::new(2).await;
    let (_, run) = world.running("1").await;
    for title in ["a", "b"] {
        call(&run, "create_card", json!({ "title": title })).await;
    }
    let read = async |name: &str, input: Value| {
        let answer = call(&run, name, input).await;
        assert!(!answer.is_error, "{}", answer.text);
        serde_json::from_str::<Value>(&answer.text).unwrap()
    };
    let listed = read("list_boards", json!({})).await;
    let ids: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|board| &board["id"]).collect();
    assert_eq!(ids, [&json!(World::board(1))]);
    let page = read("list_cards", json!({ "limit": 1 })).await;
    assert_eq!(page["items"][0]["title"], "a");
    let rest = read("list_cards", json!({ "limit": 1, "cursor": page["next"] })).await;
    assert_eq!((&rest["items"][0]["title"], rest.get("next")), (&json!("b"), None));
    let whole = read("read_board", json!({})).await;
    assert_eq!((&whole["id"], &whole["kind"]), (&json!(World::board(1)), &json!("kanban")));
    for other in ["list_projects", "create_board"] {
        assert!(call(&run, other, json!({ "project_id": World::project(2) })).await.is_error);
    }
    assert!(call(&run, "list_boards", json!({ "project_id": World::project(2) })).await.is_error);
}

#[tokio::test(start_paused = true)]
async fn st2_tools_of_columns_are_for_people() {
    let mut world = World::new(1).await;
    let (_, run) = world.running("1").await;
    let toolbox: &dyn Toolbox = &*run.launch.toolbox;
    let mut names: Vec<String> = toolbox.tools().into_iter().map(|tool| tool.name).collect();
    names.sort();
    let expected = [
        "batchOperations",
        "create_card",
        "delete_card",
        "findElements",
        "layoutElements",
        "list_boards",
        "list_cards",
        "move_card",
        "outlineBoard",
        "readView",
        "read_board",
        "updateElements",
        "update_card",
    ];
    assert_eq!(names, expected);
    for tool in toolbox.tools() {
        assert_eq!(tool.input_schema["type"], "object");
        let board = &tool.input_schema["properties"]["board_id"];
        assert_eq!(board.is_null(), tool.name == "list_boards", "its own project is the only one there is");
        assert!(!tool.input_schema["required"].to_string().contains("board_id"), "{}", tool.name);
        assert!(!tool.description.is_empty());
    }
    let before = board_text(&run, json!({})).await;
    let kind = boards::kind("kanban").unwrap();
    let hidden = kind.tools.iter().map(|tool| tool.name).filter(|name| !names.iter().any(|offered| offered == name));
    let hidden: Vec<&str> = hidden.chain(["unknown"]).collect();
    assert_eq!(hidden.len(), 4);
    for name in hidden {
        let answer = call(&run, name, json!({ "name": "Mine", "column": "Done" })).await;
        assert!(answer.is_error && answer.text.contains("no tool"), "{name}: {}", answer.text);
    }
    assert_eq!(board_text(&run, json!({})).await, before);
}

#[tokio::test(start_paused = true)]
async fn st3_a_board_of_another_project_does_not_exist() {
    let mut world = World::new(2).await;
    let (_, run) = world.running("1").await;
    for board in [json!(World::board(2)), json!(World::board(9)), json!("nonsense"), json!(7)] {
        for name in ["read_board", "list_cards", "create_card"] {
            let answer = call(&run, name, json!({ "board_id": board, "title": "Spy" })).await;
            assert_eq!((answer.is_error, answer.text.as_str()), (true, "there is no such board in this project"));
        }
    }
    let foreign = NewSession { board: Some(World::board(2)), ..World::new_session(Some("2")) };
    if world.sessions.create(foreign, &ann()).await.is_ok() {
        let run = world.started().await;
        assert!(call(&run, "read_board", json!({})).await.is_error);
    }
}

#[tokio::test(start_paused = true)]
async fn st4_what_an_agent_edits_is_its_sessions_and_its_turns() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    let authors = async || {
        let changes = world.store.changes(World::board(1), 0, 100).await.unwrap();
        changes.iter().skip(1).map(|change| change.author.to_string()).collect::<Vec<_>>()
    };
    let by = |turn| Author::Agent { session: id, turn }.key();
    call(&run, "create_card", json!({ "title": "a" })).await;
    assert_eq!(authors().await, [by(1)]);
    run.finishes().await;
    run.say(turn()).await;
    crate::support::settle().await;
    call(&run, "create_card", json!({ "title": "b" })).await;
    assert_eq!(authors().await, [by(1), by(2)]);
}

#[tokio::test(start_paused = true)]
async fn st6_an_agent_that_plans_or_reviews_changes_nothing() {
    let mut world = World::new(2).await;
    let (id, run) = world.running("1").await;
    for mode in ["plan", "review"] {
        let settings = sessions::Settings { mode: Some(mode.to_owned()), model: None };
        world.sessions.change_settings(id, settings).await.unwrap();
        let refused = call(&run, "create_card", json!({ "title": "Sneaked in" })).await;
        assert!(refused.is_error && refused.text.contains("nothing is changed"), "{}", refused.text);
        assert!(!board_text(&run, json!({})).await.contains("Sneaked in"));
    }
    let settings = sessions::Settings { mode: Some("code".to_owned()), model: None };
    world.sessions.change_settings(id, settings).await.unwrap();
    assert!(!call(&run, "create_card", json!({ "title": "Allowed" })).await.is_error);
}
