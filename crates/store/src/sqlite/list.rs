//! Statements that ask for several things at once.

use std::sync::Arc;

use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Encode, Sqlite, Type};

/// Rows one statement returns at most.
const MAX_ROWS: usize = 100_000;

/// Asks for the rows in which something is one of these values, of which there must be one: `select` ends with `IN`.
///
/// The list is filled up to a power of two with its last value, so that few statements serve every length.
pub(super) fn list<'q, T>(select: &str, order: &str, values: &[T]) -> Query<'q, Sqlite, SqliteArguments>
where
    T: Encode<'q, Sqlite> + Type<Sqlite> + Clone + 'q,
{
    let length = values.len().next_power_of_two();
    let places = vec!["?"; length].join(", ");
    let text: Arc<str> = format!("{select} ({places}) {order} LIMIT {MAX_ROWS}").into();
    let filled = values.iter().chain(values.last().into_iter().cycle()).take(length);
    filled.cloned().fold(sqlx::query(AssertSqlSafe(text)), Query::bind)
}
