//! The types of the API in TypeScript, made from the OpenAPI document of the program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::{Web, prepare};
use crate::command::{self, command};
use crate::program;
use crate::workspace::Workspace;

const TYPES: &str = "src/api.gen.ts";

/// `cargo xtask types`: writes the types into the sources.
pub fn write_types(workspace: &Workspace) -> Result<ExitCode> {
    let web = prepare(workspace)?;
    let program = program::only(workspace)?;
    let made = make(&web, &program)?;
    std::fs::write(web.root.join(TYPES), made).with_context(|| format!("writing {TYPES}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Fails when the types in the sources are not those of the program.
pub fn check_types(workspace: &Workspace) -> Result<()> {
    let web = prepare(workspace)?;
    let made = make(&web, &program::with_tests(workspace)?)?;
    let present = std::fs::read_to_string(web.root.join(TYPES)).unwrap_or_default();
    compare(&made, &present)
}

fn make(web: &Web, program: &Path) -> Result<String> {
    std::fs::create_dir_all(&web.work).with_context(|| format!("creating {}", web.work.display()))?;
    let (document, types): (PathBuf, PathBuf) = (web.work.join("openapi.json"), web.work.join("api.gen.ts"));
    let text = command::output(command(program).arg("openapi"))?;
    std::fs::write(&document, text).with_context(|| format!("writing {}", document.display()))?;
    let mut generator = web.script("openapi-typescript/bin/cli.js");
    // Its output only says how long it took.
    command::output(generator.arg(&document).arg("--output").arg(&types))?;
    std::fs::read_to_string(&types).with_context(|| format!("reading {}", types.display()))
}

fn compare(made: &str, present: &str) -> Result<()> {
    if made == present {
        return Ok(());
    }
    let same = made.lines().zip(present.lines()).take_while(|(made, present)| made == present).count();
    bail!("web/{TYPES} is not what the API is now, from line {}; run `cargo xtask types`", same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_types_are_found_with_the_command_that_mends_them() {
        assert!(compare("a\nb\n", "a\nb\n").is_ok());
        for (present, line) in [("a\nc\n", 2), ("a\n", 2), ("a\nb\nc\n", 3), ("", 1)] {
            let expected =
                format!("web/src/api.gen.ts is not what the API is now, from line {line}; run `cargo xtask types`");
            assert_eq!(compare("a\nb\n", present).unwrap_err().to_string(), expected);
        }
    }
}
