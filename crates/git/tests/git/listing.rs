//! Lists of branches and commits.

use git::{AheadBehind, Trust};

use crate::stage::{Stage, branch};

#[tokio::test]
async fn branches_and_commits_are_listed_up_to_a_limit() {
    let stage = Stage::new().await;
    let repo = stage.open(Trust::Untrusted).await;
    let base = repo.head_commit().await.unwrap();
    stage.run(&["checkout", "-q", "-b", "card"]).await;
    for message in ["one", "two\n\nbody", "$(three)"] {
        stage.commit(message).await;
    }
    let subjects = |limit| {
        let (repo, base) = (repo.clone(), base.clone());
        async move { repo.log(&base, limit).await.unwrap().into_iter().map(|logged| logged.subject).collect::<Vec<_>>() }
    };
    assert_eq!(subjects(10).await, ["$(three)", "two", "one"]);
    assert_eq!(subjects(2).await, ["$(three)", "two"]);
    assert_eq!(subjects(0).await, ["$(three)"]);
    let logged = repo.log(&base, 1).await.unwrap().remove(0);
    assert_eq!((logged.author.as_str(), logged.commit), ("Ada", repo.head_commit().await.unwrap()));
    let names: Vec<_> = repo.branches(10).await.unwrap().into_iter().map(|tip| tip.name).collect();
    assert!(names.contains(&branch("card")) && names.contains(&branch("main")));
    assert_eq!(repo.branches(1).await.unwrap().len(), 1);
    let main = stage.run(&["commit-tree", "-p", base.as_str(), "-m", "x", "main^{tree}"]).await;
    let main = repo.resolve(&main).await.unwrap();
    assert_eq!(repo.ahead_behind(&main).await.unwrap(), AheadBehind { ahead: 3, behind: 1 });
    assert_eq!(repo.log(&repo.head_commit().await.unwrap(), 5).await.unwrap(), []);
}
