//! The running server does what its own OpenAPI document says: schemathesis asks it everything it can think of.

mod http;
mod server;

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use self::http::Client;
use self::server::Server;
use crate::command::{self, command};
use crate::workspace::Workspace;
use crate::{program, tools};

const CONFIGURATION: &str = include_str!("../schemathesis.toml");
const PROJECTS: usize = 3;
/// Folders under the projects root; those without a project are for the projects that schemathesis makes.
const FOLDERS: usize = 6;

/// Builds the server as the tests do and has schemathesis ask it.
pub fn run(workspace: &Workspace) -> Result<()> {
    let schemathesis = tools::ensure_schemathesis(workspace)?;
    let program = program::with_tests(workspace)?;
    question(&schemathesis, &program, &workspace.target.join("schemathesis"))
}

/// Starts a fresh server, gives it an account and projects, and runs schemathesis; the server is stopped in any case.
fn question(schemathesis: &Path, binary: &Path, folder: &Path) -> Result<()> {
    prepare_folder(folder)?;
    let mut server = Server::start(binary, folder)?;
    let account = register_and_fill(&server, &project_folders(folder)[..PROJECTS])?;
    for (name, text) in [
        ("schemathesis.toml", CONFIGURATION),
        ("projects.dict", &dictionary(&account.projects)),
        ("boards.dict", &dictionary(&account.boards)),
        ("folders.dict", &dictionary(&project_folders(folder))),
    ] {
        std::fs::write(folder.join(name), text).with_context(|| format!("writing {name}"))?;
    }
    let mut questions = command(schemathesis);
    questions.arg("--config-file").arg(folder.join("schemathesis.toml"));
    questions.args(["run", &format!("http://{}/api/openapi.json", server.address)]);
    questions.args(["--report", "junit,ndjson", "--report-dir"]).arg(folder.join("report"));
    questions.env("TANDEM_TOKEN", &account.token).env("PYTHONUTF8", "1").current_dir(folder);
    let answered = command::run(&mut questions)
        .with_context(|| format!("the report and the server's log are in {}", folder.display()));
    server.still_runs().context("the server ended while it was asked")?;
    answered
}

/// Starts from nothing: what an earlier run left would change the answers.
fn prepare_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    for project in project_folders(folder) {
        std::fs::create_dir_all(&project).with_context(|| format!("creating {project}"))?;
    }
    Ok(())
}

fn project_folders(folder: &Path) -> Vec<String> {
    (1..=FOLDERS).map(|number| folder.join("projects").join(format!("p{number}")).display().to_string()).collect()
}

/// What the requests of the run need to name.
struct Account {
    token: String,
    projects: Vec<String>,
    boards: Vec<String>,
}

fn register_and_fill(server: &Server, project_folders: &[String]) -> Result<Account> {
    let mut client = Client::new(server.address.clone());
    let account = json!({
        "email": "schemathesis@example.org",
        "password": "correct horse battery staple",
        "name": "Schemathesis",
        "setup": server.setup_token,
    });
    let session = client.post("/api/auth/register", &account).context("registering the first account")?;
    let token = text(&session, "access_token")?;
    client.token = Some(token.clone());

    let (mut projects, mut boards) = (Vec::new(), Vec::new());
    for folder_path in project_folders {
        let project = json!({"name": "A project", "folder_path": folder_path});
        let project = client.post("/api/projects", &project).context("creating a project")?;
        projects.push(text(&project, "id")?);
        boards.push(text(&project, "kanban_board_id")?);
    }
    Ok(Account { token, projects, boards })
}

fn text(answer: &Value, key: &str) -> Result<String> {
    match answer[key].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => bail!("the answer has no text `{key}`"),
    }
}

/// Writes values in the format of fuzzing dictionaries: one quoted string per line.
fn dictionary(values: &[String]) -> String {
    let quoted = values.iter().map(|value| format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")));
    quoted.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dictionary_has_a_quoted_line_per_value() {
        assert_eq!(dictionary(&["a1".to_owned(), "b\"\\".to_owned()]), "\"a1\"\n\"b\\\"\\\\\"");
    }

    #[test]
    fn a_missing_field_is_named() {
        assert_eq!(text(&json!({"id": "x"}), "id").unwrap(), "x");
        assert_eq!(text(&json!({"id": 3}), "id").unwrap_err().to_string(), "the answer has no text `id`");
    }
}
