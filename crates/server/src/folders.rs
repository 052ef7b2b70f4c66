//! Project folders: only what lies inside an allowed root, after every link has been followed.

mod git;

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

pub use self::git::GitState;
use crate::limits::{MAX_FOLDER_ENTRIES, MAX_FOLDERS_SHOWN, MAX_SAME_NAMES};

/// The roots project folders must lie in, without links.
#[derive(Debug, Clone)]
pub struct Folders {
    roots: Vec<PathBuf>,
}

/// A folder inside a root, without links at the time it was checked. Check again at each use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder(PathBuf);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFolder {
    #[error("write the path from the root, like /home/ann/project")]
    Relative,
    #[error("there is no such folder here that this server can read")]
    Missing,
    #[error("this is a file; a folder is needed")]
    NotFolder,
    #[error("this must be a file inside the project's folder")]
    NotFile,
    #[error(
        "this lies outside the folders this server may use ({0}); it is started with --projects-root to allow more"
    )]
    Outside(String),
    #[error("this leads to another folder now")]
    Moved,
    #[error("the path must be valid UTF-8")]
    NotText,
}

/// Why a folder could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCreated {
    #[error("this server has no folder for projects; start it with --projects-root")]
    NoRoot,
    #[error(
        "the folder for projects cannot be written to ({0}); let this server write there, or start it with another --projects-root"
    )]
    Refused(io::ErrorKind),
    #[error("there are too many folders of this name already; delete one")]
    TooMany,
    #[error("the path of the folder for projects must be valid UTF-8")]
    NotText,
}

/// One folder of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    pub name: String,
    pub path: String,
    pub is_git_repo: bool,
}

impl Folders {
    /// A root that does not exist allows nothing.
    pub fn new(roots: &[PathBuf]) -> Self {
        let found = roots.iter().filter_map(|root| match root.canonicalize() {
            Ok(root) => Some(root),
            Err(error) => {
                tracing::warn!(%error, "The projects root {} cannot be used", root.display());
                None
            }
        });
        Self { roots: found.collect() }
    }

    /// The same, and one more root, which need not be there yet.
    pub fn with_root(&self, root: &Path) -> Self {
        let known = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        Self { roots: self.roots.iter().cloned().chain([known]).collect() }
    }

    /// Checks a folder somebody named.
    pub fn folder(&self, raw: &str) -> Result<Folder, InvalidFolder> {
        let path = self.resolve(Path::new(raw))?;
        if path.is_dir() { Ok(Folder(path)) } else { Err(InvalidFolder::NotFolder) }
    }

    /// Checks that a folder that was checked before is still the same one, and not by now a link to another.
    pub fn unchanged(&self, checked: &str) -> Result<(), InvalidFolder> {
        let Folder(path) = self.folder(checked)?;
        if path == Path::new(checked) { Ok(()) } else { Err(InvalidFolder::Moved) }
    }

    /// Checks a file inside a folder, named from the folder or from the root.
    pub fn file_in(&self, folder: &Folder, raw: &str) -> Result<PathBuf, InvalidFolder> {
        let path = self.resolve(&folder.0.join(raw))?;
        if path.starts_with(&folder.0) && path.is_file() { Ok(path) } else { Err(InvalidFolder::NotFile) }
    }

    /// Reads what git says about a folder, without running git. A folder that is no longer allowed says nothing.
    pub fn git_state(&self, raw: &str) -> GitState {
        self.folder(raw).map_or_else(|_| GitState::default(), |folder| git::read(&folder.0, self))
    }

    /// Lists the folders inside a folder, by name; hidden ones and those that lead outside are left out.
    pub fn list(&self, raw: &str) -> Result<Vec<FolderEntry>, InvalidFolder> {
        let Folder(folder) = self.folder(raw)?;
        let entries = fs::read_dir(&folder).map_err(|_| InvalidFolder::Missing)?;
        let mut found: Vec<FolderEntry> = entries
            .take(MAX_FOLDER_ENTRIES)
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .filter_map(|name| self.entry(&folder.join(&name), name))
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found.truncate(MAX_FOLDERS_SHOWN);
        Ok(found)
    }

    /// Makes a folder in the first root, with a number behind its name if there is one of that name.
    pub fn create(&self, name: &str) -> Result<Folder, NotCreated> {
        let root = self.roots.first().ok_or(NotCreated::NoRoot)?;
        for number in 1..=MAX_SAME_NAMES {
            let path = if number == 1 { root.join(name) } else { root.join(format!("{name}-{number}")) };
            if path.to_str().is_none() {
                return Err(NotCreated::NotText);
            }
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(NotCreated::Refused(error.kind())),
            }
        }
        Err(NotCreated::TooMany)
    }

    /// Lists the roots.
    pub fn list_roots(&self) -> Vec<FolderEntry> {
        self.roots.iter().filter_map(|root| self.entry(root, root.to_str()?.to_owned())).collect()
    }

    fn entry(&self, path: &Path, name: String) -> Option<FolderEntry> {
        let path = self.resolve(path).ok().filter(|path| path.is_dir())?;
        let is_git_repo = git::read(&path, self).is_git_repo;
        Some(FolderEntry { name, path: path.to_str()?.to_owned(), is_git_repo })
    }

    /// Follows every link and returns where the path ends, if that is inside a root.
    fn resolve(&self, path: &Path) -> Result<PathBuf, InvalidFolder> {
        if !path.is_absolute() {
            return Err(InvalidFolder::Relative);
        }
        let inside = |path: &Path| self.roots.iter().any(|root| path.starts_with(root));
        let climbs = path.components().any(|component| component == Component::ParentDir);
        match path.canonicalize() {
            Ok(resolved) if inside(&resolved) => {
                resolved.to_str().ok_or(InvalidFolder::NotText)?;
                Ok(resolved)
            }
            Err(_) if inside(path) && !climbs => Err(InvalidFolder::Missing),
            // Whether something outside exists is nobody's business.
            Ok(_) | Err(_) => Err(self.outside()),
        }
    }

    fn outside(&self) -> InvalidFolder {
        let roots: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        InvalidFolder::Outside(roots.join(", "))
    }
}

impl Folder {
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    pub fn as_str(&self) -> &str {
        // Checked when it was made.
        self.0.to_str().unwrap_or_default()
    }
}
