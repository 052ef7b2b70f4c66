use anyhow::Result;
use reqwest::{Client, Response};
use serde_json::{Value, json};

use super::*;

const TOOLS: [&str; 1] = ["Read"];

struct Caller {
    client: Client,
    url: String,
}

impl Caller {
    fn of(api: &ModelApi) -> Self {
        Self { client: Client::new(), url: api.url().to_owned() }
    }

    async fn ask(&self, text: &str, stream: bool) -> Result<Response> {
        let tools: Vec<Value> = TOOLS.iter().map(|name| json!({ "name": name })).collect();
        let messages = [json!({ "role": "user", "content": text })];
        let body = json!({ "model": "claude-test", "stream": stream, "tools": tools, "messages": messages });
        Ok(self.client.post(format!("{}/v1/messages?beta=true", self.url)).json(&body).send().await?)
    }

    async fn stream(&self, text: &str) -> Result<Response> {
        self.ask(text, true).await
    }

    async fn whole(&self, text: &str) -> Result<Value> {
        Ok(self.ask(text, false).await?.json().await?)
    }
}

fn events(body: &str) -> Vec<Value> {
    let data = body.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// Shortens events to what differs between them.
fn shown(events: &[Value]) -> Vec<String> {
    let shown = |event: &Value| match event["type"].as_str().unwrap() {
        "content_block_start" => format!("start {}", event["content_block"]["type"].as_str().unwrap()),
        "content_block_delta" => {
            let (_, piece) = event["delta"].as_object().unwrap().iter().find(|(name, _)| *name != "type").unwrap();
            format!("{} {}", event["index"], piece.as_str().unwrap())
        }
        "message_delta" => format!("stop {}", event["delta"]["stop_reason"].as_str().unwrap()),
        other => other.to_owned(),
    };
    events.iter().map(shown).collect()
}

/// Reads until what was streamed has this many events.
async fn read_events(response: &mut Response, count: usize) -> Result<Vec<Value>> {
    let mut read = String::new();
    while events(&read).len() < count {
        let chunk = response.chunk().await?.expect("the stream has ended");
        read.push_str(std::str::from_utf8(&chunk)?);
    }
    Ok(events(&read))
}

#[tokio::test]
async fn an_answer_is_streamed_in_pieces() -> Result<()> {
    let turn = Turn::thinking("Hmm, über").and_text("Good day").and_tool("Read", json!({ "n": 1 })).chunk(6);
    let api = ModelApi::start(Script::new().scene("greet", [turn])).await;
    let response = Caller::of(&api).stream("[[greet]]").await?;
    assert_eq!(response.headers()["content-type"], "text/event-stream; charset=utf-8");
    let body = response.text().await?;
    let expected = [
        "message_start",
        "start thinking",
        "0 Hmm, ü",
        "0 ber",
        "0 c2lnbmF0dXJl",
        "content_block_stop",
        "start text",
        "1 Good d",
        "1 ay",
        "content_block_stop",
        "start tool_use",
        "2 {\"n\":1",
        "2 }",
        "content_block_stop",
        "stop tool_use",
        "message_stop",
    ];
    assert_eq!(shown(&events(&body)), expected);
    assert!(body.starts_with("event: message_start\ndata: {"), "{body}");
    Ok(())
}

#[tokio::test]
async fn an_answer_comes_whole_when_it_is_not_streamed() -> Result<()> {
    let tokens = Tokens { input: 1200, cache_read: 900, ..Tokens::default() };
    let turn = Turn::text("You said {{last_user_text}}").tokens(tokens).stop_reason("max_tokens");
    let api = ModelApi::start(Script::new().scene("greet", [turn])).await;
    let mut message = Caller::of(&api).whole("[[greet]]").await?;
    assert!(message["id"].take().as_str().unwrap().starts_with("msg_"));
    let expected = json!({
        "id": null, "type": "message", "role": "assistant", "model": "claude-test",
        "content": [{ "type": "text", "text": "You said [[greet]]" }],
        "stop_reason": "max_tokens", "stop_sequence": null,
        "usage": {
            "input_tokens": 1200, "output_tokens": 5, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 0,
            "service_tier": "standard",
        },
    });
    assert_eq!(message, expected);
    Ok(())
}

#[tokio::test]
async fn tools_called_at_the_same_time_have_ids_of_their_own() -> Result<()> {
    let turn = Turn::tool("Read", json!({})).and_tool("Read", json!({}));
    let api = ModelApi::start(Script::new().otherwise(turn)).await;
    let message = Caller::of(&api).whole("go").await?;
    assert_eq!(message["stop_reason"], "tool_use");
    assert_ne!(message["content"][0]["id"], message["content"][1]["id"]);
    Ok(())
}

#[tokio::test]
async fn an_error_ends_after_its_times() -> Result<()> {
    let overloaded = Turn::error(529, "overloaded_error", "Overloaded").times(1).header("retry-after", "0");
    let api = ModelApi::start(Script::new().scene("busy", [overloaded.and_text("Here I am")])).await;
    let response = Caller::of(&api).stream("[[busy]]").await?;
    assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (529, &"0".parse()?));
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    assert_eq!(response.json::<Value>().await?, error);
    let message = Caller::of(&api).whole("[[busy]]").await?;
    assert_eq!(message["content"][0]["text"], "Here I am");
    Ok(())
}

#[tokio::test]
async fn a_gate_holds_the_stream_until_it_is_opened() -> Result<()> {
    let gate = Gate::new();
    let turn = Turn::text("one two").chunk(4).wait_after(1, &gate);
    let api = ModelApi::start(Script::new().otherwise(turn)).await;
    let mut response = Caller::of(&api).stream("go").await?;
    let read = read_events(&mut response, 3).await?;
    assert_eq!(shown(&read), ["message_start", "start text", "0 one "]);
    assert_eq!(api.served.log.borrow().answering, 1);
    gate.open();
    let rest = events(&response.text().await?);
    assert_eq!(shown(&rest), ["0 two", "content_block_stop", "stop end_turn", "message_stop"]);
    Ok(())
}

#[tokio::test]
async fn a_gate_holds_back_even_the_status() -> Result<()> {
    let gate = Gate::new();
    let turn = Turn::error(500, "api_error", "No").wait_for(&gate);
    let api = ModelApi::start(Script::new().otherwise(turn)).await;
    let caller = Caller::of(&api);
    let opened = async {
        // The request is here and cannot be answered yet.
        let request = api.wait_for_request(|request| request.scene == "otherwise").await;
        assert_eq!(api.served.log.borrow().answering, 1);
        gate.open();
        request
    };
    let (response, request) = tokio::join!(caller.stream("go"), opened);
    assert_eq!(response?.status().as_u16(), 500);
    assert_eq!(request.last_user_text(), Some("go"));
    Ok(())
}

#[tokio::test]
async fn a_gate_holds_an_answer_that_is_not_streamed() -> Result<()> {
    let gate = Gate::new();
    let api = ModelApi::start(Script::new().otherwise(Turn::text("one two").wait_after(1, &gate))).await;
    let caller = Caller::of(&api);
    let opened = async {
        api.wait_for_request(|request| request.scene == "otherwise").await;
        assert_eq!(api.served.log.borrow().answering, 1);
        gate.open();
    };
    let (message, ()) = tokio::join!(caller.whole("go"), opened);
    assert_eq!(message?["content"][0]["text"], "one two");
    Ok(())
}

#[tokio::test]
async fn an_answer_hangs_until_the_caller_hangs_up() -> Result<()> {
    let api = ModelApi::start(Script::new().otherwise(Turn::text("one two").chunk(4).hang_after(9))).await;
    let mut response = Caller::of(&api).stream("go").await?;
    let read = read_events(&mut response, 5).await?;
    assert_eq!(shown(&read), ["message_start", "start text", "0 one ", "0 two", "content_block_stop"]);
    assert_eq!(api.served.log.borrow().answering, 1);
    drop(response);
    api.wait_until_idle().await;
    Ok(())
}

#[tokio::test]
async fn dropping_the_server_cuts_a_stream() -> Result<()> {
    let api = ModelApi::start(Script::new().otherwise(Turn::text("one").hang_after(1))).await;
    let mut response = Caller::of(&api).stream("go").await?;
    read_events(&mut response, 3).await?;
    drop(api);
    assert!(response.text().await.is_err());
    Ok(())
}

#[tokio::test]
async fn everything_received_is_kept() -> Result<()> {
    let api = ModelApi::start(Script::new()).await;
    let Caller { client, url } = Caller::of(&api);
    assert_eq!(client.head(format!("{url}/")).send().await?.status(), 200);
    let count = client.post(format!("{url}/v1/messages/count_tokens")).header("x-api-key", "dummy").body("12345678");
    assert_eq!(count.send().await?.json::<Value>().await?, json!({ "input_tokens": 2 }));
    for odd in ["", "no JSON", "[]", "\"text\""] {
        assert_eq!(client.post(format!("{url}/v1/messages")).body(odd).send().await?.status(), 400, "{odd}");
    }
    for odd in ["{}", "{\"messages\": 3}", "{\"messages\": [{\"content\": [[]]}], \"tools\": [1]}"] {
        assert_eq!(client.post(format!("{url}/v1/messages")).body(odd).send().await?.status(), 200, "{odd}");
    }
    assert_eq!(client.get(format!("{url}/v1/other")).send().await?.status(), 404);
    let received = api.requests();
    let lines: Vec<String> =
        received.iter().map(|Request { method, path, body, .. }| format!("{method} {path} {body}")).collect();
    let expected = [
        "HEAD / null",
        "POST /v1/messages/count_tokens 12345678",
        "POST /v1/messages null",
        "POST /v1/messages \"no JSON\"",
        "POST /v1/messages []",
        "POST /v1/messages \"text\"",
        "POST /v1/messages {}",
        "POST /v1/messages {\"messages\":3}",
        "POST /v1/messages {\"messages\":[{\"content\":[[]]}],\"tools\":[1]}",
        "GET /v1/other null",
    ];
    assert_eq!(lines, expected);
    assert_eq!(received[1].header("x-api-key"), Some("dummy"));
    Ok(())
}

#[tokio::test]
async fn another_script_answers_from_then_on() -> Result<()> {
    let api = ModelApi::start(Script::new().otherwise(Turn::text("old"))).await;
    let caller = Caller::of(&api);
    assert_eq!(caller.whole("go").await?["content"][0]["text"], "old");
    api.set_script(Script::new().otherwise(Turn::text("new")));
    assert_eq!(caller.whole("go").await?["content"][0]["text"], "new");
    assert_eq!(api.requests()[0].tool_names(), TOOLS);
    Ok(())
}

#[tokio::test]
#[should_panic(expected = "the scripted model received \n  POST /v1/messages [otherwise] \"hello\"")]
async fn waiting_in_vain_says_what_was_received() {
    let api = ModelApi::start(Script::new()).await;
    Caller::of(&api).whole("hello").await.unwrap();
    api.wait(Duration::ZERO, "something else", |_| None::<()>).await;
}
