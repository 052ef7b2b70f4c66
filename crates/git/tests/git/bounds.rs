//! A git that never ends, and one that never stops talking.

use std::fs;

use git::{Git, GitError, Repo, Trust};
use tokio::time::timeout;

use crate::stage::{PATIENCE, Stage};

/// Replaces git by a script; `GIT` is the real one.
async fn replaced(stage: &Stage, script: &str) -> Repo {
    let real = stage.run(&["--exec-path"]).await;
    let repo = stage.trusted().await;
    stage.program("git", &format!("GIT='{real}/git'; {script}"));
    let git = Git::find(stage.variables()).await.unwrap();
    Repo::open(&git, repo.top(), Trust::Trusted).await.unwrap()
}

#[tokio::test]
async fn one_that_hangs_is_ended_with_its_children() {
    let stage = Stage::new().await;
    let ids = stage.beside("ids");
    let script = format!(
        "case \"$*\" in *for-each-ref*) trap '' TERM; timeout --foreground 300 tail -f /dev/null > /dev/null 2>&1 & echo $$ $! > '{}'; wait; wait;; \
         *) exec \"$GIT\" \"$@\";; esac",
        ids.display()
    );
    let repo = replaced(&stage, &script).await;
    let once_it_hangs = async {
        while !fs::read_to_string(&ids).is_ok_and(|ids| ids.ends_with('\n')) {
            tokio::task::yield_now().await;
        }
        // Now the time passes by itself.
        tokio::time::pause();
    };
    let (hung, ()) = tokio::join!(repo.branches(1), once_it_hangs);
    tokio::time::resume();
    assert!(matches!(hung, Err(GitError::Deadline { .. })), "{hung:?}");
    let ids = fs::read_to_string(&ids).unwrap();
    assert_eq!(ids.split_whitespace().count(), 2);
    for id in ids.split_whitespace() {
        ended(id).await;
    }
}

#[tokio::test]
async fn one_that_nobody_waits_for_is_ended() {
    let stage = Stage::new().await;
    let id = stage.beside("id");
    let script = format!(
        "case \"$*\" in *for-each-ref*) timeout --foreground 300 tail -f /dev/null > /dev/null 2>&1 & echo $! > '{}'; wait;; *) exec \"$GIT\" \"$@\";; esac",
        id.display()
    );
    let repo = replaced(&stage, &script).await;
    let once_it_hangs = async {
        while !fs::read_to_string(&id).is_ok_and(|id| id.ends_with('\n')) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        said = repo.branches(1) => panic!("it has ended: {said:?}"),
        () = once_it_hangs => {}
    }
    ended(fs::read_to_string(&id).unwrap().trim()).await;
}

#[tokio::test]
async fn one_that_never_stops_talking_is_cut() {
    let stage = Stage::new().await;
    let script = "case \"$*\" in *for-each-ref*) exec yes;; \
                  *) exec \"$GIT\" \"$@\";; esac";
    let repo = replaced(&stage, script).await;
    let error = repo.branches(1).await.unwrap_err();
    assert!(matches!(error, GitError::Failed { .. }), "{error}");
}

/// Waits until a process is gone, or only its number is left.
async fn ended(id: &str) {
    let is_running = || {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    let gone = async {
        while is_running() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, gone).await.expect("a process is left");
}
