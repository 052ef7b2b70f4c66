//! Plans: what happens, in order, made from a seed.

use std::time::Duration;

use engine::RevertKind;

use crate::client::Drop;
use crate::dice::Dice;
use crate::disk::Mode;
use crate::edit::Edit;

#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub boards: usize,
    /// How long a message takes, for each client.
    pub latencies: Vec<Duration>,
    pub steps: Vec<(Step, Duration)>,
}

/// Something that happens. Numbers choose among what is there.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Edit {
        client: usize,
        board: usize,
        edit: Edit,
    },
    Revert {
        client: usize,
        board: usize,
        kind: RevertKind,
        target: Target,
    },
    /// A tool that makes a card.
    Tool {
        client: usize,
        board: usize,
        pick: usize,
    },
    Presence {
        client: usize,
        board: usize,
        at: usize,
    },
    Drop {
        client: usize,
        how: Drop,
        pause: Duration,
    },
    Stall {
        client: usize,
        pings: usize,
    },
    /// Everybody reads again.
    Resume,
    Restart {
        how: Ending,
        pause: Duration,
    },
    /// A board is put away while it is in use.
    Close {
        board: usize,
    },
    Disk(Mode),
    Nothing,
}

#[derive(Clone, Copy, Debug)]
pub enum Target {
    Last,
    /// A change so far from the end.
    Back(u64),
}

#[derive(Clone, Copy, Debug)]
pub enum Ending {
    Crash,
    Graceful,
}

#[derive(Clone, Copy)]
enum Kind {
    Edit,
    Revert,
    Tool,
    Presence,
    Drop,
    Stall,
    Resume,
    Restart,
    Close,
    Disk,
    Nothing,
}

impl Plan {
    pub fn from_seed(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let boards = if dice.chance(30) { 2 } else { 1 };
        let clients = dice.between(2, 5);
        let slowest = dice.weighted(&[(3, 0), (4, 5), (2, 40), (1, 300)]);
        let latencies = (0..clients).map(|_| Duration::from_millis(dice.between(0, slowest))).collect();
        let length = dice.between(30, 150);
        let steps = (0..length).map(|_| (step(&mut dice, boards), pause(&mut dice))).collect();
        Self { seed, boards, latencies, steps }
    }
}

fn step(dice: &mut Dice, boards: usize) -> Step {
    let (client, board) = (dice.pick(), dice.pick() % boards);
    let kind = dice.weighted(&[
        (120, Kind::Edit),
        (16, Kind::Revert),
        (6, Kind::Tool),
        (6, Kind::Presence),
        (12, Kind::Drop),
        (5, Kind::Stall),
        (5, Kind::Resume),
        (4, Kind::Restart),
        (4, Kind::Close),
        (9, Kind::Disk),
        (4, Kind::Nothing),
    ]);
    match kind {
        Kind::Edit => Step::Edit { client, board, edit: edit(dice) },
        Kind::Revert => {
            let kind = dice.weighted(&[(3, RevertKind::Undo), (2, RevertKind::Redo)]);
            let target = if dice.chance(70) { Target::Last } else { Target::Back(dice.below(6)) };
            Step::Revert { client, board, kind, target }
        }
        Kind::Tool => Step::Tool { client, board, pick: dice.pick() },
        Kind::Presence => Step::Presence { client, board, at: dice.pick() },
        Kind::Drop => {
            let how = dice.weighted(&[(1, Drop::Cut), (1, Drop::Deaf)]);
            Step::Drop {
                client,
                how,
                pause: Duration::from_millis(dice.weighted(&[(3, 0), (3, 20), (2, 500), (1, 5_000)])),
            }
        }
        Kind::Stall => {
            // About as many as the queue and the line hold: a little less, and the next change is one too many.
            let (some, many) = (dice.between(1_076, 1_087), 1_400);
            Step::Stall { client, pings: usize::try_from(dice.weighted(&[(3, 0), (4, some), (1, many)])).unwrap() }
        }
        Kind::Resume => Step::Resume,
        Kind::Restart => {
            let how = dice.weighted(&[(3, Ending::Crash), (2, Ending::Graceful)]);
            Step::Restart { how, pause: Duration::from_millis(dice.weighted(&[(3, 0), (2, 50), (1, 3_000)])) }
        }
        Kind::Close => Step::Close { board },
        Kind::Disk => Step::Disk(mode(dice)),
        Kind::Nothing => Step::Nothing,
    }
}

fn edit(dice: &mut Dice) -> Edit {
    let pick = dice.pick();
    dice.weighted(&[
        (10, Edit::AddCard(pick)),
        (6, Edit::Retitle(pick)),
        (10, Edit::Write(pick)),
        (8, Edit::MoveCard(pick)),
        (3, Edit::DeleteCard(pick)),
        (2, Edit::AddColumn(pick)),
        (1, Edit::Rename(pick)),
        (2, Edit::Link(pick)),
        (1, Edit::MoveColumn(pick)),
        (1, Edit::DeleteColumn(pick)),
        (3, Edit::Several(pick)),
        (1, Edit::Nonsense(pick)),
    ])
}

fn mode(dice: &mut Dice) -> Mode {
    let (slow, every, percent) = (dice.between(1, 60), dice.between(5, 400), dice.between(10, 60));
    dice.weighted(&[
        (6, Mode::Sound),
        (4, Mode::Slow(slow)),
        (3, Mode::Bursts(every)),
        (2, Mode::Full),
        (2, Mode::Lying),
        (3, Mode::Flaky(percent)),
        (2, Mode::Gone),
        (1, Mode::Panicking),
    ])
}

fn pause(dice: &mut Dice) -> Duration {
    let (short, long) = (dice.between(1, 20), dice.between(50, 500));
    Duration::from_millis(dice.weighted(&[(45, 0), (38, short), (13, long), (3, 3_000), (1, 65_000)]))
}
