//! States, events and effects, made and written in short.

use boards::kanban::automation::{
    Brief, CardState, Effect, End, Event, Heading, Phase, Rules, Then, Trouble, Why, Work,
};
use engine::{NodeId, Timestamp};

pub fn column(name: &str) -> NodeId {
    NodeId::parse(name).unwrap()
}

pub fn until() -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000)
}

pub fn trouble() -> Trouble {
    Trouble { code: "crashed".to_owned(), message: "It went away.".to_owned(), remedy: None }
}

/// The default columns, and one that waits to be started by hand.
pub fn rules(name: &str) -> Rules {
    let (work, auto_start) = match name {
        "planning" => (Some(Work::Plan), true),
        "coding" | "leading" => (Some(Work::Code), true),
        "review" => (Some(Work::Review), true),
        "custom" => (Some(Work::Custom), true),
        "manual" => (Some(Work::Code), false),
        _ => (None, false),
    };
    let done_to = (name == "leading").then(|| column("review"));
    Rules { work, auto_start, done_to }
}

pub fn placed(name: &str) -> Event {
    Event::Placed { column: column(name), rules: rules(name) }
}

pub fn place_free(name: &str) -> Event {
    Event::PlaceFree { rules: rules(name) }
}

pub fn working(work: Work) -> Phase {
    Phase::Working { work, after: None }
}

pub fn state(name: &str, phase: Phase) -> CardState {
    CardState { phase, ..CardState::new(column(name)) }
}

/// One of each state that differs in what follows.
pub fn states() -> Vec<CardState> {
    let (plan, code) = (Work::Plan, Work::Code);
    let heading = |to, why, state| CardState { heading: Some(Heading { to: column(to), why }), ..state };
    vec![
        state("pending", Phase::Resting),
        state("planning", Phase::LinedUp { work: plan, brief: Brief::Fresh }),
        state("planning", Phase::Starting { work: plan, brief: Brief::Fresh }),
        state("planning", working(plan)),
        heading("coding", Why::Approved, state("planning", working(code))),
        heading("leading", Why::Approved, state("planning", Phase::Finished { work: code })),
        state("coding", working(code)),
        state("pending", working(Work::Talk)),
        heading("review", Why::Done, state("coding", working(code))),
        state("review", Phase::Working { work: code, after: Some(Work::Review) }),
        state("pending", Phase::Stopping { then: Then::Rest }),
        state("coding", Phase::Stopping { then: Then::Begin { work: code } }),
        state("coding", Phase::Stopping { then: Then::Stay { work: code } }),
        state("coding", Phase::Finished { work: code }),
        heading("review", Why::Done, state("coding", Phase::Finished { work: code })),
        state("coding", Phase::Failed { work: code, trouble: trouble() }),
        state("coding", Phase::Parked { work: code, until: until() }),
        state("coding", Phase::Stopped { work: code }),
        heading(
            "manual",
            Why::SentBack,
            CardState { note: Some("rule 2".to_owned()), ..state("review", Phase::Resting) },
        ),
        state("coding", Phase::Gone),
    ]
}

pub fn events() -> Vec<Event> {
    let coding = || Some(column("coding"));
    let mut events: Vec<Event> =
        ["pending", "planning", "coding", "review", "custom", "manual", "leading"].into_iter().map(placed).collect();
    events.extend([
        Event::TakenBack { column: column("planning") },
        Event::TakenBack { column: column("review") },
        Event::Carried { column: column("coding") },
        Event::Start { rules: rules("coding"), note: None },
        Event::Start { rules: rules("coding"), note: Some("and tests".to_owned()) },
        Event::Start { rules: rules("pending"), note: None },
        Event::Stop,
        place_free("coding"),
        place_free("pending"),
        Event::Started,
        Event::NotStarted(trouble()),
        Event::Approved { to: coding() },
        Event::Approved { to: None },
        Event::Began { rules: rules("coding") },
        Event::Began { rules: rules("pending") },
        Event::Ended(End::Completed { to: None }),
        Event::Ended(End::Completed { to: Some(column("review")) }),
        Event::Ended(End::Interrupted),
        Event::Ended(End::Failed(trouble())),
        Event::Ended(End::Limit { until: until() }),
        Event::Ended(End::Cut(trouble())),
        Event::TimeCame,
        Event::SentBack { to: column("coding"), note: "rule 2".to_owned() },
        Event::Removed,
        Event::Restarted,
    ]);
    events
}

pub fn show_event(event: &Event) -> String {
    match event {
        Event::Placed { column, .. } => format!("placed in {column}"),
        Event::TakenBack { column } => format!("taken back to {column}"),
        Event::Carried { column } => format!("carried to {column}"),
        Event::Start { rules, note } => {
            let what = if rules.work.is_some() { "start" } else { "start where nothing is done" };
            note.as_ref().map_or_else(|| what.to_owned(), |note| format!("{what}, {note}"))
        }
        Event::Stop => "stop".to_owned(),
        Event::PlaceFree { rules } => {
            format!("place free{}", if rules.work.is_some() { "" } else { " where nothing is done" })
        }
        Event::Started => "started".to_owned(),
        Event::NotStarted(_) => "not started".to_owned(),
        Event::Approved { to } => format!("approved{}", leading(to.as_ref())),
        Event::Began { rules } => {
            format!("talked to{}", if rules.work.is_some() { "" } else { " where nothing is done" })
        }
        Event::Ended(End::Completed { to }) => format!("ended well{}", leading(to.as_ref())),
        Event::Ended(End::Interrupted) => "interrupted".to_owned(),
        Event::Ended(End::Failed(_)) => "failed".to_owned(),
        Event::Ended(End::Limit { .. }) => "limit".to_owned(),
        Event::Ended(End::Cut(_)) => "cut off".to_owned(),
        Event::TimeCame => "time came".to_owned(),
        Event::SentBack { to, .. } => format!("sent back to {to}"),
        Event::Removed => "removed".to_owned(),
        Event::Restarted => "restarted".to_owned(),
    }
}

pub fn show(state: &CardState) -> String {
    let phase = match &state.phase {
        Phase::Resting => "resting".to_owned(),
        Phase::LinedUp { work, brief } => format!("lined up to {}", task(*work, *brief)),
        Phase::Starting { work, brief } => format!("starting to {}", task(*work, *brief)),
        Phase::Working { work, after: None } => format!("working: {}", verb(*work)),
        Phase::Working { work, after: Some(after) } => format!("working: {}, then {}", verb(*work), verb(*after)),
        Phase::Stopping { then: Then::Rest } => "stopping".to_owned(),
        Phase::Stopping { then: Then::Stay { .. } } => "stopping for good".to_owned(),
        Phase::Stopping { then: Then::Begin { work } } => format!("stopping, then {}", verb(*work)),
        Phase::Finished { .. } => "finished".to_owned(),
        Phase::Failed { .. } => "failed".to_owned(),
        Phase::Parked { .. } => "parked".to_owned(),
        Phase::Stopped { .. } => "stopped".to_owned(),
        Phase::Gone => "gone".to_owned(),
    };
    let heading =
        state.heading.as_ref().map(|heading| format!(" ⇢ {} ({:?})", heading.to, heading.why)).unwrap_or_default();
    let note = state.note.as_ref().map(|note| format!(" “{note}”")).unwrap_or_default();
    let resumes = if state.resumes > 0 { format!(" ×{}", state.resumes) } else { String::new() };
    let steps = if state.steps > 0 { format!(" #{}", state.steps) } else { String::new() };
    format!("{} {phase}{heading}{note}{resumes}{steps}", state.column)
}

pub fn show_effect(effect: &Effect) -> String {
    match effect {
        Effect::Begin { work, brief, note } => {
            let note = note.as_ref().map(|note| format!(" with “{note}”")).unwrap_or_default();
            format!("begin to {}{note}", task(*work, *brief))
        }
        Effect::Interrupt => "interrupt".to_owned(),
        Effect::Release => "release".to_owned(),
        Effect::Move { to } => format!("move to {to}"),
        Effect::WakeAt(_) => "wake later".to_owned(),
    }
}

fn task(work: Work, brief: Brief) -> String {
    match brief {
        Brief::Fresh => verb(work).to_owned(),
        Brief::GoOn => format!("go on ({})", verb(work)),
    }
}

fn verb(work: Work) -> &'static str {
    match work {
        Work::Plan => "plan",
        Work::Code => "code",
        Work::Review => "review",
        Work::Custom => "do as the column says",
        Work::Talk => "talk",
    }
}

fn leading(to: Option<&NodeId>) -> String {
    to.map(|to| format!(", leads to {to}")).unwrap_or_default()
}
