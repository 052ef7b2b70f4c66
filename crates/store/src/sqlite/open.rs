//! Opening the file: its mode, its pragmas, its tables.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlStr, SqliteConnection, SqlitePool};

use super::search;

/// "TNDM" in the file's header says whose file it is.
pub(super) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"TNDM");

const READERS: u32 = 4;
/// How long a lock of another process is waited for.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a read waits for a free connection.
const READER_TIMEOUT: Duration = Duration::from_secs(5);
/// In KiB, negative as SQLite wants it; the working set of a few hundred busy boards.
const WRITER_CACHE: &str = "-32768";

#[derive(Debug, thiserror::Error)]
pub(super) enum OpenError {
    #[error("creating the database file")]
    Create(#[source] io::Error),
    #[error("this file is another program's database")]
    Foreign,
    #[error("bringing the tables up to date (a database of a newer Tandem cannot be opened by an older one)")]
    Migrate(#[source] MigrateError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Returns the migrations this program knows, oldest first. They are append-only.
pub(super) fn migrator() -> Migrator {
    let migration = |version, name: &'static str, text| {
        Migration::new(version, name.into(), MigrationType::Simple, SqlStr::from_static(text), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "start", include_str!("../../migrations/sqlite/0001_start.sql")),
        migration(2, "sessions", include_str!("../../migrations/sqlite/0002_sessions.sql")),
        migration(3, "cards", include_str!("../../migrations/sqlite/0003_cards.sql")),
        migration(4, "history", include_str!("../../migrations/sqlite/0004_history.sql")),
    ])
}

/// Makes the file if needed, refuses another program's, migrates, and returns the writing connection.
pub(super) async fn prepare(path: &Path) -> Result<SqliteConnection, OpenError> {
    if create(path).map_err(OpenError::Create)? == Created::Before {
        refuse_foreign(path).await?;
    }
    let mut connection = writer(path).await?;
    // Before the first table, so that a crash half way leaves a file we recognise.
    sqlx::query("PRAGMA application_id = 0x544E444D").execute(&mut connection).await?;
    migrator().run_direct(None, &mut connection, false).await.map_err(OpenError::Migrate)?;
    search::catch_up(&mut connection).await?;
    Ok(connection)
}

/// Opens the connection that commits. Checkpoints would stall it, so they run elsewhere.
pub(super) async fn writer(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    read_write(path).pragma("wal_autocheckpoint", "0").pragma("cache_size", WRITER_CACHE).connect().await
}

/// Opens a connection that only copies the write-ahead log into the database file.
pub(super) async fn checkpointer(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    read_write(path).pragma("wal_autocheckpoint", "0").connect().await
}

pub(super) async fn readers(path: &Path) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(READER_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(read_only(path))
        .await
}

/// Returns options for reading a file that may be hostile: nothing its schema says is run.
pub(super) fn read_only(path: &Path) -> SqliteConnectOptions {
    base(path).read_only(true)
}

/// Makes the durability of names in a folder as sure as that of the files.
pub(super) fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(parent)?.sync_all()
}

/// Creates a file that only its owner can read from its first moment on; fails if there is one.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[derive(PartialEq, Eq)]
enum Created {
    Now,
    Before,
}

/// SQLite gives its side files the mode of the main file, so only that one has to be made by us.
fn create(path: &Path) -> io::Result<Created> {
    match create_private(path) {
        Ok(file) => {
            file.sync_all()?;
            sync_parent(path)?;
            Ok(Created::Now)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Created::Before),
        Err(error) => Err(error),
    }
}

/// Looks before anything is written: even switching to WAL would change a foreign file.
async fn refuse_foreign(path: &Path) -> Result<(), OpenError> {
    let mut connection = read_only(path).connect().await?;
    let id: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await?;
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema").fetch_one(&mut connection).await?;
    connection.close().await?;
    if id == APPLICATION_ID || (id == 0 && tables == 0) { Ok(()) } else { Err(OpenError::Foreign) }
}

fn read_write(path: &Path) -> SqliteConnectOptions {
    base(path).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full)
}

fn base(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_commit_is_forced_to_disk_and_none_checkpoints() -> Result<(), OpenError> {
        const FULL: i64 = 2;
        let folder = tempfile::tempdir().map_err(OpenError::Create)?;
        let mut connection = prepare(&folder.path().join("test.db")).await?;
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut connection).await?;
        let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await?;
        let checkpoint: i64 = sqlx::query_scalar("PRAGMA wal_autocheckpoint").fetch_one(&mut connection).await?;
        assert_eq!((synchronous, journal.as_str(), checkpoint), (FULL, "wal", 0));
        Ok(())
    }
}
