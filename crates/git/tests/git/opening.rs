//! Which folders are repositories, and where they stand.

use std::fs;

use git::{Git, GitError, Head, Repo, Trust};

use crate::stage::{Stage, branch, write_program};

#[tokio::test]
async fn a_folder_below_the_top_is_part_of_it() {
    let stage = Stage::new().await;
    stage.write("packages/web/a.txt", "a");
    let repo = Repo::open(&stage.git, &stage.folder.join("packages/web"), Trust::Untrusted).await.unwrap();
    assert_eq!(repo.top(), stage.folder);
    assert_eq!(repo.prefix().to_str(), Some("packages/web"));
    assert_eq!(repo.common_dir(), stage.folder.join(".git"));
}

#[tokio::test]
async fn what_is_no_repository_says_so() {
    let stage = Stage::new().await;
    let plain = stage.beside("plain");
    fs::create_dir_all(plain.join("broken/.git")).unwrap();
    stage.run(&["clone", "-q", "--bare", ".", "../bare"]).await;
    for folder in [plain.clone(), plain.join("gone"), plain.join("broken"), stage.beside("bare")] {
        for trust in [Trust::Trusted, Trust::Untrusted] {
            let error = Repo::open(&stage.git, &folder, trust).await.unwrap_err();
            assert!(matches!(error, GitError::NotARepository { .. }), "{}: {error}", folder.display());
        }
    }
}

#[tokio::test]
async fn without_git_it_says_so() {
    let stage = Stage::new().await;
    let path = |path: &str| vec![("PATH".into(), path.into())];
    assert!(matches!(Git::find(path("/nowhere")).await, Err(GitError::NoGit)));
    assert!(matches!(Git::find(Vec::new()).await, Err(GitError::NoGit)));
    // A relative folder would be one of the repository.
    assert!(matches!(Git::find(path(".:bin:")).await, Err(GitError::NoGit)));
    write_program(&stage.beside("old/git"), "echo git version 2.17.1");
    let error = Git::find(path(stage.beside("old").to_str().unwrap())).await.unwrap_err();
    assert_eq!(error.to_string(), "git 2.17.1 is too old; 2.40 or later is needed");
}

#[tokio::test]
async fn what_is_checked_out() {
    let stage = Stage::empty().await;
    let repo = stage.trusted().await;
    assert_eq!(repo.head().await.unwrap(), Head::Unborn { name: branch("main") });
    assert!(matches!(repo.head_commit().await, Err(GitError::NoCommits)));
    assert!(matches!(repo.default_base().await, Err(GitError::NoCommits)));
    let commit = stage.commit("first").await;
    assert_eq!(repo.head().await.unwrap(), Head::Branch { name: branch("main"), commit: commit.clone() });
    stage.run(&["checkout", "-q", "-b", "side"]).await;
    assert_eq!(repo.default_base().await.unwrap(), Some(branch("side")));
    stage.run(&["checkout", "-q", "--detach"]).await;
    assert_eq!(repo.head().await.unwrap(), Head::Detached { commit });
    assert_eq!(repo.default_base().await.unwrap(), Some(branch("main")));
    stage.run(&["branch", "-q", "-m", "main", "trunk"]).await;
    assert_eq!(repo.default_base().await.unwrap(), None);
    stage.run(&["update-ref", "refs/remotes/origin/trunk", "HEAD"]).await;
    stage.run(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"]).await;
    assert_eq!(repo.default_base().await.unwrap(), Some(branch("trunk")));
}

#[tokio::test]
async fn a_name_is_never_an_option() {
    let stage = Stage::new().await;
    let repo = stage.trusted().await;
    for name in ["", "--all", "--upload-pack=x", "-n1", "nothing", "main:readme.md", "a\nb", "main..main", "$(id)"] {
        assert!(matches!(repo.resolve(name).await, Err(GitError::UnknownRevision { .. })), "{name:?}");
    }
    stage.run(&["tag", "v1"]).await;
    assert_eq!(repo.resolve("v1").await.unwrap(), repo.resolve("main").await.unwrap());
}

#[tokio::test]
async fn another_users_repository_is_refused() {
    let stage = Stage::new().await;
    let real = stage.run(&["--exec-path"]).await;
    stage.program("git", &format!("GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {real}/git \"$@\""));
    let git = Git::find(stage.variables()).await.unwrap();
    for trust in [Trust::Trusted, Trust::Untrusted] {
        let error = Repo::open(&git, &stage.folder, trust).await.unwrap_err();
        assert!(matches!(error, GitError::NotOwned { .. }), "{error}");
    }
}

#[tokio::test]
async fn files_that_lie_elsewhere_are_left_alone() {
    let stage = Stage::new().await;
    fs::create_dir(stage.beside("treasure")).unwrap();
    for elsewhere in [stage.beside("treasure"), stage.root()] {
        stage.run(&["config", "core.worktree", elsewhere.to_str().unwrap()]).await;
        for trust in [Trust::Trusted, Trust::Untrusted] {
            let error = Repo::open(&stage.git, &stage.folder, trust).await.unwrap_err();
            assert!(matches!(error, GitError::Elsewhere { .. }), "{error}");
        }
    }
}

#[tokio::test]
async fn a_foreign_repository_is_not_worked_on() {
    let stage = Stage::new().await;
    let theirs = stage.folder.join(".git");
    let hostile = stage.beside("hostile");
    fs::create_dir(&hostile).unwrap();
    let opened = || Repo::open(&stage.git, &hostile, Trust::Untrusted);

    fs::write(hostile.join(".git"), format!("gitdir: {}\n", theirs.display())).unwrap();
    assert!(matches!(opened().await, Err(GitError::Elsewhere { .. })), "a file names it");

    fs::remove_file(hostile.join(".git")).unwrap();
    std::os::unix::fs::symlink(&theirs, hostile.join(".git")).unwrap();
    assert!(matches!(opened().await, Err(GitError::Elsewhere { .. })), "a link leads to it");

    fs::remove_file(hostile.join(".git")).unwrap();
    stage.run_in(&hostile, &["init", "-q"]).await;
    fs::write(hostile.join(".git/commondir"), format!("{}\n", theirs.display())).unwrap();
    assert!(matches!(opened().await, Err(GitError::Elsewhere { .. })), "it shares its refs");
}
