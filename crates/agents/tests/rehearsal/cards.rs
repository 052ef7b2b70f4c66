use serde_json::{Value, json};

use crate::support::{Host, Theatre, blocks, said, tool_results};

async fn called(host: &mut Host) -> Value {
    host.until(|line| line["request"]["message"]["method"] == "tools/call").await.pop().unwrap()
}

#[tokio::test]
async fn three_cards_are_made_with_the_tool_of_the_host() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--allowedTools", "mcp__board"]);
    host.connect(&["create_card"]).await;
    host.say("Make cards for the kite").await;
    let mut titles = Vec::new();
    for number in 1..=3 {
        let call = called(&mut host).await;
        let params = &call["request"]["message"]["params"];
        assert_eq!((&call["request"]["server_name"], &params["name"]), (&json!("board"), &json!("create_card")));
        assert!(params["_meta"]["claudecode/toolUseId"].as_str().unwrap().starts_with("toolu_"));
        titles.push(params["arguments"]["title"].as_str().unwrap().to_owned());
        let text = format!("Created card {number}.");
        host.answer_tool(&call, json!({ "content": [{ "type": "text", "text": text }] })).await;
    }
    assert_eq!(titles, ["Make cards for the kite", "Try it out", "Tell the others"]);
    let rest = host.turn().await;
    assert_eq!(tool_results(&rest)[0]["message"]["content"][0]["content"], "Created card 3.");
    assert!(said(&rest).contains("3 cards are on the board"));
}

#[tokio::test]
async fn a_tool_that_fails_ends_it_in_words() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--allowedTools", "mcp__board__create_card"]);
    host.connect(&["create_card"]).await;
    host.say("Draw a kite").await;
    let call = called(&mut host).await;
    let failed = json!({ "content": [{ "type": "text", "text": "The board is full." }], "isError": true });
    host.answer_tool(&call, failed).await;
    let rest = host.turn().await;
    assert_eq!(tool_results(&rest)[0]["message"]["content"][0]["is_error"], true);
    assert!(said(&rest).contains("0 of 3 cards made: The board is full."), "{}", said(&rest));
}

#[tokio::test]
async fn a_tool_that_is_not_allowed_is_asked_about() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    host.connect(&["create_card"]).await;
    host.say("Draw a kite").await;
    let request = host.asked_about("mcp__board__create_card").await;
    host.answer(&request, json!({ "behavior": "deny", "message": "Not on my board." })).await;
    let rest = host.turn().await;
    assert!(said(&rest).contains("Not on my board."));
}

#[tokio::test]
async fn a_call_can_be_stopped() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&["--allowedTools", "mcp__board"]);
    host.connect(&["create_card"]).await;
    host.say("Draw a kite").await;
    let call = called(&mut host).await;
    host.ask(json!({ "subtype": "interrupt" })).await;
    assert_eq!(host.turn().await.last().unwrap()["terminal_reason"], "aborted_tools");
    host.answer_tool(&call, json!({ "content": [] })).await;
    assert_eq!(host.hear("Hello").await.last().unwrap()["subtype"], "success");
}

#[tokio::test]
async fn without_the_tool_no_card_is_made() {
    let theatre = Theatre::new();
    let mut host = theatre.start(&[]);
    let turn = host.hear("Draw a kite").await;
    assert!(blocks(&turn, "tool_use").is_empty());
    assert!(said(&turn).contains("no tool for making cards"));
}
