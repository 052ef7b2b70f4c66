//! Pull requests, with a program that pretends to be `gh`.

use std::fs;

use git::{Branch, Gh, Git, GitError, PullRequest, Readiness, Trust};

use crate::stage::{Stage, branch};

fn request<'a>(branch: &'a Branch, base: &'a Branch) -> PullRequest<'a> {
    PullRequest { branch, base, title: "--web $(id)", body: "why\n", readiness: Readiness::Draft }
}

/// A repository with a remote and a branch that is not there yet.
async fn with_remote() -> (Stage, Branch, Branch) {
    let stage = Stage::new().await;
    stage.run(&["init", "-q", "--bare", "../origin"]).await;
    stage.run(&["remote", "add", "origin", "../origin"]).await;
    stage.run(&["branch", "card"]).await;
    (stage, branch("card"), branch("main"))
}

#[tokio::test]
async fn a_branch_is_pushed_and_the_request_opened() {
    let (stage, card, main) = with_remote().await;
    let said = stage.beside("said");
    let script = format!(
        "for word in \"$@\"; do echo \"$word\"; done > '{0}'; cat >> '{0}'; echo \"$GH_TOKEN\" >> '{0}'; \
         echo https://example.org/pull/1",
        said.display()
    );
    stage.program("gh", &script);
    let variables = stage.variables().into_iter().chain([("GH_TOKEN".into(), "secret".into())]);
    let git = Git::find(variables).await.unwrap();
    let repo = git::Repo::open(&git, &stage.folder, Trust::Trusted).await.unwrap();
    let address = repo.pull_request(&Gh::find(&git).unwrap(), &request(&card, &main)).await.unwrap();
    assert_eq!(address, "https://example.org/pull/1");
    assert_eq!(
        fs::read_to_string(said).unwrap(),
        "pr\ncreate\n--body-file=-\n--title=--web $(id)\n--base=main\n--head=card\n--draft\nwhy\nsecret\n"
    );
    let pushed = stage.run_in(&stage.beside("origin"), &["rev-parse", "card"]).await;
    assert_eq!(repo.tip(&card).await.unwrap().unwrap().as_str(), pushed);
}

#[tokio::test]
async fn what_is_missing_is_said() {
    let (stage, card, main) = with_remote().await;
    let repo = stage.trusted().await;
    assert!(matches!(Gh::find(&Git::find(no_gh(&stage)).await.unwrap()), Err(GitError::NoGh)));
    stage.program("gh", "echo 'To get started with GitHub CLI, please run:  gh auth login' >&2; exit 4");
    let gh = Gh::find(&stage.git).unwrap();
    let error = repo.pull_request(&gh, &request(&card, &main)).await.unwrap_err();
    assert!(matches!(error, GitError::NotLoggedIn), "{error}");
    stage.program("gh", "echo 'a pull request for branch x already exists: https://example.org/pull/7' >&2; exit 1");
    assert_eq!(repo.pull_request(&gh, &request(&card, &main)).await.unwrap(), "https://example.org/pull/7");
    stage.program("gh", "echo 'no https://example.org today' >&2; exit 1");
    let error = repo.pull_request(&gh, &request(&card, &main)).await.unwrap_err();
    assert!(error.to_string().contains("today"), "{error}");
    let untrusted = stage.open(Trust::Untrusted).await;
    let error = untrusted.pull_request(&gh, &request(&card, &main)).await.unwrap_err();
    assert!(matches!(error, GitError::NotTrusted { .. }), "{error}");
    stage.run(&["remote", "remove", "origin"]).await;
    let error = repo.pull_request(&gh, &request(&card, &main)).await.unwrap_err();
    assert!(matches!(error, GitError::NoRemote), "{error}");
}

/// A `PATH` with git and nothing else.
fn no_gh(stage: &Stage) -> Vec<(std::ffi::OsString, std::ffi::OsString)> {
    let only = stage.beside("only");
    fs::create_dir(&only).unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|path| path.exists()).unwrap();
    std::os::unix::fs::symlink(found, only.join("git")).unwrap();
    vec![("PATH".into(), only.into())]
}
