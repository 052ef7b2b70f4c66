//! The sample project.

use std::ffi::OsString;
use std::fs;

use serde_json::{Value, json};

use crate::support::{Person, TestApp, text};

async fn with_git() -> TestApp {
    // Nobody's own settings count.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let variables = [("PATH", path), ("GIT_CONFIG_GLOBAL", OsString::from("/dev/null"))];
    let git = git::Git::find(variables.map(|(name, value)| (name.into(), value))).await.unwrap();
    TestApp::build(|_| {}, |parts| parts.git = Some(git))
}

async fn sample(app: &TestApp, person: &Person) -> Value {
    app.post("/api/projects/sample", json!({})).by(person).send().await.expect(201)
}

#[tokio::test]
async fn a_sample_is_a_project_with_a_repository_rules_and_cards() {
    let app = with_git().await;
    let bob = app.member("bob").await;
    let made = sample(&app, &bob).await;
    let folder = text(&made, "folder_path");
    assert!(folder.ends_with("/tandem-sample"), "{made}");
    assert_eq!((&made["is_git_repo"], &made["branch"]), (&true.into(), &"main".into()));
    assert_eq!((&made["trusted"], &made["role"]), (&false.into(), &"owner".into()));
    assert!(fs::read_to_string(format!("{folder}/src/words.py")).unwrap().contains("def count"));
    assert!(fs::exists(format!("{folder}/.git/refs/heads/main")).unwrap(), "something is committed");
    assert!(fs::exists(format!("{folder}/.gitignore")).unwrap());
    let rules = app.get(&format!("/api/projects/{}/rules", text(&made, "id"))).by(&bob).send().await.expect(200);
    assert_eq!(rules["rules"].as_array().unwrap().len(), 4);

    let board = app.get(&format!("/api/boards/{}", text(&made, "kanban_board_id"))).by(&bob).send().await.expect(200);
    let nodes = board["nodes"].as_array().unwrap();
    let cards: Vec<&Value> = nodes.iter().filter(|node| node["kind"] == "card").collect();
    assert_eq!(cards.len(), 3);
    for card in cards {
        let column = nodes.iter().find(|node| node["id"] == card["parent"]).unwrap();
        assert_eq!(column["props"]["name"], "Pending");
        assert!(!text(&card["props"], "description").is_empty());
    }
}

#[tokio::test]
async fn every_sample_has_a_folder_of_its_own() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let first = sample(&app, &bob).await;
    assert_eq!(first["is_git_repo"], false, "there is no git here");
    fs::write(format!("{}/README.md", text(&first, "folder_path")), "mine").unwrap();
    let second = sample(&app, &eve).await;
    assert!(text(&second, "folder_path").ends_with("/tandem-sample-2"), "{second}");
    assert_eq!(fs::read_to_string(format!("{}/README.md", text(&first, "folder_path"))).unwrap(), "mine");
    app.get(&format!("/api/projects/{}", text(&first, "id"))).by(&eve).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn without_a_place_for_it_there_is_no_sample() {
    let app = TestApp::build(|config| config.projects_roots.clear(), |_| {});
    let bob = app.member("bob").await;
    let refused = app.post("/api/projects/sample", json!({})).by(&bob).send().await.refused(409, "no_projects_root");
    assert!(text(&refused, "detail").contains("--projects-root"), "{refused}");

    let gone = tempfile::tempdir().unwrap();
    let root = gone.path().to_owned();
    let app = TestApp::build(|config| config.projects_roots = vec![root], |_| {});
    let bob = app.member("bob").await;
    drop(gone);
    app.post("/api/projects/sample", json!({})).by(&bob).send().await.refused(409, "not_writable");
    assert_eq!(app.get("/api/projects").by(&bob).send().await.expect(200)["items"], json!([]));
}
