//! Each limit holds: what is at it passes, what is one past it does not.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Server, Socket};

use crate::stage::{Board, Home};

const MEBIBYTE: usize = 1024 * 1024;

async fn stage() -> (Home, Server, Client, Board) {
    let home = Home::new();
    let server = home.start().await;
    let ada = server.first_client().await.unwrap();
    let board = Board::make(&server, &ada, "limits").await;
    (home, server, ada, board)
}

/// Writes a message with spaces at its end, so that it has so many bytes.
fn padded(message: &Value, bytes: usize) -> String {
    let mut text = message.to_string();
    text.push_str(&" ".repeat(bytes - text.len()));
    text
}

#[tokio::test]
async fn bodies_and_messages_have_a_mebibyte() {
    let (_home, server, ada, board) = stage().await;
    let post = async |id: &str, bytes: usize| {
        let body = padded(&json!({ "id": id, "ops": board.card(id, "big") }), bytes);
        let request = ada.request(Method::POST, &format!("/api{}", board.path("/changes")));
        request.header("content-type", "application/json").body(body).send().await.unwrap().status().as_u16()
    };
    assert_eq!(post("fits", MEBIBYTE).await, 200);
    assert_eq!(post("too-large", MEBIBYTE + 1).await, 413);

    let message = |id: &str, bytes: usize| {
        let change = json!({ "id": id, "ops": board.card(id, "big") });
        padded(&json!({ "type": "change", "board": board.id, "change": change }), bytes)
    };
    let mut socket = Socket::ready(server.address(), &ada.token).await.unwrap();
    socket.send_text(message("ws-fits", MEBIBYTE)).await.unwrap();
    assert_eq!(socket.next().await.unwrap()["type"], "ack");
    socket.send_text(message("ws-too-large", MEBIBYTE + 1)).await.unwrap();
    assert_eq!(socket.closing_code().await.unwrap(), 1009);
    let log = board.check_whole(&ada).await;
    assert_eq!(crate::stage::ids(&log[log.len() - 2..]), ["fits", "ws-fits"]);
}

/// Sends a change over HTTP and over a socket and checks that both say the same; past a limit, 422 and a reject.
async fn check(ada: &Client, socket: &mut Socket, board: &Board, mut change: Value, fits: bool) {
    let what = change["id"].as_str().unwrap().chars().take(20).collect::<String>();
    let answer = ada.post(&board.path("/changes"), change.clone()).await.unwrap();
    assert_eq!(answer.status, if fits { 200 } else { 422 }, "{what}: {}", answer.body);
    // The same again is a resend over the socket; what was refused is as new.
    socket.send(&json!({ "type": "change", "board": board.id, "change": change.take() })).await.unwrap();
    let answer = socket.until(|message| message["type"] != "changes").await.unwrap();
    assert_eq!(answer["type"], if fits { "ack" } else { "reject" }, "{what}: {answer}");
    assert!(fits || answer["retry"] == false, "{what}: {answer}");
}

#[tokio::test]
async fn changes_have_limits_over_http_and_over_the_socket() {
    let (_home, server, ada, board) = stage().await;
    let mut socket = Socket::ready(server.address(), &ada.token).await.unwrap();
    let ops = |name: &str, count: usize| {
        let ops: Vec<Value> = (0..count).map(|n| board.card(&format!("{name}-{n}"), "many")[0].take()).collect();
        json!({ "id": name, "ops": ops })
    };
    check(&ada, &mut socket, &board, ops("at-most", 2_000), true).await;
    check(&ada, &mut socket, &board, ops("too-many", 2_001), false).await;

    let labelled = |id: &str, chars: usize| json!({ "id": id, "label": "é".repeat(chars), "ops": board.card(id, "l") });
    check(&ada, &mut socket, &board, labelled("label-200", 200), true).await;
    check(&ada, &mut socket, &board, labelled("label-201", 201), false).await;

    let node = |id: &str, chars: usize| json!({ "id": id, "ops": board.card(&"n".repeat(chars), "n") });
    check(&ada, &mut socket, &board, node("node-64", 64), true).await;
    check(&ada, &mut socket, &board, node("node-65", 65), false).await;

    let titled = |id: &str, chars: usize| json!({ "id": id, "ops": board.card(id, &"t".repeat(chars)) });
    check(&ada, &mut socket, &board, titled("title-200", 200), true).await;
    check(&ada, &mut socket, &board, titled("title-201", 201), false).await;

    let described = |id: &str, chars: usize| {
        let mut ops = board.card(id, "d");
        ops[0]["props"]["description"] = json!("d".repeat(chars));
        json!({ "id": id, "ops": ops })
    };
    check(&ada, &mut socket, &board, described("description", 20_000), true).await;
    check(&ada, &mut socket, &board, described("too-long", 20_001), false).await;
    board.check_whole(&ada).await;
}

#[tokio::test]
async fn ids_and_depth_have_limits() {
    let (_home, server, ada, board) = stage().await;
    let mut socket = Socket::ready(server.address(), &ada.token).await.unwrap();
    let (longest, too_long) = ("c".repeat(64), "c".repeat(65));
    check(&ada, &mut socket, &board, json!({ "id": longest, "ops": board.card("c64", "c") }), true).await;
    assert_eq!(board.change(&ada, &too_long, board.card("c65", "c")).await.status, 422);
    // An id that is none cannot be named in a reject.
    socket.change(&board.id, &too_long, board.card("c65", "c")).await.unwrap();
    assert_eq!(socket.next().await.unwrap()["type"], "error");

    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    for (levels, wanted) in [(64, "unknown field"), (65, "nests deeper"), (100_000, "nests deeper")] {
        // The body itself is one level.
        let body = format!(r#"{{"id":"deep","ops":[],"deep":{}}}"#, nested(levels - 1));
        let request = ada.request(Method::POST, &format!("/api{}", board.path("/changes")));
        let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
        assert_eq!(answer.status(), 422, "{levels} levels");
        let problem: Value = answer.json().await.unwrap();
        assert!(problem["detail"].as_str().unwrap().contains(wanted), "{levels} levels: {problem}");
    }
    for levels in [65, 1_000, 100_000] {
        let message = |kind: &str, rest: String| format!(r#"{{"type":"{kind}","board":"{}",{rest}}}"#, board.id);
        let ops = format!(
            r#""change":{{"id":"deep","ops":[{{"op":"update","id":"c64","props":{{"title":{}}}}}]}}"#,
            nested(levels)
        );
        socket.send_text(message("change", ops)).await.unwrap();
        let answer = socket.next().await.unwrap();
        assert!(answer["type"] == "reject" || answer["type"] == "error", "{levels} levels: {answer}");
        socket.send_text(message("presence", format!(r#""at":{}"#, nested(levels)))).await.unwrap();
        assert_eq!(socket.next().await.unwrap()["type"], "error", "{levels} levels");
    }
    let before = board.check_whole(&ada).await.len();
    assert_eq!(board.change(&ada, "after", board.card("after", "still there")).await.body["seq"], before + 1);
}
