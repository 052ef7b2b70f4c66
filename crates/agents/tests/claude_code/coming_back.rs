//! Conversations that are taken up again.

use agents::{Conversation, ConversationId, Event, FailureCode, Launch, Mode, Point};
use testkit::model_api::{Script, Turn};

use crate::ending::kill;
use crate::stage::{Stage, cost, id, said};

fn counting() -> Script {
    Script::new()
        .scene("long", [Turn::text("It hangs here, for long.").hang_after(1)])
        .otherwise(Turn::text("There are {{messages}} messages."))
}

fn begun(stage: &Stage) -> (ConversationId, Launch) {
    let launch = stage.launch(Mode::Chat);
    let Conversation::New(conversation) = launch.conversation else { panic!("it is not new") };
    (conversation, launch)
}

/// Returns whether the newest request holds a text.
fn remembers(stage: &Stage, text: &str) -> bool {
    let requests = stage.api.requests();
    let newest = requests.iter().rfind(|request| !request.tool_names().is_empty()).unwrap();
    newest.body["messages"].to_string().contains(text)
}

#[tokio::test]
async fn a_conversation_goes_on_and_counts_only_what_is_new() {
    let stage = Stage::new(counting()).await;
    let (conversation, launch) = begun(&stage);
    let mut live = stage.start(launch).await;
    live.say("the zebra is called Zoe").await;
    let first = live.turn().await;
    live.stop().await;

    let conversation = Conversation::Resume(conversation);
    let launch = Launch { conversation, spent_usd: cost(&first), ..stage.launch(Mode::Chat) };
    let mut live = stage.start(launch).await;
    live.say("what is it called?").await;
    let second = live.turn().await;
    assert!(remembers(&stage, "the zebra is called Zoe"));
    assert!(
        cost(&first) > 0.0 && (cost(&second) - cost(&first)).abs() < cost(&first) / 10.0,
        "{} {}",
        cost(&first),
        cost(&second)
    );
    live.stop().await;
}

#[tokio::test]
async fn a_conversation_goes_on_after_a_crash() {
    let stage = Stage::new(counting()).await;
    let (conversation, launch) = begun(&stage);
    let mut live = stage.start(launch).await;
    live.ask("the zebra is called Zoe").await;
    live.say("[[long]]").await;
    live.until(|event| matches!(event, Event::Delta { .. })).await;
    kill(&live.marker);
    let events = live.until(|event| matches!(event, Event::Ended { .. })).await;
    let Some(Event::Ended { failure: Some(failure) }) = events.last() else { panic!("{events:#?}") };
    assert_eq!(failure.code, FailureCode::Crashed);
    live.assert_over().await;

    stage.api.set_script(Script::new().otherwise(Turn::text("Zoe.")));
    let mut live =
        stage.start(Launch { conversation: Conversation::Resume(conversation), ..stage.launch(Mode::Chat) }).await;
    assert_eq!(live.ask("what is it called?").await, "Zoe.");
    assert!(remembers(&stage, "the zebra is called Zoe"));
    live.stop().await;
}

#[tokio::test]
async fn a_new_conversation_that_was_begun_already_goes_on() {
    let stage = Stage::new(counting()).await;
    let (conversation, launch) = begun(&stage);
    let mut live = stage.start(launch.clone()).await;
    live.ask("the zebra is called Zoe").await;
    live.stop().await;

    let mut live = stage.try_start(launch).await.unwrap();
    assert!(matches!(live.next().await, Event::Ready { conversation: ready, .. } if ready == conversation));
    live.ask("what is it called?").await;
    assert!(remembers(&stage, "the zebra is called Zoe"));
    live.stop().await;
}

#[tokio::test]
async fn a_conversation_the_cli_does_not_know_begins_anew_and_says_so() {
    let stage = Stage::new(counting()).await;
    let conversation = ConversationId(id());
    let recap = Some("This was said: the lion is called Leo".to_owned());
    let launch = Launch { conversation: Conversation::Resume(conversation), recap, ..stage.launch(Mode::Chat) };
    let mut live = stage.try_start(launch.clone()).await.unwrap();
    assert!(matches!(live.next().await, Event::Ready { conversation: ready, .. } if ready == conversation));
    let notice = live.next().await;
    assert!(matches!(&notice, Event::Notice { text } if text.contains("no longer has its own record")), "{notice:?}");
    live.ask("the zebra is called Zoe").await;
    assert!(remembers(&stage, "the lion is called Leo"));
    live.ask("and now?").await;
    live.stop().await;

    let mut live = stage.start(launch).await;
    live.ask("what is it called?").await;
    assert!(remembers(&stage, "the zebra is called Zoe"));
    live.stop().await;
}

#[tokio::test]
async fn a_fork_knows_all_and_the_first_stays_as_it_is() {
    let stage = Stage::new(counting()).await;
    let (from, launch) = begun(&stage);
    let mut live = stage.start(launch).await;
    live.ask("the zebra is called Zoe").await;

    let to = ConversationId(id());
    let launch = Launch { conversation: Conversation::Fork { from, to, at: None }, ..stage.launch(Mode::Chat) };
    let mut fork = stage.try_start(Launch { marker: format!("{}:fork", launch.marker), ..launch }).await.unwrap();
    assert!(matches!(fork.next().await, Event::Ready { conversation, .. } if conversation == to));
    fork.say("in the fork").await;
    let turn = fork.turn().await;
    assert!(said(&turn).contains("messages") && remembers(&stage, "the zebra is called Zoe"));
    fork.stop().await;

    live.ask("what is it called?").await;
    assert!(remembers(&stage, "the zebra is called Zoe") && !remembers(&stage, "in the fork"));
    live.stop().await;
}

#[tokio::test]
async fn a_fork_of_what_the_cli_does_not_know_begins_anew_and_says_so() {
    let stage = Stage::new(counting()).await;
    let (from, to) = (ConversationId(id()), ConversationId(id()));
    let launch = Launch { conversation: Conversation::Fork { from, to, at: None }, ..stage.launch(Mode::Chat) };
    let mut live = stage.start(launch).await;
    assert!(matches!(live.next().await, Event::Notice { .. }));
    live.ask("hello").await;
    live.stop().await;
}

/// Says three things and returns where the first turn ended.
async fn three_turns(stage: &Stage, launch: Launch) -> Point {
    let mut live = stage.start(launch).await;
    live.say("the zebra is called Zoe").await;
    let turn = live.turn().await;
    let Some(Event::TurnDone { point: Some(point), .. }) = turn.last() else { panic!("{turn:#?}") };
    live.ask("the lion is called Leo").await;
    live.ask("the ape is called Abe").await;
    live.stop().await;
    *point
}

#[tokio::test]
async fn a_fork_at_a_turn_knows_nothing_of_later_ones() {
    let stage = Stage::new(counting()).await;
    let (from, launch) = begun(&stage);
    let at = Some(three_turns(&stage, launch).await);
    let to = ConversationId(id());
    let recap = Some("what nobody needs".to_owned());
    let launch = Launch { conversation: Conversation::Fork { from, to, at }, recap, ..stage.launch(Mode::Chat) };
    let mut live = stage.start(launch).await;
    live.ask("what are they called?").await;
    assert!(remembers(&stage, "the zebra is called Zoe") && !remembers(&stage, "what nobody needs"));
    assert!(!remembers(&stage, "Leo") && !remembers(&stage, "Abe"));
    live.stop().await;
    // It goes on under its own name.
    let mut live = stage.start(Launch { conversation: Conversation::Resume(to), ..stage.launch(Mode::Chat) }).await;
    live.ask("and now?").await;
    assert!(remembers(&stage, "the zebra is called Zoe") && !remembers(&stage, "Leo"));
    live.stop().await;
}

#[tokio::test]
async fn a_fork_at_a_place_the_cli_does_not_know_is_told_what_was_said() {
    let stage = Stage::new(counting()).await;
    let (from, launch) = begun(&stage);
    three_turns(&stage, launch).await;
    let (to, at) = (ConversationId(id()), Some(Point(id())));
    let recap = Some("This was said: the zebra is called Zoe".to_owned());
    let launch = Launch { conversation: Conversation::Fork { from, to, at }, recap, ..stage.launch(Mode::Chat) };
    let mut live = stage.start(launch).await;
    let notice = live.next().await;
    assert!(matches!(&notice, Event::Notice { text } if text.contains("cannot go back to that turn")), "{notice:?}");
    live.ask("what are they called?").await;
    assert!(remembers(&stage, "This was said: the zebra") && !remembers(&stage, "Leo"));
    live.stop().await;
}

#[tokio::test]
async fn a_new_conversation_with_a_past_is_told_it_once() {
    let stage = Stage::new(counting()).await;
    let (_, launch) = begun(&stage);
    let mut live = stage.start(Launch { recap: Some("the zebra is called Zoe".to_owned()), ..launch }).await;
    live.ask("what is it called?").await;
    live.ask("and now?").await;
    assert!(remembers(&stage, "the zebra is called Zoe\\n\\nwhat is it called?"));
    assert!(!remembers(&stage, "the zebra is called Zoe\\n\\nand now?"));
    live.stop().await;
}
