use serde_json::{Value, json};

use crate::support::{Host, Theatre, blocks, said};

const EMPTY: &str = "The board is empty.";
const DRAW: &str = "mcp__board__batchOperations";

/// Begins a conversation at a whiteboard whose tools are allowed.
async fn at_whiteboard(theatre: &Theatre) -> Host {
    let mut host = theatre.start(&["--allowedTools", "mcp__board"]);
    host.connect(&["create_card", "batchOperations", "layoutElements"]).await;
    host
}

fn message(board: &str, text: &str) -> String {
    format!("<board_state>\n{board}\n</board_state>\n\n{text}")
}

/// Returns what a message leads to: the tool, its input, and what is said in the turn.
async fn asked(board: &str, text: &str) -> (String, Value, String) {
    let theatre = Theatre::new();
    let mut host = at_whiteboard(&theatre).await;
    host.say(&message(board, text)).await;
    let mut lines = host.until(|line| line["request"]["message"]["method"] == "tools/call").await;
    let call = lines.last().unwrap().clone();
    let mut params = call["request"]["message"]["params"].clone();
    host.answer_tool(&call, json!({ "content": [{ "type": "text", "text": "{}" }] })).await;
    lines.extend(host.turn().await);
    (params["name"].as_str().unwrap().to_owned(), params["arguments"].take(), said(&lines))
}

/// Returns the words on the board that a batch makes: frames with what lies in them, then what lies in none.
fn drawn(batch: &Value) -> String {
    let operations = batch["operations"].as_array().unwrap();
    let words = |operation: &Value| operation["name"].as_str().or(operation["text"].as_str()).map(str::to_owned);
    let inside = |frame: &Value| {
        let notes = operations.iter().filter(|operation| operation["parentRef"] == frame["ref"]);
        notes.filter_map(words).collect::<Vec<_>>().join(", ")
    };
    let tops = operations.iter().filter(|operation| operation.get("parentRef").is_none());
    let lines = tops.filter_map(|top| Some(format!("{}: {}\n", words(top)?, inside(top))));
    lines.collect()
}

#[tokio::test]
async fn a_swot_is_drawn_of_what_is_named() {
    let (tool, batch, said) = asked(EMPTY, "Please draw a SWOT of our bakery, with care").await;
    assert_eq!(tool, "batchOperations");
    assert_eq!(batch["layoutDirective"], "swot-2x2");
    assert_eq!(batch["title"], "SWOT of our bakery (rehearsal)");
    let drawn = drawn(&batch);
    for frame in ["Strengths: ", "Weaknesses: ", "Opportunities: ", "Threats: "] {
        assert!(drawn.contains(frame), "{drawn}");
    }
    assert!(drawn.contains("our bakery"), "{drawn}");
    assert!(said.contains("not a model"), "{said}");
    assert!(said.contains("SWOT of our bakery, with 4 frames and 8 notes"), "{said}");
    assert!(!said.contains("cards"), "{said}");
}

#[tokio::test]
async fn the_words_decide_what_is_drawn() {
    for (text, directive, title) in [
        ("A kanban board for the move", "columns", "Kanban board of the move (rehearsal)"),
        ("Sketch the customer journey", "journey-stages", "Journey (rehearsal)"),
        ("Draw a flowchart for returning a kite?", "flowchart-top-down", "Flowchart of returning a kite (rehearsal)"),
        ("Put some notes there about lunch please", "freeform", "Notes of lunch (rehearsal)"),
    ] {
        let (tool, batch, _) = asked(EMPTY, text).await;
        assert_eq!(
            (tool.as_str(), &batch["layoutDirective"], &batch["title"]),
            ("batchOperations", &json!(directive), &json!(title))
        );
    }
}

#[tokio::test]
async fn what_is_selected_is_put_in_order_or_else_what_lies_on_the_board() {
    let board = "The board has 1 frame, 3 notes and 1 connector.\n\
                 On the board:\n\
                 frame \"Later\" [f] · 1 inside\n\
                 \u{20} note \"Sleep\" [d]\n\
                 note \"Say \\\"hi\\\" [x]\" [a] blue\n\
                 note \"Feed the cat\" [b]\n\
                 connector [k] from [a] to [b]";
    let (tool, input, said) = asked(board, "Arrange it all in a row").await;
    assert_eq!(tool, "layoutElements");
    assert_eq!(input, json!({ "shapeIds": ["f", "a", "b"], "layoutType": "horizontal-row" }));
    assert!(said.contains("3 objects in a row"), "{said}");
    let selected = format!("2 notes\nSelected by the person:\nnote \"Feed the cat\" [b]\nnote \"x\" [d]\n{board}");
    let (_, input, _) = asked(&selected, "Group these").await;
    assert_eq!(input, json!({ "shapeIds": ["b", "d"], "layoutType": "grid" }));
}

#[tokio::test]
async fn with_too_little_to_arrange_it_says_so() {
    let theatre = Theatre::new();
    let mut host = at_whiteboard(&theatre).await;
    let turn = host.hear(&message(EMPTY, "Tidy up")).await;
    assert!(blocks(&turn, "tool_use").is_empty());
    assert!(said(&turn).contains("fewer than two"), "{}", said(&turn));
}

#[tokio::test]
async fn what_is_refused_is_said() {
    let theatre = Theatre::new();
    let mut host = at_whiteboard(&theatre).await;
    host.say(&message(EMPTY, "Draw a SWOT")).await;
    let call = host.until(|line| line["request"]["message"]["method"] == "tools/call").await.pop().unwrap();
    host.answer_tool(&call, json!({ "content": [{ "type": "text", "text": "The board is full." }], "isError": true }))
        .await;
    let said = said(&host.turn().await);
    assert!(said.contains("left as it is: The board is full."), "{said}");
}

#[tokio::test]
async fn without_a_word_for_it_nothing_is_drawn_and_the_words_are_told() {
    let theatre = Theatre::new();
    let mut host = at_whiteboard(&theatre).await;
    let turn = host.hear(&message(EMPTY, "Hello there")).await;
    assert!(blocks(&turn, "tool_use").is_empty());
    assert!(said(&turn).contains("**swot**") && !said(&turn).contains("**cards**"), "{}", said(&turn));
}

#[tokio::test]
async fn it_is_written_in_pieces_and_can_be_stopped_between_them() {
    let theatre = Theatre::new();
    let mut host = at_whiteboard(&theatre).await;
    let piece = |line: &Value| line["event"]["delta"]["partial_json"].as_str().map(str::to_owned);
    host.say(&message(EMPTY, "Draw a SWOT")).await;
    let lines = host.until(|line| piece(line).is_some()).await;
    let first = piece(lines.last().unwrap()).unwrap();
    assert!(serde_json::from_str::<Value>(&first).is_err(), "{first} is a piece");
    // What is not read holds it up, so that it cannot be done by now.
    host.ask(json!({ "subtype": "interrupt" })).await;
    let rest = host.turn().await;
    assert_eq!(rest.last().unwrap()["terminal_reason"], "aborted_streaming");
    assert!(blocks(&rest, "tool_use").iter().all(|block| block["name"] != DRAW), "it was never called");
}
