//! What the tools say and do.

use engine::Author;
use serde_json::{Value, json};

use super::{World, request};

#[tokio::test]
async fn the_tools_are_the_reviewed_ones() {
    let world = World::new().await;
    let listed = request(&world.app, world.asker("viewer"), "tools/list", json!({})).send().await.expect(200);
    insta::assert_json_snapshot!("mcp_tools", listed["result"]["tools"]);
}

#[tokio::test]
async fn a_tool_is_that_of_http_with_the_board_added() {
    let world = World::new().await;
    let path = format!("/api/boards/{}/tools", world.board);
    let over_http = world.app.get(&path).by(world.asker("owner")).send().await.expect(200);
    let offered = server::mcp::offered();
    for tool in over_http["items"].as_array().unwrap() {
        let same = offered.iter().find(|offered| tool["name"] == *offered.spec.name).unwrap();
        assert_eq!(tool["description"], *same.spec.description);
        let mut schema = same.spec.input_schema.clone();
        schema["properties"].as_object_mut().unwrap().remove("board_id");
        schema["required"].as_array_mut().unwrap().retain(|field| field != "board_id");
        assert_eq!(schema, tool["input_schema"], "{}", tool["name"]);
    }
}

#[tokio::test]
async fn a_card_is_made_moved_and_read_as_over_http() {
    let world = World::new().await;
    let projects = world.does("editor", "list_projects", json!({})).await;
    let over_http = world.app.get("/api/projects").by(world.asker("editor")).send().await.expect(200);
    assert_eq!(projects, over_http);
    let boards = world.does("editor", "list_boards", json!({ "project_id": world.project })).await;
    let path = format!("/api/projects/{}/boards", world.project);
    assert_eq!(boards, world.app.get(&path).by(world.asker("editor")).send().await.expect(200));

    let made = world.does("editor", "create_card", json!({ "board_id": world.board, "title": "Second" })).await;
    let card = made["result"]["card"].clone();
    assert_eq!(made["result"]["tool"], "create_card");
    let moved = json!({ "board_id": world.board, "card": card, "column": "Done" });
    let moved = world.does("editor", "move_card", moved).await;
    assert_eq!(moved["seq"].as_u64(), made["seq"].as_u64().map(|seq| seq + 1));
    let read = world.does("viewer", "read_board", json!({ "board_id": world.board })).await;
    assert_eq!(read, world.board().await);
    let node = read["nodes"].as_array().unwrap().iter().find(|node| node["id"] == card).unwrap();
    assert_eq!(node["touched"]["by"], json!(Author::User { id: world.asker("editor").id }), "the person is the author");

    let new = json!({ "project_id": world.project, "kind": "kanban", "title": " Plans " });
    let new = world.does("editor", "create_board", new).await;
    assert_eq!((&new["title"], &new["project_id"]), (&json!("Plans"), &json!(world.project)));
    assert_eq!(world.does("viewer", "list_cards", json!({ "board_id": new["id"] })).await["items"], json!([]));
}

#[tokio::test]
async fn an_error_says_what_was_wrong_and_what_would_be_right() {
    let world = World::new().await;
    for (tool, input, said) in [
        ("create_card", json!({ "title": " " }), "/title: "),
        ("create_card", json!({}), "missing field `title`"),
        (
            "move_card",
            json!({ "card": world.card, "column": "Nowhere" }),
            "/column: there is no column \"Nowhere\" on this board; it has Pending, Planning, Coding, Review, Done",
        ),
        ("move_card", json!({ "card": "none", "column": "Done" }), "/card: there is no card none on this board"),
        ("list_cards", json!({ "column": "Nowhere" }), "/column: there is no column"),
        ("list_cards", json!({ "limit": 0 }), "/limit: a page has 1 to 200 cards"),
        ("list_cards", json!({ "cursor": "gone" }), "begin again without a cursor"),
        ("read_board", json!({ "cursor": "x" }), "begin again without a cursor"),
        ("read_board", json!({ "cursor": "99.1" }), "begin again without a cursor"),
        ("read_board", json!({ "cursor": "1.99" }), "begin again without a cursor"),
    ] {
        let mut input = input;
        input["board_id"] = json!(world.board);
        let text = world.refuses("owner", tool, input.clone()).await;
        assert!(text.contains(said), "{tool} {input}: {text}");
    }
    let boards = |input: Value| world.refuses("owner", "list_boards", input);
    let text = boards(json!({ "project_id": world.project, "cursor": "x" })).await;
    assert!(text.contains("begin again without a cursor"), "{text}");
    let kind = json!({ "project_id": world.project, "kind": "sculpture", "title": "T" });
    let text = world.refuses("owner", "create_board", kind).await;
    assert!(text.starts_with("/kind: a board is one of: kanban"), "{text}");
    let viewer = world.refuses("viewer", "create_card", json!({ "board_id": world.board, "title": "T" })).await;
    assert_eq!(viewer, "Only an editor of the project may do this.");
}

impl World {
    /// Reads a list to its end and returns the items of each page.
    async fn pages(&self, tool: &str, mut input: Value, items: &str) -> Vec<Vec<Value>> {
        let mut pages = Vec::new();
        loop {
            let page = self.does("viewer", tool, input.clone()).await;
            pages.push(page[items].as_array().unwrap().clone());
            let Some(next) = page.get("next") else { return pages };
            input["cursor"] = next.clone();
        }
    }
}

#[tokio::test]
async fn cards_come_in_pages_in_the_order_of_the_board() {
    let world = World::new().await;
    for (title, column) in [("b", "Done"), ("c", "Pending"), ("d", "Done")] {
        let input =
            json!({ "board_id": world.board, "title": title, "column": column, "description": "é".repeat(600) });
        world.does("editor", "create_card", input).await;
    }
    let titles =
        |cards: &[Value]| cards.iter().map(|card| card["title"].as_str().unwrap().to_owned()).collect::<String>();
    let pages = world.pages("list_cards", json!({ "board_id": world.board, "limit": 3 }), "items").await;
    assert_eq!(pages.iter().map(|page| titles(page)).collect::<Vec<_>>(), ["Firstcb", "d"]);
    let done =
        world.pages("list_cards", json!({ "board_id": world.board, "column": "done", "limit": 1 }), "items").await;
    assert_eq!(done.iter().map(|page| titles(page)).collect::<Vec<_>>(), ["b", "d"]);
    let card = &done[0][0];
    assert_eq!((&card["column_name"], &card["description_cut"]), (&json!("Done"), &json!(true)));
    assert_eq!(card["description"], "é".repeat(500));
}

#[tokio::test]
async fn a_large_board_comes_in_pages_that_belong_together() {
    let world = World::new().await;
    for number in 0..12 {
        let input = json!({ "board_id": world.board, "title": format!("{number}"), "description": "x".repeat(10_000) });
        world.does("editor", "create_card", input).await;
    }
    let before = world.board().await;
    let input = json!({ "board_id": world.board });
    let first = world.does("viewer", "read_board", input.clone()).await;
    assert!(first["note"].as_str().unwrap().contains("`next` as `cursor`"), "{}", first["note"]);
    world.does("editor", "delete_card", json!({ "board_id": world.board, "card": world.card })).await;
    let mut nodes = first["nodes"].as_array().unwrap().clone();
    let rest = json!({ "board_id": world.board, "cursor": first["next"] });
    let rest = world.pages("read_board", rest, "nodes").await;
    assert!(rest.len() >= 2);
    for page in rest {
        assert!(json!(page).to_string().len() <= sessions::limits::READ_PAGE_BYTES + 1_000);
        nodes.extend(page);
    }
    assert_eq!(json!(nodes), before["nodes"], "as it was when the first page was read");
}

#[tokio::test]
async fn boards_come_in_pages() {
    let world = World::new().await;
    let input = json!({ "project_id": world.project, "kind": "kanban", "title": "Third" });
    world.does("editor", "create_board", input).await;
    let all = world.does("viewer", "list_boards", json!({ "project_id": world.project })).await;
    let pages = world.pages("list_boards", json!({ "project_id": world.project, "limit": 2 }), "items").await;
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(json!(pages.concat()), all["items"]);
}
