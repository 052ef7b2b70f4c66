//! What a session is, what it costs, and what its agent is started with.

use std::path::PathBuf;

use agents::{
    Command, Conversation, ConversationId, Event, McpServer, McpTransport, Mode, PastConversation, PastEvent, PastTurn,
    Point, Tokens, Trust, TurnOutcome,
};
use serde_json::json;
use sessions::{NewSession, SessionError, Settings};
use store::SessionStatus::{Failed, Idle, Running};
use store::{McpServerId, McpServerRow, SessionFilter, Totals};
use uuid::Uuid;

use crate::support::{World, ann, bob, cost, crash, done_at, said, settle, tool_ended, tool_started, turn};

fn tokens(input: u64) -> Tokens {
    Tokens { input, output: 10 * input, cache_read: 100 * input, cache_write: 1_000 * input }
}

#[tokio::test(start_paused = true)]
async fn si1_costs_are_counted_once_and_tokens_added_up() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    run.say(cost(tokens(1), 0.25)).await;
    assert_eq!(world.last(id, "done").await["cost_usd"], 0.25);
    run.say_all([turn(), cost(tokens(2), 0.75)]).await;
    assert_eq!(world.last(id, "done").await["cost_usd"], 0.5);
    run.say_all([turn(), cost(tokens(0), 0.75)]).await;
    assert_eq!(world.last(id, "done").await["cost_usd"], 0.0);
    run.say(Event::Usage { tokens: tokens(5), context_tokens: 4_000, context_window: Some(200_000), model: None })
        .await;
    run.say(Event::Usage { tokens: tokens(6), context_tokens: 5_000, context_window: None, model: None }).await;
    run.dies(crash()).await;
    // A new run counts from nothing again.
    world.message(id, "2").await;
    let mut run = world.started().await;
    assert!((run.launch.spent_usd - 0.75).abs() < 1e-9);
    run.begins().await;
    run.say(cost(tokens(4), 0.5)).await;
    let done = world.last(id, "done").await;
    assert_eq!((&done["cost_usd"], &done["input_tokens"], &done["took_ms"]), (&json!(0.5), &json!(4), &json!(1_500)));
    let expected = Totals {
        input_tokens: 7,
        output_tokens: 70,
        cache_read_tokens: 700,
        cache_write_tokens: 7_000,
        cost_usd: 1.25,
        context_tokens: 5_000,
        context_window: Some(200_000),
    };
    assert_eq!(world.row(id).await.totals, expected);
}

#[tokio::test(start_paused = true)]
async fn si2_settings_are_kept_said_and_told() {
    let mut world = World::new(1).await;
    let (id, mut run) = world.running("1").await;
    let settings = Settings { mode: Some("plan".to_owned()), model: Some("opus".to_owned()) };
    let view = world.sessions.change_settings(id, settings.clone()).await.unwrap();
    assert_eq!((view.session.mode.as_str(), view.session.model.as_deref()), ("plan", Some("opus")));
    assert_eq!(run.told_so_far().await, [Command::SetModel("opus".to_owned()), Command::SetMode(Mode::Plan)]);
    assert_eq!(world.last(id, "status").await, json!({ "status": "running", "mode": "plan" }));
    let log = world.log(id).await;
    run.say_all([Event::ModeChanged { mode: Mode::Plan }, Event::ModelChanged { model: "opus".to_owned() }]).await;
    assert_eq!(world.log(id).await, log, "that is known");
    run.say(Event::ModeChanged { mode: Mode::Code }).await;
    assert_eq!(world.last(id, "status").await, json!({ "status": "running", "mode": "code" }));
    run.say(Event::ModelChanged { model: "haiku".to_owned() }).await;
    assert_eq!(world.last(id, "status").await, json!({ "status": "running", "model": "haiku" }));
    run.finishes().await;
    run.dies(crash()).await;
    world.sessions.change_settings(id, Settings { mode: Some("review".to_owned()), model: None }).await.unwrap();
    world.message(id, "2").await;
    let run = world.started().await;
    assert_eq!((run.launch.mode, run.launch.model.as_deref()), (Mode::Review, Some("haiku")));
}

#[tokio::test(start_paused = true)]
async fn si3_a_fork_begins_with_what_was_said() {
    let mut world = World::new(4).await;
    let new =
        NewSession { mode: Some("code".to_owned()), model: Some("m".to_owned()), ..World::new_session(Some("1")) };
    let origin = world.sessions.create(new, &ann()).await.unwrap().session.id;
    let mut run = world.started().await;
    run.begins().await;
    run.say(Event::Usage { tokens: tokens(5), context_tokens: 4_000, context_window: Some(200_000), model: None })
        .await;
    run.say(cost(tokens(1), 0.25)).await;
    settle().await;
    let before = (world.row(origin).await, world.log(origin).await);
    let fork = world.sessions.fork(origin, None, &bob()).await.unwrap().session;
    assert_eq!((fork.status, fork.parent, fork.created_by), (Idle, Some(origin), bob().id));
    assert_eq!((fork.mode.as_str(), fork.model.as_deref(), fork.turns), ("code", Some("m"), 0));
    assert_eq!((fork.title.as_str(), fork.totals.cost_usd, fork.totals.context_tokens), ("1 (fork)", 0.0, 4_000));
    assert_eq!((world.row(origin).await, world.log(origin).await), before);
    world.message(fork.id, "2").await;
    let mut run = world.started().await;
    let id = |bytes| ConversationId(Uuid::from_bytes(bytes));
    let (from, to) = (id(before.0.conversation), id(fork.conversation));
    assert_eq!(run.launch.conversation, Conversation::Fork { from, to, at: None });
    run.begins().await;
    run.dies(crash()).await;
    world.message(fork.id, "3").await;
    assert_eq!(world.started().await.launch.conversation, Conversation::Resume(to));
    assert!(matches!(
        world.sessions.fork(engine::SessionId::from_bytes([9; 16]), None, &ann()).await,
        Err(SessionError::Missing)
    ));
}

#[tokio::test(start_paused = true)]
async fn si3_a_fork_of_a_fork_that_has_not_begun_goes_back_to_what_was_said() {
    let mut world = World::new(4).await;
    let (origin, run) = world.running("1").await;
    run.finishes().await;
    let between = world.sessions.fork(origin, None, &ann()).await.unwrap().session.id;
    let fork = world.sessions.fork(between, None, &ann()).await.unwrap().session;
    world.message(fork.id, "2").await;
    let from = ConversationId(Uuid::from_bytes(world.row(origin).await.conversation));
    let to = ConversationId(Uuid::from_bytes(fork.conversation));
    assert_eq!(world.started().await.launch.conversation, Conversation::Fork { from, to, at: None });
    let empty = world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id;
    let fork = world.sessions.fork(empty, None, &ann()).await.unwrap().session;
    world.message(fork.id, "2").await;
    let id = ConversationId(Uuid::from_bytes(fork.conversation));
    assert_eq!(world.started().await.launch.conversation, Conversation::New(id));
}

#[tokio::test(start_paused = true)]
async fn si3_an_agent_that_names_its_conversation_itself_is_taken_up_under_that_name() {
    let mut world = World::new(1).await;
    let id = world.create("1").await;
    let mut run = world.started().await;
    let own = ConversationId(Uuid::from_u128(77));
    run.say(Event::Ready { conversation: own, version: Some("1".to_owned()) }).await;
    run.goes_on().await;
    run.dies(crash()).await;
    world.message(id, "2").await;
    assert_eq!(world.started().await.launch.conversation, Conversation::Resume(own));
}

#[tokio::test(start_paused = true)]
async fn si4_an_agent_is_started_with_what_belongs_to_its_session() {
    let mut world = World::new(2).await;
    let server = |number: u8, config: serde_json::Value| McpServerRow {
        id: McpServerId::from_bytes([number; 16]),
        name: format!("server{number}"),
        config: config.to_string(),
        created_at: (world.now)(),
    };
    let stdio = json!({ "type": "stdio", "command": "tool", "args": ["-x"], "env": { "A": "b" } });
    let http = json!({ "type": "http", "url": "https://tools.example", "headers": { "X": "y" } });
    let rows = [server(1, stdio), server(2, http), server(3, json!({ "type": "pigeon" }))];
    let ids = rows.each_ref().map(|row| row.id);
    for row in rows {
        world.store.create_mcp_server(row).await.unwrap();
    }
    world.store.set_project_mcp_servers(World::project(1), &ids).await.unwrap();
    let new = NewSession {
        mode: Some("review".to_owned()),
        model: Some("m".to_owned()),
        agent: Some("other".to_owned()),
        ..World::new_session(Some("1"))
    };
    let view = world.sessions.create(new, &ann()).await.unwrap();
    assert_eq!((view.session.agent.as_str(), view.session.status), ("other", Running));
    let run = world.started().await;
    let launch = &run.launch;
    let conversation = ConversationId(Uuid::from_bytes(*view.session.id.as_bytes()));
    assert_eq!(launch.conversation, Conversation::New(conversation));
    assert_eq!((launch.mode, launch.model.as_deref(), launch.trust), (Mode::Review, Some("m"), Trust::Trusted));
    assert!(launch.instructions.as_ref().unwrap().contains("review mode"));
    assert_eq!(launch.folder, PathBuf::from("/projects/1"));
    assert!(launch.marker.ends_with(&format!(".{}", view.session.id)));
    let arguments = vec!["-x".to_owned()];
    let environment = [("A".to_owned(), "b".to_owned())].into();
    let headers = [("X".to_owned(), "y".to_owned())].into();
    assert_eq!(
        launch.servers,
        [
            McpServer {
                name: "server1".to_owned(),
                transport: McpTransport::Stdio { command: "tool".to_owned(), arguments, environment }
            },
            McpServer {
                name: "server2".to_owned(),
                transport: McpTransport::Http { url: "https://tools.example".to_owned(), headers }
            },
        ]
    );
    let second = NewSession { project: World::project(2), ..World::new_session(Some("2")) };
    world.sessions.create(second, &ann()).await.unwrap();
    let run = world.started().await;
    assert_eq!((run.launch.trust, run.launch.mode, run.launch.servers.len()), (Trust::Untrusted, Mode::Chat, 0));
}

#[tokio::test(start_paused = true)]
async fn si9_an_agent_does_not_start_with_a_tool_server_that_may_not_be_called() {
    let mut world = World::new(1).await;
    let id = McpServerId::from_bytes([1; 16]);
    let config = json!({ "type": "http", "url": "http://localhost:1/mcp" }).to_string();
    let row = McpServerRow { id, name: "wiki".to_owned(), config, created_at: (world.now)() };
    world.store.create_mcp_server(row).await.unwrap();
    world.store.set_project_mcp_servers(World::project(1), &[id]).await.unwrap();
    let session = world.create("1").await;
    assert_eq!(world.status(session).await, Failed);
    let error = world.last(session, "error").await;
    assert_eq!(error["message"], "The tool server wiki cannot be used: it is here.");
    assert!(!world.has_started().await);
    world.store.set_project_mcp_servers(World::project(1), &[]).await.unwrap();
    world.message(session, "2").await;
    assert_eq!(world.started().await.begins().await, "1", "what was said is kept");
}

#[tokio::test(start_paused = true)]
async fn si5_an_unknown_agent_or_mode_is_refused() {
    let world = World::new(1).await;
    let refused = async |new: NewSession| world.sessions.create(new, &ann()).await.unwrap_err();
    let agent = NewSession { agent: Some("nobody".to_owned()), ..World::new_session(None) };
    assert!(matches!(refused(agent).await, SessionError::NoAgent(name) if name == "nobody"));
    let mode = NewSession { mode: Some("fly".to_owned()), ..World::new_session(None) };
    assert!(matches!(refused(mode).await, SessionError::Invalid { path, .. } if path == "/mode"));
    let project = NewSession { project: World::project(9), ..World::new_session(None) };
    assert!(matches!(refused(project).await, SessionError::Store(store::StoreError::Missing { what: "project" })));
    let id = world.sessions.create(World::new_session(None), &ann()).await.unwrap().session.id;
    let settings = Settings { mode: Some("fly".to_owned()), model: None };
    assert!(matches!(world.sessions.change_settings(id, settings).await, Err(SessionError::Invalid { .. })));
    assert_eq!(world.row(id).await.mode, "chat");
}

#[tokio::test(start_paused = true)]
async fn si6_an_agent_is_told_what_it_may_have_forgotten() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("What is it called?").await;
    assert_eq!(run.launch.recap, None, "there is nothing to forget");
    run.say_all([crate::support::delta("Zo"), said("Zoe.")]).await;
    run.dies(crash()).await;
    world.message(id, "And now?").await;
    let run = world.started().await;
    let recap = run.launch.recap.clone().unwrap();
    assert!(recap.ends_with("Person: What is it called?\n\nYou: Zoe."), "{recap}");
}

/// Makes a session with two turns, of which the agent named the end of the first only.
async fn with_two_turns(world: &mut World) -> engine::SessionId {
    let (id, mut run) = world.running("What is it called?").await;
    run.say_all([said("Zoe."), done_at(Some(Point(Uuid::from_u128(7))))]).await;
    settle().await;
    world.message(id, "And the other?").await;
    run.goes_on().await;
    run.say_all([said("Leo."), done_at(None)]).await;
    settle().await;
    world.message(id, "Thanks").await;
    run.goes_on().await;
    run.finishes().await;
    id
}

#[tokio::test(start_paused = true)]
async fn si7_a_fork_after_a_turn_goes_back_to_it() {
    let mut world = World::new(4).await;
    let origin = with_two_turns(&mut world).await;
    let fork = world.sessions.fork(origin, Some(1), &bob()).await.unwrap().session;
    assert_eq!((fork.parent, fork.forked_at, fork.turns), (Some(origin), Some(1), 0));
    // A fork of the fork, before anything was said in it, is the same.
    let second = world.sessions.fork(fork.id, None, &bob()).await.unwrap().session;
    for session in [fork, second] {
        world.message(session.id, "2").await;
        let run = world.started().await;
        let id = |bytes| ConversationId(Uuid::from_bytes(bytes));
        let (from, to) = (id(world.row(origin).await.conversation), id(session.conversation));
        let at = Some(Point(Uuid::from_u128(7)));
        assert_eq!(run.launch.conversation, Conversation::Fork { from, to, at });
        let recap = run.launch.recap.clone().unwrap();
        assert!(recap.ends_with("Person: What is it called?\n\nYou: Zoe."), "{recap}");
    }
}

#[tokio::test(start_paused = true)]
async fn si7_a_fork_after_a_turn_without_a_place_is_told_what_was_said() {
    let mut world = World::new(4).await;
    let origin = with_two_turns(&mut world).await;
    let fork = world.sessions.fork(origin, Some(2), &bob()).await.unwrap().session;
    world.message(fork.id, "2").await;
    let run = world.started().await;
    assert_eq!(run.launch.conversation, Conversation::New(ConversationId(Uuid::from_bytes(fork.conversation))));
    let recap = run.launch.recap.clone().unwrap();
    assert!(recap.ends_with("You: Zoe.\n\nPerson: And the other?\n\nYou: Leo."), "{recap}");
}

#[tokio::test(start_paused = true)]
async fn si7_a_turn_that_has_not_ended_is_refused() {
    let mut world = World::new(1).await;
    let (id, run) = world.running("1").await;
    for turn in [0, 1, 2] {
        let refused = world.sessions.fork(id, Some(turn), &ann()).await;
        assert!(matches!(refused, Err(SessionError::Invalid { path, .. }) if path == "/turn"), "{turn}");
    }
    run.finishes().await;
    world.sessions.fork(id, Some(1), &ann()).await.unwrap();
}

/// A conversation of two turns, the second of which was interrupted.
fn past() -> PastConversation {
    let event = |at_ms, event| PastEvent { at_ms, event };
    let turn = |at: i64, text: &str, events: Vec<PastEvent>, outcome, point| PastTurn {
        messages: vec![(at, text.to_owned())],
        events,
        outcome,
        ended_at_ms: at + 2_000,
        point: Some(Point(Uuid::from_u128(point))),
    };
    let tools = vec![event(11_000, tool_started("t")), event(11_500, tool_ended("t"))];
    PastConversation {
        id: ConversationId(Uuid::from_u128(5)),
        title: "What is it called?".to_owned(),
        turns: vec![
            turn(1_000, "What is it called?", vec![event(2_000, said("Zoe."))], TurnOutcome::Completed, 6),
            turn(10_000, "Look", tools, TurnOutcome::Interrupted, 7),
        ],
        left_out: 0,
        unreadable: 0,
    }
}

#[tokio::test(start_paused = true)]
async fn si8_a_conversation_had_elsewhere_goes_on_as_a_session() {
    let mut world = World::new(2).await;
    let made = world.sessions.import(World::project(1), "other", past(), &ann()).await.unwrap().session;
    assert_eq!(
        (made.status, made.turns, made.title.as_str(), made.agent.as_str()),
        (Idle, 2, "What is it called?", "other")
    );
    assert_eq!(
        world.kinds(made.id).await,
        ["user_message", "assistant_message", "done", "user_message", "tool_start", "tool_result", "done"]
    );
    let done = world.last(made.id, "done").await;
    assert_eq!((&done["turn"], &done["outcome"], &done["took_ms"]), (&json!(2), &json!("interrupted"), &json!(2_000)));
    assert_eq!(world.last(made.id, "tool_result").await["took_ms"], 500);
    let events = world.store.events(made.id, 0, 10).await.unwrap();
    assert_eq!(events[1].at.as_millis(), 2_000, "it was said then");
    world.assert_sound().await;

    let fork = world.sessions.fork(made.id, Some(1), &ann()).await.unwrap().session;
    // Before it has begun, there is only what it was made from.
    for (session, at) in [(fork, Some(Point(Uuid::from_u128(6)))), (made, None)] {
        world.message(session.id, "And now?").await;
        let from = ConversationId(Uuid::from_u128(5));
        let to = ConversationId(Uuid::from_bytes(session.conversation));
        let mut run = world.started().await;
        assert_eq!(run.launch.conversation, Conversation::Fork { from, to, at });
        assert!(run.launch.recap.as_ref().unwrap().contains("You: Zoe."));
        run.begins().await;
        run.dies(crash()).await;
        world.message(session.id, "Go on").await;
        assert_eq!(world.started().await.launch.conversation, Conversation::Resume(to));
    }
}

#[tokio::test(start_paused = true)]
async fn si8_a_conversation_is_taken_over_once_in_a_project() {
    let world = World::new(1).await;
    let bob = bob();
    let import = |project: u8| world.sessions.import(World::project(project), "fake", past(), &bob);
    let (one, two) = tokio::join!(import(1), import(1));
    assert_eq!(one.unwrap().session.id, two.unwrap().session.id);
    let first = import(1).await.unwrap().session.id;
    assert_ne!(import(2).await.unwrap().session.id, first);
    assert_eq!(world.store.sessions_of(World::project(1), SessionFilter::default(), 10).await.unwrap().len(), 1);
}
