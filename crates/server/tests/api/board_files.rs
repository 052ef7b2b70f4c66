//! Boards as files.

use serde_json::{Value, json};

use crate::support::{Person, TestApp, text};

const CHART: &str = "flowchart TD\n  a[First] -->|then| b{Second}\n  subgraph s[A frame]\n    c\n  end";
const FORMATS: [(&str, &str); 6] = [
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
    ("json-canvas", "application/json"),
    ("excalidraw", "application/vnd.excalidraw+json"),
    ("tldr", "application/vnd.tldraw+json"),
    ("mermaid", "text/vnd.mermaid; charset=utf-8"),
];

/// Makes somebody with a project, and a whiteboard of a chart in it.
async fn with_chart(app: &TestApp) -> (Person, String, Value) {
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let import = format!("/api/projects/{}/import", text(&project, "id"));
    let body = json!({ "title": "Pläne \"A/B\"", "content": CHART });
    let board = app.post(&format!("{import}?format=mermaid"), body).by(&bob).send().await.expect(201);
    (bob, import, board)
}

fn kinds(nodes: &Value) -> Vec<&str> {
    nodes.as_array().unwrap().iter().map(|node| node["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_file_becomes_a_board() {
    let app = TestApp::set_up();
    let (bob, _, board) = with_chart(&app).await;
    assert_eq!((text(&board, "kind"), text(&board, "title")), ("whiteboard".to_owned(), "Pläne \"A/B\"".to_owned()));
    assert_eq!(board["warnings"], json!([]));
    let shown = app.get(&format!("/api/boards/{}", text(&board, "id"))).by(&bob).send().await.expect(200);
    assert_eq!(kinds(&shown["nodes"]), ["shape", "shape", "frame", "shape", "connector"]);
}

#[tokio::test]
async fn a_board_becomes_a_file_and_a_board_again() {
    let app = TestApp::set_up();
    let (bob, import, board) = with_chart(&app).await;
    for (format, media_type) in FORMATS {
        let path = format!("/api/boards/{}/export?format={format}", text(&board, "id"));
        let answer = app.get(&path).by(&bob).send().await;
        assert_eq!(answer.header("content-type"), media_type);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'; style-src 'unsafe-inline'"));
        let disposition = answer.header("content-disposition");
        assert!(disposition.starts_with("attachment; filename=\"Pl_ne _A_B_."), "{disposition}");
        assert!(disposition.contains("filename*=UTF-8''Pl%C3%A4ne%20%22A%2FB%22."), "{disposition}");
        let content = String::from_utf8(answer.bytes).unwrap();
        let body = json!({ "content": content });
        let again = app.post(&format!("{import}?format={format}"), body).by(&bob).send().await;
        if format == "svg" {
            assert_eq!(again.refused(422, "invalid")["errors"][0]["path"], "/format");
            continue;
        }
        let again = again.expect(201);
        assert_eq!((text(&again, "title"), &again["warnings"]), ("Imported board".to_owned(), &json!([])));
        let shown = app.get(&format!("/api/boards/{}", text(&again, "id"))).by(&bob).send().await.expect(200);
        assert_eq!(kinds(&shown["nodes"]).len(), 5, "{format}");
    }
}

#[tokio::test]
async fn a_board_as_json_is_what_the_api_shows() {
    let app = TestApp::set_up();
    let (bob, _, board) = with_chart(&app).await;
    let path = format!("/api/boards/{}", text(&board, "id"));
    let shown = app.get(&path).by(&bob).send().await.expect(200);
    assert_eq!(app.get(&format!("{path}/export?format=json")).by(&bob).send().await.expect(200), shown);
}

#[tokio::test]
async fn a_kanban_board_is_json_only() {
    let app = TestApp::set_up();
    let bob = app.member("bob").await;
    let project = app.project(&bob, "p").await;
    let path = format!("/api/boards/{}", text(&project, "kanban_board_id"));
    app.get(&format!("{path}/export?format=json")).by(&bob).send().await.expect(200);
    let refused = app.get(&format!("{path}/export?format=svg")).by(&bob).send().await.refused(422, "invalid");
    assert_eq!(refused["errors"][0]["path"], "/format");
    app.get(&format!("{path}/export?format=pdf")).by(&bob).send().await.refused(400, "bad_query");
    let body = json!({ "format": "mermaid", "content": CHART });
    app.post(&format!("{path}/insert"), body).by(&bob).send().await.refused(409, "not_a_whiteboard");
}

#[tokio::test]
async fn a_file_is_added_to_a_board_clear_of_what_is_there_and_undone_at_once() {
    let app = TestApp::set_up();
    let (bob, _, board) = with_chart(&app).await;
    let path = format!("/api/boards/{}", text(&board, "id"));
    let boxes = |shown: &Value| -> Vec<[f64; 4]> {
        let nodes = shown["nodes"].as_array().unwrap().iter();
        let top = nodes.filter(|node| node["parent"] == "root" && node["kind"] != "connector");
        top.map(|node| ["x", "y", "w", "h"].map(|prop| node["props"][prop].as_f64().unwrap())).collect()
    };
    let before = app.get(&path).by(&bob).send().await.expect(200);
    let viewport = json!({ "x": 0, "y": 0, "w": 900, "h": 600 });
    let body =
        json!({ "format": "mermaid", "content": "graph LR\n x --- y\n style x fill:#fff", "viewport": viewport });
    let made = app.post(&format!("{path}/insert"), body).by(&bob).send().await.expect(200);
    assert_eq!(made["warnings"].as_array().unwrap().len(), 2);
    assert_eq!(made["result"]["created"].as_object().unwrap().len(), 3);
    let after = app.get(&path).by(&bob).send().await.expect(200);
    let (old, all) = (boxes(&before), boxes(&after));
    assert_eq!(all.len(), old.len() + 2);
    for [x, y, w, h] in &all[old.len()..] {
        let overlaps = |[ox, oy, ow, oh]: &[f64; 4]| x < &(ox + ow) && ox < &(x + w) && y < &(oy + oh) && oy < &(y + h);
        assert!(!old.iter().any(overlaps));
    }
    app.post(&format!("{path}/undo"), json!({})).by(&bob).send().await.expect(200);
    let undone = app.get(&path).by(&bob).send().await.expect(200);
    assert_eq!(kinds(&undone["nodes"]), kinds(&before["nodes"]));
}

#[tokio::test]
async fn a_bad_file_says_what_is_wrong_with_it() {
    let app = TestApp::set_up();
    let (bob, import, board) = with_chart(&app).await;
    let insert = format!("/api/boards/{}/insert", text(&board, "id"));
    let chart = "graph TD\n  a[open";
    let calls = [
        (format!("{import}?format=mermaid"), json!({ "content": chart })),
        (insert.clone(), json!({ "format": "mermaid", "content": chart })),
    ];
    for (path, body) in calls {
        let refused = app.post(&path, body).by(&bob).send().await.refused(422, "invalid");
        assert_eq!(refused["errors"][0], json!({ "path": "/content", "message": "line 2: a `]` is missing" }));
    }
    let empty = json!({ "format": "mermaid", "content": "graph TD" });
    let refused = app.post(&insert, empty).by(&bob).send().await.refused(422, "invalid");
    assert_eq!(refused["errors"][0]["message"], "nothing in it can be put on a whiteboard");
    let many: Vec<String> = (0..2_001).map(|number| format!("n{number}")).collect();
    let many = json!({ "format": "mermaid", "content": format!("graph TD\n{}", many.join("\n")) });
    let refused = app.post(&insert, many).by(&bob).send().await.refused(422, "invalid");
    assert_eq!(refused["errors"][0]["path"], "/content");
}

#[tokio::test]
async fn a_file_may_be_larger_than_other_bodies_but_not_endless() {
    let app = TestApp::set_up();
    let (bob, import, _) = with_chart(&app).await;
    let sized = |bytes: usize| json!({ "content": format!("graph TD\n a\n%% {}", "x".repeat(bytes)) });
    let path = format!("{import}?format=mermaid");
    app.post(&path, sized(2 * 1024 * 1024)).by(&bob).send().await.expect(201);
    app.post(&path, sized(9 * 1024 * 1024)).by(&bob).send().await.refused(413, "body_too_large");
}

#[tokio::test]
async fn a_large_file_becomes_a_board_in_several_changes() {
    let app = TestApp::set_up();
    let (bob, import, _) = with_chart(&app).await;
    let node = |number: usize| json!({ "id": number.to_string(), "type": "text", "text": "", "x": 300 * number, "y": 0, "width": 200, "height": 200 });
    let content = json!({ "nodes": (0..2_500).map(node).collect::<Vec<_>>() }).to_string();
    let path = format!("{import}?format=json-canvas");
    let board = app.post(&path, json!({ "content": content })).by(&bob).send().await.expect(201);
    assert_eq!(board["seq"], 2);
    let shown = app.get(&format!("/api/boards/{}", text(&board, "id"))).by(&bob).send().await.expect(200);
    assert_eq!(kinds(&shown["nodes"]).len(), 2_500);
}
