//! Bringing the work of cards together: what is merged, what is not, and what to do about conflicts.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::card_branches::{FILE, README, TITLE, coded, folder};
use crate::cards::{Kanban, git};

/// Two cards of which both have written the same line of the README, the first one merged; returns the second.
async fn torn(kanban: &mut Kanban) -> (String, PathBuf) {
    let mut cards = Vec::new();
    for title in [TITLE, "Brush the zebra"] {
        let (card, _) = coded(kanban, title).await;
        let folder = folder(&kanban.read(&card, "").await);
        fs::write(folder.join("README.md"), format!("# Zebras\n\n{title}.\n")).unwrap();
        cards.push((card, folder));
    }
    assert_eq!(kanban.tell(&cards[0].0, "merge", json!({})).await["outcome"], "merged");
    cards.remove(1)
}

/// Brings the conflict into the folder of the second card, which cannot be merged then.
async fn update(kanban: &Kanban, card: &str, folder: &Path) {
    let updated = kanban.tell(card, "update", json!({})).await;
    assert_eq!((&updated["outcome"], &updated["worktree"]["conflicts"]), (&json!("conflicts"), &json!(["README.md"])));
    let text = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(text.contains("<<<<<<<") && text.contains("Feed") && text.contains("Brush"), "{text}");
    let refused = kanban.tell(card, "merge", json!({})).await;
    assert_eq!((&refused["outcome"], &refused["conflicts"]), (&json!("refused"), &json!(["README.md"])), "{refused}");
    let reason = refused["reason"].as_str().unwrap();
    assert!(reason.contains("README.md") && reason.contains(folder.to_str().unwrap()), "{reason}");
}

#[tokio::test]
async fn cards_of_the_scripted_agent_are_merged_one_after_the_other() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let mut cards = Vec::new();
    for title in [TITLE, "Brush the zebra", "Say so in the README"] {
        cards.push(coded(&mut kanban, title).await.0);
    }
    for card in &cards {
        assert_eq!(kanban.tell(card, "merge", json!({})).await["outcome"], "merged");
    }
    for file in [FILE, "rehearsal-brush-the-zebra.md", "rehearsal-say-so-in-the-readme.md"] {
        assert!(project.join(file).exists(), "{file}");
    }
    kanban.end().await;
}

#[tokio::test]
async fn a_conflict_is_merged_once_its_marks_are_gone() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let (card, folder) = torn(&mut kanban).await;
    let head = git(&project, &["rev-parse", "main"]).await;
    let refused = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!((&refused["outcome"], &refused["conflicts"]), (&json!("conflicts"), &json!(["README.md"])), "{refused}");
    assert_eq!(
        (git(&project, &["rev-parse", "main"]).await, git(&project, &["status", "--porcelain"]).await),
        (head, String::new())
    );

    update(&kanban, &card, &folder).await;
    fs::write(folder.join("README.md"), "# Zebras\n\nFeed the zebra, brush the zebra.\n").unwrap();
    assert_eq!(kanban.read(&card, "").await["worktree"]["conflicts"], json!([]));
    let merged = kanban.tell(&card, "merge", json!({})).await;
    assert_eq!((&merged["outcome"], &merged["worktree"]["merged"]), (&json!("merged"), &json!(true)), "{merged}");
    assert_eq!(kanban.stage.read("README.md"), "# Zebras\n\nFeed the zebra, brush the zebra.\n");
    assert_eq!(git(&project, &["status", "--porcelain"]).await, "");
    kanban.put(&card, "Done").await;
    assert_eq!(kanban.tell(&card, "clean_up", json!({})).await, json!({}), "all of it is on main");
    assert!(!folder.exists());
    kanban.end().await;
}

#[tokio::test]
async fn the_scripted_agent_resolves_a_conflict_when_it_is_asked() {
    let mut kanban = Kanban::rehearsal().await;
    kanban.repository(&[README]).await;
    let (card, folder) = torn(&mut kanban).await;
    let is = |conflict: Value| move |status: &Value| status["conflict"] == conflict;
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "conflicts");
    kanban.until(&card, "its conflicts", is(json!("open"))).await;
    update(&kanban, &card, &folder).await;
    let words = "Bringing main into this branch left conflicts in one file:\n\n- README.md\n\nResolve them.";
    let session = kanban.status(&card).await["session_id"].as_str().unwrap().to_owned();
    let turns = |status: &Value| status["turns"].as_u64().unwrap_or_default();
    let before = turns(&kanban.sessions(&card).await[0]);
    kanban.stage.ada.post(&format!("/sessions/{session}/message"), json!({ "content": words })).await.unwrap();
    let mut talk = kanban.stage.follow(&session, 0).await;
    talk.follower.until_view("its turn", |view| view["status"] == "idle" && turns(view) > before).await.unwrap();
    let text = fs::read_to_string(folder.join("README.md")).unwrap();
    assert_eq!(text, "# Zebras\n\nBrush the zebra.\nFeed the zebra.\n");
    kanban.arrives(&card, "Coding", "finished").await;
    kanban.until(&card, "that they are resolved", is(json!("resolved"))).await;
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "merged");
    kanban.until(&card, "its merge", is(Value::Null)).await;
    assert_eq!(kanban.stage.read("README.md"), text);
    kanban.end().await;
}

#[tokio::test]
async fn a_card_is_merged_only_as_long_as_there_is_nothing_new() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let (card, status) = coded(&mut kanban, TITLE).await;
    let is_merged = |status: &Value| status["merged"] == true;
    assert_eq!(kanban.tell(&card, "merge", json!({})).await["worktree"]["merged"], true);
    kanban.until(&card, "its merge", is_merged).await;
    kanban.put(&card, "Done").await;
    assert!(is_merged(&kanban.arrives(&card, "Done", "resting").await));

    // Somebody goes on talking to the agent, which changes something.
    let session = status["session_id"].as_str().unwrap();
    let message = json!({ "content": "Add another line." });
    kanban.stage.ada.post(&format!("/sessions/{session}/message"), message).await.unwrap();
    let status = kanban.until(&card, "work that is not merged", |status| !is_merged(status)).await;
    assert_eq!(status["column_id"], kanban.columns["Done"].as_str(), "{status}");
    kanban.until(&card, "the new line", |status| status["diff"]["additions"] == 1).await;
    assert_eq!(kanban.read(&card, "").await["worktree"]["merged"], false);

    assert_eq!(kanban.tell(&card, "merge", json!({})).await["outcome"], "merged");
    kanban.until(&card, "its second merge", is_merged).await;
    assert!(kanban.stage.read(FILE).contains("Add another line."));

    // A commit that nobody has told of is seen by whoever looks.
    let folder = folder(&kanban.read(&card, "").await);
    git(&folder, &["commit", "--quiet", "--allow-empty", "--message=More"]).await;
    assert_eq!(kanban.read(&card, "").await["worktree"]["merged"], false);
    kanban.tell(&card, "commit", json!({})).await;
    kanban.until(&card, "the commit", |status| !is_merged(status)).await;
    assert_eq!(git(&project, &["status", "--porcelain"]).await, "");
    kanban.end().await;
}

#[tokio::test]
async fn a_deleted_project_takes_the_folders_of_its_cards_unless_work_would_be_lost() {
    let mut kanban = Kanban::rehearsal().await;
    let project = kanban.repository(&[README]).await;
    let mut folders = Vec::new();
    for title in ["Merged", "Committed", "Neither"] {
        let (card, _) = coded(&mut kanban, title).await;
        match title {
            "Merged" => drop(kanban.tell(&card, "merge", json!({})).await),
            "Committed" => drop(kanban.tell(&card, "commit", json!({})).await),
            _ => {}
        }
        folders.push(folder(&kanban.read(&card, "").await));
    }
    let deleted = kanban.stage.ada.delete(&format!("/projects/{}", kanban.stage.project)).await.unwrap();
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    assert_eq!(folders.iter().map(|folder| folder.exists()).collect::<Vec<_>>(), [false, false, true]);
    assert!(folders[2].join("rehearsal-neither.md").exists());
    let branches = git(&project, &["branch", "--list", "--format=%(refname:short)"]).await;
    let branches: Vec<&str> = branches.lines().filter_map(|name| name.rsplit_once('-').map(|(name, _)| name)).collect();
    assert_eq!(branches, ["tandem/committed", "tandem/neither"], "what is on no other branch stays");
    let log = kanban.stage.server().log().unwrap();
    assert!(log.contains(folders[2].to_str().unwrap()), "{log}");
}
