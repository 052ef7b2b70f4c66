//! Merges that happen whole or not at all.

use std::fs;
use std::path::PathBuf;

use git::{Conflict, ConflictedFile, GitError, Head, Identity, Merged, OnConflict, Repo, Strategy, Trust, Updated};

use crate::stage::{Stage, branch, write, write_program};

const STRATEGIES: [Strategy; 3] = [Strategy::Merge, Strategy::Squash, Strategy::Rebase];

/// A card's work tree with two commits, and a base that has gone on.
struct Card {
    stage: Stage,
    repo: Repo,
    tree: Repo,
}

impl Card {
    async fn new() -> Self {
        let stage = Stage::new().await;
        let repo = stage.open(Trust::Untrusted).await;
        let base = repo.head_commit().await.unwrap();
        let tree = repo.add_worktree(&stage.beside("tree"), &branch("card"), &base).await.unwrap().repo;
        let card = Self { stage, repo, tree };
        card.work("card.txt", "first\n").await;
        card.work("card.txt", "second\n").await;
        card.stage.write("base.txt", "meanwhile\n");
        card.stage.commit("meanwhile").await;
        card
    }

    async fn work(&self, path: &str, text: &str) {
        write(self.tree.top(), path, text);
        self.tree.commit_all(&format!("work on {path}"), None).await.unwrap().unwrap();
    }

    async fn merge(&self, strategy: Strategy) -> Result<Merged, GitError> {
        self.repo.merge(&branch("main"), &branch("card"), strategy, "Bring it in", None).await
    }

    async fn log(&self) -> String {
        self.stage.run(&["log", "--format=%s", "--topo-order", "main"]).await.replace('\n', ", ")
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.stage.folder.join(path)).unwrap()
    }
}

#[tokio::test]
async fn into_a_branch_that_is_checked_out() {
    for (strategy, log) in [
        (Strategy::Merge, "Bring it in, work on card.txt, work on card.txt, meanwhile, first"),
        (Strategy::Squash, "Bring it in, meanwhile, first"),
        (Strategy::Rebase, "work on card.txt, work on card.txt, meanwhile, first"),
    ] {
        let card = Card::new().await;
        card.stage.write("dirty.txt", "mine");
        card.stage.write("readme.md", "mine too");
        let merged = card.merge(strategy).await.unwrap();
        let tip = card.repo.head_commit().await.unwrap();
        assert_eq!(merged, Merged::Done { commit: tip });
        let said = card.log().await;
        assert!(said == log || strategy == Strategy::Merge && said.split(", ").count() == 5, "{said}");
        assert_eq!((card.read("card.txt"), card.read("base.txt")), ("second\n".to_owned(), "meanwhile\n".to_owned()));
        assert_eq!(card.stage.run(&["status", "--porcelain"]).await, " M readme.md\n?? dirty.txt");
        assert_eq!(card.read("readme.md"), "mine too");
    }
}

#[tokio::test]
async fn into_a_branch_that_is_checked_out_nowhere() {
    for strategy in STRATEGIES {
        let card = Card::new().await;
        card.stage.run(&["checkout", "-q", "-b", "elsewhere"]).await;
        let merged = card.merge(strategy).await.unwrap();
        assert_eq!(merged, Merged::Done { commit: card.repo.tip(&branch("main")).await.unwrap().unwrap() });
        assert!(!card.stage.folder.join("card.txt").exists());
        assert_eq!(card.stage.run(&["show", "main:card.txt"]).await, "second");
        // Once is enough.
        assert_eq!(card.merge(strategy).await.unwrap(), Merged::UpToDate);
    }
}

#[tokio::test]
async fn a_rebased_commit_keeps_its_author() {
    let card = Card::new().await;
    write(card.tree.top(), "x.txt", "x");
    let author = git::Identity { name: "Claude".to_owned(), mail: "claude@localhost".to_owned() };
    card.tree.commit_all("by somebody else\n\nand why", Some(&author)).await.unwrap();
    card.merge(Strategy::Rebase).await.unwrap();
    let told = card.stage.run(&["log", "-1", "--format=%an <%ae> %cn %B", "main"]).await;
    assert_eq!(told.trim(), "Claude <claude@localhost> Ada by somebody else\n\nand why");
}

#[tokio::test]
async fn a_conflict_leaves_nothing_behind() {
    for strategy in STRATEGIES {
        let card = Card::new().await;
        card.work("readme.md", "theirs\n").await;
        card.work("base.txt", "added here too\n").await;
        card.stage.write("readme.md", "ours\n");
        card.stage.commit("ours").await;
        let before = card.stage.run(&["rev-parse", "main", "card"]).await;
        let Merged::Conflicts { files } = card.merge(strategy).await.unwrap() else { panic!("no conflict") };
        assert!(files.contains(&ConflictedFile { path: PathBuf::from("readme.md"), kind: Conflict::BothChanged }));
        if strategy != Strategy::Rebase {
            assert_eq!(files[0], ConflictedFile { path: PathBuf::from("base.txt"), kind: Conflict::BothAdded });
        }
        assert_eq!(card.stage.run(&["rev-parse", "main", "card"]).await, before);
        assert_eq!(card.stage.run(&["status", "--porcelain"]).await, "");
        assert!(!card.stage.folder.join(".git/MERGE_HEAD").exists());
    }
}

#[tokio::test]
async fn local_changes_are_never_written_over() {
    for (path, ignored) in [("card.txt", false), ("card.txt", true), ("readme.md", false)] {
        for strategy in STRATEGIES {
            let card = Card::new().await;
            card.work("readme.md", "theirs\n").await;
            if ignored {
                fs::write(card.stage.folder.join(".git/info/exclude"), "card.txt\n").unwrap();
            }
            card.stage.write(path, "not committed");
            let before = card.stage.run(&["rev-parse", "main"]).await;
            let error = card.merge(strategy).await.unwrap_err();
            let GitError::WouldOverwrite { files, .. } = &error else { panic!("{error}") };
            assert_eq!(files, &[PathBuf::from(path)]);
            assert_eq!(
                (card.read(path), card.stage.run(&["rev-parse", "main"]).await),
                ("not committed".to_owned(), before)
            );
        }
    }
}

#[tokio::test]
async fn a_merge_driver_runs_only_if_it_is_trusted() {
    let card = Card::new().await;
    card.stage.write(".gitattributes", "* merge=evil\n");
    card.stage.write("readme.md", "ours\n");
    card.stage.commit("ours").await;
    card.work("readme.md", "theirs\n").await;
    let (evil, mark) = (card.stage.beside("evil"), card.stage.beside("mark"));
    write_program(&evil, &format!("touch '{}'; exit 0", mark.display()));
    card.stage.run(&["config", "merge.evil.driver", evil.to_str().unwrap()]).await;
    card.stage.run(&["config", "merge.default", "evil"]).await;
    for strategy in STRATEGIES {
        assert!(matches!(card.merge(strategy).await.unwrap(), Merged::Conflicts { .. }));
    }
    let main = card.repo.tip(&branch("main")).await.unwrap().unwrap();
    let updated = card.tree.update_from(&main, "x", None, OnConflict::Undo).await.unwrap();
    assert!(matches!(updated, Updated::Conflicts { .. }));
    assert!(!mark.exists());
    let trusted = card.stage.trusted().await;
    trusted.merge(&branch("main"), &branch("card"), Strategy::Merge, "x", None).await.unwrap();
    assert!(mark.exists());
}

#[tokio::test]
async fn the_base_comes_into_the_card() {
    let card = Card::new().await;
    let main = card.repo.tip(&branch("main")).await.unwrap().unwrap();
    write(card.tree.top(), "dirty.txt", "x");
    let error = card.tree.update_from(&main, "x", None, OnConflict::Leave).await.unwrap_err();
    assert!(matches!(error, GitError::WouldOverwrite { .. }), "{error}");
    card.tree.commit_all("clean", None).await.unwrap();
    let updated = card.tree.update_from(&main, "-x; $(id)", None, OnConflict::Leave).await.unwrap();
    assert_eq!(updated, Updated::Done { commit: card.tree.head_commit().await.unwrap() });
    assert!(card.tree.top().join("base.txt").exists());
    assert_eq!(card.tree.update_from(&main, "x", None, OnConflict::Leave).await.unwrap(), Updated::UpToDate);
    assert_eq!(card.stage.run(&["rev-parse", "main"]).await, main.as_str());
}

#[tokio::test]
async fn a_conflict_with_the_base_is_left_to_resolve_or_undone() {
    let card = Card::new().await;
    card.work("readme.md", "theirs\n").await;
    card.stage.write("readme.md", "ours\n");
    let main = card.stage.commit("ours").await;
    let head = card.tree.head().await.unwrap();
    let expected = vec![ConflictedFile { path: PathBuf::from("readme.md"), kind: Conflict::BothChanged }];

    let undone = card.tree.update_from(&main, "x", None, OnConflict::Undo).await.unwrap();
    assert_eq!(undone, Updated::Conflicts { files: expected.clone() });
    assert!(card.tree.status().await.unwrap().is_clean());
    let left = card.tree.update_from(&main, "x", None, OnConflict::Leave).await.unwrap();
    assert_eq!(left, Updated::Conflicts { files: expected });
    assert!(fs::read_to_string(card.tree.top().join("readme.md")).unwrap().contains("<<<<<<<"));
    assert_eq!(card.tree.status().await.unwrap().conflicts().count(), 1);
    assert!(!card.tree.has_brought_in(&main).await.unwrap());
    let error = card.tree.commit_all("too early", None).await.unwrap_err();
    assert!(matches!(error, GitError::Unresolved { .. }), "{error}");
    card.tree.abort().await.unwrap();
    assert_eq!(card.tree.head().await.unwrap(), head);
    assert!(!card.tree.has_brought_in(&main).await.unwrap(), "a merge that was given up");

    card.tree.update_from(&main, "x", None, OnConflict::Leave).await.unwrap();
    write(card.tree.top(), "readme.md", "both\n");
    assert!(card.tree.has_brought_in(&main).await.unwrap(), "a merge that is to be committed");
    let commit = card.tree.commit_all("resolved", None).await.unwrap().unwrap();
    assert!(card.tree.has_brought_in(&main).await.unwrap());
    assert_eq!(card.stage.run(&["log", "-1", "--format=%p", commit.as_str()]).await.split(' ').count(), 2);
    assert!(matches!(card.tree.head().await.unwrap(), Head::Branch { .. }));
}

#[tokio::test]
async fn a_conflict_without_marks_is_resolved_by_adding_it() {
    let card = Card::new().await;
    card.work("picture", "theirs\0\n").await;
    card.work("readme.md", "theirs\n").await;
    card.stage.write("picture", "ours\0\n");
    fs::remove_file(card.stage.folder.join("readme.md")).unwrap();
    let main = card.stage.commit("ours").await;
    card.tree.update_from(&main, "x", None, OnConflict::Leave).await.unwrap();
    let error = card.tree.commit_all("too early", None).await.unwrap_err().to_string();
    assert!(error.contains("picture, readme.md") && error.contains(card.tree.top().to_str().unwrap()), "{error}");

    card.stage.run_in(card.tree.top(), &["add", "--", "picture"]).await;
    fs::remove_file(card.tree.top().join("readme.md")).unwrap();
    assert!(card.tree.unresolved(&card.tree.status().await.unwrap()).await.is_empty());
    assert!(card.tree.commit_all("resolved", None).await.unwrap().is_some());
}

#[tokio::test]
async fn what_is_merged_is_committed_by_the_person_who_merges() {
    let bob = Identity { name: "Bob".to_owned(), mail: "bob@example.org".to_owned() };
    for strategy in STRATEGIES {
        let card = Card::new().await;
        card.repo.merge(&branch("main"), &branch("card"), strategy, "x", Some(&bob)).await.unwrap();
        let named = card.stage.run(&["log", "-1", "--format=%an <%ae>, %cn <%ce>", "main"]).await;
        let author = if strategy == Strategy::Rebase { "Ada <ada@example.org>" } else { "Bob <bob@example.org>" };
        assert_eq!(named, format!("{author}, Bob <bob@example.org>"), "{strategy:?}");
    }
}

#[tokio::test]
async fn unknown_branches_say_so() {
    let card = Card::new().await;
    let error = card.repo.merge(&branch("main"), &branch("nothing"), Strategy::Merge, "x", None).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no commit named nothing");
}
