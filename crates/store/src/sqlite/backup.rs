//! Copying a database a running server is writing to.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::{ConnectOptions, Connection};

use super::{open, verify};

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupReport {
    pub bytes: u64,
    /// What was wrong with the database already, one sentence each; the copy has the same faults.
    pub findings: Vec<String>,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} exists already; choose another name", path.display())]
    Exists { path: PathBuf },
    #[error("the name of the backup must be valid UTF-8")]
    Name,
    #[error("opening the database {}", path.display())]
    Open {
        path: PathBuf,
        #[source]
        source: sqlx::Error,
    },
    #[error("copying the database")]
    Copy(#[source] sqlx::Error),
    #[error("writing the backup {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

const COPY: &str = "VACUUM INTO $1";

/// Writes a consistent copy of the database `from` to the new file `to`, readable only by its owner.
///
/// The copy is complete and on disk when this returns; when it fails, nothing is left behind.
pub async fn backup(from: &Path, to: &Path) -> Result<BackupReport, BackupError> {
    let writing = |source| BackupError::Write { path: to.to_owned(), source };
    // Takes the name, so that nobody's file is overwritten; the copy then replaces this empty file.
    open::create_private(to).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists { path: to.to_owned() },
        _ => writing(source),
    })?;
    let mut unfinished = Unfinished::new(to);
    let partial = unfinished.add_partial(to).map_err(writing)?;
    open::create_private(&partial).map_err(writing)?;
    copy(from, &partial).await?;
    let findings = check(&partial).await.map_err(BackupError::Copy)?;
    let file = tokio::fs::File::open(&partial).await.map_err(writing)?;
    file.sync_all().await.map_err(writing)?;
    let bytes = file.metadata().await.map_err(writing)?.len();
    std::fs::rename(&partial, to).map_err(writing)?;
    open::sync_parent(to).map_err(writing)?;
    unfinished.keep();
    Ok(BackupReport { bytes, findings })
}

async fn copy(from: &Path, to: &Path) -> Result<(), BackupError> {
    let name = to.to_str().ok_or(BackupError::Name)?;
    let opening = |source| BackupError::Open { path: from.to_owned(), source };
    let mut connection = open::read_only(from).connect().await.map_err(opening)?;
    sqlx::query(COPY).bind(name).execute(&mut connection).await.map_err(BackupError::Copy)?;
    connection.close().await.map_err(BackupError::Copy)
}

async fn check(path: &Path) -> Result<Vec<String>, sqlx::Error> {
    let mut connection = open::read_only(path).immutable(true).connect().await?;
    let findings = verify::findings(&mut connection).await?;
    connection.close().await?;
    Ok(findings)
}

/// Files that are removed again unless everything went well.
pub(super) struct Unfinished(Vec<PathBuf>);

impl Unfinished {
    pub(super) fn nothing() -> Self {
        Self(Vec::new())
    }

    fn new(path: &Path) -> Self {
        Self(vec![path.to_owned()])
    }

    /// Returns the name beside `path` under which its content is prepared; what a crash left there is removed.
    pub(super) fn add_partial(&mut self, path: &Path) -> io::Result<PathBuf> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut partial = std::ffi::OsString::from(".");
        partial.push(name);
        partial.push(".partial");
        let partial = path.with_file_name(partial);
        remove_if_there(&partial)?;
        self.0.push(partial.clone());
        Ok(partial)
    }

    pub(super) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for path in &self.0 {
            if let Err(error) = remove_if_there(path) {
                tracing::warn!(%error, "Could not remove the unfinished {}", path.display());
            }
        }
    }
}

pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
