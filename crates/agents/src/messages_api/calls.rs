//! The tools a model wants to use: several at once, and answers in the order they were asked for.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::ask;
use super::inbox::{Halt, Inbox};
use super::limits::MAX_PARALLEL_CALLS;
use super::message::Block;
use super::reply::Call;
use super::request::Settings;
use crate::event::{Event, RequestId};
use crate::text::{bounded, bounded_value};
use crate::toolbox::{ToolAnswer, Toolbox};

/// What came of the calls. Every call has its result, even if the run ended meanwhile.
pub struct Results {
    pub blocks: Vec<Block>,
    pub halt: Option<Halt>,
}

/// Runs the calls of one answer.
pub async fn run(calls: Vec<Call>, settings: &Settings, toolbox: &Arc<dyn Toolbox>, inbox: &mut Inbox) -> Results {
    let permits = Arc::new(Semaphore::new(MAX_PARALLEL_CALLS));
    let mut running = FuturesUnordered::new();
    for (place, call) in calls.iter().enumerate() {
        let input = bounded_value(Value::Object(call.input.clone().unwrap_or_default()));
        let (id, name) = (call.id.clone(), call.name.clone());
        inbox.tell(Event::ToolStarted { id, name, input, parent: None }).await;
        let work = begin(call, settings, toolbox, &permits, inbox).await;
        running.push(work.map(move |answer| (place, answer)));
    }
    let mut results: Vec<Option<Block>> = calls.iter().map(|_| None).collect();
    let halt = loop {
        match inbox.attend(running.next()).await {
            Ok(Some((place, answer))) => results[place] = Some(end(&calls[place], answer, inbox).await),
            Ok(None) => break None,
            Err(halt) => break Some(halt),
        }
    };
    drop(running);
    let mut blocks = Vec::new();
    for (call, result) in calls.iter().zip(results) {
        blocks.push(match result {
            Some(block) => block,
            None => give_up(call, inbox).await,
        });
    }
    Results { blocks, halt }
}

/// Returns what will answer a call, and asks the person if that is what it is.
async fn begin(
    call: &Call,
    settings: &Settings,
    toolbox: &Arc<dyn Toolbox>,
    permits: &Arc<Semaphore>,
    inbox: &mut Inbox,
) -> BoxFuture<'static, ToolAnswer> {
    let Some(input) = &call.input else {
        return refuse("The input was not a whole JSON object; it may have been cut off. Try again with less.");
    };
    let Some(tool) = settings.tool(&call.name) else { return refuse("There is no such tool.") };
    if !tool.effect.runs_unasked(inbox.mode) {
        return refuse("This would change something, and that is not allowed while planning.");
    }
    if call.name == ask::NAME {
        return question(call, input, inbox).await;
    }
    let (toolbox, permits) = (toolbox.clone(), permits.clone());
    let (id, name, input) = (call.id.clone(), call.name.clone(), Value::Object(input.clone()));
    let work = async move {
        // The semaphore is never closed; without a permit the tool would merely run beside more of its kind.
        let _permit = permits.acquire().await.ok();
        toolbox.call(Some(&id), &name, input).await
    };
    let guarded = AssertUnwindSafe(work).catch_unwind();
    guarded.map(|answer| answer.unwrap_or_else(|_| error("The tool broke down."))).boxed()
}

async fn question(call: &Call, input: &Map<String, Value>, inbox: &mut Inbox) -> BoxFuture<'static, ToolAnswer> {
    let questions = match ask::parse(input) {
        Ok(questions) => questions,
        Err(problem) => return refuse(&problem),
    };
    let request = RequestId(call.id.0.clone());
    let Some(decision) = inbox.ask(request.clone()) else { return refuse("Too many questions are open.") };
    let (tool, asked) = (call.id.clone(), questions.clone());
    inbox.tell(Event::Question { request, tool, questions: asked, parent: None }).await;
    let answer = async move {
        match decision.await {
            Ok(decision) => ask::answer(&questions, &decision),
            Err(_) => error("Nobody answered."),
        }
    };
    answer.boxed()
}

async fn end(call: &Call, answer: ToolAnswer, inbox: &Inbox) -> Block {
    let ToolAnswer { text, is_error } = answer;
    let mut content = bounded(text);
    if is_error && content.trim().is_empty() {
        // The service refuses an error without words.
        "The tool failed.".clone_into(&mut content);
    }
    let (id, diff) = (call.id.clone(), None);
    inbox.tell(Event::ToolEnded { id, content: content.clone(), is_error, diff, parent: None }).await;
    Block::ToolResult { tool_use_id: call.id.0.clone(), content, is_error }
}

async fn give_up(call: &Call, inbox: &mut Inbox) -> Block {
    let request = RequestId(call.id.0.clone());
    if inbox.withdraw(&request) {
        inbox.tell(Event::Withdrawn { request }).await;
    }
    end(call, error("interrupted"), inbox).await
}

fn refuse(why: &str) -> BoxFuture<'static, ToolAnswer> {
    futures_util::future::ready(error(why)).boxed()
}

fn error(text: &str) -> ToolAnswer {
    ToolAnswer { text: text.to_owned(), is_error: true }
}
