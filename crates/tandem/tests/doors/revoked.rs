//! Rights that end, end at once, also on sockets that are open.

use serde_json::{Value, json};
use testkit::{Client, Server, Socket};

use crate::stage::{Board, Home, PASSWORD, somebody};

/// Ada's board, and Bob who edits it on another device.
struct Scene {
    _home: Home,
    _server: Server,
    ada: Client,
    bob: Client,
    board: Board,
    changes: usize,
}

impl Scene {
    async fn new() -> Self {
        let home = Home::new();
        let server = home.start().await;
        let ada = server.first_client().await.unwrap();
        let bob = somebody(&home, &server, "bob").await;
        let board = Board::make(&server, &ada, "revoked").await;
        let scene = Self { _home: home, _server: server, ada, bob, board, changes: 0 };
        scene.join("editor").await;
        scene
    }

    async fn join(&self, role: &str) {
        let path = format!("/projects/{}/members", self.board.project);
        let joined = self.ada.post(&path, json!({ "email": "bob@example.org", "role": role })).await.unwrap();
        assert_eq!(joined.status, 201, "{}", joined.body);
    }

    /// Opens the board with a token and sees a change arrive.
    async fn watch(&mut self, token: &str) -> Socket {
        let mut socket = Socket::ready(self.ada.address(), token).await.unwrap();
        socket.open(&self.board.id, None).await.unwrap();
        let id = self.change().await;
        let seen = socket.until(|message| message["type"] == "changes").await.unwrap();
        assert_eq!(seen["changes"][0]["id"], id);
        socket
    }

    async fn change(&mut self) -> String {
        self.changes += 1;
        let id = format!("c{}", self.changes);
        let made = self.board.change(&self.ada, &id, self.board.card(&id, "seen?")).await;
        assert_eq!(made.status, 200, "{}", made.body);
        id
    }

    /// Makes a change and checks that the socket closes without having shown it.
    async fn check_closed(&mut self, mut socket: Socket, after: &str) {
        self.change().await;
        // What was sent already may still be read; what comes back tells.
        let mut shown = Vec::new();
        let end = loop {
            match socket.next().await {
                Ok(message) => shown.push(message),
                Err(end) => break format!("{end:#}"),
            }
        };
        assert!(end.starts_with("closed 4403"), "after {after}: {end}");
        assert_eq!(shown, Vec::<Value>::new(), "shown after {after}");
    }
}

fn text<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap()
}

#[tokio::test]
async fn leaving_a_device_closes_its_sockets() {
    let mut scene = Scene::new().await;
    let bob = scene.bob.clone();
    let login = async || Client::login(bob.address(), "bob@example.org", PASSWORD).await.unwrap();

    let device = login().await;
    let socket = scene.watch(&device.token).await;
    let left = device.post("/auth/logout", json!({ "refresh_token": device.refresh_token })).await.unwrap();
    assert_eq!(left.status, 204);
    scene.check_closed(socket, "logout").await;
    assert_eq!(device.get("/me").await.unwrap().status, 401);

    let device = login().await;
    let socket = scene.watch(&device.token).await;
    let devices = bob.get("/me/devices").await.unwrap().body;
    let newest = text(&devices["items"][0], "id");
    assert_eq!(bob.delete(&format!("/me/devices/{newest}")).await.unwrap().status, 204);
    scene.check_closed(socket, "revoking the device").await;

    let device = login().await;
    let socket = scene.watch(&device.token).await;
    let reused = device.post("/auth/refresh", json!({ "refresh_token": device.refresh_token })).await.unwrap();
    assert_eq!(reused.status, 200);
    let again = device.post("/auth/refresh", json!({ "refresh_token": device.refresh_token })).await.unwrap();
    assert_eq!(again.status, 401);
    scene.check_closed(socket, "showing a used refresh token").await;
    let family = device.post("/auth/refresh", json!({ "refresh_token": reused.body["refresh_token"] })).await.unwrap();
    assert_eq!(family.status, 401, "the family of a token that was used twice lives on");
}

#[tokio::test]
async fn a_new_password_and_a_deleted_token_close_sockets() {
    let mut scene = Scene::new().await;
    let bob = scene.bob.clone();
    let made = bob.post("/me/tokens", json!({ "name": "script" })).await.unwrap().body;
    let (id, token) = (text(&made, "id"), text(&made, "token"));
    let socket = scene.watch(token).await;
    assert_eq!(bob.delete(&format!("/me/tokens/{id}")).await.unwrap().status, 204);
    scene.check_closed(socket, "deleting the token").await;

    let device = Client::login(bob.address(), "bob@example.org", PASSWORD).await.unwrap();
    let mut own = scene.watch(&bob.token).await;
    let socket = scene.watch(&device.token).await;
    let body = json!({ "current": PASSWORD, "new": "a new password" });
    assert_eq!(bob.post("/me/password", body).await.unwrap().status, 204);
    scene.check_closed(socket, "a new password").await;
    let last = scene.change().await;
    let seen = own.until(|message| message["changes"][0]["id"] == last).await;
    assert!(seen.is_ok(), "the device that set the password was cut off too: {seen:?}");
}

#[tokio::test]
async fn a_changed_role_and_a_removal_close_sockets() {
    let mut scene = Scene::new().await;
    let (bob, user) = (scene.bob.clone(), text(&scene.bob.user, "id").to_owned());
    let socket = scene.watch(&bob.token).await;
    scene.join("viewer").await;
    scene.check_closed(socket, "a new role").await;

    let mut socket = scene.watch(&bob.token).await;
    let refused = socket.change_and_wait(&scene.board.id, "no", scene.board.card("no", "no")).await.unwrap();
    assert_eq!(refused["type"], "reject", "a viewer edits: {refused}");
    let removed = scene.ada.delete(&format!("/projects/{}/members/{user}", scene.board.project)).await.unwrap();
    assert_eq!(removed.status, 204);
    scene.check_closed(socket, "the removal").await;
    let mut socket = Socket::ready(bob.address(), &bob.token).await.unwrap();
    assert_eq!(socket.open(&scene.board.id, None).await.unwrap()["type"], "error");
    assert_eq!(bob.get(&scene.board.path("")).await.unwrap().status, 404);
}

#[tokio::test]
async fn a_deleted_board_shows_nothing_more() {
    let mut scene = Scene::new().await;
    let bob = scene.bob.clone();
    let mut socket = scene.watch(&bob.token).await;
    let project = format!("/projects/{}", scene.board.project);
    assert_eq!(scene.ada.delete(&project).await.unwrap().status, 204);
    let told = socket.until(|message| message["type"] != "presence").await.unwrap();
    assert_eq!((&told["type"], &told["board"]), (&json!("resync"), &json!(scene.board.id)));
    assert_eq!(socket.open(&scene.board.id, None).await.unwrap()["type"], "error");
    let answer = socket.change_and_wait(&scene.board.id, "late", scene.board.card("late", "late")).await.unwrap();
    assert_eq!(answer["type"], "reject", "{answer}");
}
