//! How a card stands, what may happen to it, and what may have to be done.

use engine::{NodeId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::kanban::Mode;

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
        /// What the card's new column asks for, once the turn has ended well: it was moved while somebody talked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Work>,
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
    /// An undo or a redo put it there: what it leaves stops, and nothing starts.
    TakenBack {
        column: NodeId,
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
    PlaceFree {
        rules: Rules,
    },
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

    /// Returns what a card that lined up is to begin with. What was begun before goes on as it was; a fresh start is
    /// what the column asks for now, which may have changed meanwhile.
    pub fn task(&self, rules: &Rules) -> Option<(Work, Brief)> {
        match self {
            Self::LinedUp { brief: Brief::Fresh, .. } => rules.work.map(|work| (work, Brief::Fresh)),
            Self::LinedUp { work, brief: Brief::GoOn } => Some((*work, Brief::GoOn)),
            _ => None,
        }
    }

    /// Returns what is or was done last.
    pub fn work(&self) -> Option<Work> {
        match self {
            Self::Resting | Self::Gone | Self::Stopping { then: Then::Rest } => None,
            Self::LinedUp { work, .. }
            | Self::Starting { work, .. }
            | Self::Working { work, .. }
            | Self::Stopping { then: Then::Stay { work } | Then::Begin { work } }
            | Self::Finished { work }
            | Self::Failed { work, .. }
            | Self::Parked { work, .. }
            | Self::Stopped { work } => Some(*work),
        }
    }
}
