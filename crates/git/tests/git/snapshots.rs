//! Snapshots, and that they touch nothing.

use std::fs;

use git::{GitError, Trust};

use crate::stage::{Stage, branch, kept, write_program};

#[tokio::test]
async fn a_snapshot_holds_everything_and_touches_nothing() {
    let stage = Stage::new().await;
    stage.write(".gitignore", "ignored\n");
    stage.write("deleted.txt", "gone soon");
    let head = stage.commit("second").await;
    stage.write("readme.md", "changed");
    stage.write("staged.txt", "staged");
    stage.run(&["add", "staged.txt"]).await;
    stage.write("staged.txt", "and changed after");
    stage.write("new/file \"x\"\n.txt", "untracked");
    stage.write("ignored", "secret");
    fs::remove_file(stage.folder.join("deleted.txt")).unwrap();
    let before =
        (stage.run(&["status", "--porcelain", "-z"]).await, fs::read(stage.folder.join(".git/index")).unwrap());
    write_program(&stage.folder.join(".git/hooks/post-index-change"), "touch hook-ran");
    write_program(&stage.folder.join(".git/hooks/reference-transaction"), "touch hook-ran");

    let repo = stage.trusted().await;
    let snapshot = repo.snapshot("as it was; $(id)\n\n-x", &kept("turns/1")).await.unwrap();
    assert_eq!(snapshot.left_out, None);
    let commit = snapshot.commit.as_str();
    let show = |path: &str| format!("{commit}:{path}");
    assert_eq!(stage.run(&["show", &show("readme.md")]).await, "changed");
    assert_eq!(stage.run(&["show", &show("staged.txt")]).await, "and changed after");
    assert_eq!(stage.run(&["show", &show("new/file \"x\"\n.txt")]).await, "untracked");
    let names = stage.run(&["ls-tree", "-r", "-z", "--name-only", commit]).await;
    assert!(!names.contains("ignored\0") && !names.contains("deleted.txt"), "{names:?}");
    assert_eq!(stage.run(&["rev-parse", &format!("{commit}^")]).await, head.as_str());
    assert_eq!(stage.run(&["rev-parse", "refs/tandem/turns/1"]).await, commit);
    assert_eq!(
        stage.run(&["log", "-1", "--format=%an <%ae> %cn|%B", commit]).await.trim(),
        "Tandem <tandem@localhost> Tandem|as it was; $(id)\n\n-x"
    );
    assert!(!stage.folder.join("hook-ran").exists());
    let after = (stage.run(&["status", "--porcelain", "-z"]).await, fs::read(stage.folder.join(".git/index")).unwrap());
    assert_eq!(after.0, before.0);
    repo.forget(&kept("turns/1")).await.unwrap();
    assert!(matches!(repo.resolve("refs/tandem/turns/1").await, Err(GitError::UnknownRevision { .. })));
}

#[tokio::test]
async fn the_index_stays_as_it_is_to_the_byte() {
    let stage = Stage::new().await;
    stage.write("readme.md", "changed");
    let before = fs::read(stage.folder.join(".git/index")).unwrap();
    let repo = stage.open(Trust::Untrusted).await;
    repo.snapshot("x", &kept("x")).await.unwrap();
    repo.status().await.unwrap();
    repo.diff(&repo.head_commit().await.unwrap()).await.unwrap();
    assert_eq!(fs::read(stage.folder.join(".git/index")).unwrap(), before);
}

#[tokio::test]
async fn a_change_within_the_same_tick_is_not_missed() {
    let stage = Stage::new().await;
    let repo = stage.trusted().await;
    // Same size, and times that say nothing: git must look at the index's own time to know that it must read.
    let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    let touch = |path: &str| {
        let file = fs::File::options().write(true).open(stage.folder.join(path)).unwrap();
        file.set_modified(then).unwrap();
    };
    stage.write("a.txt", "aaaa");
    touch("a.txt");
    stage.run(&["-c", "core.trustctime=false", "add", "a.txt"]).await;
    stage.run(&["config", "core.trustctime", "false"]).await;
    touch(".git/index");
    stage.write("a.txt", "bbbb");
    touch("a.txt");
    let snapshot = repo.snapshot("x", &kept("x")).await.unwrap();
    assert_eq!(stage.run(&["show", &format!("{}:a.txt", snapshot.commit)]).await, "bbbb");
}

#[tokio::test]
async fn before_the_first_commit_and_during_a_conflict() {
    let stage = Stage::empty().await;
    stage.write("a.txt", "a");
    let repo = stage.trusted().await;
    let first = repo.snapshot("x", &kept("first")).await.unwrap();
    assert_eq!(stage.run(&["log", "--format=%s", first.commit.as_str()]).await, "x");
    stage.commit("base").await;
    stage.run(&["checkout", "-q", "-b", "side"]).await;
    stage.write("a.txt", "theirs");
    stage.commit("theirs").await;
    stage.run(&["checkout", "-q", "main"]).await;
    stage.write("a.txt", "ours");
    stage.commit("ours").await;
    assert_eq!(stage.try_in(&stage.folder, &["merge", "-q", "side"]).await.0, Some(1));
    let during = repo.snapshot("x", &kept("during")).await.unwrap();
    assert!(stage.run(&["show", &format!("{}:a.txt", during.commit)]).await.contains("<<<<<<<"));
    assert_eq!(repo.status().await.unwrap().conflicts().count(), 1, "the conflict is still there");
}

#[tokio::test]
async fn a_repository_inside_does_not_stop_it() {
    let stage = Stage::new().await;
    stage.write("a.txt", "a");
    fs::create_dir(stage.folder.join("inner")).unwrap();
    stage.run_in(&stage.folder.join("inner"), &["init", "-q"]).await;
    stage.write("inner/b.txt", "b");
    let snapshot = stage.trusted().await.snapshot("x", &kept("x")).await.unwrap();
    assert!(snapshot.left_out.unwrap().contains("inner"));
    assert_eq!(stage.run(&["show", &format!("{}:a.txt", snapshot.commit)]).await, "a");
}

#[tokio::test]
async fn work_goes_on_from_a_snapshot_in_a_worktree() {
    let stage = Stage::new().await;
    stage.write("new.txt", "half done");
    let repo = stage.trusted().await;
    let snapshot = repo.snapshot("x", &kept("x")).await.unwrap();
    let path = stage.beside("tree");
    repo.add_worktree(&path, &branch("again"), &snapshot.commit).await.unwrap();
    assert_eq!(fs::read_to_string(path.join("new.txt")).unwrap(), "half done");
}

#[tokio::test]
async fn files_that_became_folders_and_folders_that_became_files() {
    for trust in [Trust::Trusted, Trust::Untrusted] {
        let stage = Stage::new().await;
        stage.write("file", "1");
        stage.write("emptied", "1");
        stage.write("folder/inside", "2");
        stage.commit("before").await;
        for file in ["file", "emptied"] {
            fs::remove_file(stage.folder.join(file)).unwrap();
        }
        fs::create_dir(stage.folder.join("emptied")).unwrap();
        fs::remove_dir_all(stage.folder.join("folder")).unwrap();
        stage.write("file/inside", "3");
        stage.write("folder", "4");
        let snapshot = stage.open(trust).await.snapshot("x", &kept("x")).await.unwrap();
        let names = stage.run(&["ls-tree", "-r", "--name-only", snapshot.commit.as_str()]).await;
        assert_eq!(names, "file/inside\nfolder\nreadme.md", "{trust:?}");
    }
}
