//! A store in a folder of its own, and another connection to look into its file.

use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use store::SqliteStore;

pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self(tempfile::tempdir()?))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn names(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(self.0.path())? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    pub async fn store(&self) -> anyhow::Result<SqliteStore> {
        Ok(SqliteStore::open(&self.path("test.db")).await?)
    }
}

pub async fn connect(path: &Path) -> anyhow::Result<SqliteConnection> {
    Ok(SqliteConnectOptions::new().filename(path).foreign_keys(false).connect().await?)
}

/// Runs statements on a file behind the store's back.
pub async fn tamper(path: &Path, statements: &'static str) -> anyhow::Result<()> {
    let mut connection = connect(path).await?;
    sqlx::raw_sql(statements).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
