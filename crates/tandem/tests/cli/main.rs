//! The whole program, as a person at a terminal meets it.

#[cfg(test)]
mod draw;
#[cfg(test)]
mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use support::{PASSWORD, Tandem, mode, project_names};

#[test]
fn serve_prints_one_line_and_ends_when_asked() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    assert!(!server.url.ends_with(":0"), "port 0 takes a free one");
    assert!(server.setup_token().is_some());
    assert_eq!(server.get("/healthz").0, 200);
    assert_eq!(server.get("/readyz").0, 200);
    let ended = server.stop();
    assert_eq!((ended.status, ended.stdout.as_str()), (Some(0), ""));
    assert!(ended.stderr.contains("Stopped"), "{}", ended.stderr);
}

#[test]
fn the_setup_link_makes_the_first_account() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    assert_eq!(server.get("/setup").0, 200, "the link leads to a page, with or without a web UI in this build");
    let token = server.setup_token().unwrap();
    let body = json!({ "email": "ann@example.org", "password": PASSWORD, "setup": token });
    assert_eq!(server.post("/api/auth/register", &body, None).0, 201);
    server.stop();
    let server = tandem.serve(&[]);
    assert_eq!(server.setup_token(), None, "there is an account");
    let body = json!({ "email": "ann@example.org", "password": PASSWORD });
    assert_eq!(server.post("/api/auth/login", &body, None).0, 200);
}

#[test]
fn unless_told_otherwise_people_come_by_invitation() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    let account = |email: &str, with: &str, secret: &serde_json::Value| {
        let body = json!({ "email": email, "password": PASSWORD, with: secret });
        server.post("/api/auth/register", &body, None)
    };
    let (_, ann) = account("ann@example.org", "setup", &server.setup_token().unwrap().into());
    let (status, invite) = server.post("/api/invites", &json!({}), Some(&ann["access_token"]));
    assert_eq!(status, 201, "without a restart: {invite}");
    assert_eq!(account("eve@example.org", "invite", &"made up".into()).0, 403);
    assert_eq!(account("bob@example.org", "invite", &invite["invite"]).0, 201);
}

#[test]
fn the_description_of_the_api_is_printed_as_it_is_served() {
    let tandem = Tandem::new();
    let printed = tandem.run(&["openapi"], "");
    assert_eq!((printed.status, printed.stderr.as_str()), (Some(0), ""));
    let served = tandem.serve(&[]).get("/api/openapi.json");
    assert_eq!((200, serde_json::from_str(&printed.stdout).unwrap()), served);
    assert_eq!(tandem.run(&["openapi"], "").stdout, printed.stdout, "the same every time");
}

#[test]
fn what_is_kept_is_private() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    assert_eq!(mode(&tandem.data()), 0o700);
    assert_eq!(mode(&tandem.data().join("keys")), 0o700);
    assert_eq!(mode(&tandem.data().join("keys/jwt.key")), 0o600);
    assert_eq!(mode(&tandem.data().join("tandem.db")), 0o600);
    server.stop();
    fs::set_permissions(tandem.data().join("keys/jwt.key"), fs::Permissions::from_mode(0o644)).unwrap();
    let refused = tandem.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains("chmod 600"), "{}", refused.stderr);
}

#[test]
fn users_are_added_listed_and_given_new_passwords() {
    let tandem = Tandem::new();
    let add = |arguments: &[&str], password: &str| tandem.run(&[&["user", "add"], arguments].concat(), password);
    let added = add(&["Ann@Example.org", "--name", "Ann", "--admin", "--password-stdin"], &format!("{PASSWORD}\n"));
    assert_eq!((added.status, added.stderr.as_str()), (Some(0), ""));
    assert_eq!(added.stdout.trim().len(), 36, "prints the id");
    assert_eq!(add(&["bob@example.org", "--password-stdin"], PASSWORD).status, Some(0));
    let listed = tandem.run(&["user", "list"], "");
    assert_eq!(listed.stdout, "ann@example.org\tadmin\tAnn\nbob@example.org\tmember\tbob\n");

    let again = add(&["bob@example.org", "--password-stdin"], PASSWORD);
    assert_eq!((again.status, again.stdout.as_str()), (Some(1), ""));
    assert!(again.stderr.contains("already"));
    assert_eq!(add(&["cid@example.org", "--password-stdin"], "short").status, Some(2));
    assert_eq!(add(&["nonsense", "--password-stdin"], PASSWORD).status, Some(2));
    assert_eq!(add(&["cid@example.org"], PASSWORD).status, Some(2), "a password is never an argument");

    let server = tandem.serve(&[]);
    let login = |password: &str| {
        server.post("/api/auth/login", &json!({ "email": "bob@example.org", "password": password }), None)
    };
    let (status, bob) = login(PASSWORD);
    assert_eq!(status, 200);
    let reset = ["user", "reset-password", "bob@example.org", "--password-stdin"];
    let reset = tandem.run(&reset, "another good one\n");
    assert_eq!((reset.status, reset.stdout.as_str()), (Some(0), "logged out 1 devices\n"), "{}", reset.stderr);
    assert_eq!(login(PASSWORD).0, 401);
    assert_eq!(login("another good one").0, 200);
    assert_eq!(server.get_as("/api/me", &bob["access_token"]).0, 401, "a running server notices at once");
    let unknown = tandem.run(&["user", "reset-password", "x@example.org", "--password-stdin"], PASSWORD);
    assert_eq!(unknown.status, Some(1));
}

#[test]
fn commands_that_need_data_make_none() {
    let tandem = Tandem::new();
    let expected = format!("there is no data in {}; give --data", tandem.data().display());
    for (arguments, status) in [
        (&["user", "list"][..], 1),
        (&["user", "reset-password", "bob@example.org", "--password-stdin"], 1),
        (&["backup", "nowhere.db"], 2),
    ] {
        let refused = tandem.run(arguments, PASSWORD);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(status), ""), "{arguments:?}");
        assert!(refused.stderr.contains(&expected), "{}", refused.stderr);
        assert!(!tandem.data().exists(), "{arguments:?}");
    }
}

#[test]
fn two_processes_cannot_share_a_data_folder() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    let second = tandem.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert_eq!((second.status, second.stdout.as_str()), (Some(1), ""));
    assert!(second.stderr.contains("another tandem process"), "{}", second.stderr);
    let file = tandem.path("copy.db");
    assert_eq!(tandem.run(&["backup", &file], "").status, Some(0));
    assert_eq!(tandem.run(&["restore", &file], "").status, Some(1), "not under a running server");
    assert_eq!(server.get("/readyz").0, 200);
}

#[test]
fn an_open_address_needs_an_account_first() {
    let tandem = Tandem::new();
    let open = ["serve", "--listen", "0.0.0.0:0"];
    let refused = tandem.run(&open, "");
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("tandem user add"), "{}", refused.stderr);
    let add = ["user", "add", "ann@example.org", "--admin", "--password-stdin"];
    assert_eq!(tandem.run(&add, PASSWORD).status, Some(0));
    let server = tandem.serve_on("0.0.0.0:0", &[]);
    assert_eq!(server.get("/healthz").0, 200);
}

#[test]
fn a_backup_of_a_running_server_can_be_restored() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    let body = json!({ "email": "ann@example.org", "password": PASSWORD, "setup": server.setup_token() });
    let (_, ann) = server.post("/api/auth/register", &body, None);
    let project = |name: &str| {
        let folder = tandem.folder(name);
        let body = json!({ "name": name, "folder_path": folder });
        assert_eq!(server.post("/api/projects", &body, Some(&ann["access_token"])).0, 201);
    };
    project("kept");
    let file = tandem.path("copy.db");
    let copied = tandem.run(&["backup", &file], "");
    assert_eq!((copied.status, copied.stderr.as_str()), (Some(0), ""));
    assert_eq!(mode(std::path::Path::new(&file)), 0o600);
    assert_eq!(tandem.run(&["backup", &file], "").status, Some(1), "no file is overwritten");
    project("later");
    server.stop();

    let nonsense = tandem.path("nonsense.db");
    fs::write(&nonsense, "this is no database").unwrap();
    let refused = tandem.run(&["restore", &nonsense], "");
    assert_eq!(refused.status, Some(1));
    assert_eq!(project_names(&tandem), ["kept", "later"], "a refused restore changes nothing");
    let restored = tandem.run(&["restore", &file], "");
    assert_eq!(restored.status, Some(0), "{}", restored.stderr);
    assert_eq!(project_names(&tandem), ["kept"]);
    let kept = restored.stderr.trim().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(tandem.run(&["restore", &kept], "").status, Some(0));
    assert_eq!(project_names(&tandem), ["kept", "later"], "what was replaced was kept");

    let fresh = Tandem::new();
    assert_eq!(fresh.run(&["restore", &file], "").status, Some(0));
    assert_eq!(project_names(&fresh), ["kept"]);
}

#[test]
fn a_full_disk_is_an_answer_and_not_the_end() {
    let tandem = Tandem::new();
    let server = tandem.serve(&[]);
    let body = json!({ "email": "ann@example.org", "password": PASSWORD, "setup": server.setup_token() });
    let (_, ann) = server.post("/api/auth/register", &body, None);
    let rename = |name: &str| server.patch("/api/me", &json!({ "name": name }), &ann["access_token"]).0;
    assert_eq!(rename("A"), 200);
    server.limit_file_size(Some(1));
    assert_eq!(rename("B"), 503);
    assert_eq!(server.get("/readyz").0, 503);
    let (status, me) = server.get_as("/api/me", &ann["access_token"]);
    assert_eq!((status, &me["name"]), (200, &"A".into()), "reading goes on, and nothing was changed");
    server.limit_file_size(None);
    assert_eq!(rename("B"), 200, "it recovers without a restart");
}

#[test]
fn wrong_calls_end_with_two() {
    let tandem = Tandem::new();
    for arguments in [
        &["serve", "--listen", "nonsense"][..],
        &["serve", "--registration", "all"],
        &["serve", "--trusted-proxy", "10.0.0.0/99"],
        &["dance"],
        &[],
        &["backup"],
        &["backup", "nowhere.db"],
    ] {
        let refused = tandem.run(arguments, "");
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", refused.stderr);
    }
}
