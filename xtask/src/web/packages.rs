//! The packages of the lock file, installed.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::{self, command};
use crate::console::say;

/// Installs the packages of `package-lock.json` unless they are installed; npm says so in a lock file of its own.
pub fn ensure(folder: &Path) -> Result<()> {
    let wanted = std::fs::read_to_string(folder.join("package-lock.json")).context("reading package-lock.json")?;
    let installed = std::fs::read_to_string(folder.join("node_modules/.package-lock.json")).unwrap_or_default();
    if are_installed(&wanted, &installed).context("reading package-lock.json")? {
        return Ok(());
    }
    say(format_args!("installing the packages of {}", folder.join("package-lock.json").display()));
    command::run(command("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

/// Tells whether every package is installed in the version that the lock file names. What is only for other systems is
/// optional and may be missing.
fn are_installed(wanted: &str, installed: &str) -> Result<bool> {
    let wanted: Value = serde_json::from_str(wanted)?;
    let installed: Value = serde_json::from_str(installed).unwrap_or_default();
    let wanted = wanted["packages"].as_object().context("it has no `packages`")?;
    Ok(wanted.iter().filter(|(path, _)| !path.is_empty()).all(|(path, package)| {
        let found = &installed["packages"][path];
        let is_optional = package["optional"] == true || package["devOptional"] == true;
        (found.is_null() && is_optional) || (found["version"] == package["version"] && !found.is_null())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wanted: &str, installed: &str, expected: bool) {
        let lock = |packages: &str| format!("{{\"packages\": {{\"\": {{\"name\": \"web\"}}, {packages}}}}}");
        assert_eq!(are_installed(&lock(wanted), &lock(installed)).unwrap(), expected);
    }

    const A1: &str = r#""node_modules/a": {"version": "1.0.0"}"#;
    const A2: &str = r#""node_modules/a": {"version": "2.0.0"}"#;
    const OTHER_SYSTEM: &str =
        r#""node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "1.0.0", "optional": true}"#;
    const B1: &str = r#""node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "1.0.0"}"#;

    #[test]
    fn every_package_must_be_there_in_its_version() {
        check(A1, A1, true);
        check(A1, A2, false);
        check(B1, A1, false);
        check(A1, B1, true);
        check(OTHER_SYSTEM, A1, true);
    }

    #[test]
    fn without_node_modules_nothing_is_installed() {
        assert!(!are_installed(&format!("{{\"packages\": {{{A1}}}}}"), "").unwrap());
        assert!(are_installed("{}", "").is_err());
    }
}
