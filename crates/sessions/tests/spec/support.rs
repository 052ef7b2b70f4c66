//! What the tests are told with: sessions on a store in memory, an agent that says what a test says, and followers.

mod agent;
mod screen;
mod words;
mod world;

pub use agent::{FakeAgent, TestRun};
pub use screen::{Reader, Row, Screen, read};
pub use words::*;
pub use world::{World, ann, bob, life};

/// Lets every task go on until each waits for something. Time stands still.
pub async fn settle() {
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
}
