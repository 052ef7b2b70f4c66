//! Projects and their members.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::support::{TestApp, text};

#[tokio::test]
async fn a_project_is_made_changed_and_deleted() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let folder = app.folder("site");
    fs::create_dir(format!("{folder}/.git")).unwrap();
    fs::write(format!("{folder}/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
    fs::write(format!("{folder}/RULES.md"), "be kind").unwrap();
    let body = json!({ "name": "Site", "folder_path": folder, "best_practices_path": "RULES.md" });
    let made = app.post("/api/projects", body).by(&bob).send().await.expect(201);
    let path = format!("/api/projects/{}", text(&made, "id"));
    assert_eq!(app.get(&path).by(&bob).send().await.expect(200), made);
    assert_eq!(made["name"], "Site");
    assert_eq!(made["folder_path"], folder);
    assert_eq!(made["best_practices_path"], format!("{folder}/RULES.md"));
    assert_eq!((&made["is_git_repo"], &made["branch"]), (&true.into(), &"main".into()));
    assert_eq!(made["role"], "owner");
    assert_eq!(
        (&made["worktrees"], &made["gh"]),
        (&true.into(), &false.into()),
        "there is no git here to find gh with"
    );
    let without = app.patch(&path, json!({ "worktrees": false })).by(&bob).send().await.expect(200);
    assert_eq!((&without["worktrees"], &without["name"]), (&false.into(), &"Site".into()));
    app.patch(&path, json!({ "worktrees": true })).by(&bob).send().await.expect(200);

    let other = app.folder("other");
    let kept = app.patch(&path, json!({ "name": "Web" })).by(&bob).send().await.expect(200);
    assert_eq!((&kept["name"], &kept["best_practices_path"]), (&"Web".into(), &made["best_practices_path"]));
    let moved = app.patch(&path, json!({ "folder_path": other })).by(&bob).send().await.refused(422, "invalid");
    assert_eq!(moved["errors"][0]["path"], "/best_practices_path", "the file would be left outside");
    let body = json!({ "folder_path": other, "best_practices_path": null });
    let moved = app.patch(&path, body).by(&bob).send().await.expect(200);
    assert_eq!((&moved["folder_path"], &moved["best_practices_path"]), (&other.into(), &Value::Null));
    assert_eq!((&moved["is_git_repo"], &moved["branch"]), (&false.into(), &Value::Null));

    app.delete(&path).by(&bob).send().await.expect(204);
    app.get(&path).by(&bob).send().await.refused(404, "not_found");
    assert!(fs::exists(&folder).unwrap());
}

#[tokio::test]
async fn best_practices_are_read_as_numbered_rules() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let folder = app.folder("site");
    fs::write(format!("{folder}/RULES.md"), "# Ours\n\n- Be kind.\n- Be brief.\n").unwrap();
    let made = app.post("/api/projects", json!({ "name": "Site", "folder_path": folder })).by(&bob).send().await;
    let path = format!("/api/projects/{}", text(&made.expect(201), "id"));
    let rules = async || app.get(&format!("{path}/rules")).by(&bob).send().await.expect(200);
    assert_eq!(rules().await, json!({ "exists": false, "rules": [] }));

    app.patch(&path, json!({ "best_practices_path": "RULES.md" })).by(&bob).send().await.expect(200);
    let file = format!("{folder}/RULES.md");
    let kind = json!({ "number": 1, "text": "Be kind." });
    let brief = json!({ "number": 2, "text": "Be brief." });
    assert_eq!(rules().await, json!({ "path": file, "exists": true, "rules": [kind, brief] }));

    let long = "- x\n".repeat(200_000);
    fs::write(&file, long).unwrap();
    assert_eq!(rules().await["rules"].as_array().unwrap().len(), cards::limits::MAX_RULES);
    fs::remove_file(&file).unwrap();
    assert_eq!(rules().await, json!({ "path": file, "exists": false, "rules": [] }));
}

#[tokio::test]
async fn best_practices_that_lead_elsewhere_are_not_read() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let (folder, other) = (app.folder("site"), app.folder("secrets"));
    fs::write(format!("{other}/RULES.md"), "- canary\n").unwrap();
    fs::create_dir(format!("{folder}/docs")).unwrap();
    let file = format!("{folder}/docs/RULES.md");
    fs::write(&file, "- Be kind.\n").unwrap();
    let body = json!({ "name": "Site", "folder_path": folder, "best_practices_path": "docs/RULES.md" });
    let made = app.post("/api/projects", body).by(&bob).send().await.expect(201);
    let rules = format!("/api/projects/{}/rules", text(&made, "id"));
    let nothing = json!({ "path": file, "exists": false, "rules": [] });

    fs::remove_file(&file).unwrap();
    symlink(format!("{other}/RULES.md"), &file).unwrap();
    assert_eq!(app.get(&rules).by(&bob).send().await.expect(200), nothing);
    fs::remove_dir_all(format!("{folder}/docs")).unwrap();
    symlink(&other, format!("{folder}/docs")).unwrap();
    assert_eq!(app.get(&rules).by(&bob).send().await.expect(200), nothing);
    fs::rename(&folder, format!("{folder}-old")).unwrap();
    symlink(&other, &folder).unwrap();
    assert_eq!(app.get(&rules).by(&bob).send().await.expect(200), nothing);
}

#[tokio::test]
async fn lists_come_in_pages_and_hold_only_ones_own() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    for n in 0..5 {
        app.project(&bob, &format!("p{n}")).await;
        app.clock.advance(std::time::Duration::from_millis(1));
    }
    app.project(&eve, "hers").await;
    let mut names = Vec::new();
    let mut cursor = String::new();
    for expected in [2, 2, 1] {
        let page = app.get(&format!("/api/projects?limit=2{cursor}")).by(&bob).send().await.expect(200);
        let items = page["items"].as_array().unwrap();
        assert_eq!(items.len(), expected);
        names.extend(items.iter().map(|item| text(item, "name")));
        cursor = page["next"].as_str().map_or(String::new(), |next| format!("&cursor={next}"));
    }
    assert_eq!(cursor, "", "the last page has no next");
    assert_eq!(names, ["p0", "p1", "p2", "p3", "p4"]);
}

#[tokio::test]
async fn members_come_go_and_change_their_role() {
    let app = TestApp::set_up();
    let (bob, eve) = (app.member("bob").await, app.member("eve").await);
    let project = app.project(&bob, "p").await;
    let path = format!("/api/projects/{}", text(&project, "id"));
    let members = format!("{path}/members");
    let set = |email: &str, role: &str| app.post(&members, json!({ "email": email, "role": role })).by(&bob).send();
    let unknown = set("nobody@example.org", "viewer").await.refused(422, "invalid");
    assert_eq!(unknown["errors"][0]["path"], "/email");
    assert_eq!(set("eve@example.org", "king").await.refused(422, "invalid")["errors"][0]["path"], "/role");
    assert_eq!(set(" EVE@example.org", "viewer").await.expect(201)["role"], "viewer");
    assert_eq!(app.get(&path).by(&eve).send().await.expect(200)["role"], "viewer");
    set("eve@example.org", "editor").await.expect(201);
    assert_eq!(app.get(&path).by(&eve).send().await.expect(200)["role"], "editor");
    let listed = app.get(&members).by(&eve).send().await.expect(200);
    let mut roles: Vec<String> =
        listed["items"].as_array().unwrap().iter().map(|m| text(m, "email") + " " + &text(m, "role")).collect();
    roles.sort();
    assert_eq!(roles, ["bob@example.org owner", "eve@example.org editor"]);

    set("bob@example.org", "editor").await.refused(409, "last_owner");
    app.delete(&format!("{members}/{}", bob.id)).by(&bob).send().await.refused(409, "last_owner");
    app.delete(&format!("{members}/{}", eve.id)).by(&bob).send().await.expect(204);
    app.get(&path).by(&eve).send().await.refused(404, "not_found");
    app.delete(&format!("{members}/{}", eve.id)).by(&bob).send().await.refused(404, "not_found");

    set("eve@example.org", "viewer").await.expect(201);
    app.delete(&format!("{members}/{}", bob.id)).by(&eve).send().await.refused(403, "role_needed");
    app.delete(&format!("{members}/{}", eve.id)).by(&eve).send().await.expect(204);
    app.get(&path).by(&eve).send().await.refused(404, "not_found");
}
