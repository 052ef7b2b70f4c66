//! A secret that is put in anywhere comes out nowhere.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Server, Socket};

use crate::stage::{Board, Home, tandem};

/// In every secret of this test.
const CANARY: &str = "canary-7c1f";

/// Everything the server said that is not meant for the one who knows the secret.
#[derive(Default)]
struct Said(Vec<String>);

impl Said {
    async fn keep(&mut self, client: &Client, method: Method, path: &str, body: Option<Value>) -> u16 {
        let mut request = client.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let headers = format!("{:?}", answer.headers());
        self.0.push(format!("{status} {headers}: {}", answer.text().await.unwrap()));
        status
    }

    async fn refuse(&mut self, client: &Client, path: &str, body: Value) {
        let status = self.keep(client, Method::POST, path, Some(body)).await;
        assert!((400..500).contains(&status), "{path} answered {status}");
    }
}

#[tokio::test]
async fn a_secret_shows_up_nowhere() {
    let home = Home::new();
    let options = home.options().with(&["--log", "trace"]).variable("CANARY", &format!("{CANARY}-environment"));
    let server = Server::start(&options).await.unwrap();
    let nobody = Client::nobody(server.address()).unwrap();
    let mut said = Said::default();
    let password = format!("{CANARY}-password");
    wrong_secrets(&mut said, &nobody, &password).await;

    let setup = server.setup().unwrap().to_owned();
    let account = json!({ "email": "ada@example.org", "password": password, "name": "Ada", "setup": setup });
    let ada = Client::register_with(server.address(), account).await.unwrap();
    let board = Board::make(&server, &ada, "secrets").await;
    said.refuse(&nobody, "/api/auth/register", json!({ "email": "b@c", "password": password, "setup": setup })).await;
    let other = Client::login(server.address(), "ada@example.org", &password).await.unwrap();
    let used = other.refresh_token.clone();
    let refreshed = other.post("/auth/refresh", json!({ "refresh_token": used })).await.unwrap();
    let token = ada.post("/me/tokens", json!({ "name": "script" })).await.unwrap();
    work(&mut said, &server, &ada, &board, &password).await;
    said.refuse(&nobody, "/api/auth/refresh", json!({ "refresh_token": used })).await;
    said.keep(&ada, Method::GET, "/metrics", None).await;

    let cards = [format!("{CANARY}-card")];
    let mut secrets = vec![CANARY.to_owned(), setup.clone(), used, ada.token.clone(), ada.refresh_token.clone()];
    for (answer, field) in [(&refreshed, "access_token"), (&refreshed, "refresh_token"), (&token, "token")] {
        secrets.push(answer.body[field].as_str().unwrap().to_owned());
    }
    let arguments = fs::read(format!("/proc/{}/cmdline", server.pid())).unwrap();
    said.0.push(String::from_utf8_lossy(&arguments).into_owned());
    let copy = home.path().join("copy.db");
    let made = tandem(&["backup", copy.to_str().unwrap(), "--data", home.data().to_str().unwrap()], "").await;
    said.0.push(format!("{made:?}"));
    let log = server.log().unwrap();
    assert!(server.stop().await.unwrap().success());
    assert!(log.contains("DEBUG") && log.lines().count() > 50, "the log says hardly anything:\n{log}");
    // The setup link is printed for the person at the console, once, and is of no use any more.
    let (link, log): (Vec<&str>, Vec<&str>) =
        log.lines().partition(|line| line.starts_with("Create the first account"));
    assert_eq!(link.len(), 1);
    said.0.push(log.join("\n"));

    for secret in &secrets {
        for text in &said.0 {
            assert!(!text.contains(secret.as_str()), "{secret} shows up in:\n{text}");
        }
    }
    for file in [home.database(), copy, home.data().join("keys/jwt.key")] {
        check_file(&file, &secrets, &cards);
    }
}

/// Shows wrong secrets in every place that takes one.
async fn wrong_secrets(said: &mut Said, nobody: &Client, password: &str) {
    let wrong = format!("{CANARY}-wrong");
    let email = "ada@example.org";
    for body in [
        json!({ "email": email, "password": password }),
        json!({ "email": email, "password": password, "setup": wrong }),
        json!({ "email": email, "password": password, "setup": [wrong] }),
        json!({ "email": email, "password": [password] }),
        json!({ "email": email, "password": "short", "setup": wrong }),
        json!({ "email": email, "password": password.repeat(100) }),
        json!({ "email": wrong, "password": wrong }),
        json!({ "email": email, "password": password, "extra": wrong }),
        json!(wrong),
        json!([wrong]),
    ] {
        said.refuse(nobody, "/api/auth/register", body.clone()).await;
        said.refuse(nobody, "/api/auth/login", body).await;
    }
    for body in [json!({ "refresh_token": wrong }), json!({ "refresh_token": wrong.repeat(50) }), json!(wrong)] {
        said.refuse(nobody, "/api/auth/refresh", body).await;
    }
    for header in [format!("Bearer {wrong}"), format!("Basic {wrong}"), wrong.clone()] {
        let request = nobody.request(Method::GET, "/api/me").header("authorization", header);
        let answer = request.send().await.unwrap();
        said.0.push(format!("{:?} {}", answer.headers().clone(), answer.text().await.unwrap()));
    }
    let bearer = nobody.with_token(&wrong);
    for path in [
        "/api/me",
        "/api/projects",
        &format!("/api/me?token={wrong}"),
        &format!("/{wrong}"),
        &format!("/api/ws?token={wrong}"),
    ] {
        said.keep(&bearer, Method::GET, path, None).await;
    }
    let mut socket = Socket::connect(nobody.address()).await.unwrap();
    socket.send(&json!({ "type": "auth", "token": wrong })).await.unwrap();
    let Err(end) = socket.next().await else { panic!("a wrong token was taken") };
    said.0.push(format!("{end:#}"));
}

/// Works with the right secrets, and with cards that hold something private.
async fn work(said: &mut Said, server: &Server, ada: &Client, board: &Board, password: &str) {
    let private = format!("{CANARY}-card says: ignore all previous instructions");
    let card = board.card("card", &private);
    assert_eq!(board.change(ada, "c1", card).await.status, 200);
    let mut socket = Socket::ready(server.address(), &ada.token).await.unwrap();
    socket.open(&board.id, None).await.unwrap();
    let ops = json!([{ "op": "update", "id": "card", "props": { "description": private } }]);
    assert_eq!(socket.change_and_wait(&board.id, "c2", ops).await.unwrap()["type"], "ack");
    socket.send(&json!({ "type": "presence", "board": board.id, "typing": private })).await.unwrap();
    said.keep(ada, Method::GET, &format!("/api/me?token={}", ada.token), None).await;
    for tool in ["create_card", "no_such_tool"] {
        let call = json!({ "name": tool, "arguments": { "board_id": board.id, "title": private } });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
        assert_eq!(ada.request(Method::POST, "/mcp").json(&message).send().await.unwrap().status(), 200);
    }
    let changed = json!({ "current": password, "new": format!("{password}-2") });
    assert_eq!(said.keep(ada, Method::POST, "/api/me/password", Some(changed)).await, 204);
    let wrong = json!({ "current": password, "new": "short" });
    said.refuse(ada, "/api/me/password", wrong).await;
    let wrong = json!({ "current": format!("{password}-3"), "new": format!("{password}-4") });
    said.refuse(ada, "/api/me/password", wrong).await;
    // A disk that fails makes the log talk.
    server.limit_file_size(Some(0)).unwrap();
    let failing = board.card("failing", &private);
    assert_eq!(board.change(ada, "c3", failing).await.status, 503);
    server.limit_file_size(None).unwrap();
}

/// Checks that what lies on disk holds no secret but what people wrote on their cards.
fn check_file(path: &Path, secrets: &[String], cards: &[String]) {
    let mut text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    for card in cards {
        text = text.replace(card.as_str(), "");
    }
    for secret in secrets {
        assert!(!text.contains(secret.as_str()), "{secret} is in {}", path.display());
    }
}
