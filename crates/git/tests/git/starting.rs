//! Making a repository.

use std::fs;

use git::{Head, Identity, Repo};

use crate::stage::{Stage, write_program};

#[tokio::test]
async fn a_folder_becomes_a_repository_with_what_is_in_it() {
    let stage = Stage::empty().await;
    let folder = stage.beside("new");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/a.py"), "x = 1\n").unwrap();
    fs::write(folder.join(".gitignore"), "*.pyc\n").unwrap();
    fs::write(folder.join("a.pyc"), "x").unwrap();
    let ann = Identity { name: "Ann".to_owned(), mail: "ann@example.org".to_owned() };
    let repo = Repo::init(&stage.git, &folder, "Begin", &ann).await.unwrap();
    assert!(matches!(repo.head().await.unwrap(), Head::Branch { name, .. } if name.to_string() == "main"));
    assert_eq!(repo.top(), folder);
    let told = stage.run_in(&folder, &["log", "--format=%an|%s"]).await;
    assert_eq!(told, "Ann|Begin");
    assert_eq!(stage.run_in(&folder, &["ls-tree", "-r", "--name-only", "HEAD"]).await, ".gitignore\nsrc/a.py");
    assert_eq!(stage.run_in(&folder, &["status", "--porcelain"]).await, "");
}

#[tokio::test]
async fn an_empty_folder_has_no_commit() {
    let stage = Stage::empty().await;
    let folder = stage.beside("new");
    fs::create_dir(&folder).unwrap();
    let repo = Repo::init(&stage.git, &folder, "Begin", &Identity::default()).await.unwrap();
    assert!(matches!(repo.head().await.unwrap(), Head::Unborn { .. }));
}

#[tokio::test]
async fn templates_and_their_hooks_do_not_come_along() {
    let stage = Stage::empty().await;
    let (folder, template) = (stage.beside("new"), stage.beside("template"));
    fs::create_dir(&folder).unwrap();
    fs::create_dir_all(template.join("hooks")).unwrap();
    write_program(&template.join("hooks/pre-commit"), "exit 1");
    let config = stage.beside("home/gitconfig");
    let settings = format!("{}[init]\ntemplateDir = {}\n", fs::read_to_string(&config).unwrap(), template.display());
    fs::write(&config, settings).unwrap();
    fs::write(folder.join("a"), "x").unwrap();
    Repo::init(&stage.git, &folder, "Begin", &Identity::default()).await.unwrap();
    assert!(!folder.join(".git/hooks/pre-commit").exists());
}
