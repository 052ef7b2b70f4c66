//! Where the repository and its build output are, as cargo sees them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command;

#[derive(Debug, PartialEq)]
pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    /// Every benchmark in the order of the packages' names.
    pub benches: Vec<Bench>,
}

#[derive(Debug, PartialEq)]
pub struct Bench {
    pub package: String,
    pub name: String,
}

impl Workspace {
    /// Asks cargo about the workspace around the current folder.
    pub fn find() -> Result<Self> {
        let metadata = command::output(command::cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
        Self::from_metadata(&metadata).context("reading `cargo metadata`")
    }

    /// Returns the folder in which xtask keeps the tools it installs for itself.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    fn from_metadata(metadata: &str) -> Result<Self> {
        let metadata: Value = serde_json::from_str(metadata)?;
        let path = |key: &str| metadata[key].as_str().map(PathBuf::from).with_context(|| format!("no `{key}`"));
        let mut benches = Vec::new();
        for package in metadata["packages"].as_array().context("no `packages`")? {
            let package_name = package["name"].as_str().context("a package without a name")?;
            for target in package["targets"].as_array().into_iter().flatten() {
                let is_bench = target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bench"));
                if let (true, Some(name)) = (is_bench, target["name"].as_str()) {
                    benches.push(Bench { package: package_name.to_owned(), name: name.to_owned() });
                }
            }
        }
        benches.sort_by(|a, b| (&a.package, &a.name).cmp(&(&b.package, &b.name)));
        Ok(Self { root: path("workspace_root")?, target: path("target_directory")?, benches })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_gives_folders_and_benches() {
        let metadata = r#"{
            "workspace_root": "/repo", "target_directory": "/out",
            "packages": [
                {"name": "tandem", "targets": [{"kind": ["bin"], "name": "tandem"}, {"kind": ["bench"], "name": "live"}]},
                {"name": "engine", "targets": [{"kind": ["lib"], "name": "engine"}, {"kind": ["bench"], "name": "apply"}]}
            ]
        }"#;
        let bench = |package: &str, name: &str| Bench { package: package.to_owned(), name: name.to_owned() };
        let expected = Workspace {
            root: PathBuf::from("/repo"),
            target: PathBuf::from("/out"),
            benches: vec![bench("engine", "apply"), bench("tandem", "live")],
        };
        assert_eq!(Workspace::from_metadata(metadata).unwrap(), expected);
    }

    #[test]
    fn incomplete_metadata_is_an_error() {
        let error = Workspace::from_metadata(r#"{"packages": []}"#).unwrap_err();
        assert_eq!(error.to_string(), "no `workspace_root`");
    }
}
