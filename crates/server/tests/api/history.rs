//! Finding sessions.

use serde_json::{Value, json};

use crate::support::{TestApp, text};

fn titles(found: &Value) -> Vec<String> {
    let items = found["items"].as_array().map_or(&[][..], Vec::as_slice);
    items.iter().map(|item| text(&item["session"], "title")).collect()
}

#[tokio::test]
async fn sessions_are_found_by_their_words_in_pages() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let path = format!("/api/projects/{}", text(&project, "id"));
    let make = |title: String| app.post(&format!("{path}/sessions"), json!({ "title": title })).by(&bob).send();
    for n in 0..25 {
        make(format!("Bühne {n}")).await.expect(201);
    }
    make("🦀 other things".to_owned()).await.expect(201);
    let search = |query: String| app.get(&format!("{path}/session_search?{query}")).by(&bob).send();
    let first = search("q=buhn".to_owned()).await.expect(200);
    assert_eq!((titles(&first).len(), titles(&first)[0].as_str()), (20, "Bühne 24"));
    let second = search(format!("q=buhn&cursor={}", text(&first, "next"))).await.expect(200);
    assert_eq!(titles(&second), ["Bühne 4", "Bühne 3", "Bühne 2", "Bühne 1", "Bühne 0"]);
    assert_eq!(second["next"], Value::Null);

    let one = search("q=%22THINGS%20other*".to_owned()).await.expect(200)["items"][0].clone();
    assert_eq!(one["session"]["status"], "idle");
    let hit = &one["hits"][0];
    assert_eq!((&hit["n"], &hit["kind"], &hit["excerpt"]), (&json!(0), &json!("title"), &json!("🦀 other things")));
    assert_eq!(hit["ranges"], json!([[3, 8], [9, 15]]), "as a browser counts");
    assert_eq!(search("q=%20".to_owned()).await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn a_search_that_cannot_be_is_refused() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let path = format!("/api/projects/{}/session_search", text(&project, "id"));
    let long = app.get(&format!("{path}?q={}", "a".repeat(201))).by(&bob).send().await.refused(422, "invalid");
    assert_eq!(long["errors"][0]["path"], "/q");
    app.get(&path).by(&bob).send().await.refused(400, "bad_query");
    app.get(&format!("{path}?q=a&cursor=nothing")).by(&bob).send().await.refused(400, "bad_query");
    let far = "_".repeat(21);
    app.get(&format!("{path}?q=a&cursor={far}w")).by(&bob).send().await.refused(422, "invalid");
}
