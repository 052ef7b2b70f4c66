//! Project folders cannot lead outside their roots.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::support::{Person, TestApp, text};

async fn refused(app: &TestApp, bob: &Person, folder: &str, file: Option<&str>, field: &str) -> String {
    let body = json!({ "name": "p", "folder_path": folder, "best_practices_path": file });
    let answer = app.post("/api/projects", body).by(bob).send().await.refused(422, "invalid");
    assert_eq!(answer["errors"][0]["path"], field, "{folder} {file:?}");
    text(&answer["errors"][0], "message")
}

#[tokio::test]
async fn folders_outside_the_roots_are_refused() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let outside = tempfile::tempdir().unwrap();
    let outside_path = outside.path().to_str().unwrap();
    let inside = app.folder("inside");
    fs::write(format!("{inside}/file"), "").unwrap();
    symlink(outside.path(), format!("{inside}/link")).unwrap();
    fs::create_dir(outside.path().join("deeper")).unwrap();
    let root = app.root.path().file_name().unwrap().to_str().unwrap().to_owned();
    for path in [
        outside_path.to_owned(),
        format!("{outside_path}/missing"),
        "/".to_owned(),
        "/etc".to_owned(),
        format!("{inside}/link"),
        format!("{inside}/link/deeper"),
        format!("{inside}/../../"),
        format!("{inside}/../../../etc/missing"),
        format!("{}-sibling", inside.trim_end_matches("/inside")),
    ] {
        let message = refused(&app, &bob, &path, None, "/folder_path").await;
        assert!(message.contains("outside") && message.contains(&root), "{path}: {message}");
    }
    assert!(refused(&app, &bob, "inside", None, "/folder_path").await.contains("from the root"));
    assert!(refused(&app, &bob, &format!("{inside}/nothing"), None, "/folder_path").await.contains("no such folder"));
    assert!(refused(&app, &bob, &format!("{inside}/file"), None, "/folder_path").await.contains("a file"));
    refused(&app, &bob, &format!("{inside}\0"), None, "/folder_path").await;
    refused(&app, &bob, "", None, "/folder_path").await;
    refused(&app, &bob, &"/x".repeat(2_049), None, "/folder_path").await;
}

#[tokio::test]
async fn best_practices_must_be_a_file_inside_the_folder() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let (folder, sibling) = (app.folder("p"), app.folder("q"));
    fs::write(format!("{sibling}/secret"), "").unwrap();
    fs::create_dir(format!("{folder}/docs")).unwrap();
    symlink(format!("{sibling}/secret"), format!("{folder}/link")).unwrap();
    for file in ["missing.md", "docs", "link", "../q/secret", "/etc/passwd", &format!("{sibling}/secret")] {
        refused(&app, &bob, &folder, Some(file), "/best_practices_path").await;
    }
}

#[tokio::test]
async fn a_folder_that_was_swapped_for_a_link_says_nothing_more() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir(outside.path().join(".git")).unwrap();
    fs::write(outside.path().join(".git/HEAD"), "ref: refs/heads/secret\n").unwrap();
    let project = app.project(&bob, "p").await;
    let folder = text(&project, "folder_path");
    fs::remove_dir(&folder).unwrap();
    symlink(outside.path(), &folder).unwrap();
    let path = format!("/api/projects/{}", text(&project, "id"));
    let shown = app.get(&path).by(&bob).send().await.expect(200);
    assert_eq!(shown["is_git_repo"], false);
    assert!(!shown.to_string().contains("secret"));
}

#[tokio::test]
async fn a_picker_sees_folders_inside_the_roots_only() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let outside = tempfile::tempdir().unwrap();
    let folder = app.folder("code");
    for name in ["b", "a/.git", ".hidden"] {
        fs::create_dir_all(format!("{folder}/{name}")).unwrap();
    }
    fs::write(format!("{folder}/a/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
    fs::write(format!("{folder}/file"), "").unwrap();
    symlink(outside.path(), format!("{folder}/link")).unwrap();
    let list = |path: &str| app.get(&format!("/api/folders?path={path}")).by(&bob).send();
    let listed = list(&folder).await.expect(200);
    let expected = json!([
        { "name": "a", "path": format!("{folder}/a"), "is_git_repo": true },
        { "name": "b", "path": format!("{folder}/b"), "is_git_repo": false },
    ]);
    assert_eq!(listed["items"], expected);
    for path in ["/etc", outside.path().to_str().unwrap(), &format!("{folder}/link"), &format!("{folder}/file"), "x"] {
        list(path).await.refused(404, "not_found");
    }
    let roots = app.get("/api/folders").by(&bob).send().await.expect(200);
    assert_eq!(roots["items"][0]["path"], app.root.path().canonicalize().unwrap().to_str().unwrap());
}

#[tokio::test]
async fn no_agent_works_in_a_folder_that_leads_elsewhere_by_now() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let folder = text(&project, "folder_path");
    let (outside, inside) = (tempfile::tempdir().unwrap(), app.folder("other"));
    for target in [outside.path().to_str().unwrap(), &inside] {
        fs::remove_dir(&folder).or_else(|_| fs::remove_file(&folder)).unwrap();
        symlink(target, &folder).unwrap();
        let sessions = format!("/api/projects/{}/sessions", text(&project, "id"));
        let made = app.post(&sessions, json!({ "message": "hello" })).by(&bob).send().await.expect(201);
        let path = format!("/api/sessions/{}", text(&made, "id"));
        let mut session = made;
        while matches!(session["status"].as_str(), Some("queued" | "running")) {
            tokio::task::yield_now().await;
            session = app.get(&path).by(&bob).send().await.expect(200);
        }
        assert_eq!(session["failure"]["code"], "folder_gone", "{session}");
    }
}
