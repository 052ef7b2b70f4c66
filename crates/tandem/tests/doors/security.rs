//! What a foreign page, a stranger or a curious member may try.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Server, Socket};

use crate::stage::{Board, Home, PASSWORD, somebody, tandem};

async fn stage() -> (Home, Server, Client, Board) {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "secure").await;
    (home, server, ada, board)
}

#[tokio::test]
async fn a_foreign_page_is_refused_also_with_a_token() {
    let (_home, server, ada, board) = stage().await;
    let address = server.address();
    let port = address.rsplit(':').next().unwrap();
    let ours = [format!("http://{address}"), format!("https://{address}")];
    let foreign = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://{address}.evil.example"),
        format!("file://{address}"),
    ];
    let head = board.log(&ada, 0).await.len();
    let write = async |origin: &str| {
        let body = json!({ "id": "foreign", "ops": board.card("foreign", "foreign") });
        let request = ada.request(Method::POST, &format!("/api{}", board.path("/changes"))).json(&body);
        request.header("origin", origin).send().await.unwrap().status().as_u16()
    };
    for origin in &foreign {
        assert_eq!(write(origin).await, 403, "{origin}");
        let refused = Socket::knock(address, "/api/ws", &[("origin", origin)]).await.unwrap();
        let Err(answer) = refused else { panic!("{origin} opened a socket") };
        assert_eq!(answer.status().as_u16(), 403, "{origin}");
        for method in [Method::PUT, Method::PATCH, Method::DELETE] {
            let request = ada.request(method, &format!("/api{}", board.path(""))).header("origin", origin);
            assert_eq!(request.send().await.unwrap().status(), 403, "{origin}");
        }
    }
    assert_eq!(board.log(&ada, 0).await.len(), head);
    for origin in &ours {
        assert_eq!(write(origin).await, 200, "{origin}");
        let mut socket = Socket::knock(address, "/api/ws", &[("origin", origin)]).await.unwrap().unwrap();
        socket.authenticate(&ada.token).await.unwrap();
    }
    assert_eq!(board.change(&ada, "program", board.card("program", "no origin")).await.status, 200);
}

#[tokio::test]
async fn a_name_that_was_made_to_point_here_is_refused() {
    let (_home, server, ada, _board) = stage().await;
    let port = server.address().rsplit(':').next().unwrap();
    let wrong =
        [format!("evil.example:{port}"), "evil.example".to_owned(), "localhost".to_owned(), "127.0.0.1:1".to_owned()];
    for host in &wrong {
        for path in ["/", "/healthz", "/metrics", "/api/me", "/api/openapi.json", "/api/nowhere"] {
            let answer = ada.request(Method::GET, path).header("host", host).send().await.unwrap();
            assert_eq!(answer.status(), 421, "{host}{path}");
            assert_eq!(answer.headers().get("access-control-allow-origin"), None);
        }
        let origin = format!("http://{host}");
        for headers in [&[("host", host.as_str())][..], &[("host", host), ("origin", &origin)]] {
            let Err(answer) = Socket::knock(server.address(), "/api/ws", headers).await.unwrap() else {
                panic!("{host} opened a socket");
            };
            assert_eq!(answer.status().as_u16(), 421, "{host}");
        }
    }
    let right = ada.request(Method::GET, "/api/me").header("host", format!("localhost:{port}")).send().await.unwrap();
    assert_eq!(right.status(), 200);
}

#[tokio::test]
async fn a_form_cannot_reach_a_json_endpoint() {
    let (_home, server, ada, board) = stage().await;
    let nobody = Client::nobody(server.address()).unwrap();
    let login = json!({ "email": "ada@example.org", "password": PASSWORD }).to_string();
    let change = json!({ "id": "form", "ops": board.card("form", "form") }).to_string();
    let head = board.log(&ada, 0).await.len();
    for kind in ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "text/json", ""]
    {
        let changes = format!("/api{}", board.path("/changes"));
        for (client, path, body) in [(&nobody, "/api/auth/login", &login), (&ada, &changes, &change)] {
            let mut request = client.request(Method::POST, path).body(body.clone());
            if !kind.is_empty() {
                request = request.header("content-type", kind);
            }
            assert_eq!(request.send().await.unwrap().status(), 415, "{kind} to {path}");
        }
    }
    assert_eq!(board.log(&ada, 0).await.len(), head);
}

#[tokio::test]
async fn a_token_in_an_address_is_no_token() {
    let (_home, server, ada, board) = stage().await;
    let nobody = Client::nobody(server.address()).unwrap();
    for name in ["token", "access_token", "authorization", "bearer", "auth"] {
        for path in ["/me", &board.path("")] {
            assert_eq!(nobody.get(&format!("{path}?{name}={}", ada.token)).await.unwrap().status, 401, "{name}");
        }
        let path = format!("/api/ws?{name}={}", ada.token);
        let mut socket = Socket::knock(server.address(), &path, &[]).await.unwrap().unwrap();
        socket.send(&json!({ "type": "open", "board": board.id })).await.unwrap();
        assert_eq!(socket.closing_code().await.unwrap(), 4401, "{name}");
    }
    let cookie = nobody.request(Method::GET, "/api/me").header("cookie", format!("token={}", ada.token));
    assert_eq!(cookie.send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn getting_changes_nothing() {
    let (home, _server, ada, board) = stage().await;
    board.change(&ada, "c1", board.card("c1", "there")).await;
    ada.post("/me/tokens", json!({ "name": "there" })).await.unwrap();
    let copy = async |name: &str| {
        let file = home.path().join(name);
        let made = tandem(&["backup", file.to_str().unwrap(), "--data", home.data().to_str().unwrap()], "").await;
        assert!(made.status.success());
        fs::read(file).unwrap()
    };
    let before = copy("before.db").await;
    let document = ada.get("/openapi.json").await.unwrap().body;
    let user = ada.user["id"].as_str().unwrap();
    let fill = |path: &str| {
        let id = if path.contains("/projects/") { &board.project } else { &board.id };
        path.replace("{id}", id).replace("{user_id}", user).replace("{seq}", "1").replace("{name}", "create_card")
    };
    let mut answered = BTreeMap::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        if operations.get("get").is_none() {
            continue;
        }
        for query in ["", "?limit=1", "?after=0", "?preview=true", "?method=DELETE", "?_method=POST"] {
            let answer = ada.request(Method::GET, &format!("{}{query}", fill(path)));
            let answer = answer.header("x-http-method-override", "DELETE").send().await.unwrap();
            assert!(answer.status().as_u16() < 500, "{path}{query}");
            *answered.entry(answer.status().as_u16()).or_insert(0) += 1;
        }
    }
    println!("{answered:?}");
    assert!(answered[&200] >= 20, "hardly anything was asked: {answered:?}");
    assert!(copy("after.db").await == before, "a GET changed the database");
}

#[tokio::test]
async fn the_first_account_needs_the_printed_link() {
    let home = Home::new();
    let data = home.data();
    let outside = ["serve", "--listen", "0.0.0.0:0", "--data", data.to_str().unwrap()];
    let refused = tandem(&outside, "").await;
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    let server = home.start().await;
    let nobody = Client::nobody(server.address()).unwrap();
    let register = async |name: &str, setup: Value| {
        let body = json!({ "email": format!("{name}@example.org"), "password": PASSWORD, "setup": setup });
        nobody.post("/auth/register", body).await.unwrap().status
    };
    let right = server.setup().unwrap();
    for wrong in
        [json!(null), json!("wrong"), json!(&right[1..]), json!(format!("{right}x")), json!(right.to_uppercase())]
    {
        assert_eq!(register("eve", wrong.clone()).await, 403, "{wrong}");
    }
    assert!(matches!(register("eve", json!("")).await, 403 | 422));
    let both =
        tokio::join!(register("ada", json!(right)), register("eve", json!(right)), register("bob", json!(right)));
    let mut both = [both.0, both.1, both.2];
    both.sort_unstable();
    assert_eq!(both, [201, 403, 403], "one link made more than one first account");
    assert_eq!(register("late", json!(right)).await, 403);
    for file in ["keys/jwt.key", "tandem.db"] {
        assert_eq!(fs::metadata(home.data().join(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    assert_eq!(fs::metadata(home.data()).unwrap().permissions().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn an_unknown_account_looks_like_a_wrong_password() {
    let (_home, server, _ada, _board) = stage().await;
    let nobody = Client::nobody(server.address()).unwrap();
    let login = async |email: &str| {
        nobody.post("/auth/login", json!({ "email": email, "password": "not the password" })).await.unwrap()
    };
    let (known, unknown) = (login("ada@example.org").await, login("nobody@example.org").await);
    assert_eq!(known.status, 401);
    assert_eq!(known, unknown);
}

#[tokio::test]
async fn anothers_board_looks_like_one_that_is_not_there() {
    let (home, server, ada, board) = stage().await;
    let bob = somebody(&home, &server, "bob").await;
    let nowhere = "0197a2d4-0000-7000-8000-000000000000";
    let mut socket = Socket::ready(server.address(), &bob.token).await.unwrap();
    let mut ask = async |id: &str| {
        let mut answers = vec![socket.open(id, None).await.unwrap(), socket.open(id, Some(1)).await.unwrap()];
        answers.push(socket.change_and_wait(id, "c", board.card("c", "bob was here")).await.unwrap());
        socket.send(&json!({ "type": "presence", "board": id, "cursor": 1 })).await.unwrap();
        socket.send(&json!({ "type": "close", "board": id })).await.unwrap();
        socket.send(&json!({ "type": "ping" })).await.unwrap();
        loop {
            let message = socket.next().await.unwrap();
            if message["type"] == "pong" {
                return Value::from(answers).to_string().replace(id, "ID");
            }
            answers.push(message);
        }
    };
    let mut watcher = Socket::ready(server.address(), &ada.token).await.unwrap();
    watcher.open(&board.id, None).await.unwrap();
    let (foreign, missing) = (ask(&board.id).await, ask(nowhere).await);
    assert_eq!(foreign, missing);
    assert!(foreign.contains(r#""type":"error""#) && foreign.contains(r#""type":"reject""#), "{foreign}");
    let made = board.change(&ada, "mine", board.card("mine", "mine")).await;
    assert_eq!(made.status, 200);
    let next = watcher.next().await.unwrap();
    assert_eq!((&next["type"], &next["changes"][0]["id"]), (&json!("changes"), &json!("mine")), "bob was seen: {next}");
    for path in ["", "/changes", "/at/1", "/tools"] {
        let (foreign, missing) =
            (bob.get(&board.path(path)).await.unwrap(), bob.get(&format!("/boards/{nowhere}{path}")).await.unwrap());
        assert_eq!((foreign.status, &foreign), (404, &missing), "{path}");
    }
}
