//! The project's folder: a bounded look at it, and changes to single files of it.

mod patch;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::OFlags;
use serde_json::{Value, json};

/// Files that are listed, folders that are opened, and how deep.
const MAX_FILES: usize = 60;
const MAX_FOLDERS: usize = 40;
const MAX_DEPTH: usize = 3;
/// Entries of one folder that are looked at.
const MAX_ENTRIES: usize = 500;
/// Files whose text is read, besides the two that may be edited.
const MAX_TEXTS: usize = 6;
/// Bytes of a file whose text is read or changed.
const MAX_FILE_BYTES: u64 = 64 * 1024;

/// Names that say nothing about a project.
const SKIPPED: &[&str] = &["node_modules", "target", "dist", "build", "vendor"];

/// Endings of the files that tell most about a project.
const TELLING: &[&str] =
    &["c", "cpp", "cs", "go", "h", "java", "js", "kt", "php", "py", "rb", "rs", "swift", "ts", "tsx"];

/// The files a rehearsal may edit by itself; the second is its own.
pub const README: &str = "README.md";
pub const OWN_FILE: &str = "REHEARSAL.md";

/// What is known of the project's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    pub folder: PathBuf,
    pub place: Place,
    /// In order of path.
    pub files: Vec<Listed>,
    /// Whether there is more than is listed.
    pub cut: bool,
}

/// Whose folder it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    #[default]
    Project,
    /// A linked work tree: others work on branches of their own at the same time.
    Branch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Relative to the folder.
    pub path: String,
    /// None if it was not read: it is no text, too large, or one too many.
    pub text: Option<String>,
}

impl Survey {
    /// Looks around in a folder, and reads also what is named.
    pub fn take(folder: &Path, named: &[String]) -> Self {
        let is_linked = folder.join(".git").symlink_metadata().is_ok_and(|found| found.is_file());
        let place = if is_linked { Place::Branch } else { Place::Project };
        let mut survey = Self { folder: folder.to_owned(), place, files: Vec::new(), cut: false };
        let mut folders = vec![(PathBuf::new(), 0)];
        let mut opened = 0;
        while let Some((relative, depth)) = folders.pop() {
            opened += 1;
            if opened > MAX_FOLDERS {
                survey.cut = true;
                break;
            }
            let deeper = survey.list(&relative);
            if depth < MAX_DEPTH {
                folders.extend(deeper.into_iter().rev().map(|folder| (folder, depth + 1)));
            }
        }
        survey.files.sort_by(|a, b| a.path.cmp(&b.path));
        survey.read();
        named.iter().take(MAX_TEXTS).for_each(|path| survey.read_also(path));
        survey
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).and_then(|file| file.text.as_deref())
    }

    /// Returns the files that were read, the most telling first.
    pub fn read_files(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut files: Vec<&Listed> = self.files.iter().collect();
        files.sort_by_key(|file| file.rank());
        files.into_iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// Lists the files of a folder and returns the folders in it, in order of name.
    fn list(&mut self, relative: &Path) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.folder.join(relative)) else { return Vec::new() };
        let mut entries: Vec<_> = entries.take(MAX_ENTRIES).filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut folders = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.') && !SKIPPED.contains(name)) else {
                continue;
            };
            let path = relative.join(name);
            // A link is neither: it may lead out of the folder.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && self.files.len() < MAX_FILES => {
                    self.files.push(Listed { path: path.to_string_lossy().into_owned(), text: None });
                }
                Ok(kind) => self.cut |= kind.is_file(),
                Err(_) => {}
            }
        }
        folders
    }

    fn read(&mut self) {
        let mut left = MAX_TEXTS;
        let mut files: Vec<&mut Listed> = self.files.iter_mut().collect();
        files.sort_by_key(|file| file.rank());
        for file in files {
            let own = file.path == README || file.path == OWN_FILE;
            if left == 0 && !own {
                continue;
            }
            file.text = text_of(&self.folder.join(&file.path)).ok().flatten();
            if file.text.is_some() && !own {
                left -= 1;
            }
        }
    }
}

impl Survey {
    fn read_also(&mut self, path: &str) {
        if self.text(path).is_some() {
            return;
        }
        let Ok(place) = place(&self.folder, Path::new(path)) else { return };
        let Ok(Some(text)) = text_of(&place) else { return };
        match self.files.iter_mut().find(|file| file.path == path) {
            Some(listed) => listed.text = Some(text),
            None => self.files.push(Listed { path: path.to_owned(), text: Some(text) }),
        }
    }
}

impl Listed {
    fn rank(&self) -> u8 {
        let ending = self.path.rsplit_once('.').map(|(_, ending)| ending);
        match ending {
            _ if self.path == README => 0,
            Some(ending) if TELLING.contains(&ending) => 1,
            Some(_) | None => 2,
        }
    }
}

/// What was done to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    /// None if the file was made.
    pub original: Option<String>,
    pub updated: String,
}

impl Change {
    /// Returns it as the result of the tool `Write` or `Edit`, with the input it was called with.
    pub fn result(&self, input: &Value) -> Value {
        let mut result = json!({
            "filePath": self.path, "originalFile": self.original, "userModified": false,
            "structuredPatch": match &self.original {
                Some(original) => patch::hunks(original, &self.updated),
                None => json!([]),
            },
        });
        if input.get("old_string").is_some() {
            result["oldString"] = input["old_string"].clone();
            result["newString"] = input["new_string"].clone();
            result["replaceAll"] = json!(false);
        } else {
            result["type"] = json!(if self.original.is_some() { "update" } else { "create" });
            result["content"] = json!(self.updated);
        }
        result
    }
}

/// Does what a call of `Write` or `Edit` asks for, inside the folder only; an error says why not.
pub fn change(folder: &Path, input: &Value) -> Result<Change, String> {
    let named = input["file_path"].as_str().ok_or("file_path is missing")?;
    let path = place(folder, Path::new(named))?;
    let original = match text_of(&path) {
        Ok(Some(text)) => Some(text),
        Ok(None) => return Err(format!("{named} is not a text of at most {MAX_FILE_BYTES} bytes")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{named} cannot be read: {error}")),
    };
    let updated = if let (Some(old), Some(new)) = (input["old_string"].as_str(), input["new_string"].as_str()) {
        let original = original.as_deref().ok_or_else(|| format!("{named} does not exist"))?;
        match original.matches(old).count() {
            1 if !old.is_empty() => original.replacen(old, new, 1),
            count => return Err(format!("old_string is {count} times in {named}, not once")),
        }
    } else {
        input["content"].as_str().ok_or("content is missing")?.to_owned()
    };
    if updated.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("{named} would be larger than {MAX_FILE_BYTES} bytes"));
    }
    write(&path, &updated).map_err(|error| format!("{named} cannot be written: {error}"))?;
    Ok(Change { path, original, updated })
}

/// Returns where a file of the folder is, unless the way to it leads outside or over a link.
fn place(folder: &Path, named: &Path) -> Result<PathBuf, String> {
    let outside = || format!("{} is not in the project's folder", named.display());
    let relative = if named.is_absolute() { named.strip_prefix(folder).map_err(|_| outside())? } else { named };
    let mut path = folder.to_owned();
    for component in relative.components() {
        let Component::Normal(name) = component else { return Err(outside()) };
        path.push(name);
        if path.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
            return Err(format!("{} is a link; a rehearsal follows none", path.display()));
        }
    }
    if path == folder { Err(outside()) } else { Ok(path) }
}

/// Returns the text of a regular file, or none if it is something else, no text, or too large.
fn text_of(path: &Path) -> io::Result<Option<String>> {
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let found = path.symlink_metadata()?;
    if !found.is_file() || found.len() > MAX_FILE_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    open(OpenOptions::new().read(true), path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    open(OpenOptions::new().write(true).create(true).truncate(true), path)?.write_all(text.as_bytes())
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

#[cfg(test)]
mod tests;
