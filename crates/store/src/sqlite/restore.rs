//! Putting a backup in place. The file may come from anywhere: nothing in it is believed before it is checked.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tokio::io::AsyncReadExt;

use super::backup::{Unfinished, remove_if_there};
use super::{open, verify};

/// What to do with a database that is already in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Refuse,
    Replace,
}

/// Why a backup was not restored. What was in place is untouched.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error("{} exists already", path.display())]
    Exists { path: PathBuf },
    #[error("reading the backup")]
    Read(#[source] io::Error),
    #[error("writing the database {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("this file is not a SQLite database")]
    NotDatabase,
    #[error("this is not a database of Tandem")]
    Foreign,
    #[error("{} holds changes that are not in the file; make a backup of that database instead", log.display())]
    UnfinishedLog { log: PathBuf },
    #[error("this backup is of a newer Tandem: it has migration {found}, this program knows up to {known}")]
    Newer { found: i64, known: i64 },
    #[error("migration {version} of this backup is not the one of Tandem")]
    Migration { version: i64 },
    #[error("the tables of this backup are not those of Tandem: {what}")]
    Schema { what: String },
    #[error("this backup is damaged: {}", findings.join("; "))]
    Damaged { findings: Vec<String> },
    #[error("checking the backup")]
    Check(#[source] sqlx::Error),
}

const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const MIGRATIONS_TABLE: &str = "_sqlx_migrations";
const MIGRATIONS: &str = "SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version LIMIT 10000";
const SCHEMA: &str = "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_schema LIMIT 10000";
/// What belongs to a database file; an old one beside a new file would be replayed into it.
const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Checks the backup `from` and puts it in place as `to`, readable only by its owner, all or nothing.
///
/// No server may be running on `to`.
pub async fn restore(from: &Path, to: &Path, existing: Existing) -> Result<(), RestoreError> {
    if existing == Existing::Refuse && to.exists() {
        return Err(RestoreError::Exists { path: to.to_owned() });
    }
    let log = beside(from, "-wal");
    if log.metadata().is_ok_and(|metadata| metadata.len() > 0) {
        return Err(RestoreError::UnfinishedLog { log });
    }
    let writing = |source| RestoreError::Write { path: to.to_owned(), source };
    let mut unfinished = Unfinished::nothing();
    let partial = unfinished.add_partial(to).map_err(writing)?;
    copy(from, &partial, writing).await?;
    check(&partial).await?;
    for suffix in SIDE_FILES {
        remove_if_there(&beside(to, suffix)).map_err(writing)?;
    }
    open::sync_parent(to).map_err(writing)?;
    std::fs::rename(&partial, to).map_err(writing)?;
    open::sync_parent(to).map_err(writing)?;
    unfinished.keep();
    Ok(())
}

/// Copies first and checks the copy, so that nobody can change the file in between.
async fn copy(from: &Path, to: &Path, writing: impl Fn(io::Error) -> RestoreError) -> Result<(), RestoreError> {
    let mut source = tokio::fs::File::open(from).await.map_err(RestoreError::Read)?;
    let mut magic = [0; 16];
    source.read_exact(&mut magic).await.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => RestoreError::NotDatabase,
        _ => RestoreError::Read(error),
    })?;
    if magic != *MAGIC {
        return Err(RestoreError::NotDatabase);
    }
    let mut target = tokio::fs::File::from_std(open::create_private(to).map_err(&writing)?);
    let copied = async {
        tokio::io::copy(&mut magic.as_slice(), &mut target).await?;
        tokio::io::copy(&mut source, &mut target).await?;
        target.sync_all().await
    };
    copied.await.map_err(writing)
}

async fn check(path: &Path) -> Result<(), RestoreError> {
    // Immutable: no lock, no log and no side file comes into being.
    let options = open::read_only(path).immutable(true);
    let mut connection = options.connect().await.map_err(checking)?;
    let verdict = check_open(&mut connection).await;
    connection.close().await.map_err(checking)?;
    verdict
}

async fn check_open(connection: &mut SqliteConnection) -> Result<(), RestoreError> {
    let id: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await.map_err(checking)?;
    if id != open::APPLICATION_ID {
        return Err(RestoreError::Foreign);
    }
    let migrator = open::migrator();
    let found = schema(connection).await.map_err(checking)?;
    // This table is read first, so it is compared first: a view in its place could do anything.
    let newest = expected_schema(&migrator, None).await?;
    let is_migrations = |object: &&Object| object.table == MIGRATIONS_TABLE;
    if !found.iter().filter(is_migrations).eq(newest.iter().filter(is_migrations)) {
        return Err(RestoreError::Foreign);
    }
    let version = check_migrations(connection, &migrator).await?;
    compare(&found, &expected_schema(&migrator, Some(version)).await?)?;
    let findings = verify::findings(connection).await.map_err(checking)?;
    if findings.is_empty() { Ok(()) } else { Err(RestoreError::Damaged { findings }) }
}

/// Returns the version of the backup, whose migrations must be the first ones of ours.
async fn check_migrations(connection: &mut SqliteConnection, migrator: &Migrator) -> Result<i64, RestoreError> {
    let rows: Vec<(i64, Vec<u8>, bool)> = sqlx::query_as(MIGRATIONS).fetch_all(connection).await.map_err(checking)?;
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    let found = rows.last().map_or(0, |(version, _, _)| *version);
    if found > known {
        return Err(RestoreError::Newer { found, known });
    }
    for ((version, checksum, success), migration) in rows.iter().zip(migrator.iter()) {
        if *version != migration.version || *checksum != *migration.checksum || !success {
            return Err(RestoreError::Migration { version: *version });
        }
    }
    if rows.is_empty() { Err(RestoreError::Foreign) } else { Ok(found) }
}

/// A table, index, trigger or view as the database describes it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    kind: String,
    name: String,
    table: String,
    sql: String,
}

async fn schema(connection: &mut SqliteConnection) -> Result<BTreeSet<Object>, sqlx::Error> {
    let rows = sqlx::query(SCHEMA).fetch_all(connection).await?;
    let read = |row: sqlx::sqlite::SqliteRow| {
        Ok(Object { kind: row.try_get(0)?, name: row.try_get(1)?, table: row.try_get(2)?, sql: row.try_get(3)? })
    };
    rows.into_iter().map(read).collect()
}

/// Returns the schema our migrations make up to a version (or the newest), by making it in memory.
async fn expected_schema(migrator: &Migrator, version: Option<i64>) -> Result<BTreeSet<Object>, RestoreError> {
    let mut memory = SqliteConnectOptions::new().in_memory(true).connect().await.map_err(checking)?;
    let migrated = migrator.run_direct(version, &mut memory, false).await;
    migrated.map_err(|error| checking(sqlx::Error::Migrate(Box::new(error))))?;
    let expected = schema(&mut memory).await.map_err(checking)?;
    memory.close().await.map_err(checking)?;
    Ok(expected)
}

fn compare(found: &BTreeSet<Object>, expected: &BTreeSet<Object>) -> Result<(), RestoreError> {
    let difference = |one: &BTreeSet<Object>, other: &BTreeSet<Object>| {
        one.difference(other).next().map(|object| format!("{} {:?}", object.kind, object.name))
    };
    if let Some(object) = difference(found, expected) {
        return Err(RestoreError::Schema { what: format!("the {object} is not ours") });
    }
    if let Some(object) = difference(expected, found) {
        return Err(RestoreError::Schema { what: format!("the {object} is missing") });
    }
    Ok(())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn checking(error: sqlx::Error) -> RestoreError {
    if verify::is_not_a_database(&error) {
        RestoreError::NotDatabase
    } else if verify::is_corrupt(&error) {
        RestoreError::Damaged { findings: vec![error.to_string()] }
    } else {
        RestoreError::Check(error)
    }
}
