//! Values in and out of rows.

use engine::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite, Type};

use crate::{SecretHash, StoreError};

/// Returns a number as the database keeps it; what is too large stands for "beyond everything".
pub(super) fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns a limit as the database takes it.
pub(super) fn limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

pub(super) fn get<'r, T>(row: &'r SqliteRow, index: usize) -> Result<T, sqlx::Error>
where
    T: sqlx::Decode<'r, Sqlite> + Type<Sqlite>,
{
    row.try_get(index)
}

pub(super) fn id<T>(row: &SqliteRow, index: usize, make: fn([u8; 16]) -> T) -> Result<T, sqlx::Error> {
    let bytes: &[u8] = row.try_get(index)?;
    bytes.try_into().map(make).map_err(|error| decode(index, error))
}

pub(super) fn time(row: &SqliteRow, index: usize) -> Result<Timestamp, sqlx::Error> {
    row.try_get(index).map(Timestamp::from_millis)
}

pub(super) fn decode(index: usize, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: index.to_string(), source: source.into() }
}

pub(super) fn hash(hash: &SecretHash) -> &[u8] {
    &hash.0
}

/// Says what the store was doing when the database failed.
pub(super) trait Unavailable<T> {
    fn unavailable(self, doing: &'static str) -> Result<T, StoreError>;
}

impl<T> Unavailable<T> for Result<T, sqlx::Error> {
    fn unavailable(self, doing: &'static str) -> Result<T, StoreError> {
        self.map_err(|source| StoreError::unavailable(doing, source))
    }
}
