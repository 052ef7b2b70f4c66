//! `tandem backup` and `tandem restore`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use server::{Clock, DataLock, SystemClock, database};
use store::Existing;

use crate::arguments::BackupArguments;
use crate::failure::Failure;

pub async fn backup(arguments: BackupArguments) -> Result<(), Failure> {
    let database = database(&arguments.data.data);
    if !database.exists() {
        return Err(Failure::Call(anyhow!("there is no data in {}; give --data", arguments.data.data.display())));
    }
    let report = store::backup(&database, &arguments.file).await.context("making the backup")?;
    for finding in &report.findings {
        writeln!(std::io::stderr(), "warning: {finding}").context("printing a warning")?;
    }
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{} bytes in {}", report.bytes, arguments.file.display()).context("printing the result")?;
    Ok(())
}

/// Puts the backup in place. What was there before is copied beside it first: a restore by mistake can be undone.
pub async fn restore(arguments: BackupArguments) -> Result<(), Failure> {
    let _lock = DataLock::take(&arguments.data.data).context("restoring")?;
    let database = database(&arguments.data.data);
    let kept = keep_aside(&database).await?;
    let restored = store::restore(&arguments.file, &database, Existing::Replace).await;
    if let (Err(_), Some(kept)) = (&restored, &kept) {
        std::fs::remove_file(kept).context("removing a copy that is not needed")?;
    }
    restored.context("restoring; the data is as it was")?;
    if let Some(kept) = kept {
        writeln!(std::io::stderr(), "the data from before is kept in {}", kept.display()).context("printing")?;
    }
    Ok(())
}

async fn keep_aside(database: &Path) -> Result<Option<PathBuf>, Failure> {
    if !database.exists() {
        return Ok(None);
    }
    let kept = database.with_file_name(format!("before-restore-{}.db", SystemClock::new().now().as_millis()));
    store::backup(database, &kept).await.context("keeping a copy of the data that is replaced")?;
    Ok(Some(kept))
}
