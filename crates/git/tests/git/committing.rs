//! Committing everything.

use std::fs;

use git::{GitError, Identity, Trust};

use crate::stage::{Stage, write_program};

#[tokio::test]
async fn everything_is_committed_as_the_user() {
    let stage = Stage::new().await;
    stage.write(".gitignore", "ignored\n");
    stage.write("ignored", "x");
    stage.write("new.txt", "x");
    fs::remove_file(stage.folder.join("readme.md")).unwrap();
    let repo = stage.open(Trust::Untrusted).await;
    let commit = repo.commit_all("$(id) `id`\n\n--amend", None).await.unwrap().unwrap();
    assert_eq!(repo.head_commit().await.unwrap(), commit);
    let told = stage.run(&["log", "-1", "--format=%an <%ae>|%cn|%B"]).await;
    assert_eq!(told.trim(), "Ada <ada@example.org>|Ada|$(id) `id`\n\n--amend");
    assert_eq!(stage.run(&["ls-tree", "--name-only", "HEAD"]).await, ".gitignore\nnew.txt");
    assert_eq!(repo.commit_all("again", None).await.unwrap(), None);
}

#[tokio::test]
async fn somebody_else_may_be_the_author() {
    let stage = Stage::new().await;
    stage.write("new.txt", "x");
    let author = Identity { name: "Claude\n<evil>".to_owned(), mail: "claude@localhost".to_owned() };
    stage.trusted().await.commit_all("x", Some(&author)).await.unwrap().unwrap();
    let told = stage.run(&["log", "-1", "--format=%ae|%ce"]).await;
    assert_eq!(told, "claude@localhost|ada@example.org");
}

#[tokio::test]
async fn without_a_name_in_the_settings_it_is_ours() {
    let stage = Stage::empty().await;
    fs::write(stage.beside("home/gitconfig"), "[init]\ndefaultBranch = main\n").unwrap();
    let repo = stage.trusted().await;
    assert_eq!(repo.commit_all("nothing", None).await.unwrap(), None);
    stage.write("a.txt", "a");
    repo.commit_all("first", None).await.unwrap().unwrap();
    let told = stage.run(&["log", "-1", "--format=%an <%ae>|%cn <%ce>"]).await;
    assert_eq!(told, "Tandem <tandem@localhost>|Tandem <tandem@localhost>");
}

#[tokio::test]
async fn a_hook_may_refuse_if_it_is_trusted() {
    let stage = Stage::new().await;
    let hook = stage.folder.join(".git/hooks/pre-commit");
    write_program(&hook, "echo 'run the formatter first' >&2; exit 1");
    stage.write("new.txt", "x");
    let error = stage.trusted().await.commit_all("x", None).await.unwrap_err();
    assert!(matches!(&error, GitError::HookRefused { output } if output == "run the formatter first"), "{error}");
    assert!(stage.open(Trust::Untrusted).await.commit_all("x", None).await.unwrap().is_some());
}

#[tokio::test]
async fn what_a_hook_leaves_running_does_not_hold_us() {
    let stage = Stage::new().await;
    write_program(&stage.folder.join(".git/hooks/post-commit"), "(trap '' PIPE; exec timeout 60 tail -f /dev/null) &");
    stage.write("new.txt", "x");
    let started = std::time::Instant::now();
    stage.trusted().await.commit_all("x", None).await.unwrap().unwrap();
    assert!(started.elapsed() < std::time::Duration::from_secs(30));
}
