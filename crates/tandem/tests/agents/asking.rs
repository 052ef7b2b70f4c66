//! Questions, and what comes of the answers.

use serde_json::{Value, json};
use testkit::model_api::{Script, Turn};
use testkit::{Socket, kill};

use crate::stage::Stage;
use crate::talk::Talk;

fn question(text: &str, several: bool) -> Value {
    let options = [("SQLite", "One file"), ("Postgres", "A server"), ("None", "Nothing")]
        .map(|(label, description)| json!({ "label": label, "description": description }));
    json!({ "question": text, "header": "Database", "multiSelect": several, "options": options })
}

fn asking(questions: &[Value]) -> Script {
    let ask = || Turn::tool("AskUserQuestion", json!({ "questions": questions }));
    let one = || Turn::tool("AskUserQuestion", json!({ "questions": [question("Sure?", false)] }));
    Script::new()
        .scene("ask", [ask(), one(), Turn::text("Thanks.")])
        .scene("once", [ask(), Turn::text("Thanks.")])
        .otherwise(Turn::text("I was told: {{last_user_text}}"))
}

#[tokio::test]
async fn questions_are_answered_by_label_by_labels_by_text_or_not_at_all() {
    let questions = [question("Which?", false), question("Which ones?", true), question("What else?", false)];
    let stage = Stage::new(asking(&questions)).await;
    let mut talk = stage.talk("chat", "[[ask]] me").await;
    let asked = talk.asked("question").await;
    let shape: Vec<Value> =
        asked["questions"].as_array().unwrap().iter().map(|one| one["multi_select"].clone()).collect();
    assert_eq!(shape, [json!(false), json!(true), json!(false)]);
    assert_eq!(asked["questions"][0]["options"][1], json!({ "label": "Postgres", "description": "A server" }));

    let wrong = |answers: Value| json!({ "request_id": asked["request_id"], "answers": answers });
    for answers in [
        json!({}),
        json!({ "Which one?": "SQLite" }),
        json!({ "Which?": ["SQLite", "Postgres"] }),
        json!({ "Which?": " " }),
        json!({ "Which ones?": [] }),
    ] {
        let refused = talk.post("answer", wrong(answers.clone())).await;
        assert_eq!(refused.status, 422, "{answers}: {}", refused.body);
    }
    let given = json!({ "Which?": "SQLite", "Which ones?": ["SQLite", "None"], "What else?": "DuckDB, it is quick" });
    let answered = talk.tell("answer", wrong(given.clone())).await;
    assert_eq!((&answered["status"], &answered["waiting"]), (&json!("running"), &json!([])));
    let settled = talk.next("settled").await;
    assert_eq!(
        ["outcome", "kind", "by_name", "answers"].map(|field| settled[field].clone()),
        [json!("answered"), json!("question"), json!("Ada"), given]
    );
    let told = stage.told("ask/1").await;
    for part in [r#""Which?"="SQLite""#, r#""Which ones?"="SQLite, None""#, r#""What else?"="DuckDB, it is quick""#] {
        assert!(told.contains(part), "{told}");
    }

    let asked = talk.asked("question").await;
    let declined = json!({ "request_id": asked["request_id"], "decline": true, "message": "Ask me tomorrow." });
    talk.tell("answer", declined.clone()).await;
    assert_eq!(talk.turn().await, "Thanks.");
    assert!(stage.told("ask/2").await.contains("Ask me tomorrow."));
    let second = talk.post("answer", declined).await;
    assert_eq!((second.status, &second.body["code"]), (409, &json!("request_settled")));
    stage.end().await;
}

#[tokio::test]
async fn only_those_who_may_edit_answer() {
    let stage = Stage::new(asking(&[question("Which?", false)])).await;
    let (vic, eve) = (stage.member("vic", "viewer").await, stage.somebody("eve").await);
    let mut talk = stage.talk("chat", "[[once]]").await;
    let asked = talk.asked("question").await;
    let answer = json!({ "request_id": asked["request_id"], "answers": { "Which?": "None" } });
    for (client, status) in [(&vic, 403), (&eve, 404)] {
        let refused = client.post(&talk.path("/answer"), answer.clone()).await.unwrap();
        assert_eq!(refused.status, status, "{}", refused.body);
        let mut socket = Socket::ready(client.address(), &client.token).await.unwrap();
        let mut message = answer.clone();
        (message["type"], message["session"]) = (json!("answer"), json!(talk.id));
        socket.send(&message).await.unwrap();
        let refused = socket.until(|message| message["type"] == "error").await.unwrap();
        assert_eq!((&refused["session"], &refused["status"]), (&json!(talk.id), &json!(status)), "{refused}");
        assert_eq!(client.get("/inbox").await.unwrap().body["items"], json!([]));
    }
    assert_eq!(stage.inbox().await.len(), 1);
    let view = talk.view().await;
    assert_eq!(view["waiting"].as_array().unwrap().len(), 1);

    // Two answer at the same time, over different doors: one of them counts.
    let mut message = answer.clone();
    (message["type"], message["session"]) = (json!("answer"), json!(talk.id));
    let (over_http, over_socket) = tokio::join!(talk.post("answer", answer), async {
        let mut socket = Socket::ready(talk.client.address(), &talk.client.token).await.unwrap();
        socket.send(&message).await.unwrap();
        socket.send(&json!({ "type": "ping" })).await.unwrap();
        socket.until(|message| message["type"] == "error" || message["type"] == "pong").await.unwrap()
    });
    let counted = [over_http.status == 200, over_socket["type"] == "pong"];
    assert_eq!(counted.iter().filter(|counted| **counted).count(), 1, "{counted:?} {over_socket}");
    assert_eq!(talk.turn().await, "Thanks.");
    let settled = talk.log().await.into_iter().filter(|event| event["type"] == "settled").count();
    assert_eq!(settled, 1);
    stage.end().await;
}

#[tokio::test]
async fn a_question_outlives_the_server() {
    let mut stage = Stage::new(asking(&[question("Which?", false)])).await;
    // A turn that is over is in the CLI's own file; the first words of a conversation may not be yet.
    let mut talk = stage.talk("chat", "remember the zebra").await;
    talk.turn().await;
    talk.say("[[once]]").await;
    let asked = talk.asked("question").await;
    let before = talk.follower.events.clone();
    stage.crash().await;
    assert_eq!(talk.processes(), [0; 0]);

    let mut talk = stage.follow(&talk.id, 0).await;
    let view = talk.view().await;
    assert_eq!((&view["status"], &view["waiting"][0]["data"]), (&json!("waiting"), &asked), "{view}");
    let inbox = stage.inbox().await;
    let item = ["request_id", "kind", "data"].map(|field| inbox[0][field].clone());
    assert_eq!(item, [asked["request_id"].clone(), json!("question"), asked.clone()]);
    assert_eq!(inbox[0]["session"]["id"], json!(talk.id));

    let answer = json!({ "request_id": asked["request_id"], "answers": { "Which?": "Postgres" } });
    talk.tell("answer", answer.clone()).await;
    resumed(&stage, &mut talk).await;
    assert_eq!(talk.post("answer", answer).await.status, 409);
    assert_eq!(stage.inbox().await, [json!(null); 0]);
    let log = talk.log().await;
    for event in before.iter().filter(|event| event["event"] != "text_delta") {
        assert!(log.iter().any(|kept| kept["n"] == event["n"] && kept["data"] == event["data"]), "{event} is gone");
    }
    stage.end().await;
}

#[tokio::test]
async fn a_question_outlives_the_agent() {
    let stage = Stage::new(asking(&[question("Which?", false)])).await;
    let mut talk = stage.talk("chat", "remember the zebra").await;
    talk.turn().await;
    talk.say("[[once]]").await;
    let asked = talk.asked("question").await;
    kill(talk.processes()[0]).unwrap();
    assert_eq!(talk.next("error").await["code"], "crashed");
    let view = talk.view().await;
    assert_eq!((&view["status"], &view["waiting"][0]["data"]), (&json!("waiting"), &asked), "{view}");
    assert_eq!(stage.inbox().await.len(), 1);
    let answer = json!({ "request_id": asked["request_id"], "answers": { "Which?": "Postgres" } });
    talk.tell("answer", answer).await;
    resumed(&stage, &mut talk).await;
    stage.end().await;
}

/// Checks that the model was told the answer, in the same conversation.
async fn resumed(stage: &Stage, talk: &mut Talk) {
    talk.next("settled").await;
    let done = talk.next("done").await;
    assert_eq!(done["outcome"], "completed", "{done}");
    let conversation = stage.told_in_words("Postgres").await;
    assert!(conversation.contains("Which?") && conversation.contains("remember the zebra"), "{conversation}");
}
