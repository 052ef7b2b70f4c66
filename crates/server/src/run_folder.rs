//! The folder of files that are of no use once the process that made them has ended.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Makes the folder, for its owner only and with nothing in it, and returns where it is from anywhere. A server that was
/// killed had no chance to take its files away, and they may hold secrets.
pub fn make(data: &Path) -> io::Result<PathBuf> {
    let folder = data.canonicalize()?.join("run");
    match fs::remove_dir_all(&folder) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_was_left_is_gone_and_nobody_else_may_look() {
        let data = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let folder = make(data.path()).unwrap();
            assert!(folder.is_absolute());
            assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
            fs::write(folder.join("mcp-1.json"), "secret").unwrap();
        }
    }
}
