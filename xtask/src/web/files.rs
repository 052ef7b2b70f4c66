//! Folders as lists of files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::{Context, Result};

/// Returns the files below a folder as paths with `/`, sorted. What is in `without` at its top is left
/// out.
pub fn list(folder: &Path, without: &[&str]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(inside) = open.pop() {
        let path = folder.join(&inside);
        let entries = std::fs::read_dir(&path).with_context(|| format!("reading {}", path.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("reading {}", path.display()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let relative = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if without.contains(&relative.as_str()) {
                continue;
            }
            let is_folder = entry.file_type().with_context(|| format!("reading {relative}"))?.is_dir();
            if is_folder { open.push(relative) } else { found.push(relative) }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns a short text that changes with the names and contents of the files below a folder, and with `salt`. Another
/// version of the standard library may give another; then something is made once more than needed.
pub fn fingerprint(folder: &Path, without: &[&str], salt: &str) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    salt.hash(&mut hasher);
    if folder.exists() {
        for path in list(folder, without)? {
            let bytes = std::fs::read(folder.join(&path)).with_context(|| format!("reading {path}"))?;
            (path, bytes).hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn made_folders_are_left_out_at_the_top_only() {
        let folder = folder(&[("b.ts", ""), ("dist/x.js", ""), ("src/dist/y.ts", ""), ("a/b/c.ts", "")]);
        assert_eq!(list(folder.path(), &["dist"]).unwrap(), ["a/b/c.ts", "b.ts", "src/dist/y.ts"]);
    }

    #[test]
    fn names_and_contents_and_the_salt_count() {
        let of = |files: &[(&str, &str)]| fingerprint(folder(files).path(), &["dist"], "1").unwrap();
        let base = of(&[("a.ts", "1"), ("b.ts", "2")]);
        assert_eq!(of(&[("b.ts", "2"), ("a.ts", "1"), ("dist/c.js", "3")]), base);
        for other in [&[("a.ts", "1")][..], &[("a.ts", "2"), ("b.ts", "2")], &[("a.ts", "1"), ("c.ts", "2")]] {
            assert_ne!(of(other), base);
        }
        assert_ne!(fingerprint(folder(&[("a.ts", "1"), ("b.ts", "2")]).path(), &[], "2").unwrap(), base);
    }

    #[test]
    fn a_missing_folder_is_an_empty_one() {
        let nowhere = Path::new("no/such/folder");
        assert_eq!(fingerprint(nowhere, &[], "1").unwrap(), fingerprint(folder(&[]).path(), &[], "1").unwrap());
    }
}
