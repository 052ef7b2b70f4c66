//! What the host can tell the process, besides messages.

use serde_json::{Value, json};

use super::{NAME, Stage, Stop};
use crate::rehearsal::arguments::Bypass;
use crate::rehearsal::permissions::PermissionMode;
use crate::rehearsal::servers::{self, MAX_SERVERS, Server, State};

impl Stage {
    /// Does what the host asks for and answers it.
    pub(super) async fn obey(&mut self, id: &str, request: Value) -> Result<(), Stop> {
        let subtype = request["subtype"].as_str().unwrap_or_default();
        let response = match subtype {
            "initialize" => return self.initialize(id, &request).await,
            "interrupt" => return self.interrupt(id, &request).await,
            "set_permission_mode" => return self.set_mode(id, request["mode"].as_str().unwrap_or_default()).await,
            "end_session" => {
                self.wire.answer(id, json!({})).await?;
                return Err(Stop::Ended);
            }
            // There is only one, whatever was asked for.
            "set_model" => json!({ "model": NAME }),
            "mcp_status" => json!({ "mcpServers": self.servers.iter().map(Server::status).collect::<Vec<_>>() }),
            "set_max_thinking_tokens" | "rename_session" | "apply_flag_settings" => json!({}),
            _ => {
                let error = format!("Unsupported control request subtype: {subtype}");
                return Ok(self.wire.refuse(id, &error, "unsupported_request").await?);
            }
        };
        Ok(self.wire.answer(id, response).await?)
    }

    async fn initialize(&mut self, id: &str, request: &Value) -> Result<(), Stop> {
        if let Some(instructions) = request["appendSystemPrompt"].as_str() {
            instructions.clone_into(&mut self.instructions);
        }
        // The servers are greeted before the answer and waited for after it, so that a host may do either first.
        self.servers.clear();
        for name in request["sdkMcpServers"].as_array().into_iter().flatten().take(MAX_SERVERS) {
            let Some(name) = name.as_str() else { continue };
            let greeting = self.wire.request(servers::message(name, &servers::greeting())).await?;
            self.servers.push(Server { name: name.to_owned(), state: State::Greeting(greeting) });
        }
        let model = json!({ "value": "default", "resolvedModel": NAME, "displayName": "Rehearsal (scripted)" });
        let response = json!({
            "commands": [], "agents": [], "output_style": "default", "available_output_styles": ["default"],
            "models": [model], "account": { "tokenSource": "none", "apiKeySource": "none" },
            "pid": std::process::id(), "claude_code_version": NAME,
            "current_permission_mode": self.permissions.mode.name(), "session_state": "idle",
        });
        Ok(self.wire.answer(id, response).await?)
    }

    /// Takes a server's answer and goes on with it.
    pub(super) async fn advance_server(&mut self, index: usize, answer: Result<Value, String>) -> Result<(), Stop> {
        let server = &mut self.servers[index];
        match (&server.state, servers::result(answer)) {
            (_, Err(reason)) => server.state = State::Failed { reason },
            (State::Listing(_), Ok(result)) => server.state = State::Ready { tools: servers::tool_names(&result) },
            (State::Greeting(_) | State::Ready { .. } | State::Failed { .. }, Ok(_)) => {
                let name = server.name.clone();
                self.wire.request(servers::message(&name, &servers::greeted())).await?;
                let listing = self.wire.request(servers::message(&name, &servers::list())).await?;
                self.servers[index].state = State::Listing(listing);
            }
        }
        Ok(())
    }

    async fn interrupt(&mut self, id: &str, request: &Value) -> Result<(), Stop> {
        if let Some(prompt) = self.prompt.take() {
            self.wire.withdraw(&prompt).await?;
        }
        let queued: Vec<String> = self.queue.iter().filter_map(|message| message.id.clone()).collect();
        let response = if request["cancel_queued"].as_bool().unwrap_or(false) {
            self.queue.clear();
            for message in &queued {
                self.wire.lifecycle(Some(message), "cancelled").await?;
            }
            json!({ "still_queued": [], "cancelled": queued })
        } else {
            json!({ "still_queued": queued })
        };
        self.wire.answer(id, response).await?;
        Err(Stop::Interrupted)
    }

    async fn set_mode(&mut self, id: &str, name: &str) -> Result<(), Stop> {
        let Some(mode) = PermissionMode::parse(name) else {
            let error = format!("Unknown permission mode: {name}");
            return Ok(self.wire.refuse(id, &error, "invalid_mode").await?);
        };
        if mode == PermissionMode::BypassPermissions && self.permissions.bypass == Bypass::Never {
            let error = "bypassPermissions needs --allow-dangerously-skip-permissions at the start";
            return Ok(self.wire.refuse(id, error, "bypass_not_launched").await?);
        }
        self.permissions.mode = mode;
        Ok(self.wire.answer(id, json!({ "mode": mode.name() })).await?)
    }
}
