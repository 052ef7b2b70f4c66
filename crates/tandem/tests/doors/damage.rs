//! A byte that changed on disk is reported with its board and seq, and never served.

use std::fs;

use serde_json::json;
use testkit::Client;

use crate::stage::{Board, Home, places};

const TITLE: &str = "a title that nobody else would think of";

#[tokio::test]
async fn a_flipped_byte_is_reported_and_never_served() {
    let home = Home::new();
    let server = home.start().await;
    let mut ada = server.first_client().await.unwrap();
    let hurt = Board::make(&server, &ada, "hurt").await;
    let well = Board::make(&server, &ada, "well").await;
    let made = hurt.change(&ada, "hurt-1", hurt.card("hurt", TITLE)).await;
    let seq = made.body["seq"].as_u64().unwrap();
    hurt.change(&ada, "hurt-2", hurt.card("later", "later")).await;
    well.change(&ada, "well-1", well.card("well", "well")).await;
    let (log, contents) = (hurt.check_whole(&ada).await, hurt.contents(&ada).await);
    let well_log = well.check_whole(&ada).await;
    assert!(server.stop().await.unwrap().success());

    let whole = fs::read(home.database()).unwrap();
    let places = places(&whole, TITLE);
    assert!(!places.is_empty(), "the title is not in the file");
    let mut reported = 0;
    for place in places {
        let mut flipped = whole.clone();
        flipped[place] ^= 0b0000_0100;
        fs::write(home.database(), flipped).unwrap();
        let server = home.start().await;
        ada = ada.at(server.address());
        reported += check_hurt(&ada, &hurt, seq, &json!(log), &contents).await;
        assert_eq!(well.check_whole(&ada).await, well_log, "another board suffers");
        assert_eq!(well.change(&ada, "well-2", well.card("well-2", "well")).await.status, 200);
        assert!(server.stop().await.unwrap().success());
    }
    assert!(reported > 0, "no flipped byte was noticed");
    fs::write(home.database(), whole).unwrap();
    let server = home.start().await;
    assert_eq!(hurt.check_whole(&ada.at(server.address())).await, log, "the byte is back, and the board is not");
}

/// Checks that each answer is either right or the report of the damage; returns how often it was the latter.
async fn check_hurt(
    ada: &Client,
    board: &Board,
    seq: u64,
    log: &serde_json::Value,
    contents: &serde_json::Value,
) -> usize {
    let mut reported = 0;
    let at = board.path(&format!("/at/{seq}"));
    for (path, right) in [(board.path("/changes"), Some(log)), (board.path(""), Some(contents)), (at, None)] {
        let answer = ada.get(&path).await.unwrap();
        if answer.status == 200 {
            let served = answer.body.get("items").unwrap_or(&answer.body);
            assert!(served.to_string().contains(TITLE), "{path}: {served}");
            assert!(right.is_none_or(|right| right == served), "{path}: {served}");
            continue;
        }
        assert_eq!((answer.status, &answer.body["code"]), (500, &json!("damaged")), "{path}: {}", answer.body);
        let detail = answer.body["detail"].as_str().unwrap();
        assert!(detail.contains(&board.id) && detail.contains(&format!("change {seq}")), "{path}: {detail}");
        reported += 1;
    }
    reported
}
