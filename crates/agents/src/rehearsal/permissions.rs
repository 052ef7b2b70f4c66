//! Which tools run unasked.

use serde::Deserialize;
use serde_json::Value;

use super::arguments::Bypass;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PermissionMode {
    #[default]
    Default,
    AcceptEdits,
    Plan,
    BypassPermissions,
    Auto,
    DontAsk,
}

impl PermissionMode {
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "default" | "manual" => Self::Default,
            "acceptEdits" => Self::AcceptEdits,
            "plan" => Self::Plan,
            "bypassPermissions" => Self::BypassPermissions,
            "auto" => Self::Auto,
            "dontAsk" => Self::DontAsk,
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::Plan => "plan",
            Self::BypassPermissions => "bypassPermissions",
            Self::Auto => "auto",
            Self::DontAsk => "dontAsk",
        }
    }
}

/// A tool, or some uses of it: `Bash`, `Bash(npm run *)`, `mcp__board`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    tool_name: String,
    #[serde(default)]
    rule_content: Option<String>,
}

impl Rule {
    /// Reads a list as it is written on a command line; commas and spaces outside brackets part its rules.
    pub fn list(text: &str) -> Vec<Self> {
        let mut depth = 0_usize;
        let parts = text.split(|letter: char| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (letter == ',' || letter == ' ')
        });
        parts.filter(|part| !part.is_empty()).map(Self::parse).collect()
    }

    fn parse(text: &str) -> Self {
        match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((tool, content)) => Self { tool_name: tool.to_owned(), rule_content: Some(content.to_owned()) },
            None => Self { tool_name: text.to_owned(), rule_content: None },
        }
    }

    fn covers(&self, tool: &str, content: &str) -> bool {
        // The name of a server covers all its tools.
        let of_server = || {
            let rest = tool.strip_prefix(&self.tool_name).and_then(|rest| rest.strip_prefix("__"));
            self.tool_name.starts_with("mcp__") && rest.is_some_and(|rest| !rest.is_empty())
        };
        let named = self.tool_name == tool || of_server();
        named
            && self.rule_content.as_deref().is_none_or(|rule| match rule.strip_suffix('*') {
                Some(start) => content.starts_with(start),
                None => content == rule,
            })
    }
}

/// What is to be done with a call of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Run,
    Ask,
    Refuse,
}

#[derive(Debug)]
pub struct Permissions {
    pub mode: PermissionMode,
    pub bypass: Bypass,
    pub allowed: Vec<Rule>,
    pub disallowed: Vec<Rule>,
}

/// What a person may allow beyond a single call.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Update {
    AddRules {
        rules: Vec<Rule>,
        behavior: String,
    },
    SetMode {
        mode: String,
    },
    #[serde(other)]
    Other,
}

impl Permissions {
    /// Judges a call; `content` is what a rule can be about, like a command.
    pub fn judge(&self, tool: &str, content: &str) -> Verdict {
        if self.disallowed.iter().any(|rule| rule.covers(tool, content)) {
            return Verdict::Refuse;
        }
        if self.allowed.iter().any(|rule| rule.covers(tool, content)) {
            return Verdict::Run;
        }
        let edits = matches!(tool, "Write" | "Edit");
        match self.mode {
            PermissionMode::BypassPermissions => Verdict::Run,
            PermissionMode::AcceptEdits | PermissionMode::Auto if edits => Verdict::Run,
            PermissionMode::DontAsk => Verdict::Refuse,
            PermissionMode::Default | PermissionMode::Plan | PermissionMode::AcceptEdits | PermissionMode::Auto => {
                Verdict::Ask
            }
        }
    }

    /// Takes over what a person allowed with an answer. It lasts as long as the process, wherever it was meant to be kept.
    pub fn update(&mut self, updates: &Value) {
        for update in updates.as_array().into_iter().flatten() {
            match Update::deserialize(update) {
                Ok(Update::AddRules { rules, behavior }) if behavior == "allow" => self.allowed.extend(rules),
                Ok(Update::AddRules { rules, .. }) => self.disallowed.extend(rules),
                Ok(Update::SetMode { mode }) => {
                    self.mode = self.permitted(PermissionMode::parse(&mode).unwrap_or_default());
                }
                Ok(Update::Other) | Err(_) => {}
            }
        }
    }

    fn permitted(&self, mode: PermissionMode) -> PermissionMode {
        match (mode, self.bypass) {
            (PermissionMode::BypassPermissions, Bypass::Never) => PermissionMode::Default,
            (mode, _) => mode,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn permissions(mode: PermissionMode, allowed: &str, disallowed: &str) -> Permissions {
        let (allowed, disallowed) = (Rule::list(allowed), Rule::list(disallowed));
        Permissions { mode, bypass: Bypass::Never, allowed, disallowed }
    }

    #[track_caller]
    fn check(mode: &str, allowed: &str, (tool, content): (&str, &str), expected: Verdict) {
        let mode = PermissionMode::parse(mode).unwrap();
        assert_eq!(permissions(mode, allowed, "Other").judge(tool, content), expected);
    }

    #[test]
    fn the_mode_decides_about_edits() {
        check("default", "", ("Edit", ""), Verdict::Ask);
        check("manual", "", ("Write", ""), Verdict::Ask);
        check("acceptEdits", "", ("Edit", ""), Verdict::Run);
        check("acceptEdits", "", ("Bash", "ls"), Verdict::Ask);
        check("bypassPermissions", "", ("Bash", "ls"), Verdict::Run);
        check("dontAsk", "", ("Edit", ""), Verdict::Refuse);
        check("bypassPermissions", "", ("Other", ""), Verdict::Refuse);
    }

    #[test]
    fn rules_cover_tools_servers_and_commands() {
        check("default", "Read,mcp__board", ("mcp__board__create_card", ""), Verdict::Run);
        check("default", "mcp__board", ("mcp__boards__create_card", ""), Verdict::Ask);
        check("default", "mcp__board__create_card", ("mcp__board__create_card", ""), Verdict::Run);
        check("default", "Bash(npm run *) Edit", ("Bash", "npm run build"), Verdict::Run);
        check("default", "Bash(npm run *)", ("Bash", "npm install"), Verdict::Ask);
    }

    #[test]
    fn an_answer_can_allow_more() {
        let mut permissions = permissions(PermissionMode::Default, "", "");
        let rules = json!([{ "toolName": "Bash" }]);
        permissions
            .update(&json!([{ "type": "addRules", "rules": rules, "behavior": "allow", "destination": "session" }]));
        assert_eq!(permissions.judge("Bash", "ls"), Verdict::Run);
        permissions.update(&json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }, 7]));
        assert_eq!(permissions.mode, PermissionMode::AcceptEdits);
        permissions.update(&json!([{ "type": "setMode", "mode": "bypassPermissions", "destination": "session" }]));
        assert_eq!(permissions.mode, PermissionMode::Default);
    }
}
