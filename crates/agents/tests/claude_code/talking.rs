//! Conversations: turns, messages in between, instructions, models.

use agents::{BlockKind, Command, Event, Launch, Mode, Origin, TurnOutcome};
use testkit::model_api::{Gate, Script, Tokens, Turn};

use crate::stage::{Stage, outcome, said};

#[tokio::test]
async fn a_text_comes_in_pieces_and_then_as_a_whole() {
    let tokens = Tokens { input: 10, output: 5, cache_read: 100, cache_written: 3 };
    let turn = Turn::thinking("A guest.").and_text("Good day to you, whoever you are.").tokens(tokens);
    let stage = Stage::new(Script::new().scene("greet", [turn])).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let message = live.say("[[greet]] Hello").await;
    let events = live.turn().await;

    let deltas = |wanted: BlockKind| -> String {
        let deltas = events.iter().filter_map(|event| match event {
            Event::Delta { kind, text } if *kind == wanted => Some(text.as_str()),
            _ => None,
        });
        deltas.collect()
    };
    assert_eq!(said(&events), "Good day to you, whoever you are.");
    assert_eq!((deltas(BlockKind::Text), deltas(BlockKind::Thinking)), (said(&events), "A guest.".to_owned()));
    assert!(events.contains(&Event::Delivered { messages: vec![message] }), "{events:#?}");
    let Some(Event::TurnDone { outcome, tokens, run_cost_usd, origin, messages, .. }) = events.last() else {
        panic!("the turn is not done")
    };
    assert_eq!((outcome, origin, messages.as_slice()), (&TurnOutcome::Completed, &Origin::Person, &[message][..]));
    assert_eq!((tokens.input, tokens.output, tokens.cache_read, tokens.cache_write), (10, 5, 100, 3));
    assert!(*run_cost_usd > 0.0);
    let usage = events.iter().rev().find_map(|event| match event {
        Event::Usage { context_tokens, context_window, .. } => Some((*context_tokens, *context_window)),
        _ => None,
    });
    let Some((118, Some(window))) = usage else { panic!("{usage:?}") };
    assert!(window >= 100_000);
    live.stop().await;
}

#[tokio::test]
async fn the_second_turn_knows_the_first() {
    let script = Script::new().otherwise(Turn::text("There are {{messages}} messages."));
    let stage = Stage::new(script).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let first = live.ask("one").await;
    let second = live.ask("two").await;
    assert_ne!(first, second);
    let told = stage.api.wait_for_request(|request| request.last_user_text() == Some("two")).await.body.to_string();
    assert!(told.contains("\"one\"") && told.contains(&first), "the first turn is not in the request");
    live.stop().await;
}

#[tokio::test]
async fn what_is_said_while_it_speaks_comes_next() {
    let gate = Gate::new();
    let script = Script::new()
        .scene("long", [Turn::text("A long answer, which goes on.").wait_after(1, &gate)])
        .scene("next", [Turn::text("And now to that.")]);
    let stage = Stage::new(script).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[long]]").await;
    live.until(|event| matches!(event, Event::Delta { .. })).await;
    let second = live.say("[[next]]").await;
    gate.open();
    let first_turn = live.turn().await;
    assert_eq!(said(&first_turn), "A long answer, which goes on.");
    let second_turn = live.turn().await;
    assert_eq!(said(&second_turn), "And now to that.");
    let both = [first_turn, second_turn].concat();
    assert!(both.contains(&Event::Delivered { messages: vec![second] }), "{both:#?}");
    live.stop().await;
}

#[tokio::test]
async fn what_is_said_while_it_works_joins_the_turn() {
    let gate = Gate::new();
    let read = |stage: &Stage| serde_json::json!({ "file_path": stage.file("notes.txt") });
    let stage = Stage::new(Script::new()).await;
    std::fs::write(stage.file("notes.txt"), "notes").unwrap();
    stage.api.set_script(Script::new().scene(
        "work",
        [Turn::tool("Read", read(&stage)).wait_for(&gate), Turn::tool("Read", read(&stage)), Turn::text("Done.")],
    ));
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    let first = live.say("[[work]]").await;
    live.until(|event| matches!(event, Event::TurnStarted { .. })).await;
    let second = live.say("by the way").await;
    stage.api.wait_for_request(|request| request.scene == "work/0").await;
    gate.open();
    let turn = live.turn().await;
    let Some(Event::TurnDone { messages, .. }) = turn.last() else { panic!("{turn:#?}") };
    assert_eq!(messages, &[first, second]);
    assert!(turn.contains(&Event::Delivered { messages: vec![second] }), "{turn:#?}");
    live.stop().await;
}

#[tokio::test]
async fn instructions_reach_the_model_beside_its_own() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let instructions = Some("Always mention the zebra.".to_owned());
    let mut live = stage.start(Launch { instructions, ..stage.launch(Mode::Chat) }).await;
    live.ask("hello").await;
    let request = stage.api.wait_for_request(|request| request.last_user_text() == Some("hello")).await;
    let system = request.body["system"].to_string();
    assert!(system.contains("Always mention the zebra.") && system.len() > 1_000, "{}", system.len());
    live.stop().await;
}

#[tokio::test]
async fn a_slash_is_not_a_command() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("You said {{last_user_text}}"))).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    for text in ["/clear", "/model x", "/context", "/etc/passwd is a file"] {
        assert_eq!(live.ask(text).await, format!("You said {text}"));
    }
    live.stop().await;
}

#[tokio::test]
async fn compacting_is_a_command() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.ask("hello").await;
    live.say("/compact").await;
    let turn = live.turn().await;
    assert_eq!(outcome(&turn), &TurnOutcome::Completed);
    assert!(
        turn.iter().any(|event| matches!(event, Event::Notice { text } if text.contains("compacted"))),
        "{turn:#?}"
    );
    assert_eq!(live.ask("and on").await, "Fine.");
    live.stop().await;
}

#[tokio::test]
async fn another_model() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let model = Some("claude-haiku-4-5".to_owned());
    let mut live = stage.start(Launch { model, ..stage.launch(Mode::Chat) }).await;
    live.ask("one").await;
    live.tell(Command::SetModel("claude-sonnet-4-5".to_owned())).await;
    live.ask("two").await;
    let model = |text: &'static str| {
        let requests = stage.api.requests();
        let request = requests.iter().find(|request| request.last_user_text() == Some(text)).unwrap();
        request.body["model"].as_str().unwrap().to_owned()
    };
    assert!(model("one").starts_with("claude-haiku-4-5") && model("two").starts_with("claude-sonnet-4-5"));
    live.stop().await;
}

#[tokio::test]
async fn an_interrupt_ends_the_turn_and_not_the_conversation() {
    let script = Script::new()
        .scene("long", [Turn::text("This answer stops in the middle.").hang_after(2)])
        .otherwise(Turn::text("Fine."));
    let stage = Stage::new(script).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.say("[[long]]").await;
    live.until(|event| matches!(event, Event::Delta { .. })).await;
    live.tell(Command::Interrupt).await;
    let turn = live.turn().await;
    assert_eq!(outcome(&turn), &TurnOutcome::Interrupted, "{turn:#?}");
    stage.api.set_script(Script::new().otherwise(Turn::text("Fine.")));
    assert_eq!(live.ask("go on").await, "Fine.");
    live.stop().await;
}

#[tokio::test]
async fn an_interrupt_while_nothing_happens_is_nothing() {
    let stage = Stage::new(Script::new().otherwise(Turn::text("Fine."))).await;
    let mut live = stage.start(stage.launch(Mode::Chat)).await;
    live.tell(Command::Interrupt).await;
    assert_eq!(live.ask("hello").await, "Fine.");
    live.stop().await;
}
