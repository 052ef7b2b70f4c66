use serde_json::json;

use super::*;

fn start(index: u64, block: &Value) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

fn delta(index: u64, delta: &Value) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

fn stop(index: u64) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

fn text(text: &str) -> Value {
    json!({ "type": "text_delta", "text": text })
}

fn input(json: &str) -> Value {
    json!({ "type": "input_json_delta", "partial_json": json })
}

fn read(events: &[Value]) -> (Reply, Vec<Event>) {
    let mut reply = Reply::default();
    let told = events.iter().flat_map(|event| reply.take(&event.to_string()).unwrap()).collect();
    (reply, told)
}

fn told(kind: BlockKind, text: &str) -> Event {
    Event::Delta { kind, text: text.to_owned() }
}

fn said(kind: BlockKind, text: &str) -> Event {
    Event::Said { kind, text: text.to_owned(), parent: None }
}

#[test]
fn thoughts_and_words_are_told_as_they_come() {
    let (reply, events) = read(&[
        start(0, &json!({ "type": "thinking", "thinking": "", "signature": "" })),
        delta(0, &json!({ "type": "thinking_delta", "thinking": "Hm" })),
        delta(0, &json!({ "type": "signature_delta", "signature": "sig" })),
        stop(0),
        json!({ "type": "ping" }),
        start(1, &json!({ "type": "text", "text": "" })),
        delta(1, &text("Yes")),
        delta(1, &text(", sir")),
        stop(1),
    ]);
    let (thinking, words) = (BlockKind::Thinking, BlockKind::Text);
    let expected =
        [told(thinking, "Hm"), said(thinking, "Hm"), told(words, "Yes"), told(words, ", sir"), said(words, "Yes, sir")];
    assert_eq!(events, expected);
    let thought = Block::Thinking { thinking: "Hm".to_owned(), signature: "sig".to_owned() };
    assert_eq!(reply.content(), [thought, Block::text("Yes, sir")]);
    assert_eq!(reply.words(), [Block::text("Yes, sir")]);
}

#[test]
fn thoughts_that_are_not_shown_are_kept_and_not_told() {
    let (reply, events) = read(&[
        start(0, &json!({ "type": "thinking", "thinking": "" })),
        delta(0, &json!({ "type": "signature_delta", "signature": "sig" })),
        stop(0),
        start(1, &json!({ "type": "redacted_thinking", "data": "secret" })),
        stop(1),
    ]);
    assert_eq!(events, []);
    assert!(!reply.has_spoken());
    let kept = [
        Block::Thinking { thinking: String::new(), signature: "sig".to_owned() },
        Block::RedactedThinking { data: "secret".to_owned() },
    ];
    assert_eq!(reply.content(), kept);
}

#[test]
fn the_input_of_a_call_comes_in_pieces() {
    let (reply, events) = read(&[
        start(0, &json!({ "type": "tool_use", "id": "t1", "name": "add_card", "input": {} })),
        delta(0, &input("{\"title\": \"a")),
        delta(0, &input("b\"}")),
        stop(0),
        start(1, &json!({ "type": "tool_use", "id": "t2", "name": "list_cards", "input": {} })),
        stop(1),
    ]);
    let piece = |piece: &str| Event::ToolDraft {
        id: ToolId("t1".to_owned()),
        name: "add_card".to_owned(),
        piece: piece.to_owned(),
    };
    assert_eq!(events, [piece("{\"title\": \"a"), piece("b\"}")]);
    let call = |id: &str, name: &str, input: Value| Call {
        id: ToolId(id.to_owned()),
        name: name.to_owned(),
        input: input.as_object().cloned(),
    };
    assert_eq!(reply.calls(), [call("t1", "add_card", json!({ "title": "ab" })), call("t2", "list_cards", json!({}))]);
}

#[test]
fn an_input_that_is_too_long_is_told_as_far_as_it_is_not() {
    let half = format!("\"{}\"", "x".repeat(MAX_DRAFT_BYTES / 2));
    let tool = json!({ "type": "tool_use", "id": "t1", "name": "add_card" });
    let (reply, events) =
        read(&[start(0, &tool), delta(0, &input("")), delta(0, &input(&half)), delta(0, &input(&half)), stop(0)]);
    assert!(matches!(&events[..], [Event::ToolDraft { piece, .. }] if *piece == half), "{}", events.len());
    assert_eq!(reply.calls().len(), 1);
}

#[test]
fn an_input_that_was_cut_off_is_none() {
    for json in ["{\"title\": \"a", "[1]", "7"] {
        let tool = json!({ "type": "tool_use", "id": "t1", "name": "add_card" });
        let (reply, _) = read(&[start(0, &tool), delta(0, &input(json)), stop(0)]);
        assert_eq!(reply.calls()[0].input, None, "{json}");
        assert!(matches!(&reply.content()[0], Block::ToolUse { input, .. } if input.is_empty()), "{json}");
    }
}

#[test]
fn what_is_unknown_is_passed_over() {
    let (reply, events) = read(&[
        json!({ "type": "something_new", "index": "odd" }),
        start(0, &json!({ "type": "picture", "url": "x" })),
        delta(0, &text("not of a text")),
        stop(0),
        delta(7, &text("of nothing")),
        start(1, &json!({ "type": "text" })),
        delta(1, &json!({ "type": "citations_delta", "citation": {} })),
        stop(1),
    ]);
    assert_eq!(events, []);
    assert_eq!(reply.content(), []);
}

#[test]
fn blank_words_are_told_and_not_kept() {
    let (reply, events) = read(&[start(0, &json!({ "type": "text", "text": " \n" })), stop(0)]);
    assert_eq!(events, [told(BlockKind::Text, " \n"), said(BlockKind::Text, " \n")]);
    assert_eq!(reply.content(), []);
}

#[test]
fn what_is_cut_off_is_said_once() {
    let (mut reply, _) = read(&[start(0, &json!({ "type": "text", "text": "Half" }))]);
    assert_eq!(reply.cut(), [said(BlockKind::Text, "Half")]);
    assert_eq!(reply.cut(), []);
    assert!(reply.has_spoken() && !reply.is_finished());
    assert_eq!(reply.words(), [Block::text("Half")]);
}

#[test]
fn the_newest_counts_hold() {
    let usage = json!({ "input_tokens": 10, "output_tokens": 1, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 4 });
    let (reply, _) = read(&[
        json!({ "type": "message_start", "message": { "id": "m", "usage": usage } }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 20 } }),
        json!({ "type": "message_stop" }),
    ]);
    assert_eq!(reply.tokens(), Tokens { input: 10, output: 20, cache_read: 3, cache_write: 4 });
    assert!(reply.is_finished());
}

#[track_caller]
fn check_stop(reason: &str, expected: &Stop) {
    let (reply, _) = read(&[json!({ "type": "message_delta", "delta": {
        "stop_reason": reason, "stop_details": { "type": "refusal", "explanation": "No." } } })]);
    assert_eq!(reply.stop(), expected, "{reason}");
}

#[test]
fn each_reason_to_stop_is_known() {
    check_stop("end_turn", &Stop::Done);
    check_stop("tool_use", &Stop::Done);
    check_stop("something_new", &Stop::Done);
    check_stop("max_tokens", &Stop::Length);
    check_stop("pause_turn", &Stop::Pause);
    check_stop("model_context_window_exceeded", &Stop::ContextFull);
    check_stop("refusal", &Stop::Refusal { explanation: Some("No.".to_owned()) });
}

#[test]
fn an_answer_has_an_end() {
    let mut reply = Reply::default();
    reply.take(&start(0, &json!({ "type": "text" })).to_string()).unwrap();
    let large = delta(0, &text(&"x".repeat(100_000))).to_string();
    let fault = (0..1000).find_map(|_| reply.take(&large).err());
    assert!(matches!(fault, Some(Fault::TooLarge)));

    let mut reply = Reply::default();
    let fault = (0..1000).find_map(|index| reply.take(&start(index, &json!({ "type": "text" })).to_string()).err());
    assert!(matches!(fault, Some(Fault::TooLarge)));
}

#[test]
fn faults_are_told_apart() {
    assert!(matches!(Reply::default().take("{").unwrap_err(), Fault::Garbled));
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let Fault::Service(error) = Reply::default().take(&error.to_string()).unwrap_err() else { panic!("no error") };
    assert_eq!((error.kind.as_str(), error.message.as_str()), ("overloaded_error", "Overloaded"));
}
