//! Removing a work tree loses nothing.

use std::fs;

use git::{Commit, GitError, Removed, Repo, Trust};

use crate::stage::{Stage, branch, kept};

async fn with_tree(stage: &Stage) -> (Repo, Repo) {
    let repo = stage.open(Trust::Untrusted).await;
    let base = repo.head_commit().await.unwrap();
    let tree = repo.add_worktree(&stage.beside("tree"), &branch("card"), &base).await.unwrap().repo;
    (repo, tree)
}

#[tokio::test]
async fn one_without_work_goes_with_its_branch() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    assert_eq!(removed, Removed { kept: None, branch_kept: None });
    assert!(!tree.top().exists());
    assert_eq!(repo.tip(&branch("card")).await.unwrap(), None);
    assert_eq!(repo.worktrees().await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_not_committed_is_kept() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    fs::write(tree.top().join("new.txt"), "work").unwrap();
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    let Some(commit) = removed.kept else { panic!("nothing was kept") };
    assert_eq!(stage.run(&["show", &format!("{commit}:new.txt")]).await, "work");
    assert_eq!(repo.resolve("refs/tandem/kept/card").await.unwrap(), commit);
    // It can be taken up again.
    let again = repo.add_worktree(tree.top(), &branch("card"), &commit).await.unwrap();
    assert_eq!(fs::read_to_string(again.repo.top().join("new.txt")).unwrap(), "work");
}

#[tokio::test]
async fn a_branch_with_work_stays() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    stage.run_in(tree.top(), &["commit", "-q", "--allow-empty", "-m", "work"]).await;
    let tip = tree.head_commit().await.unwrap();
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    assert_eq!(removed, Removed { kept: None, branch_kept: Some(branch("card")) });
    assert_eq!(repo.tip(&branch("card")).await.unwrap(), Some(tip));
}

#[tokio::test]
async fn a_merged_branch_goes() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    stage.run_in(tree.top(), &["commit", "-q", "--allow-empty", "-m", "work"]).await;
    stage.run(&["merge", "-q", "--ff-only", "card"]).await;
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    assert_eq!((removed.branch_kept, repo.tip(&branch("card")).await.unwrap()), (None, None));
}

#[tokio::test]
async fn commits_on_no_branch_are_kept() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    stage.run_in(tree.top(), &["checkout", "-q", "--detach"]).await;
    stage.run_in(tree.top(), &["commit", "-q", "--allow-empty", "-m", "lost?"]).await;
    let lost = tree.head_commit().await.unwrap();
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    let parent = stage.run(&["rev-parse", &format!("{}^", removed.kept.unwrap())]).await;
    assert_eq!(Commit::parse(&parent).unwrap(), lost);
}

#[tokio::test]
async fn a_folder_that_is_gone_is_forgotten() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    fs::remove_dir_all(tree.top()).unwrap();
    let removed = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap();
    assert_eq!(removed, Removed { kept: None, branch_kept: None });
    assert_eq!(repo.worktrees().await.unwrap().len(), 1);
}

#[tokio::test]
async fn only_worktrees_of_this_repository_are_removed() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    let other = Stage::new().await;
    let (_, foreign) = with_tree(&other).await;
    fs::create_dir(stage.beside("plain")).unwrap();
    // The folder of a work tree that another repository has taken over.
    fs::remove_dir_all(tree.top()).unwrap();
    other.run(&["clone", "-q", ".", tree.top().to_str().unwrap()]).await;
    for path in [stage.folder.clone(), stage.beside("plain"), stage.beside("gone"), foreign.top().into(), stage.root()]
    {
        let error = repo.remove_worktree(&path, &kept("kept/card")).await.unwrap_err();
        assert!(matches!(error, GitError::NotAWorktree { .. }), "{}: {error}", path.display());
    }
    let error = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap_err();
    assert!(matches!(error, GitError::NotAWorktree { .. }), "{error}");
    assert!(stage.folder.exists() && foreign.top().exists() && tree.top().join("readme.md").exists());
}

#[tokio::test]
async fn what_a_snapshot_cannot_hold_is_not_deleted() {
    let stage = Stage::new().await;
    let (repo, tree) = with_tree(&stage).await;
    let inner = tree.top().join("inner");
    fs::create_dir(&inner).unwrap();
    stage.run_in(&inner, &["init", "-q"]).await;
    fs::write(inner.join("only.txt"), "here").unwrap();
    for has_commits in [false, true] {
        if has_commits {
            stage.run_in(&inner, &["add", "-A"]).await;
            stage.run_in(&inner, &["commit", "-q", "-m", "x"]).await;
        }
        let error = repo.remove_worktree(tree.top(), &kept("kept/card")).await.unwrap_err();
        assert!(matches!(error, GitError::CannotKeep { .. }), "{error}");
        assert!(error.to_string().contains("inner"), "{error}");
        assert!(inner.join("only.txt").exists());
    }
}
