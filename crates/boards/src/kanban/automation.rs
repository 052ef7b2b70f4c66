//! What a card's way over the board makes agents do.
//!
//! One function, [`next`], takes a card's state and what happened to it, and says the state after that and what is to be
//! done. It acts upon nothing itself. A card with work to do lines up first; whoever acts gives places, one after the
//! other, as the column's limit allows.
//!
//! Nothing here trusts an agent's word: a card goes on when a person approved a plan, or when a turn was seen to end well.

mod state;

use engine::NodeId;

pub use state::{Brief, CardState, Effect, End, Event, Heading, Phase, Rules, Then, Trouble, Why, Work};

/// How often work that a restart cut off is taken up again before a person is asked to look.
pub const MAX_RESUMES: u8 = 3;
/// How often finished work takes a card on by itself before a person has a hand in it: columns may lead in a circle.
pub const MAX_STEPS: u8 = 8;

/// Says what a card's state is after an event, and what is to be done.
pub fn next(state: CardState, event: Event) -> (CardState, Vec<Effect>) {
    match event {
        Event::Placed { column, rules } => placed(state, column, rules),
        Event::TakenBack { column } => put(state, column, Then::Rest),
        Event::Carried { column } => (carried(state, column), Vec::new()),
        Event::Start { rules, note } => (start(state, &rules, note), Vec::new()),
        Event::Stop => stop(state),
        Event::PlaceFree { rules } => place_free(state, &rules),
        Event::Started => started(state),
        Event::NotStarted(trouble) => (not_started(state, trouble), Vec::new()),
        Event::Approved { to } => approved(state, to),
        Event::Began { rules } => (began(state, &rules), Vec::new()),
        Event::Ended(end) => ended(state, end),
        Event::TimeCame => (time_came(state), Vec::new()),
        Event::SentBack { to, note } => sent_back(state, to, note),
        Event::Removed => removed(state),
        Event::Restarted => restarted(state),
    }
}

fn placed(state: CardState, column: NodeId, rules: Rules) -> (CardState, Vec<Effect>) {
    if let Some(why) = state.heading.as_ref().filter(|heading| heading.to == column).map(|heading| heading.why) {
        return arrived(CardState { column, heading: None, ..state }, why, rules);
    }
    let work = rules.work.filter(|_| rules.auto_start);
    put(state, column, work.map_or(Then::Rest, |work| Then::Begin { work }))
}

/// The card is in another column: what was done for it stops, and then what is to come begins.
fn put(state: CardState, column: NodeId, then: Then) -> (CardState, Vec<Effect>) {
    let state = CardState { column, heading: None, note: None, resumes: 0, steps: 0, ..state };
    match state.phase {
        Phase::Starting { .. } | Phase::Working { .. } => {
            (CardState { phase: Phase::Stopping { then }, ..state }, vec![Effect::Interrupt])
        }
        Phase::Stopping { .. } => (CardState { phase: Phase::Stopping { then }, ..state }, Vec::new()),
        // It came back by an undo, which nobody meant as a start.
        Phase::Gone => (CardState { phase: Phase::Resting, ..state }, Vec::new()),
        Phase::Resting
        | Phase::LinedUp { .. }
        | Phase::Finished { .. }
        | Phase::Failed { .. }
        | Phase::Parked { .. }
        | Phase::Stopped { .. } => (CardState { phase: then.phase(), ..state }, Vec::new()),
    }
}

/// The card is where it was being moved to.
fn arrived(state: CardState, why: Why, rules: Rules) -> (CardState, Vec<Effect>) {
    let begin = rules.work.filter(|_| rules.auto_start || why == Why::SentBack);
    match (why, state.phase.clone()) {
        // The approved conversation goes on.
        (Why::Approved, Phase::Working { work, .. }) => {
            (CardState { phase: working(rules.work.unwrap_or(work)), ..state }, Vec::new())
        }
        // It was quicker than its card.
        (Why::Approved, Phase::Finished { .. }) => lead(state, rules.done_to, Why::Done),
        (Why::Done | Why::SentBack, Phase::Resting | Phase::Finished { .. } | Phase::LinedUp { .. }) => {
            let phase = begin.map_or(Phase::Resting, |work| Phase::LinedUp { work, brief: Brief::Fresh });
            (CardState { phase, ..state }, Vec::new())
        }
        // Somebody said something to the agent while the card was on its way; that is heard first.
        (Why::Done | Why::SentBack, Phase::Working { work, .. }) => {
            (CardState { phase: Phase::Working { work, after: begin }, ..state }, Vec::new())
        }
        _ => (state, Vec::new()),
    }
}

/// Sends a card to another column, if there is one.
fn lead(state: CardState, to: Option<NodeId>, why: Why) -> (CardState, Vec<Effect>) {
    let Some(to) = to.filter(|to| *to != state.column) else { return (state, Vec::new()) };
    let effects = vec![Effect::Move { to: to.clone() }];
    (CardState { heading: Some(Heading { to, why }), ..state }, effects)
}

fn carried(state: CardState, column: NodeId) -> CardState {
    let phase = match state.phase {
        Phase::LinedUp { .. } | Phase::Finished { .. } | Phase::Gone => Phase::Resting,
        Phase::Working { work, .. } => working(work),
        other @ (Phase::Resting
        | Phase::Starting { .. }
        | Phase::Stopping { .. }
        | Phase::Failed { .. }
        | Phase::Parked { .. }
        | Phase::Stopped { .. }) => other,
    };
    // It goes no further by itself: an agent does not choose where its work leads.
    CardState { column, phase, heading: None, steps: MAX_STEPS, ..state }
}

fn start(state: CardState, rules: &Rules, note: Option<String>) -> CardState {
    let Some(work) = rules.work else { return state };
    let brief = match (&state.phase, &note) {
        // What a person says anew is no mere going on.
        (Phase::Resting | Phase::Finished { .. }, _) | (Phase::Failed { .. } | Phase::Stopped { .. }, Some(_)) => {
            Brief::Fresh
        }
        (Phase::Failed { .. } | Phase::Parked { .. } | Phase::Stopped { .. }, _) => Brief::GoOn,
        (
            Phase::LinedUp { .. }
            | Phase::Starting { .. }
            | Phase::Working { .. }
            | Phase::Stopping { .. }
            | Phase::Gone,
            _,
        ) => return state,
    };
    CardState { phase: Phase::LinedUp { work, brief }, note: note.or(state.note), resumes: 0, steps: 0, ..state }
}

fn stop(state: CardState) -> (CardState, Vec<Effect>) {
    let (phase, effects) = match state.phase {
        Phase::Starting { work, .. } | Phase::Working { work, .. } => {
            (Phase::Stopping { then: Then::Stay { work } }, vec![Effect::Interrupt])
        }
        Phase::Stopping { then: Then::Begin { work } } => (Phase::Stopping { then: Then::Stay { work } }, Vec::new()),
        Phase::LinedUp { work, .. } | Phase::Parked { work, .. } => (Phase::Stopped { work }, Vec::new()),
        other @ (Phase::Resting
        | Phase::Stopping { then: Then::Rest | Then::Stay { .. } }
        | Phase::Finished { .. }
        | Phase::Failed { .. }
        | Phase::Stopped { .. }
        | Phase::Gone) => (other, Vec::new()),
    };
    (CardState { phase, ..state }, effects)
}

fn place_free(state: CardState, rules: &Rules) -> (CardState, Vec<Effect>) {
    match (state.phase.task(rules), &state.phase) {
        (Some((work, brief)), _) => {
            let begin = Effect::Begin { work, brief, note: state.note.clone() };
            (CardState { phase: Phase::Starting { work, brief }, ..state }, vec![begin])
        }
        // Its column asks for nothing any more.
        (None, Phase::LinedUp { .. }) => (CardState { phase: Phase::Resting, ..state }, Vec::new()),
        (None, _) => (state, Vec::new()),
    }
}

fn started(state: CardState) -> (CardState, Vec<Effect>) {
    match state.phase {
        Phase::Starting { work, .. } => (CardState { phase: working(work), note: None, ..state }, Vec::new()),
        // It was told to stop before it had its task.
        Phase::Stopping { .. } => (state, vec![Effect::Interrupt]),
        Phase::Gone => (state, vec![Effect::Release]),
        _ => (state, Vec::new()),
    }
}

fn not_started(state: CardState, trouble: Trouble) -> CardState {
    let phase = match state.phase {
        Phase::Starting { work, .. } => Phase::Failed { work, trouble },
        Phase::Stopping { then } => then.phase(),
        other => other,
    };
    CardState { phase, ..state }
}

fn approved(state: CardState, to: Option<NodeId>) -> (CardState, Vec<Effect>) {
    match state.phase {
        Phase::Working { .. } => {
            lead(CardState { phase: working(Work::Code), heading: None, steps: 0, ..state }, to, Why::Approved)
        }
        _ => (state, Vec::new()),
    }
}

fn began(state: CardState, rules: &Rules) -> CardState {
    match state.phase {
        Phase::Starting { .. } | Phase::Working { .. } | Phase::Stopping { .. } | Phase::Gone => state,
        Phase::Resting
        | Phase::LinedUp { .. }
        | Phase::Finished { .. }
        | Phase::Failed { .. }
        | Phase::Parked { .. }
        | Phase::Stopped { .. } => {
            let phase = working(rules.work.unwrap_or(Work::Talk));
            CardState { phase, resumes: 0, steps: 0, ..state }
        }
    }
}

fn ended(state: CardState, end: End) -> (CardState, Vec<Effect>) {
    match (state.phase.clone(), end) {
        (Phase::Stopping { then }, _) => (CardState { phase: then.phase(), ..state }, Vec::new()),
        (Phase::Working { after: Some(work), .. }, End::Completed { .. }) => {
            (CardState { phase: Phase::LinedUp { work, brief: Brief::Fresh }, ..state }, Vec::new())
        }
        (Phase::Working { work: Work::Talk, .. }, End::Completed { .. } | End::Interrupted) => {
            (CardState { phase: Phase::Resting, ..state }, Vec::new())
        }
        (Phase::Working { work, .. }, End::Completed { to }) => {
            // An approval that is still on its way leads elsewhere already.
            let to = to.filter(|_| state.heading.is_none() && state.steps < MAX_STEPS);
            let steps = state.steps + u8::from(to.is_some());
            lead(CardState { phase: Phase::Finished { work }, resumes: 0, steps, ..state }, to, Why::Done)
        }
        (Phase::Working { work, .. }, End::Interrupted) => {
            (CardState { phase: Phase::Stopped { work }, ..state }, Vec::new())
        }
        (Phase::Working { work, .. }, End::Limit { until }) => {
            (CardState { phase: Phase::Parked { work, until }, ..state }, vec![Effect::WakeAt(until)])
        }
        (Phase::Working { work, .. }, End::Cut(_)) if state.resumes < MAX_RESUMES => {
            let phase = Phase::LinedUp { work, brief: Brief::GoOn };
            (CardState { phase, resumes: state.resumes + 1, ..state }, Vec::new())
        }
        (Phase::Working { work, .. }, End::Failed(trouble) | End::Cut(trouble)) => {
            (CardState { phase: Phase::Failed { work, trouble }, ..state }, Vec::new())
        }
        (_, _) => (state, Vec::new()),
    }
}

fn time_came(state: CardState) -> CardState {
    match state.phase {
        Phase::Parked { work, .. } => CardState { phase: Phase::LinedUp { work, brief: Brief::GoOn }, ..state },
        _ => state,
    }
}

fn sent_back(state: CardState, to: NodeId, note: String) -> (CardState, Vec<Effect>) {
    if state.phase.is_busy() || state.phase == Phase::Gone || state.column == to {
        return (state, Vec::new());
    }
    let state = CardState { phase: Phase::Resting, note: Some(note), resumes: 0, steps: 0, ..state };
    lead(state, Some(to), Why::SentBack)
}

fn removed(state: CardState) -> (CardState, Vec<Effect>) {
    let effects = if state.phase.is_active() { vec![Effect::Release] } else { Vec::new() };
    (CardState { phase: Phase::Gone, heading: None, note: None, ..state }, effects)
}

/// Asks again for what may not have been done before the server went away.
fn restarted(state: CardState) -> (CardState, Vec<Effect>) {
    let mut effects: Vec<Effect> =
        state.heading.iter().map(|heading| Effect::Move { to: heading.to.clone() }).collect();
    match &state.phase {
        Phase::Starting { work, brief } => {
            effects.push(Effect::Begin { work: *work, brief: *brief, note: state.note.clone() });
        }
        Phase::Stopping { .. } => effects.push(Effect::Interrupt),
        Phase::Parked { until, .. } => effects.push(Effect::WakeAt(*until)),
        Phase::Resting
        | Phase::LinedUp { .. }
        | Phase::Working { .. }
        | Phase::Finished { .. }
        | Phase::Failed { .. }
        | Phase::Stopped { .. }
        | Phase::Gone => {}
    }
    (state, effects)
}

fn working(work: Work) -> Phase {
    Phase::Working { work, after: None }
}

impl Then {
    fn phase(self) -> Phase {
        match self {
            Self::Rest => Phase::Resting,
            Self::Stay { work } => Phase::Stopped { work },
            Self::Begin { work } => Phase::LinedUp { work, brief: Brief::Fresh },
        }
    }
}
