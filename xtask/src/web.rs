//! The browser half: its packages, its build, and what of it goes into the program.

mod budget;
mod files;
mod node;
mod pack;
mod packages;
mod types;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

pub use self::types::{check_types, write_types};
use crate::command;
use crate::console::say;
use crate::workspace::Workspace;

/// Folders of `web` that are made from the rest.
const MADE: &[&str] = &["node_modules", "dist", "screenshots"];
/// Changes when what is made from the same files changes.
const RECIPE: &str = "1";

/// Where the browser half is and where it is built.
pub struct Web {
    /// The sources.
    root: PathBuf,
    /// What goes into the program: `web/dist`.
    packed: PathBuf,
    /// What vite writes, and other things that are made on the way.
    work: PathBuf,
}

impl Web {
    pub fn of(workspace: &Workspace) -> Self {
        let root = workspace.root.join("web");
        Self { packed: root.join("dist"), work: workspace.target.join("web"), root }
    }

    /// Returns node with a script of an installed package, to be run in `web`.
    fn script(&self, path: &str) -> Command {
        let mut node = command::command("node");
        node.arg(self.root.join("node_modules").join(path)).current_dir(&self.root);
        node
    }

    /// Returns a command of `package.json`.
    pub fn npm(&self, name: &str) -> Command {
        let mut npm = command::command("npm");
        npm.args(["run", "--silent", name]).current_dir(&self.root);
        npm
    }

    pub fn has(&self, path: &str) -> bool {
        self.root.join(path).exists()
    }

    fn built(&self) -> PathBuf {
        self.work.join("dist")
    }
}

/// `cargo xtask web`: builds the browser half and says how big it is.
pub fn run(workspace: &Workspace) -> Result<ExitCode> {
    build(workspace)?;
    check_sizes(workspace)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that node is there and that the packages of the lock file are installed.
pub fn prepare(workspace: &Workspace) -> Result<Web> {
    let web = Web::of(workspace);
    install(&web.root)?;
    Ok(web)
}

/// Makes sure that node is there and that the packages of a folder's lock file are installed.
pub fn install(folder: &Path) -> Result<()> {
    node::ensure()?;
    packages::ensure(folder)
}

/// Builds what the program serves, unless it is there and made from what is there now.
pub fn build(workspace: &Workspace) -> Result<Web> {
    let web = prepare(workspace)?;
    let inputs = files::fingerprint(&web.root, MADE, RECIPE)?;
    let stamp = web.work.join("stamp");
    let is_fresh =
        web.built().exists() && read(&stamp).is_some_and(|stamp| Some(stamp) == stamp_of(&inputs, &web.packed).ok());
    if is_fresh {
        say(format_args!("the web UI is up to date"));
        return Ok(web);
    }
    let mut vite = web.script("vite/bin/vite.js");
    vite.args(["build", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(web.built());
    command::run(&mut vite).context("building the web UI")?;
    pack::pack(&web.built(), &web.packed)?;
    let text = stamp_of(&inputs, &web.packed)?;
    std::fs::write(&stamp, text).with_context(|| format!("writing {}", stamp.display()))?;
    Ok(web)
}

/// Prints what a browser loads, and fails when it is more than it may be.
pub fn check_sizes(workspace: &Workspace) -> Result<()> {
    let web = Web::of(workspace);
    let manifest = web.built().join(budget::MANIFEST);
    let manifest = std::fs::read_to_string(&manifest).with_context(|| format!("reading {}", manifest.display()))?;
    let page = std::fs::read_to_string(web.built().join("index.html")).context("reading index.html")?;
    let sizes = pack::sizes(&web.packed)?;
    let loads = budget::loads(&manifest, &page, &sizes)?;
    say(format_args!("{}", budget::report(&loads)));
    budget::check(&loads)
}

/// Says from what the packed files were made and what they are, so that whoever changes either is noticed.
fn stamp_of(inputs: &str, packed: &Path) -> Result<String> {
    Ok(format!("{inputs} {}\n", files::fingerprint(packed, &[], RECIPE)?))
}

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}
