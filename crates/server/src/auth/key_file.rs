//! The key that signs access tokens: made at first start, readable by its owner only.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::ids;

const KEY_BYTES: usize = 64;
/// Any right of the group or of others.
const NOT_OWNER: u32 = 0o077;

pub struct SigningKey(Vec<u8>);

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("cannot {doing} {}", path.display())]
    Io {
        doing: &'static str,
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{} can be read by others (mode {mode:o}): run chmod 600 on it, and make a new key if it may have leaked", path.display())]
    Exposed { path: PathBuf, mode: u32 },
    #[error("{} is not a key: it must be {KEY_BYTES} bytes. Remove it to have a new one made; everybody must log in again", path.display())]
    Malformed { path: PathBuf },
}

impl SigningKey {
    /// Reads `keys/jwt.key` of the data folder, making it first if there is none.
    pub fn open(data: &Path) -> Result<Self, KeyError> {
        let folder = data.join("keys");
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(failed("make", &folder))?;
        let path = folder.join("jwt.key");
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => Self::write(file, &folder).map_err(failed("write", &path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Self::read(&path),
            Err(error) => Err(failed("make", &path)(error)),
        }
    }

    /// A key that is kept nowhere, for tests.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_owned())
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns a name for this data folder that says nothing of the key.
    pub fn instance(&self) -> String {
        use sha2::{Digest, Sha256};
        let digest = Sha256::new().chain_update(b"tandem instance").chain_update(&self.0).finalize();
        uuid::Uuid::from_slice(&digest[..16]).unwrap_or_default().simple().to_string()
    }

    fn write(mut file: File, folder: &Path) -> io::Result<Self> {
        let key = Self(ids::random::<KEY_BYTES>().to_vec());
        file.write_all(&key.0)?;
        file.sync_all()?;
        File::open(folder)?.sync_all()?;
        Ok(key)
    }

    fn read(path: &Path) -> Result<Self, KeyError> {
        let file = File::open(path).map_err(failed("open", path))?;
        let mode = file.metadata().map_err(failed("look at", path))?.permissions().mode() & 0o777;
        if mode & NOT_OWNER != 0 {
            return Err(KeyError::Exposed { path: path.to_owned(), mode });
        }
        let mut bytes = Vec::with_capacity(KEY_BYTES + 1);
        file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed("read", path))?;
        if bytes.len() == KEY_BYTES { Ok(Self(bytes)) } else { Err(KeyError::Malformed { path: path.to_owned() }) }
    }
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> KeyError {
    let path = path.to_owned();
    move |source| KeyError::Io { doing, path, source }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_key_is_made_once_and_private() {
        let data = tempfile::tempdir().unwrap();
        let first = SigningKey::open(data.path()).unwrap();
        let second = SigningKey::open(data.path()).unwrap();
        assert_eq!(first.as_bytes(), second.as_bytes());
        assert_eq!(mode(&data.path().join("keys")), 0o700);
        assert_eq!(mode(&data.path().join("keys/jwt.key")), 0o600);
    }

    #[test]
    fn a_key_others_can_read_is_refused() {
        let data = tempfile::tempdir().unwrap();
        SigningKey::open(data.path()).unwrap();
        let path = data.path().join("keys/jwt.key");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(SigningKey::open(data.path()), Err(KeyError::Exposed { mode: 0o640, .. })));
    }

    #[test]
    fn a_cut_key_is_refused() {
        let data = tempfile::tempdir().unwrap();
        SigningKey::open(data.path()).unwrap();
        fs::write(data.path().join("keys/jwt.key"), b"short").unwrap();
        assert!(matches!(SigningKey::open(data.path()), Err(KeyError::Malformed { .. })));
    }
}
