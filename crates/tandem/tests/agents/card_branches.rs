//! Each card on a branch of its own, where there is git, and what becomes of its work.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::model_api::Script;

use crate::cards::{Kanban, git, rehearsing};

const README: (&str, &str) = ("README.md", "# Zebras\n");

/// Lets the scripted agent edit the README for a card, and returns the card and how it is doing.
async fn coded(kanban: &mut Kanban, title: &str) -> (String, Value) {
    let card = kanban.card(title, "Twice a day.").await;
    kanban.put(&card, "Coding").await;
    let status = kanban.arrives(&card, "Coding", "finished").await;
    (card, status)
}

fn folder(detail: &Value) -> PathBuf {
    PathBuf::from(detail["worktree"]["folder"].as_str().unwrap())
}

/// Checks that a card was worked on in the project's own folder.
async fn check_in_place(kanban: &mut Kanban) {
    let (card, status) = coded(kanban, "Feed the zebra").await;
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
    let (card, status) = coded(&mut kanban, "Feed the zebra").await;
    assert!(status["branch"].as_str().unwrap().starts_with("tandem/feed-the-zebra-"), "{status}");
    assert_eq!(git(&project, &["status", "--porcelain"]).await, dirty);
    let detail = kanban.read(&card, "").await;
    let note = detail["worktree"]["note"].as_str().unwrap();
    assert!(note.starts_with("2 uncommitted files"), "{note}");
    assert_eq!(fs::read_to_string(folder(&detail).join("other.txt")).unwrap(), "one\n");
    let diff = kanban.read(&card, "/diff").await;
    assert_eq!((&diff["files"][0]["path"], diff["files"].as_array().unwrap().len()), (&json!("README.md"), 1));
    let file = kanban.read(&card, "/diff/file?path=README.md").await;
    let added = file["hunks"][0]["lines"].as_array().unwrap().iter().filter(|line| line["kind"] == "add");
    assert!(added.clone().any(|line| line["text"].as_str().unwrap().contains("Feed the zebra")), "{file}");

    let merged = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!(merged["outcome"], "merged", "{merged}");
    assert!(kanban.stage.read("README.md").contains("Feed the zebra"));
    assert_eq!(git(&project, &["status", "--porcelain"]).await, dirty, "what was not committed is still there");
    assert_eq!(kanban.until(&card, "its merge", |status| status["merged"] == true).await["phase"], "finished");
    let author = git(&project, &["log", "-1", "--no-merges", "--format=%an <%ae>"]).await;
    assert_eq!(author, "Ada <ada@example.org>");

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
    let (card, _) = coded(&mut kanban, "Feed the zebra").await;
    fs::write(project.join("README.md"), "# My own zebras\n").unwrap();
    let head = git(&project, &["rev-parse", "main"]).await;
    let refused = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!(refused["outcome"], "refused", "{refused}");
    assert!(refused["reason"].as_str().unwrap().contains("README.md"), "{refused}");
    assert_eq!(kanban.stage.read("README.md"), "# My own zebras\n");
    assert_eq!(git(&project, &["rev-parse", "main"]).await, head);
    git(&project, &["checkout", "--quiet", "README.md"]).await;
    assert_eq!(kanban.tell(&card, "merge", json!({ "strategy": "squash" })).await["outcome"], "merged");
    kanban.end().await;
}

#[tokio::test]
async fn on_a_detached_head_there_is_no_branch_to_merge_into() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    git(&project, &["checkout", "--quiet", "--detach"]).await;
    let (card, _) = coded(&mut kanban, "Feed the zebra").await;
    let detail = kanban.read(&card, "").await;
    assert_eq!(detail["worktree"]["base_branch"], Value::Null);
    assert_eq!(kanban.read(&card, "/diff").await["files"][0]["path"], "README.md");
    let refused = kanban.ask(&card, "merge", json!({})).await;
    assert_eq!((refused.status, &refused.body["code"]), (409, &json!("no_branch")), "{}", refused.body);
    git(&project, &["checkout", "--quiet", "main"]).await;
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "merged");
    assert!(kanban.stage.read("README.md").contains("Feed the zebra"));
    kanban.end().await;
}

#[tokio::test]
async fn two_cards_that_edit_the_same_lines_are_merged_one_after_the_other() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let (first, second) = (kanban.card("Feed the zebra", "So.").await, kanban.card("Brush the zebra", "So.").await);
    for card in [&first, &second] {
        kanban.drag(card, "Coding").await;
    }
    for card in [&first, &second] {
        kanban.arrives(card, "Coding", "finished").await;
    }
    assert_eq!(kanban.tell(&first, "merge", json!({})).await["outcome"], "merged");
    let head = git(&project, &["rev-parse", "main"]).await;
    let refused = kanban.tell(&second, "merge", json!({})).await;
    assert_eq!((&refused["outcome"], &refused["conflicts"]), (&json!("conflicts"), &json!(["README.md"])), "{refused}");
    assert_eq!(
        (git(&project, &["rev-parse", "main"]).await, git(&project, &["status", "--porcelain"]).await),
        (head, String::new())
    );

    let updated = kanban.tell(&second, "update", json!({})).await;
    assert_eq!((&updated["outcome"], &updated["worktree"]["conflicts"]), (&json!("conflicts"), &json!(["README.md"])));
    let detail = kanban.read(&second, "").await;
    let readme = folder(&detail).join("README.md");
    let torn = fs::read_to_string(&readme).unwrap();
    assert!(torn.contains("<<<<<<<") && torn.contains("Feed") && torn.contains("Brush"), "{torn}");
    assert_eq!(kanban.tell(&second, "merge", json!({})).await["outcome"], "refused");
    fs::write(&readme, "# Zebras\n\nFeed the zebra, brush the zebra.\n").unwrap();
    let committed = kanban.tell(&second, "commit", json!({ "message": "Do both" })).await;
    assert!(committed["commit"].is_string() && committed["worktree"]["conflicts"] == json!([]), "{committed}");
    assert_eq!(kanban.tell(&second, "merge", json!({})).await["outcome"], "merged");
    assert_eq!(kanban.stage.read("README.md"), "# Zebras\n\nFeed the zebra, brush the zebra.\n");
    assert_eq!(git(&project, &["status", "--porcelain"]).await, "");
    for card in [&first, &second] {
        kanban.drag(card, "Done").await;
        assert_eq!(kanban.tell(card, "clean_up", json!({})).await, json!({}), "all of it is on main");
    }
    assert_eq!(git(&project, &["worktree", "list"]).await.lines().count(), 1);
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
    for what in ["", "/diff", "/diff/file?path=README.md"] {
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
    let (card, status) = coded(&mut kanban, "Feed the zebra").await;
    let is_measured = |status: &Value| status["diff"]["files"] == 1;
    kanban.until(&card, "the diff", is_measured).await;
    let first = std::fs::read_to_string(folder(&kanban.read(&card, "").await).join("README.md")).unwrap();
    let session = status["session_id"].as_str().unwrap().to_owned();
    kanban.stage.ada.post(&format!("/sessions/{session}/message"), json!({ "content": "And more." })).await.unwrap();
    kanban.until(&card, "a second turn", |status| status["diff"]["additions"] != 6 && is_measured(status)).await;

    let body = json!({ "turn": 1, "code": true });
    let made = kanban.stage.ada.post(&format!("/sessions/{session}/fork"), body).await.unwrap();
    assert_eq!(made.status, 201, "{}", made.body);
    let fork = made.body["card_id"].as_str().unwrap().to_owned();
    assert_ne!(fork, card);
    assert_eq!(kanban.lies_in(&fork).await, "Coding");
    let detail = kanban.read(&fork, "").await;
    assert_ne!(detail["worktree"]["branch"], status["branch"]);
    assert_eq!(std::fs::read_to_string(folder(&detail).join("README.md")).unwrap(), first, "as it was after turn 1");
    let unknown = json!({ "turn": 9, "code": true });
    let refused = kanban.stage.ada.post(&format!("/sessions/{session}/fork"), unknown).await.unwrap();
    assert_eq!(refused.status, 409, "{}", refused.body);
    kanban.end().await;
}
