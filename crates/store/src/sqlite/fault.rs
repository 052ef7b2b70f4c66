//! Failing disks on demand, so that tests see what people would.

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::SqliteConnection;

/// How writing fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    /// The file may not grow.
    Full,
    /// Nothing may be written.
    ReadOnly,
}

/// What the next opened writing connection suffers from.
#[derive(Clone, Default)]
pub(super) struct Faults(Arc<Mutex<Fault>>);

impl Faults {
    pub(super) fn set(&self, fault: Fault) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    pub(super) async fn apply(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let fault = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pragma = match fault {
            Fault::None => return Ok(()),
            // SQLite raises a limit below the present size to that size.
            Fault::Full => "PRAGMA max_page_count = 1",
            Fault::ReadOnly => "PRAGMA query_only = 1",
        };
        sqlx::query(pragma).execute(connection).await.map(drop)
    }
}
