//! Reading the conversation in a request, which may be anything: what is not understood is not there.

use serde_json::Value;

/// A text somebody said to the model, and how often the model has answered since.
pub(super) struct Said<'a> {
    pub text: &'a str,
    pub step: usize,
}

pub(super) fn has_tools(body: &Value) -> bool {
    body["tools"].as_array().is_some_and(|tools| !tools.is_empty())
}

pub(super) fn messages(body: &Value) -> &[Value] {
    body["messages"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the texts that were said to the model. A program may put in messages of the role `system`, with what a person
/// typed while the model was working; results of tools are no such texts.
pub(super) fn newest_first(body: &Value) -> impl Iterator<Item = Said<'_>> {
    let mut step = 0;
    messages(body).iter().rev().flat_map(move |message| {
        let is_answer = message["role"] == "assistant";
        step += usize::from(is_answer);
        let said = if is_answer { Vec::new() } else { texts(&message["content"]) };
        said.into_iter().rev().map(move |text| Said { text, step })
    })
}

/// Returns the newest text of the role `user`.
pub(super) fn last_user_text(body: &Value) -> Option<&str> {
    of_user(body).find_map(|message| texts(&message["content"]).pop())
}

/// Returns the text of the newest result of a tool.
pub(super) fn last_tool_result(body: &Value) -> Option<String> {
    let newest = of_user(body).find_map(|message| blocks(&message["content"], "tool_result").next_back())?;
    Some(texts(&newest["content"]).join("\n"))
}

fn of_user(body: &Value) -> impl Iterator<Item = &Value> {
    messages(body).iter().rev().filter(|message| message["role"] == "user")
}

/// Returns the texts of a content, which is a text or a list of blocks.
fn texts(content: &Value) -> Vec<&str> {
    match content {
        Value::String(text) => vec![text],
        _ => blocks(content, "text").filter_map(|block| block["text"].as_str()).collect(),
    }
}

fn blocks<'a>(content: &'a Value, kind: &'static str) -> impl DoubleEndedIterator<Item = &'a Value> {
    content.as_array().into_iter().flatten().filter(move |block| block["type"] == kind)
}
