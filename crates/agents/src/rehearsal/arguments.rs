//! What can be written on its command line: what is written for Claude Code.

use uuid::Uuid;

use super::RehearsalError;
use super::permissions::{PermissionMode, Rule};

pub enum Call {
    Version,
    Play(Box<Arguments>),
}

#[derive(Debug)]
pub struct Arguments {
    pub begin: Begin,
    pub keeping: Keeping,
    pub output: Output,
    pub mode: PermissionMode,
    pub bypass: Bypass,
    pub asking: Asking,
    pub allowed: Vec<Rule>,
    pub disallowed: Vec<Rule>,
    /// Said beside the agent's own instructions; only words like "review" are looked for.
    pub instructions: String,
}

/// Which conversation is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    New(Option<Uuid>),
    Resume(Uuid),
    Fork { from: Uuid, to: Option<Uuid>, at: Option<Uuid> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    OnDisk,
    Nowhere,
}

/// What is written beside the events that are always written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Output {
    pub partial_messages: bool,
    pub replayed_messages: bool,
}

/// Whether every permission may be switched off later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bypass {
    Never,
    Possible,
}

/// Whether there is somebody to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    Nobody,
    Host,
}

/// Flags that take a value and change nothing here.
const IGNORED_WITH_VALUE: &[&str] = &[
    "--add-dir",
    "--agent",
    "--betas",
    "--debug-file",
    "--effort",
    "--fallback-model",
    "--json-schema",
    "--max-budget-usd",
    "--max-turns",
    "--mcp-config",
    "--model",
    "--permission-prompts",
    "--plugin-dir",
    "--setting-sources",
    "--settings",
    "--thinking",
    "--tools",
];
/// Flags that take none; the last four change nothing.
const SWITCHES: &[&str] = &[
    "--verbose",
    "--include-partial-messages",
    "--replay-user-messages",
    "--fork-session",
    "--no-session-persistence",
    "--allow-dangerously-skip-permissions",
    "-p",
    "--print",
    "--strict-mcp-config",
    "--include-hook-events",
];

pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Call, RehearsalError> {
    let mut words = words.into_iter();
    let mut flags = Flags::default();
    while let Some(word) = words.next() {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        if name == "--version" {
            return Ok(Call::Version);
        }
        if SWITCHES.contains(&name) && attached.is_none() {
            flags.switches.push(name.to_owned());
            continue;
        }
        let mut value =
            || attached.clone().or_else(|| words.next()).ok_or_else(|| wrong(format!("{name} needs a value")));
        flags.set(name, &mut value)?;
    }
    flags.finish().map(|arguments| Call::Play(Box::new(arguments)))
}

#[derive(Default)]
struct Flags {
    input_format: String,
    output_format: String,
    switches: Vec<String>,
    session: Option<Uuid>,
    resume: Option<Uuid>,
    resume_at: Option<Uuid>,
    prompt_tool: Option<String>,
    mode: PermissionMode,
    allowed: Vec<Rule>,
    disallowed: Vec<Rule>,
    instructions: String,
}

impl Flags {
    fn has(&self, switch: &str) -> bool {
        self.switches.iter().any(|given| given == switch)
    }

    fn set(
        &mut self,
        name: &str,
        value: &mut dyn FnMut() -> Result<String, RehearsalError>,
    ) -> Result<(), RehearsalError> {
        match name {
            "--input-format" => self.input_format = value()?,
            "--output-format" => self.output_format = value()?,
            "--permission-prompt-tool" => self.prompt_tool = Some(value()?),
            "--permission-mode" => {
                let named = value()?;
                self.mode =
                    PermissionMode::parse(&named).ok_or_else(|| wrong(format!("unknown permission mode {named:?}")))?;
            }
            "--session-id" => self.session = Some(uuid(name, &value()?)?),
            "--resume" | "-r" => self.resume = Some(uuid(name, &value()?)?),
            "--resume-session-at" => self.resume_at = Some(uuid(name, &value()?)?),
            "--append-system-prompt" => self.instructions = value()?,
            "--allowedTools" | "--allowed-tools" => self.allowed.extend(Rule::list(&value()?)),
            "--disallowedTools" | "--disallowed-tools" => self.disallowed.extend(Rule::list(&value()?)),
            _ if IGNORED_WITH_VALUE.contains(&name) => drop(value()?),
            _ => return Err(wrong(format!("unknown option '{name}'"))),
        }
        Ok(())
    }

    fn finish(self) -> Result<Arguments, RehearsalError> {
        if self.input_format != "stream-json" || self.output_format != "stream-json" {
            return Err(wrong("--input-format and --output-format must be stream-json"));
        }
        if !self.has("--verbose") {
            return Err(wrong("--output-format stream-json needs --verbose"));
        }
        let may_bypass =
            self.has("--allow-dangerously-skip-permissions") || self.mode == PermissionMode::BypassPermissions;
        let asking = match self.prompt_tool.as_deref() {
            None => Asking::Nobody,
            Some("stdio") => Asking::Host,
            Some(other) => return Err(wrong(format!("--permission-prompt-tool can only be stdio, not {other:?}"))),
        };
        let begin = match (self.resume, self.session, self.has("--fork-session")) {
            (None, session, false) => Begin::New(session),
            (None, _, true) => return Err(wrong("--fork-session needs --resume")),
            (Some(from), to, true) => Begin::Fork { from, to, at: self.resume_at },
            (Some(id), None, false) => Begin::Resume(id),
            (Some(_), Some(_), false) => return Err(wrong("--session-id with --resume needs --fork-session")),
        };
        Ok(Arguments {
            begin,
            keeping: if self.has("--no-session-persistence") { Keeping::Nowhere } else { Keeping::OnDisk },
            output: Output {
                partial_messages: self.has("--include-partial-messages"),
                replayed_messages: self.has("--replay-user-messages"),
            },
            mode: self.mode,
            bypass: if may_bypass { Bypass::Possible } else { Bypass::Never },
            asking,
            allowed: self.allowed,
            disallowed: self.disallowed,
            instructions: self.instructions,
        })
    }
}

fn uuid(flag: &str, text: &str) -> Result<Uuid, RehearsalError> {
    text.parse().map_err(|_| wrong(format!("{flag} is not a UUID: {text:?}")))
}

fn wrong(problem: impl Into<String>) -> RehearsalError {
    RehearsalError::Arguments(problem.into())
}
