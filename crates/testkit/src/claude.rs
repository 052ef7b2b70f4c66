//! The real Claude Code, run in a home of its own against a scripted model.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Names the program to test with, instead of the one that xtask installs.
const PATH_VARIABLE: &str = "TANDEM_TEST_CLAUDE";
/// Where xtask installs it.
const INSTALLED: &str = "target/tools/claude-code/node_modules/.bin/claude";

/// Returns the program. Without it nothing can be tested, so a test that asks for it fails.
pub fn claude_path() -> PathBuf {
    let path = std::env::var_os(PATH_VARIABLE).map_or_else(|| workspace().join(INSTALLED), PathBuf::from);
    assert!(
        path.exists(),
        "Claude Code is not at {}: `cargo xtask test` installs it, or {PATH_VARIABLE} says where it is",
        path.display()
    );
    path
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A home without settings, sessions or credentials of anybody, and a folder to work in. Dropping it removes both.
pub struct ClaudeHome {
    folder: TempDir,
}

impl ClaudeHome {
    #[expect(clippy::new_without_default, reason = "it makes folders")]
    pub fn new() -> Self {
        let made = TempDir::new().and_then(|folder| {
            let home = Self { folder };
            for part in [home.path(), home.project(), home.temporary()] {
                std::fs::create_dir(part)?;
            }
            Ok(home)
        });
        match made {
            Ok(home) => home,
            Err(error) => panic!("making a home for Claude Code: {error}"),
        }
    }

    /// Returns what is `HOME` there.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Returns the folder to work in.
    pub fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    /// Returns the whole environment for the program, which may have nothing else: not the developer's own key, and no
    /// other place to send anything to. `api` is the [`url`](crate::model_api::ModelApi::url) of the model.
    pub fn environment(&self, api: &str) -> Vec<(String, String)> {
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let mut environment: Vec<(String, String)> = [
            ("ANTHROPIC_BASE_URL", api),
            ("ANTHROPIC_API_KEY", "dummy"),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            // With more, a test of an error waits for minutes.
            ("CLAUDE_CODE_MAX_RETRIES", "1"),
            ("DISABLE_AUTOUPDATER", "1"),
            ("DISABLE_ERROR_REPORTING", "1"),
            ("DISABLE_TELEMETRY", "1"),
            // Without it root, as which CI may run, is refused some modes.
            ("IS_SANDBOX", "1"),
            ("LANG", "C.UTF-8"),
        ]
        .map(pair)
        .into();
        environment.push(("HOME".to_owned(), text(self.path())));
        environment.push(("CLAUDE_CODE_TMPDIR".to_owned(), text(self.temporary())));
        environment.push(("PATH".to_owned(), std::env::var("PATH").unwrap_or_default()));
        environment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_private_and_removed() {
        let home = ClaudeHome::new();
        let environment = home.environment("http://127.0.0.1:1");
        for (name, part) in [("HOME", home.path()), ("CLAUDE_CODE_TMPDIR", home.temporary())] {
            assert!(environment.contains(&(name.to_owned(), part.to_string_lossy().into_owned())), "{environment:?}");
            assert!(part.read_dir().unwrap().next().is_none(), "{part:?}");
        }
        let folder = home.folder.path().to_owned();
        drop(home);
        assert!(!folder.exists());
    }
}
