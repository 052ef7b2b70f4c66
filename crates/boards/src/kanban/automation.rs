//! What a card's way over the board makes agents do.
//!
//! One function, [`next`], takes a card's state and what happened to it, and says the state after that and what is to be
//! done. It acts upon nothing itself. A card with work to do lines up first; whoever acts gives places, one after the
//! other, as the column's limit allows.
//!
//! Nothing here trusts an agent's word: a card goes on when a person approved a plan, or when a turn was seen to end well.

use engine::{NodeId, Timestamp};
use serde::{Deserialize, Serialize};

use super::Mode;

/// How often work that a restart cut off is taken up again before a person is asked to look.
pub const MAX_RESUMES: u8 = 3;
/// How often finished work takes a card on by itself before a person has a hand in it: columns may lead in a circle.
pub const MAX_STEPS: u8 = 8;

/// Where a card is, and what is being done for it there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardState {
    pub column: NodeId,
    pub phase: Phase,
    /// The column it is being moved to, until the board shows it there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
    /// What a person wants said when the next work begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How often the work was taken up again after a restart, since a person last had a hand in it.
    #[serde(default)]
    pub resumes: u8,
    /// How often finished work has taken it on since then.
    #[serde(default)]
    pub steps: u8,
}

/// Where a card is being moved to, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    pub to: NodeId,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A plan was approved: the work goes on in the other column.
    Approved,
    /// The work is done: the other column's begins.
    Done,
    SentBack,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Nothing is done, and nothing is asked for.
    Resting,
    /// Waits for a place in its column.
    LinedUp {
        work: Work,
        brief: Brief,
    },
    /// An agent is being given its task.
    Starting {
        work: Work,
        brief: Brief,
    },
    /// An agent has its task: it waits for its turn, works, or asks a person.
    Working {
        work: Work,
    },
    /// An agent was told to stop and has not yet done so.
    Stopping {
        then: Then,
    },
    /// The agent's turn ended well.
    Finished {
        work: Work,
    },
    Failed {
        work: Work,
        trouble: Trouble,
    },
    /// Too much was used; it goes on by itself at this time.
    Parked {
        work: Work,
        until: Timestamp,
    },
    /// A person stopped it.
    Stopped {
        work: Work,
    },
    /// The card was deleted. It may come back by an undo.
    Gone,
}

/// What an agent does for a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    Plan,
    Code,
    Review,
    Custom,
    /// A person talks to it, in a column that asks for nothing.
    Talk,
}

/// How the agent is told to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brief {
    Fresh,
    /// Where it was cut off.
    GoOn,
}

/// What comes when an agent has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Then {
    Rest,
    /// A person stopped it, and it stays stopped.
    Stay {
        work: Work,
    },
    Begin {
        work: Work,
    },
}

/// Why work failed, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    pub code: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// What a column asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub work: Option<Work>,
    /// Whether a card that a person puts here starts by itself.
    pub auto_start: bool,
    /// Where a card goes when the work here is done.
    pub done_to: Option<NodeId>,
}

/// What happened to a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A person, or Tandem for them, put it into this column.
    Placed {
        column: NodeId,
        rules: Rules,
    },
    /// An agent put it there; agents start nothing.
    Carried {
        column: NodeId,
    },
    /// A person wants work to begin, or to go on.
    Start {
        rules: Rules,
        note: Option<String>,
    },
    Stop,
    /// Its column has room for it.
    PlaceFree,
    /// The agent has its task.
    Started,
    /// The agent could not be given its task.
    NotStarted(Trouble),
    /// A person approved a plan; `to` is where that leads.
    Approved {
        to: Option<NodeId>,
    },
    /// The agent works although nobody here told it to: somebody talked to it.
    Began {
        rules: Rules,
    },
    /// The agent's turn was seen to end.
    Ended(End),
    /// The time came that it was parked for.
    TimeCame,
    /// A person sends it to another column, with something to say.
    SentBack {
        to: NodeId,
        note: String,
    },
    Removed,
    /// The server came back.
    Restarted,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Well; `to` is where that leads.
    Completed {
        to: Option<NodeId>,
    },
    Interrupted,
    Failed(Trouble),
    /// Too much was used.
    Limit {
        until: Timestamp,
    },
    /// The server went away in the middle of it.
    Cut(Trouble),
}

/// What is to be done. Each can be done again after a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Gives an agent its task.
    Begin {
        work: Work,
        brief: Brief,
        note: Option<String>,
    },
    Interrupt,
    /// Ends the card's agents.
    Release,
    Move {
        to: NodeId,
    },
    WakeAt(Timestamp),
}

impl CardState {
    /// A card in a column, for which nothing was done yet.
    pub fn new(column: NodeId) -> Self {
        Self { column, phase: Phase::Resting, heading: None, note: None, resumes: 0, steps: 0 }
    }
}

impl From<Mode> for Work {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Plan => Self::Plan,
            Mode::Code => Self::Code,
            Mode::Review => Self::Review,
            Mode::Custom => Self::Custom,
        }
    }
}

impl Phase {
    /// Tells whether an agent is, or may be, at work.
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Starting { .. } | Self::Working { .. } | Self::Stopping { .. })
    }

    /// Tells whether a restart has something to take up again.
    pub fn is_active(&self) -> bool {
        self.is_busy() || matches!(self, Self::LinedUp { .. } | Self::Parked { .. })
    }

    /// Returns what is or was done last.
    pub fn work(&self) -> Option<Work> {
        match self {
            Self::Resting | Self::Gone | Self::Stopping { then: Then::Rest } => None,
            Self::LinedUp { work, .. }
            | Self::Starting { work, .. }
            | Self::Working { work }
            | Self::Stopping { then: Then::Stay { work } | Then::Begin { work } }
            | Self::Finished { work }
            | Self::Failed { work, .. }
            | Self::Parked { work, .. }
            | Self::Stopped { work } => Some(*work),
        }
    }
}

/// Says what a card's state is after an event, and what is to be done.
pub fn next(state: CardState, event: Event) -> (CardState, Vec<Effect>) {
    match event {
        Event::Placed { column, rules } => placed(state, column, rules),
        Event::Carried { column } => (carried(state, column), Vec::new()),
        Event::Start { rules, note } => (start(state, &rules, note), Vec::new()),
        Event::Stop => stop(state),
        Event::PlaceFree => place_free(state),
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
    let then = work.map_or(Then::Rest, |work| Then::Begin { work });
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
        (Why::Approved, Phase::Working { work }) => {
            let work = rules.work.unwrap_or(work);
            (CardState { phase: Phase::Working { work }, ..state }, Vec::new())
        }
        // It was quicker than its card.
        (Why::Approved, Phase::Finished { .. }) => lead(state, rules.done_to, Why::Done),
        (Why::Done | Why::SentBack, Phase::Resting | Phase::Finished { .. }) => {
            let phase = begin.map_or(Phase::Resting, |work| Phase::LinedUp { work, brief: Brief::Fresh });
            (CardState { phase, ..state }, Vec::new())
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
        other @ (Phase::Resting
        | Phase::Starting { .. }
        | Phase::Working { .. }
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
        Phase::Starting { work, .. } | Phase::Working { work } => {
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

fn place_free(state: CardState) -> (CardState, Vec<Effect>) {
    match state.phase {
        Phase::LinedUp { work, brief } => {
            let begin = Effect::Begin { work, brief, note: state.note.clone() };
            (CardState { phase: Phase::Starting { work, brief }, ..state }, vec![begin])
        }
        _ => (state, Vec::new()),
    }
}

fn started(state: CardState) -> (CardState, Vec<Effect>) {
    match state.phase {
        Phase::Starting { work, .. } => (CardState { phase: Phase::Working { work }, note: None, ..state }, Vec::new()),
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
            let phase = Phase::Working { work: Work::Code };
            lead(CardState { phase, heading: None, steps: 0, ..state }, to, Why::Approved)
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
            let phase = Phase::Working { work: rules.work.unwrap_or(Work::Talk) };
            CardState { phase, resumes: 0, steps: 0, ..state }
        }
    }
}

fn ended(state: CardState, end: End) -> (CardState, Vec<Effect>) {
    match (state.phase.clone(), end) {
        (Phase::Stopping { then }, _) => (CardState { phase: then.phase(), ..state }, Vec::new()),
        (Phase::Working { work: Work::Talk }, End::Completed { .. } | End::Interrupted) => {
            (CardState { phase: Phase::Resting, ..state }, Vec::new())
        }
        (Phase::Working { work }, End::Completed { to }) => {
            // An approval that is still on its way leads elsewhere already.
            let to = to.filter(|_| state.heading.is_none() && state.steps < MAX_STEPS);
            let steps = state.steps + u8::from(to.is_some());
            lead(CardState { phase: Phase::Finished { work }, resumes: 0, steps, ..state }, to, Why::Done)
        }
        (Phase::Working { work }, End::Interrupted) => {
            (CardState { phase: Phase::Stopped { work }, ..state }, Vec::new())
        }
        (Phase::Working { work }, End::Limit { until }) => {
            (CardState { phase: Phase::Parked { work, until }, ..state }, vec![Effect::WakeAt(until)])
        }
        (Phase::Working { work }, End::Cut(_)) if state.resumes < MAX_RESUMES => {
            let phase = Phase::LinedUp { work, brief: Brief::GoOn };
            (CardState { phase, resumes: state.resumes + 1, ..state }, Vec::new())
        }
        (Phase::Working { work }, End::Failed(trouble) | End::Cut(trouble)) => {
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

impl Then {
    fn phase(self) -> Phase {
        match self {
            Self::Rest => Phase::Resting,
            Self::Stay { work } => Phase::Stopped { work },
            Self::Begin { work } => Phase::LinedUp { work, brief: Brief::Fresh },
        }
    }
}
