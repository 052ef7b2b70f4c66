//! What can be written on the command line. Every flag also reads `TANDEM_…` from the environment.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::{env, fmt};

use clap::{Args, Parser, Subcommand, ValueEnum};
use reqwest::Url;
use server::fields::{Email, Name};
use server::{AgentChoice, Network, RateLimit, Registration};

use crate::draw::{DrawArguments, LintArguments};

/// Self-hosted live boards for people and coding agents.
#[derive(Debug, Parser)]
#[command(name = "tandem", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the server.
    Serve(ServeArguments),
    /// Look after accounts.
    #[command(subcommand)]
    User(UserCommand),
    /// Serve the boards of a running server to an MCP client, over standard input and output.
    Mcp(McpArguments),
    /// Draw a batch of operations on a whiteboard, without a server.
    Draw(DrawArguments),
    /// Say what a careful person would put right on a whiteboard.
    Lint(LintArguments),
    /// Write a consistent copy of the data to a new file, also while the server runs.
    Backup(BackupArguments),
    /// Put a backup in place; the server must not run. What was there is kept beside it.
    Restore(BackupArguments),
    /// Print the OpenAPI document; the types of the web UI are made from it.
    #[command(hide = true)]
    Openapi,
    /// Play the scripted agent on standard input and output, in the protocol of Claude Code.
    #[command(hide = true, disable_help_flag = true)]
    Rehearse {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, env = "TANDEM_LISTEN", default_value = "127.0.0.1:7420")]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub data: DataArguments,
    /// Folder in which project folders must lie [default: the home folder].
    #[arg(long = "projects-root", value_name = "DIR", env = "TANDEM_PROJECTS_ROOT", value_delimiter = ':')]
    pub projects_roots: Vec<PathBuf>,
    /// Who may make an account after the first, which needs the setup link: nobody, those invited, anyone.
    #[arg(long, env = "TANDEM_REGISTRATION", default_value = "invite", value_name = "first|invite|open")]
    pub registration: Registration,
    /// Host name under which this server is reached, besides the loopback ones.
    #[arg(long = "host", value_name = "NAME", env = "TANDEM_HOST", value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// Proxy whose X-Forwarded-For header counts.
    #[arg(long = "trusted-proxy", value_name = "IP/CIDR", env = "TANDEM_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,
    /// The agent of sessions that name none; auto takes the first that is there.
    #[arg(long, env = "TANDEM_AGENT", default_value = "auto", value_name = "auto|claude|api|rehearsal")]
    pub agent: AgentChoice,
    /// How many sessions may work at the same time; the rest queue.
    #[arg(long, env = "TANDEM_MAX_RUNNING", default_value_t = 4, value_name = "N")]
    pub max_running: usize,
    /// Claude Code: a path, or a name to look for in PATH.
    #[arg(long, env = "TANDEM_CLAUDE", default_value = "claude", value_name = "PROGRAM")]
    pub claude: PathBuf,
    /// Lets agents call tool servers at addresses of this machine itself and of its local link, and administrators try
    /// them; tool servers that are programs run here in any case.
    #[arg(long, env = "TANDEM_ALLOW_LOCAL_MCP")]
    pub allow_local_mcp: bool,
    /// Limits on how often somebody may ask; off is for load tests.
    #[arg(long, env = "TANDEM_RATE_LIMIT", default_value = "on", value_name = "on|off")]
    pub rate_limit: RateLimit,
    #[arg(long, env = "TANDEM_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// What to log, like `info` or `server=debug`.
    #[arg(long, env = "TANDEM_LOG", default_value = "info")]
    pub log: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Add an account.
    Add(AddUserArguments),
    /// List the accounts: email, role, name.
    List(DataArguments),
    /// Set a new password and log out all devices.
    ResetPassword(ResetPasswordArguments),
}

#[derive(Debug, Args)]
pub struct AddUserArguments {
    pub email: Email,
    #[arg(long)]
    pub name: Option<Name>,
    /// Make the account an administrator.
    #[arg(long)]
    pub admin: bool,
    #[command(flatten)]
    pub password: PasswordArguments,
    #[command(flatten)]
    pub data: DataArguments,
}

#[derive(Debug, Args)]
pub struct ResetPasswordArguments {
    pub email: Email,
    #[command(flatten)]
    pub password: PasswordArguments,
    #[command(flatten)]
    pub data: DataArguments,
}

#[derive(Debug, Args)]
pub struct PasswordArguments {
    /// Read the password from the first line of standard input.
    #[arg(long, required = true)]
    pub password_stdin: bool,
}

#[derive(Args)]
pub struct McpArguments {
    /// The server to use.
    #[arg(long, env = "TANDEM_URL", default_value = "http://127.0.0.1:7420")]
    pub url: Url,
    /// A personal token. Better set `TANDEM_TOKEN`: everybody on this machine can read the arguments of a program.
    #[arg(long, env = "TANDEM_TOKEN", hide_env_values = true)]
    pub token: Token,
}

/// A token, which is not shown even by accident.
#[derive(Clone)]
pub struct Token(pub String);

/// Whatever is given is taken: a refusal by the parser would repeat it.
impl From<String> for Token {
    fn from(raw: String) -> Self {
        Self(raw)
    }
}

impl fmt::Debug for McpArguments {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("McpArguments").field("url", &self.url.as_str()).finish_non_exhaustive()
    }
}

#[derive(Debug, Args)]
pub struct BackupArguments {
    pub file: PathBuf,
    #[command(flatten)]
    pub data: DataArguments,
}

#[derive(Debug, Args)]
pub struct DataArguments {
    /// Folder in which everything is kept.
    #[arg(long, env = "TANDEM_DATA", value_name = "DIR", default_value_os_t = default_data())]
    pub data: PathBuf,
}

fn default_data() -> PathBuf {
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".local/share");
    env::var_os("XDG_DATA_HOME").filter(|set| !set.is_empty()).map_or_else(home, PathBuf::from).join("tandem")
}
