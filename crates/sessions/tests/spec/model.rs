//! Random agents and random followers: whatever is said, and however often somebody comes and goes, one who follows sees
//! what a reader of the folded log sees.

use std::time::Duration;

use agents::{BlockKind, Event, TurnOutcome};
use engine::SessionId;
use proptest::prelude::*;
use sessions::Form;
use sessions::limits::FOLD_AFTER;
use store::{MemoryStore, SessionStatus};

use crate::support::{
    Reader, Row, Screen, TestRun, World, ann, colour, crash, done_with, draft, life, notice, question, settle, tool,
    tool_ended, tool_started, turn, withdrawn,
};

#[derive(Clone, Debug)]
enum Step {
    Delta(BlockKind, String),
    /// Says all that came in drops, and something more.
    Finish(BlockKind, String),
    /// Says something else than what came in drops.
    Say(BlockKind, String),
    Subagent(String),
    Tool,
    Draft(String),
    Notice,
    Ask,
    Withdraw,
    Answer,
    Message,
    Turn,
    Done(TurnOutcome),
    /// The agent dies, and the next message starts another.
    Die,
    Wait(u64),
    /// Somebody new follows from this part of the log on.
    Join(Form, u8),
    /// One of the followers goes away and comes back.
    Reconnect(usize),
    Read(usize),
    Full(bool),
}

fn kind() -> impl Strategy<Value = BlockKind> {
    prop_oneof![3 => Just(BlockKind::Text), 1 => Just(BlockKind::Thinking)]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let text = || "[a-zä ]{0,6}";
    let form = prop_oneof![3 => Just(Form::Lean), 1 => Just(Form::Whole)];
    let outcome = prop_oneof![
        4 => Just(TurnOutcome::Completed),
        1 => Just(TurnOutcome::Interrupted),
        1 => Just(TurnOutcome::Failed(crash())),
    ];
    let step = prop_oneof![
        20 => (kind(), text()).prop_map(|(kind, text)| Step::Delta(kind, text)),
        6 => (kind(), text()).prop_map(|(kind, text)| Step::Finish(kind, text)),
        2 => (kind(), text()).prop_map(|(kind, text)| Step::Say(kind, text)),
        2 => text().prop_map(Step::Subagent),
        2 => Just(Step::Tool),
        2 => text().prop_map(Step::Draft),
        1 => Just(Step::Notice),
        1 => Just(Step::Ask),
        1 => Just(Step::Withdraw),
        1 => Just(Step::Answer),
        1 => Just(Step::Message),
        3 => Just(Step::Turn),
        4 => outcome.prop_map(Step::Done),
        1 => Just(Step::Die),
        6 => (0..600u64).prop_map(Step::Wait),
        3 => (form, any::<u8>()).prop_map(|(form, part)| Step::Join(form, part)),
        5 => any::<usize>().prop_map(Step::Reconnect),
        8 => any::<usize>().prop_map(Step::Read),
        1 => any::<bool>().prop_map(Step::Full),
    ];
    prop::collection::vec(step, 1..80)
}

struct Model {
    world: World,
    session: SessionId,
    run: TestRun,
    /// What has come in drops since the last message.
    drops: String,
    followers: Vec<(u64, Form, Reader)>,
    asked: u32,
}

impl Model {
    async fn new() -> Self {
        let mut world = World::new(1).await;
        let (session, run) = world.running("begin").await;
        Self { world, session, run, drops: String::new(), followers: Vec::new(), asked: 0 }
    }

    async fn say(&self, event: Event) {
        self.run.say(event).await;
        // As often as not several are heard at once.
        if self.asked.is_multiple_of(2) {
            settle().await;
        }
    }

    async fn step(&mut self, step: Step) {
        match step {
            Step::Delta(kind, text) => {
                self.drops.push_str(&text);
                self.say(Event::Delta { kind, text }).await;
            }
            Step::Finish(kind, more) => {
                let text = std::mem::take(&mut self.drops) + &more;
                self.say(Event::Said { kind, text, parent: None }).await;
            }
            Step::Say(kind, text) => self.say(Event::Said { kind, text, parent: None }).await,
            Step::Subagent(text) => {
                self.say(Event::Said { kind: BlockKind::Text, text, parent: Some(tool("sub")) }).await;
            }
            Step::Tool => {
                self.say(tool_started("t")).await;
                self.say(tool_ended("t")).await;
            }
            Step::Draft(text) => self.say(draft("t", "batchOperations", &text)).await,
            Step::Notice => self.say(notice("n")).await,
            Step::Ask => {
                self.asked += 1;
                self.say(question(&format!("q{}", self.asked))).await;
            }
            Step::Withdraw => self.say(withdrawn(&format!("q{}", self.asked))).await,
            Step::Answer => {
                let request = format!("q{}", self.asked);
                // It may be settled already, or the disk be full.
                drop(self.world.sessions.answer(self.session, request, colour("red"), ann()).await);
            }
            Step::Message => drop(self.world.sessions.message(self.session, "more".to_owned(), ann()).await),
            Step::Turn => self.say(turn()).await,
            Step::Done(outcome) => self.say(done_with(outcome)).await,
            Step::Die => self.die().await,
            Step::Wait(millis) => {
                settle().await;
                tokio::time::advance(Duration::from_millis(millis)).await;
            }
            Step::Join(form, part) => {
                let last = self.world.store.last_event(self.session).await.unwrap();
                let after = last * u64::from(part) / 255;
                let reader = self.world.follow(self.session, after, form).await;
                self.followers.push((after, form, reader));
            }
            Step::Reconnect(index) => {
                if let Some((_, form, reader)) = pick(&mut self.followers, index) {
                    let screen = std::mem::take(&mut reader.screen);
                    *reader = Reader::new(&self.world.sessions, self.session, screen, *form).await;
                }
            }
            Step::Read(index) => {
                if let Some((_, _, reader)) = pick(&mut self.followers, index) {
                    reader.take().await;
                }
            }
            Step::Full(true) => self.world.disk.refuse_writes(),
            Step::Full(false) => self.world.disk.accept_writes(),
        }
        // What it is told is of no interest here, and must not fill its queue.
        while self.run.commands.try_recv().is_ok() {}
    }

    async fn die(&mut self) {
        self.world.disk.accept_writes();
        self.drops.clear();
        self.run.say(Event::Ended { failure: Some(crash()) }).await;
        settle().await;
        tokio::time::advance(Duration::from_secs(1)).await;
        settle().await;
        self.world.message(self.session, "again").await;
        self.run = self.world.started().await;
    }

    /// Ends the turn, and compares what everybody sees.
    async fn finish(self) {
        self.world.disk.accept_writes();
        self.say(done_with(TurnOutcome::Completed)).await;
        settle().await;
        tokio::time::advance(FOLD_AFTER * 2).await;
        settle().await;
        self.compare().await;
    }

    /// Is killed; returns what is left: the disk, and what the followers have on their screens.
    fn killed(self) -> (MemoryStore, SessionId, Vec<(u64, Form, Screen)>) {
        self.world.disk.accept_writes();
        let screens = self.followers.into_iter().map(|(after, form, reader)| (after, form, reader.screen));
        (self.world.disk, self.session, screens.collect())
    }

    async fn compare(self) {
        self.world.assert_sound().await;
        let read = self.world.screen(self.session).await;
        assert_eq!(read.open, "", "every text has come to its end");
        for (after, form, mut reader) in self.followers {
            reader.catch_up().await;
            let expected: Vec<Row> = read.rows.iter().filter(|row| row.n > after).cloned().collect();
            assert_eq!(reader.screen.rows, expected, "from {after} on, {form:?}");
            assert_eq!(reader.screen.open, "");
            // Every event moves this one, and a follower has the events.
            let now = self.world.view(self.session).await;
            let mut seen = reader.view().await;
            seen.session.updated_at = now.session.updated_at;
            assert_eq!(seen, now);
        }
        let mut late = self.world.follow(self.session, 0, Form::Lean).await;
        late.catch_up().await;
        assert_eq!(late.screen.rows, read.rows);
    }
}

fn pick<T>(of: &mut [T], index: usize) -> Option<&mut T> {
    let count = of.len();
    if count == 0 { None } else { of.get_mut(index % count) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn se7_one_who_follows_sees_what_a_reader_of_the_folded_log_sees(steps in steps()) {
        life(async {
            let mut model = Model::new().await;
            for step in steps {
                model.step(step).await;
            }
            model.finish().await;
        });
    }

}

proptest! {
    // Each begins with a look at every process of the machine.
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    #[test]
    fn sr2_whatever_was_said_when_it_was_killed_is_seen_alike_by_all(steps in steps()) {
        let (disk, session, screens) = life(async {
            let mut model = Model::new().await;
            for step in steps {
                model.step(step).await;
            }
            model.killed()
        });
        life(async {
            let world = World::on(disk, 1);
            world.sessions.recover().await.unwrap();
            let status = world.status(session).await;
            assert!(!matches!(status, SessionStatus::Running | SessionStatus::Queued) || !world.view(session).await.messages.is_empty());
            let read = world.screen(session).await;
            for (after, form, screen) in screens {
                let mut reader = Reader::new(&world.sessions, session, screen, form).await;
                reader.catch_up().await;
                let expected: Vec<Row> = read.rows.iter().filter(|row| row.n > after).cloned().collect();
                assert_eq!(reader.screen.rows, expected, "from {after} on, {form:?}");
            }
            world.assert_sound().await;
        });
    }
}
