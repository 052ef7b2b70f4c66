//! Password hashing, in a small queue so that guessing cannot starve the server.

use std::sync::Arc;
use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{self, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::fields::Password;
use crate::limits::{PASSWORD_QUEUE, PASSWORD_WORKERS};
use crate::problem::Problem;

/// 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

pub struct Passwords {
    /// Those who hash or wait.
    room: Arc<Semaphore>,
    workers: Arc<Semaphore>,
}

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("hashing a password failed: {0}")]
    Hash(password_hash::Error),
    #[error("argon2 refused its parameters: {0}")]
    Parameters(argon2::Error),
    #[error("the hashing task ended early")]
    Task(#[from] tokio::task::JoinError),
}

impl Passwords {
    pub fn new() -> Self {
        Self {
            room: Arc::new(Semaphore::new(PASSWORD_WORKERS + PASSWORD_QUEUE)),
            workers: Arc::new(Semaphore::new(PASSWORD_WORKERS)),
        }
    }

    /// Returns the hash to be stored.
    pub async fn hash(&self, password: Password) -> Result<String, Problem> {
        self.run(move || hash(&password)).await
    }

    /// Tells whether this is the password of `stored`. Without an account the work is the same and the answer no.
    pub async fn verify(&self, password: Password, stored: Option<String>) -> Result<bool, Problem> {
        self.run(move || match stored {
            Some(stored) => verify(&password, &stored),
            None => verify(&password, nobody()?).map(|_| false),
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, Problem> {
        let full = |_| Problem::unavailable("busy", "Too many logins at once. Try again in a moment.", 1);
        let _place = Arc::clone(&self.room).try_acquire_owned().map_err(full)?;
        // Never closed, so the only outcome is a permit.
        let turn = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| Problem::internal_logged())?;
        let work = move || {
            // Held by the work itself: a caller that goes away does not make room for more than the workers.
            let _turn = turn;
            work()
        };
        let done = tokio::task::spawn_blocking(work).await.map_err(PasswordError::Task).and_then(|done| done);
        done.map_err(|error| Problem::internal("hashing a password", &error))
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

fn argon2id() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(PasswordError::Parameters)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &Password) -> Result<String, PasswordError> {
    let hash: PasswordHash = argon2id()?.hash_password(password.as_str().as_bytes()).map_err(PasswordError::Hash)?;
    Ok(hash.to_string())
}

fn verify(password: &Password, stored: &str) -> Result<bool, PasswordError> {
    let stored = PasswordHash::new(stored).map_err(|error| PasswordError::Hash(error.into()))?;
    match argon2id()?.verify_password(password.as_str().as_bytes(), &stored) {
        Ok(()) => Ok(true),
        Err(password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(PasswordError::Hash(error)),
    }
}

/// Returns a hash that no password has, made once.
fn nobody() -> Result<&'static str, PasswordError> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    if let Some(hash) = NOBODY.get() {
        return Ok(hash);
    }
    let hash: PasswordHash = argon2id()?.hash_password(&crate::ids::random::<32>()).map_err(PasswordError::Hash)?;
    Ok(NOBODY.get_or_init(|| hash.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(raw: &str) -> Password {
        Password::parse(raw).unwrap()
    }

    #[tokio::test]
    async fn only_the_right_password_of_an_account_counts() {
        let passwords = Passwords::new();
        let stored = passwords.hash(password("correct horse")).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify(password("correct horse"), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify(password("wrong horse"), Some(stored)).await.unwrap());
        assert!(!passwords.verify(password("correct horse"), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_full_waiting_room_turns_people_away() {
        let passwords = Passwords::new();
        let _everyone = passwords.room.try_acquire_many(u32::try_from(PASSWORD_WORKERS + PASSWORD_QUEUE).unwrap());
        let problem = passwords.hash(password("correct horse")).await.unwrap_err();
        assert_eq!(problem.code(), "busy");
    }
}
