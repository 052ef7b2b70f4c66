//! What a session is asked by people.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::taken_up::{DECLINED, INSTEAD, REJECTED};
use agents::{Command, Mode, PermissionDecision, PlanDecision, QuestionDecision, RequestId};
use serde_json::{Value, json};
use store::{Approval, OpenRequest, SessionStatus, WaitingMessage};
use tokio::sync::oneshot;

use super::runs::plan_in_words;
use super::{Actor, Gone, Phase, answer};
use crate::answers::{self, PermissionReply, PlanReply, QuestionReply, in_words};
use crate::entry::Entry;
use crate::error::SessionError;
use crate::launch::{mode, mode_name};
use crate::limits::MAX_WAITING_MESSAGES;
use crate::sessions::{Settings, Who};
use crate::tail::{Follower, Form};
use crate::view::View;

pub(crate) type Reply = oneshot::Sender<Result<View, SessionError>>;

/// What a session can be asked. Whether the asker may is settled before.
pub(crate) enum Ask {
    Look(Reply),
    Follow {
        after: u64,
        form: Form,
        reply: oneshot::Sender<Result<Follower, SessionError>>,
    },
    Message {
        content: String,
        who: Who,
        reply: Reply,
    },
    TakeBack {
        message: [u8; 16],
        reply: Reply,
    },
    Answer {
        request: String,
        answer: QuestionReply,
        who: Who,
        reply: Reply,
    },
    Plan {
        request: String,
        sha256: String,
        answer: PlanReply,
        who: Who,
        reply: Reply,
    },
    Permission {
        request: String,
        answer: PermissionReply,
        who: Who,
        reply: Reply,
    },
    Interrupt(Reply),
    Stop(Reply),
    Settings {
        settings: Settings,
        reply: Reply,
    },
    /// The session is being deleted.
    Close,
}

impl Actor {
    pub(super) async fn ask(&mut self, ask: Ask) -> Result<(), Gone> {
        match ask {
            Ask::Look(reply) => answer(reply, Ok(self.shown())),
            Ask::Follow { after, form, reply } => {
                let follower = Follower::new(self.tail(), self.config.store.clone(), after, form);
                answer(reply, Ok(follower));
            }
            Ask::Message { content, who, reply } => {
                let result = self.message(content, &who).await;
                self.answered(reply, result);
            }
            Ask::TakeBack { message, reply } => {
                let result = self.take_back(message).await;
                self.answered(reply, result);
            }
            Ask::Answer { request, answer, who, reply } => {
                let result = self.answer(&request, answer, &who).await;
                self.answered(reply, result);
            }
            Ask::Plan { request, sha256, answer, who, reply } => {
                let result = self.plan(&request, &sha256, answer, &who).await;
                self.answered(reply, result);
            }
            Ask::Permission { request, answer, who, reply } => {
                let result = self.permission(&request, answer, &who).await;
                self.answered(reply, result);
            }
            Ask::Interrupt(reply) => {
                let result = self.interrupt().await;
                self.answered(reply, result);
            }
            Ask::Stop(reply) => return self.stop(reply).await,
            Ask::Settings { settings, reply } => {
                let result = self.settings(settings).await;
                self.answered(reply, result);
            }
            Ask::Close => return Err(Gone),
        }
        Ok(())
    }

    fn answered(&self, reply: Reply, result: Result<(), SessionError>) {
        answer(reply, result.map(|()| self.shown()));
    }

    async fn message(&mut self, content: String, who: &Who) -> Result<(), SessionError> {
        answers::text("/content", &content)?;
        if self.messages.len() >= MAX_WAITING_MESSAGES {
            return Err(SessionError::TooMany(MAX_WAITING_MESSAGES));
        }
        self.not_stopping()?;
        let before = self.before().await?;
        if !self.is_live() && !self.requests.is_empty() {
            // Nobody waits for these answers any more, and the conversation goes on without them.
            self.withdraw_all();
        }
        let message = self.new_message(content, Some(who));
        self.receive(message, Some(&who.name));
        self.commit_or_undo(before).await?;
        if self.in_turn && self.is_live() {
            self.hand_over().await;
            return Ok(());
        }
        self.want_to_work().await;
        self.commit().await.map_err(|Gone| SessionError::Missing)
    }

    /// What is said while a session is being ended would be said to nobody.
    fn not_stopping(&self) -> Result<(), SessionError> {
        if self.stopping.is_empty() { Ok(()) } else { Err(SessionError::Busy) }
    }

    pub(super) fn new_message(&self, content: String, who: Option<&Who>) -> WaitingMessage {
        WaitingMessage {
            id: (self.config.new_id)().into_bytes(),
            session: self.row.id,
            content,
            sent_by: who.map(|who| who.id),
            sent_at: self.now(),
        }
    }

    pub(super) fn receive(&mut self, message: WaitingMessage, by_name: Option<&str>) {
        self.log(&Entry::user_message(&message, by_name));
        self.step.received.push(message.clone());
        self.messages.push(message);
    }

    async fn take_back(&mut self, id: [u8; 16]) -> Result<(), SessionError> {
        let waits = self.messages.iter().any(|message| message.id == id) && !self.sent.contains(&id);
        if !waits {
            return Err(SessionError::Settled);
        }
        let before = self.before().await?;
        self.messages.retain(|message| message.id != id);
        self.step.delivered.push(id);
        self.log(&Entry::new("taken_back", json!({ "id": uuid::Uuid::from_bytes(id) })));
        let nothing_to_do = self.messages.is_empty() && self.row.status == SessionStatus::Queued;
        if nothing_to_do {
            self.set_status(SessionStatus::Idle, None);
        }
        self.commit_or_undo(before).await?;
        if nothing_to_do {
            self.end_process();
        }
        Ok(())
    }

    fn asked(&self, request: &str, kind: &str) -> Result<OpenRequest, SessionError> {
        let open = self.requests.iter().find(|open| open.id == request && open.kind == kind);
        open.cloned().ok_or(SessionError::Settled)
    }

    async fn answer(&mut self, request: &str, reply: QuestionReply, who: &Who) -> Result<(), SessionError> {
        let open = self.asked(request, "question")?;
        let (data, words, decision) = match reply {
            QuestionReply::Answers(given) => {
                answers::check(&open, &given)?;
                let data = json!({ "outcome": "answered", "answers": flat(&given) });
                (data, in_words(&given), QuestionDecision::Answered(given))
            }
            QuestionReply::Decline { message } => {
                answers::within("/message", message.as_deref().unwrap_or_default())?;
                let data = json!({ "outcome": "declined", "message": message });
                let instead = message.as_deref().map(|message| format!("{INSTEAD}\n\n{message}"));
                let words = instead.unwrap_or_else(|| DECLINED.to_owned());
                (data, words, QuestionDecision::Declined { message })
            }
        };
        let command = Command::Answer { request: RequestId(request.to_owned()), decision };
        self.close(open, data, command, TakeUp::saying(words), who).await
    }

    async fn plan(&mut self, request: &str, sha256: &str, reply: PlanReply, who: &Who) -> Result<(), SessionError> {
        let open = self.asked(request, "plan")?;
        let shown: Value = serde_json::from_str(&open.data).map_err(|_| SessionError::Settled)?;
        if shown["plan_sha256"].as_str() != Some(sha256) {
            return Err(SessionError::PlanChanged);
        }
        let (data, take_up, decision) = match reply {
            PlanReply::Approve { edited } => {
                answers::within("/plan", edited.as_deref().unwrap_or_default())?;
                let edited = edited.filter(|edited| Some(edited.as_str()) != shown["plan"].as_str());
                let data = json!({ "outcome": "approved", "plan": edited, "plan_sha256": sha256 });
                let plan = edited.as_deref().or(shown["plan"].as_str()).unwrap_or_default();
                let then = Mode::Code;
                let approved = Some(Arc::from(plan));
                let take_up = TakeUp { mode: Some(then), approved, ..TakeUp::saying(plan_in_words(plan)) };
                (data, take_up, PlanDecision::Approved { edited, then })
            }
            PlanReply::Reject { feedback } => {
                answers::text("/feedback", &feedback)?;
                let data = json!({ "outcome": "rejected", "feedback": feedback });
                (data, TakeUp::saying(format!("{REJECTED}\n\n{feedback}")), PlanDecision::Rejected { feedback })
            }
        };
        let command = Command::DecidePlan { request: RequestId(request.to_owned()), decision };
        self.close(open, data, command, take_up, who).await
    }

    async fn permission(&mut self, request: &str, reply: PermissionReply, who: &Who) -> Result<(), SessionError> {
        let open = self.asked(request, "permission")?;
        let asked: Value = serde_json::from_str(&open.data).map_err(|_| SessionError::Settled)?;
        let name = asked["name"].as_str().unwrap_or_default();
        if reply == PermissionReply::Always && asked["always"].is_null() {
            return Err(SessionError::invalid("/always", "this can be allowed once only"));
        }
        let (data, take_up, decision) = match reply {
            PermissionReply::Once | PermissionReply::Always => {
                let always = reply == PermissionReply::Always;
                let data = json!({ "outcome": "allowed", "always": always.then_some(true) });
                let words = format!("I allow what you asked for: {name}. Go on.");
                let grant = Some((name.to_owned(), asked["input"].clone()));
                let decision = if always { PermissionDecision::Always } else { PermissionDecision::Once };
                (data, TakeUp { grant, ..TakeUp::saying(words) }, decision)
            }
            PermissionReply::Deny { message } => {
                answers::within("/message", message.as_deref().unwrap_or_default())?;
                let data = json!({ "outcome": "denied", "message": message });
                let words = message.clone().unwrap_or_else(|| format!("I do not allow {name}. Go on without it."));
                (data, TakeUp::saying(words), PermissionDecision::Denied { message })
            }
        };
        let command = Command::DecidePermission { request: RequestId(request.to_owned()), decision };
        self.close(open, data, command, take_up, who).await
    }

    /// Writes an answer down and gives it to the agent, or says it in words to one that has to be taken up again.
    async fn close(
        &mut self,
        open: OpenRequest,
        mut data: Value,
        command: Command,
        take_up: TakeUp,
        who: &Who,
    ) -> Result<(), SessionError> {
        self.not_stopping()?;
        data["kind"] = json!(open.kind);
        data["by"] = json!(who.id);
        data["by_name"] = json!(who.name);
        let before = self.before().await?;
        if let Phase::Live { run, .. } = &self.phase {
            // An agent that cannot take the answer now is asked for it again.
            let room = run.commands.clone().try_reserve_owned().map_err(|_| SessionError::Busy)?;
            self.settle(&open.id, data);
            self.approve(take_up.approved, who);
            self.work_again();
            self.commit_or_undo(before).await?;
            room.send(command);
            return Ok(());
        }
        self.settle(&open.id, data);
        self.approve(take_up.approved, who);
        if let Some(mode) = take_up.mode {
            self.set_mode(mode);
        }
        let message = self.new_message(take_up.words, Some(who));
        self.receive(message, Some(&who.name));
        self.commit_or_undo(before).await?;
        self.grants.extend(take_up.grant);
        if self.requests.is_empty() {
            self.want_to_work().await;
        }
        self.commit().await.map_err(|Gone| SessionError::Missing)
    }

    /// Keeps the very text that a person approved.
    fn approve(&mut self, plan: Option<Arc<str>>, who: &Who) {
        if let Some(plan) = plan {
            let count = self.row.approval.as_ref().map_or(0, |approval| approval.count) + 1;
            self.row.approval = Some(Approval { plan, by: who.id, count });
            self.row_changed = true;
        }
    }

    async fn interrupt(&mut self) -> Result<(), SessionError> {
        if self.is_live() {
            return if self.tell(Command::Interrupt) { Ok(()) } else { Err(SessionError::Busy) };
        }
        if matches!(self.phase, Phase::Starting(_)) {
            self.held = true;
            return Ok(());
        }
        let before = self.before().await?;
        if matches!(self.row.status, SessionStatus::Queued | SessionStatus::Waiting) {
            self.withdraw_all();
            self.set_status(SessionStatus::Idle, None);
        }
        self.commit_or_undo(before).await?;
        // It has left the queue.
        self.end_process();
        Ok(())
    }

    async fn stop(&mut self, reply: Reply) -> Result<(), Gone> {
        self.stopping.push(reply);
        self.end_start().await;
        self.end_process();
        if self.is_resting() {
            self.withdraw_all();
            self.set_status(SessionStatus::Ended, None);
            self.slot = None;
        }
        self.commit().await
    }

    async fn settings(&mut self, settings: Settings) -> Result<(), SessionError> {
        let before = self.before().await?;
        let mut commands = Vec::new();
        if let Some(model) = settings.model {
            self.set_model(&model);
            commands.push(Command::SetModel(model));
        }
        if let Some(name) = settings.mode {
            self.set_mode(mode(&name));
            commands.push(Command::SetMode(mode(&name)));
        }
        self.commit_or_undo(before).await?;
        for command in commands {
            if self.is_live() && !self.tell(command) {
                tracing::warn!(session.id = %self.row.id, "An agent did not take its settings");
            }
        }
        Ok(())
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        let name = mode_name(mode);
        if self.row.mode != name {
            name.clone_into(&mut self.row.mode);
            self.row_changed = true;
            self.log(&Entry::status(self.row.status, json!({ "mode": name })));
        }
    }

    pub(super) fn set_model(&mut self, model: &str) {
        if self.row.model.as_deref() != Some(model) {
            self.row.model = Some(model.to_owned());
            self.row_changed = true;
            self.log(&Entry::status(self.row.status, json!({ "model": model })));
        }
    }
}

/// What an agent whose process is gone is taken up again with.
struct TakeUp {
    words: String,
    mode: Option<Mode>,
    /// The plan that was approved.
    approved: Option<Arc<str>>,
    /// What it may do when it asks for it again.
    grant: Option<(String, Value)>,
}

impl TakeUp {
    fn saying(words: String) -> Self {
        Self { words, mode: None, approved: None, grant: None }
    }
}

/// Writes answers as they were given: one text, or a list where several were chosen.
fn flat(answers: &BTreeMap<String, Vec<String>>) -> Value {
    let value = |chosen: &Vec<String>| if let [one] = chosen.as_slice() { json!(one) } else { json!(chosen) };
    Value::Object(answers.iter().map(|(question, chosen)| (question.clone(), value(chosen))).collect())
}
