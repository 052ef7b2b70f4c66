//! Each card on a branch of its own, where there is git, and what becomes of its work.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::model_api::Script;

use crate::cards::{Kanban, git, rehearsing};

pub const README: (&str, &str) = ("README.md", "# Zebras\n");
/// The file that the scripted agent makes for a card of this title, on the card's branch.
pub const TITLE: &str = "Feed the zebra";
pub const FILE: &str = "rehearsal-feed-the-zebra.md";

/// Lets the scripted agent make a file for a card, and returns the card and how it is doing.
pub async fn coded(kanban: &mut Kanban, title: &str) -> (String, Value) {
    let card = kanban.card(title, "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let status = kanban.arrives(&card, "Coding", "finished").await;
    (card, status)
}

pub fn folder(detail: &Value) -> PathBuf {
    PathBuf::from(detail["worktree"]["folder"].as_str().unwrap())
}

/// Checks that a card was worked on in the project's own folder.
async fn check_in_place(kanban: &mut Kanban) {
    let (card, status) = coded(kanban, TITLE).await;
    assert_eq!((&status["branch"], &status["diff"]), (&Value::Null, &Value::Null), "{status}");
    assert!(kanban.stage.read("README.md").contains("Feed the zebra"), "{}", kanban.stage.read("README.md"));
    assert_eq!(kanban.read(&card, "").await["worktree"], Value::Null);
    for what in ["merge", "commit", "update", "clean_up"] {
        let refused = kanban.ask(&card, what, json!({})).await;
        assert_eq!(refused.body["code"], "no_worktree", "{what}: {}", refused.body);
    }
    let refused = kanban.stage.ada.get(&kanban.board(&format!("/cards/{card}/diff"))).await.unwrap();
    assert_eq!(refused.body["code"], "no_worktree", "{}", refused.body);
}

#[tokio::test]
async fn without_git_a_card_is_worked_on_in_the_projects_folder() {
    let mut kanban = Kanban::rehearsal().await;
    fs::write(kanban.stage.file(README.0), README.1).unwrap();
    check_in_place(&mut kanban).await;
    kanban.end().await;
}

#[tokio::test]
async fn without_a_commit_there_is_nothing_to_branch_from() {
    let mut kanban = Kanban::rehearsal().await;
    fs::write(kanban.stage.file(README.0), README.1).unwrap();
    git(&kanban.stage.file(""), &["init", "--quiet", "--initial-branch=main"]).await;
    check_in_place(&mut kanban).await;
    kanban.end().await;
}

#[tokio::test]
async fn branches_per_card_can_be_switched_off() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    kanban.change_project(json!({ "worktrees": false })).await;
    check_in_place(&mut kanban).await;
    assert_eq!(git(&project, &["branch", "--list"]).await, "* main");
    kanban.end().await;
}

#[tokio::test]
async fn a_card_leaves_the_projects_folder_as_it_is_until_it_is_merged() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README, ("other.txt", "one\n")]).await;
    fs::write(project.join("other.txt"), "two\n").unwrap();
    fs::write(project.join("new.txt"), "new\n").unwrap();
    let dirty = git(&project, &["status", "--porcelain"]).await;
    let (card, status) = coded(&mut kanban, TITLE).await;
    assert!(status["branch"].as_str().unwrap().starts_with("tandem/feed-the-zebra-"), "{status}");
    assert_eq!(git(&project, &["status", "--porcelain"]).await, dirty);
    let detail = kanban.read(&card, "").await;
    let note = detail["worktree"]["note"].as_str().unwrap();
    assert!(note.starts_with("2 uncommitted files"), "{note}");
    assert_eq!(fs::read_to_string(folder(&detail).join("other.txt")).unwrap(), "one\n");
    let diff = kanban.read(&card, "/diff").await;
    assert_eq!((&diff["files"][0]["path"], diff["files"].as_array().unwrap().len()), (&json!(FILE), 1));
    let file = kanban.read(&card, &format!("/diff/file?path={FILE}")).await;
    let added = file["hunks"][0]["lines"].as_array().unwrap().iter().filter(|line| line["kind"] == "add");
    assert!(added.clone().any(|line| line["text"].as_str().unwrap().contains("Feed the zebra")), "{file}");
    // What was listed may be taken back before somebody looks at it.
    let same = kanban.read(&card, "/diff/file?path=taken-back.md").await;
    assert_eq!((&same["path"], &same["hunks"]), (&json!("taken-back.md"), &json!([])));

    let merged = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!(merged["outcome"], "merged", "{merged}");
    assert!(kanban.stage.read(FILE).contains("Feed the zebra"));
    assert_eq!(git(&project, &["status", "--porcelain"]).await, dirty, "what was not committed is still there");
    assert_eq!(kanban.until(&card, "its merge", |status| status["merged"] == true).await["phase"], "finished");
    let authors = git(&project, &["log", "-2", "--format=%an <%ae>"]).await;
    assert_eq!(authors, ["Ada <ada@example.org>"; 2].join("\n"), "of the merge, and of the work");

    // What is not committed when the folder is cleaned up is kept as a commit.
    fs::write(folder(&detail).join("late.txt"), "late\n").unwrap();
    let removed = kanban.tell(&card, "clean_up", json!({})).await;
    let kept = removed["kept_commit"].as_str().unwrap();
    assert_eq!(git(&project, &["show", &format!("{kept}:late.txt")]).await, "late");
    assert!(!folder(&detail).exists());
    kanban.end().await;
}

#[tokio::test]
async fn a_merge_never_writes_over_what_is_not_committed() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let (card, _) = coded(&mut kanban, TITLE).await;
    fs::write(project.join(FILE), "# My own zebras\n").unwrap();
    let head = git(&project, &["rev-parse", "main"]).await;
    let refused = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!(refused["outcome"], "refused", "{refused}");
    assert!(refused["reason"].as_str().unwrap().contains(FILE), "{refused}");
    assert_eq!(kanban.stage.read(FILE), "# My own zebras\n");
    assert_eq!(git(&project, &["rev-parse", "main"]).await, head);
    fs::remove_file(project.join(FILE)).unwrap();
    assert_eq!(kanban.tell(&card, "merge", json!({ "strategy": "squash" })).await["outcome"], "merged");
    kanban.end().await;
}

#[tokio::test]
async fn on_a_detached_head_there_is_no_branch_to_merge_into() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    git(&project, &["checkout", "--quiet", "--detach"]).await;
    let (card, _) = coded(&mut kanban, TITLE).await;
    let detail = kanban.read(&card, "").await;
    assert_eq!(detail["worktree"]["base_branch"], Value::Null);
    assert_eq!(kanban.read(&card, "/diff").await["files"][0]["path"], FILE);
    let refused = kanban.ask(&card, "merge", json!({})).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("no_branch")), "{}", refused.body);
    git(&project, &["checkout", "--quiet", "main"]).await;
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "merged");
    assert!(kanban.stage.read(FILE).contains("Feed the zebra"));
    kanban.end().await;
}

/// Puts traps into a repository that leave a file when git runs them.
async fn plant(project: &Path, canary: &Path) {
    let trap = project.join("trap.sh");
    fs::write(&trap, format!("#!/bin/sh\necho \"$0 $*\" >> {}\ncat\n", canary.display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap.to_str().unwrap().to_owned();
    for hook in [
        "post-checkout",
        "post-commit",
        "pre-commit",
        "post-merge",
        "prepare-commit-msg",
        "reference-transaction",
        "post-index-change",
    ] {
        fs::copy(&trap, project.join(".git/hooks").join(hook)).unwrap();
    }
    for (name, value) in [
        ("filter.evil.clean", trap.as_str()),
        ("filter.evil.smudge", &trap),
        ("diff.evil.command", &trap),
        ("diff.evil.textconv", &trap),
        ("merge.evil.driver", &trap),
        ("core.fsmonitor", &trap),
        ("core.editor", &trap),
        ("gpg.program", &trap),
    ] {
        git(project, &["config", name, value]).await;
    }
}

#[tokio::test]
async fn a_hostile_repository_runs_nothing_by_the_way_of_a_card() {
    let mut kanban = Kanban::with(Script::new(), rehearsing).await;
    let project = kanban.repository(&[README, (".gitattributes", "* filter=evil diff=evil merge=evil\n")]).await;
    let canary = kanban.stage.claude.path().join("canary");
    plant(&project, &canary).await;
    // Whoever plants them may have sprung one.
    fs::remove_file(&canary).ok();
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    kanban.put(&card, "Planning").await;
    let status = kanban.until(&card, "a question or a refusal", |status| {
        ["waiting", "failed"].contains(&status["phase"].as_str().unwrap_or_default())
    });
    let status = status.await;
    assert_eq!(fs::read_to_string(&canary).ok(), None);
    assert_eq!(status["phase"], "waiting", "{status}");
    kanban.say_yes(&card, "question").await;
    kanban.say_yes(&card, "plan").await;
    kanban.arrives(&card, "Coding", "finished").await;
    for what in ["", "/diff", &format!("/diff/file?path={FILE}")] {
        kanban.read(&card, what).await;
    }
    for what in ["commit", "update", "merge", "clean_up"] {
        let answer = kanban.ask(&card, what, json!({})).await;
        assert!([200, 409].contains(&answer.status), "{what}: {}", answer.body);
        assert_eq!(fs::read_to_string(&canary).ok(), None, "{what}: {}", answer.body);
    }
    kanban.end().await;
}

#[tokio::test]
async fn a_fork_with_files_is_a_card_that_goes_on_from_a_turn() {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[README]).await;
    let (card, status) = coded(&mut kanban, TITLE).await;
    let is_measured = |status: &Value| status["diff"]["files"] == 1;
    kanban.until(&card, "the diff", is_measured).await;
    let first = std::fs::read_to_string(folder(&kanban.read(&card, "").await).join(FILE)).unwrap();
    let session = status["session_id"].as_str().unwrap().to_owned();
    kanban.stage.ada.post(&format!("/sessions/{session}/message"), json!({ "content": "And more." })).await.unwrap();
    kanban.until(&card, "a second turn", |status| status["diff"]["additions"] != 5 && is_measured(status)).await;

    let body = json!({ "turn": 1, "code": true });
    let made = kanban.stage.ada.post(&format!("/sessions/{session}/fork"), body).await.unwrap();
    assert_eq!(made.status, 201, "{}", made.body);
    let fork = made.body["card_id"].as_str().unwrap().to_owned();
    assert_ne!(fork, card);
    assert_eq!(kanban.lies_in(&fork).await, "Coding");
    let detail = kanban.read(&fork, "").await;
    assert_ne!(detail["worktree"]["branch"], status["branch"]);
    assert_eq!(std::fs::read_to_string(folder(&detail).join(FILE)).unwrap(), first, "as it was after turn 1");
    let unknown = json!({ "turn": 9, "code": true });
    let refused = kanban.stage.ada.post(&format!("/sessions/{session}/fork"), unknown).await.unwrap();
    assert_eq!(refused.status, 409, "{}", refused.body);
    kanban.end().await;
}

#[tokio::test]
async fn a_card_names_no_session_before_there_is_one() {
    let mut kanban = Kanban::rehearsal().await;
    // Then a folder is made before the session, which takes a while.
    kanban.repository(&[("README.md", "# Zebras\n")]).await;
    let card = kanban.card("Feed the zebra", "Twice a day.").await;
    for column in ["Coding", "Review"] {
        kanban.drag(&card, column).await;
        let id = kanban.columns[column].clone();
        loop {
            let status = kanban.status(&card).await;
            if let Some(session) = status["session_id"].as_str() {
                let found = kanban.stage.ada.get(&format!("/sessions/{session}")).await.unwrap();
                assert_eq!(found.status, 200, "{status}");
            }
            if status["column_id"] == id.as_str() && status["phase"] == "finished" {
                break;
            }
            kanban.watch.hear().await.unwrap();
        }
    }
    kanban.end().await;
}
