//! Random appends, reads and restarts compared with a plain list.

use engine::{BoardId, Seq};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use store::{AppendError, LoggedChange};

use super::fixture::{Place, board, change_named, whole_log};

const BOARDS: u8 = 3;
const AUTHORS: [&str; 2] = ["user:a", "user:b"];

#[derive(Clone, Debug)]
enum Step {
    /// `skip` is how far the first number lies from the right one; `id` may be one that is taken.
    Append {
        board: u8,
        skip: i64,
        ids: Vec<u8>,
        author: usize,
    },
    Read {
        board: u8,
        after: Seq,
        limit: usize,
    },
    ReadAuthor {
        board: u8,
        author: usize,
        limit: usize,
    },
    Find {
        board: u8,
        id: u8,
    },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let skip = prop_oneof![8 => Just(0), 1 => -2..3_i64];
    let ids = prop::collection::vec(any::<u8>(), 0..6);
    prop_oneof![
        8 => (0..BOARDS, skip, ids, 0..AUTHORS.len())
            .prop_map(|(board, skip, ids, author)| Step::Append { board, skip, ids, author }),
        3 => (0..BOARDS, 0..40_u64, 0..20_usize)
            .prop_map(|(board, after, limit)| Step::Read { board, after, limit }),
        2 => (0..BOARDS, 0..AUTHORS.len(), 0..20_usize)
            .prop_map(|(board, author, limit)| Step::ReadAuthor { board, author, limit }),
        2 => (0..BOARDS, any::<u8>()).prop_map(|(board, id)| Step::Find { board, id }),
        1 => Just(Step::Reopen),
    ]
}

/// The plain list.
#[derive(Default)]
struct Model([Vec<LoggedChange>; BOARDS as usize]);

impl Model {
    fn log(&self, n: u8) -> &[LoggedChange] {
        &self.0[usize::from(n)]
    }

    fn head(&self, n: u8) -> Seq {
        self.log(n).last().map_or(0, |change| change.seq)
    }

    /// Returns whether the changes follow, and takes them if so.
    fn append(&mut self, n: u8, changes: &[LoggedChange]) -> bool {
        let mut log = self.log(n).to_vec();
        for change in changes {
            let taken = log.iter().any(|known| known.id == change.id);
            if taken || change.seq != log.len() as Seq + 1 {
                return false;
            }
            log.push(change.clone());
        }
        self.0[usize::from(n)] = log;
        true
    }
}

pub fn check(place: fn() -> anyhow::Result<Place>, cases: u32) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&prop::collection::vec(step(), 1..40), |steps| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| TestCaseError::fail(error.to_string()))?;
        runtime.block_on(run(place, steps)).map_err(|error| TestCaseError::fail(format!("{error:#}")))
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

async fn run(place: fn() -> anyhow::Result<Place>, steps: Vec<Step>) -> anyhow::Result<()> {
    let place = place()?;
    let mut store = place.open().await?;
    let mut model = Model::default();
    for step in steps {
        match step {
            Step::Append { board: n, skip, ids, author } => {
                let first = model.head(n).saturating_add_signed(skip + 1);
                let changes: Vec<LoggedChange> = (first..)
                    .zip(&ids)
                    .map(|(seq, id)| change_named(seq, &format!("id-{id}"), AUTHORS[author]))
                    .collect::<Result<_, _>>()?;
                let follows = model.append(n, &changes);
                match store.append(board(n), changes).await {
                    Ok(()) => assert!(follows, "an append that does not follow was taken"),
                    Err(AppendError::Conflict) => assert!(!follows, "an append that follows was refused"),
                    Err(AppendError::Store(error)) => return Err(error.into()),
                }
            }
            Step::Read { board: n, after, limit } => {
                let after_index = usize::try_from(after)?;
                let expected: Vec<_> = model.log(n).iter().skip(after_index).take(limit).cloned().collect();
                assert_eq!(store.changes(board(n), after, limit).await?, expected);
            }
            Step::ReadAuthor { board: n, author, limit } => {
                let by = |change: &&LoggedChange| &*change.author == AUTHORS[author];
                let expected: Vec<_> = model.log(n).iter().rev().filter(by).take(limit).cloned().collect();
                assert_eq!(store.changes_by(board(n), AUTHORS[author], limit).await?, expected);
            }
            Step::Find { board: n, id } => {
                let id = change_named(1, &format!("id-{id}"), "")?.id;
                let expected = model.log(n).iter().find(|change| change.id == id).cloned();
                assert_eq!(store.find_change(board(n), &id).await?, expected);
            }
            Step::Reopen => store = place.reopen(store).await?,
        }
    }
    for n in 0..BOARDS {
        let id: BoardId = board(n);
        assert_eq!(store.head(id).await?, model.head(n));
        assert_eq!(whole_log(&*store, id).await?, model.log(n));
    }
    store.close().await;
    Ok(())
}
