//! Work trees of their own.

use std::fs;

use git::{Dirty, GitError, Head, Made, Trust};

use crate::stage::{Stage, branch};

#[tokio::test]
async fn a_worktree_is_made_once_and_then_reused() {
    let stage = Stage::new().await;
    let repo = stage.open(Trust::Untrusted).await;
    let (path, card, base) = (stage.beside("trees/a/b"), branch("tandem/x-1"), repo.head_commit().await.unwrap());
    let added = repo.add_worktree(&path, &card, &base).await.unwrap();
    assert_eq!((added.made, added.repo.top()), (Made::New, path.as_path()));
    assert_eq!(added.repo.head().await.unwrap(), Head::Branch { name: card.clone(), commit: base.clone() });
    assert_eq!(added.dirty, Dirty { files: 0, truncated: false });
    assert_eq!(added.repo.common_dir(), repo.common_dir());
    assert!(path.join("readme.md").exists());

    fs::write(path.join("new.txt"), "mine").unwrap();
    let again = repo.add_worktree(&path, &card, &base).await.unwrap();
    assert_eq!(again.made, Made::Existing);
    assert_eq!(fs::read_to_string(path.join("new.txt")).unwrap(), "mine");
    // From the work tree itself it is the same.
    assert_eq!(again.repo.add_worktree(&path, &card, &base).await.unwrap().made, Made::Existing);
}

#[tokio::test]
async fn what_is_not_committed_stays_where_it_is() {
    let stage = Stage::new().await;
    stage.write("staged.txt", "1");
    stage.run(&["add", "staged.txt"]).await;
    stage.write("readme.md", "changed");
    stage.write("new/one.txt", "1");
    stage.write("new/two.txt", "2");
    let before = stage.run(&["status", "--porcelain"]).await;
    let repo = stage.open(Trust::Untrusted).await;
    let base = repo.head_commit().await.unwrap();
    let added = repo.add_worktree(&stage.beside("tree"), &branch("x"), &base).await.unwrap();
    assert_eq!(added.dirty, Dirty { files: 4, truncated: false });
    assert!(added.repo.status().await.unwrap().is_clean());
    assert_eq!(stage.run(&["status", "--porcelain"]).await, before);
}

#[tokio::test]
async fn a_folder_deleted_by_hand_comes_back_on_its_branch() {
    let stage = Stage::new().await;
    let repo = stage.trusted().await;
    let (path, base) = (stage.beside("tree"), repo.head_commit().await.unwrap());
    repo.add_worktree(&path, &branch("x"), &base).await.unwrap();
    stage.run_in(&path, &["commit", "-q", "--allow-empty", "-m", "work"]).await;
    let work = stage.run_in(&path, &["rev-parse", "HEAD"]).await;
    fs::remove_dir_all(&path).unwrap();
    let added = repo.add_worktree(&path, &branch("x"), &base).await.unwrap();
    assert_eq!((added.made, added.repo.head_commit().await.unwrap().as_str()), (Made::New, work.as_str()));
    // It may come back elsewhere, too.
    fs::remove_dir_all(&path).unwrap();
    repo.add_worktree(&stage.beside("other"), &branch("x"), &base).await.unwrap();
    assert_eq!(repo.worktrees().await.unwrap().len(), 2);
}

#[tokio::test]
async fn one_that_was_never_finished_is_made_again() {
    let stage = Stage::new().await;
    let repo = stage.trusted().await;
    let (path, base) = (stage.beside("tree"), repo.head_commit().await.unwrap());
    repo.add_worktree(&path, &branch("x"), &base).await.unwrap();
    fs::remove_file(path.join("readme.md")).unwrap();
    fs::write(stage.folder.join(".git/worktrees/tree/locked"), "initializing").unwrap();
    let added = repo.add_worktree(&path, &branch("x"), &base).await.unwrap();
    assert_eq!(added.made, Made::New);
    assert!(path.join("readme.md").exists());
}

#[tokio::test]
async fn a_path_or_a_branch_in_use_is_refused() {
    let stage = Stage::new().await;
    let repo = stage.trusted().await;
    let base = repo.head_commit().await.unwrap();
    fs::create_dir(stage.beside("full")).unwrap();
    fs::write(stage.beside("full/letter"), "dear").unwrap();
    fs::write(stage.beside("file"), "dear").unwrap();
    std::os::unix::fs::symlink(stage.beside("nowhere"), stage.beside("link")).unwrap();
    repo.add_worktree(&stage.beside("tree"), &branch("x"), &base).await.unwrap();
    for path in ["full", "file", "link", "tree", "project"] {
        let error = repo.add_worktree(&stage.beside(path), &branch("y"), &base).await.unwrap_err();
        assert!(matches!(error, GitError::PathTaken { .. }), "{path}: {error}");
    }
    assert_eq!(fs::read_to_string(stage.beside("full/letter")).unwrap(), "dear");
    for taken in ["x", "main"] {
        let error = repo.add_worktree(&stage.beside("other"), &branch(taken), &base).await.unwrap_err();
        assert!(matches!(error, GitError::BranchTaken { .. }), "{taken}: {error}");
    }
    fs::create_dir(stage.beside("empty")).unwrap();
    assert_eq!(repo.add_worktree(&stage.beside("empty"), &branch("y"), &base).await.unwrap().made, Made::New);
}

#[tokio::test]
async fn it_works_from_a_detached_head_and_through_links() {
    let stage = Stage::new().await;
    stage.run(&["checkout", "-q", "--detach"]).await;
    let repo = stage.open(Trust::Untrusted).await;
    let base = repo.head_commit().await.unwrap();
    fs::create_dir(stage.beside("real")).unwrap();
    std::os::unix::fs::symlink(stage.beside("real"), stage.beside("link")).unwrap();
    let path = stage.beside("link/a tree\nwith \"odd\" name");
    assert_eq!(repo.add_worktree(&path, &branch("x"), &base).await.unwrap().made, Made::New);
    assert_eq!(repo.add_worktree(&path, &branch("x"), &base).await.unwrap().made, Made::Existing);
}

#[tokio::test]
async fn submodules_are_named_and_not_filled() {
    let stage = Stage::new().await;
    let other = Stage::new().await;
    let from = other.folder.to_str().unwrap();
    stage.run(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", from, "parts/other"]).await;
    stage.commit("a submodule").await;
    for trust in [Trust::Trusted, Trust::Untrusted] {
        let repo = stage.open(trust).await;
        let base = repo.head_commit().await.unwrap();
        let (path, name) = (stage.beside(&format!("{trust:?}")), branch(&format!("{trust:?}")));
        let added = repo.add_worktree(&path, &name, &base).await.unwrap();
        assert_eq!(added.submodules, ["parts/other"].map(std::path::PathBuf::from));
        assert_eq!(fs::read_dir(path.join("parts/other")).unwrap().count(), 0);
    }
}
