//! What the tests are told with: a room on a store that fails on demand, its watchers, and requests in few words.

mod faulty;
mod request;
mod room;
mod watcher;

pub use faulty::{AppendFault, FaultyStore, ReadFault};
pub use request::{agent, ann, bob, card, rename, request};
pub use room::TestRoom;
pub use watcher::{Copy, Watcher, seqs, types};

/// Lets every task go on until each waits for something. Time stands still.
pub async fn settle() {
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
}
