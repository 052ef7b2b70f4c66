//! One process per data folder.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A server that is killed while it starts a child leaves it the lock, until the child has become another program.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// Holds a data folder until it is dropped or the process ends.
#[derive(Debug)]
pub struct DataLock {
    _file: File,
}

#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error("another tandem process uses {}; stop it first", data.display())]
    Held { data: PathBuf },
    #[error("cannot use {} as the data folder", data.display())]
    Io {
        data: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl DataLock {
    /// Makes the data folder if there is none, for its owner only, and takes it.
    pub fn take(data: &Path) -> Result<Self, LockError> {
        let failed = |source| LockError::Io { data: data.to_owned(), source };
        DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(failed)?;
        let path = data.join("lock");
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path).map_err(failed)?;
        for _ in 0..ATTEMPTS {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
        }
        Err(LockError::Held { data: data.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_holder_at_a_time() {
        let data = tempfile::tempdir().unwrap();
        let held = DataLock::take(data.path()).unwrap();
        assert!(matches!(DataLock::take(data.path()), Err(LockError::Held { .. })));
        drop(held);
        assert!(DataLock::take(data.path()).is_ok());
    }
}
