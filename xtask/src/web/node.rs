//! Node, which builds and tests the browser half.

use anyhow::{Result, bail};

use crate::command::{self, command};
use crate::tools;

/// What vite needs; Debian 13 has it.
const OLDEST: (u32, u32) = (20, 19);

const HOW: &str = "install Node 20.19 or newer with npm, from https://nodejs.org or, on Debian 13, with \
    `sudo apt-get install -y npm`. To run Tandem without its web UI, use `cargo run --release --package tandem serve`";

/// Fails with what to do when node or npm is missing or too old.
pub fn ensure() -> Result<()> {
    if !command::works(command("node").arg("--version")) || !command::works(command("npm").arg("--version")) {
        // Debian's npm brings its node.
        if tools::apt_install("npm").is_err() {
            bail!("the web UI is built with Node, which is missing: {HOW}");
        }
    }
    let version = command::output(command("node").arg("--version"))?;
    check(version.trim())
}

fn check(version: &str) -> Result<()> {
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST {
        bail!("node {version} is too old for the web UI: {HOW}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_are_refused() {
        for version in ["v20.19.0", "v20.20.2", "v22.1.0", "v100.0.0"] {
            assert!(check(version).is_ok(), "{version}");
        }
        for version in ["v20.18.3", "v18.20.4", "v9.0.0", "nonsense", ""] {
            let error = check(version).unwrap_err().to_string();
            assert!(error.contains("too old") && error.contains("nodejs.org"), "{error}");
        }
    }
}
