//! Verifying a whole database.

use sqlx::{Row, SqliteConnection};

use super::scan::{Findings, scan};

const INTEGRITY: &str = "PRAGMA integrity_check(100)";
const FOREIGN_KEYS: &str = "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 100";

/// SQLite's primary result codes for a file that is not as it was written.
const CORRUPT: i32 = 11;
const NOT_A_DATABASE: i32 = 26;

/// Returns what is wrong with the file, its references and its logs.
pub(super) async fn findings(connection: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let mut findings = Findings::default();
    match collect(connection, &mut findings).await {
        Err(error) if is_corrupt(&error) => findings.push(format!("the database file is damaged: {error}")),
        outcome => outcome?,
    }
    Ok(findings.into_vec())
}

/// Tells damage from a database that cannot be reached.
pub(super) fn is_corrupt(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(CORRUPT | NOT_A_DATABASE)) || matches!(error, sqlx::Error::ColumnDecode { .. })
}

pub(super) fn is_not_a_database(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(NOT_A_DATABASE)
}

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

async fn collect(connection: &mut SqliteConnection, findings: &mut Findings) -> Result<(), sqlx::Error> {
    for row in sqlx::query(INTEGRITY).fetch_all(&mut *connection).await? {
        let message: String = row.try_get(0)?;
        if message != "ok" {
            findings.push(format!("the database file is damaged: {message}"));
        }
    }
    for row in sqlx::query(FOREIGN_KEYS).fetch_all(&mut *connection).await? {
        let (table, parent): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        findings.push(format!("a row of {table} points to a row of {parent} that is not there"));
    }
    scan(connection, findings).await
}
