//! Every bound of the doors, in one place. A document's own bounds are in `engine::limits`.

use std::time::Duration;

/// Bytes of a request body.
pub const MAX_BODY_BYTES: usize = 1024 * 1024;
/// Bytes of a body with a file in it.
pub const MAX_FILE_BODY_BYTES: usize = 8 * 1024 * 1024;
/// How deep a JSON body may nest.
pub const MAX_JSON_DEPTH: usize = 64;
/// How long a client may take to send a body.
pub const BODY_DEADLINE: Duration = Duration::from_secs(30);
/// How long a client may take to send a request's head.
pub const HEAD_DEADLINE: Duration = Duration::from_secs(30);
/// Bytes of a request's head.
pub const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Open connections; more wait in the system's queue.
pub const MAX_CONNECTIONS: usize = 20_000;
/// How long open requests and sockets may take to end at shutdown.
pub const SHUTDOWN_DEADLINE: Duration = Duration::from_secs(10);
/// How long readiness waits for the store.
pub const PROBE_DEADLINE: Duration = Duration::from_secs(5);

pub const MAX_EMAIL_CHARS: usize = 254;
pub const MIN_PASSWORD_CHARS: usize = 8;
pub const MAX_PASSWORD_CHARS: usize = 256;
pub const MAX_NAME_CHARS: usize = 100;
pub const MAX_TITLE_CHARS: usize = 200;
/// Characters of a path somebody names.
pub const MAX_PATH_CHARS: usize = 4_096;
/// Characters of a secret somebody shows.
pub const MAX_SECRET_CHARS: usize = 256;

/// Items of one page of a list, unless asked otherwise and at most.
pub const PAGE_ITEMS: usize = 50;
pub const MAX_PAGE_ITEMS: usize = 200;
/// Folders one listing shows, and entries it looks at.
pub const MAX_FOLDERS_SHOWN: usize = 500;
pub const MAX_FOLDER_ENTRIES: usize = 10_000;
/// Folders of one name that are made with a number behind it.
pub const MAX_SAME_NAMES: usize = 100;
/// Bytes read of a `.git` file or `HEAD`.
pub const MAX_GIT_HEAD_BYTES: u64 = 4_096;

/// A login beyond this revokes the oldest device.
pub const MAX_DEVICES_PER_USER: usize = 100;
pub const MAX_TOKENS_PER_USER: usize = 100;
pub const MAX_INVITES: usize = 100;
pub const MAX_MEMBERS_PER_PROJECT: usize = 1_000;
pub const MAX_BOARDS_PER_PROJECT: usize = 1_000;

pub const ACCESS_TOKEN_LIFE: Duration = Duration::from_mins(15);
pub const REFRESH_TOKEN_LIFE: Duration = Duration::from_hours(30 * 24);
/// Days an invitation or personal token may live at most, and an invitation by default.
pub const MAX_LIFE_DAYS: u32 = 3_650;
pub const INVITE_DAYS: u32 = 7;

/// Passwords hashed at the same time, and how many may wait for their turn.
pub const PASSWORD_WORKERS: usize = 2;
pub const PASSWORD_QUEUE: usize = 64;

/// Revocations a slow listener may be behind before it must check everything again.
pub const REVOCATION_QUEUE: usize = 1_024;

/// How often the metrics fold what was recorded.
pub const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// A burst, and how fast it is given back.
#[derive(Debug, Clone, Copy)]
pub struct Quota {
    pub burst: u32,
    pub one_per: Duration,
}

/// Login, registration and refresh from one address.
pub const CREDENTIALS_PER_ADDRESS: Quota = Quota { burst: 30, one_per: Duration::from_secs(2) };
/// Failed passwords of one account.
pub const GUESSES_PER_ACCOUNT: Quota = Quota { burst: 10, one_per: Duration::from_secs(6) };
/// Calls without a valid token from one address.
pub const ANONYMOUS_PER_ADDRESS: Quota = Quota { burst: 300, one_per: Duration::from_millis(20) };
/// All calls of one user.
pub const CALLS_PER_USER: Quota = Quota { burst: 2_000, one_per: Duration::from_millis(2) };
/// Addresses or accounts one limit remembers; beyond it, the unknown share one quota.
pub const MAX_RATE_KEYS: usize = 50_000;

/// Changes of one page of a log, unless asked otherwise and at most.
pub const CHANGES_PER_PAGE: usize = 100;
pub const MAX_CHANGES_PER_PAGE: usize = 1_000;

/// Bytes of one message on the live socket.
pub const MAX_MESSAGE_BYTES: usize = 1024 * 1024;
/// Bytes a socket reads at once; small, because most sockets are idle.
pub const SOCKET_READ_BYTES: usize = 4 * 1024;
/// Messages a socket may say before it is its turn to be told something.
pub const MESSAGES_PER_TURN: usize = 32;
/// How long a new socket may take to say who it is.
pub const AUTH_DEADLINE: Duration = Duration::from_secs(10);
/// Boards one socket may have open.
pub const MAX_OPEN_BOARDS: usize = 64;
/// How often a socket is pinged and its credential checked again.
pub const PING_EVERY: Duration = Duration::from_secs(25);
/// A socket that has said nothing for this long, not even a pong, is gone.
pub const SILENCE_DEADLINE: Duration = Duration::from_secs(70);
/// How long a socket may take to accept what is written to it.
pub const WRITE_DEADLINE: Duration = Duration::from_secs(30);

/// Events of one page of a session's log, unless asked otherwise and at most.
pub const EVENTS_PER_PAGE: usize = 100;
pub const MAX_EVENTS_PER_PAGE: usize = 1_000;
/// Sessions of one page of what was found, and characters that can be looked for.
pub const FOUND_PER_PAGE: usize = 20;
pub const MAX_QUERY_CHARS: usize = 200;
/// Sessions one socket may follow.
pub const MAX_FOLLOWED: usize = 64;
/// What an inbox lists.
pub const MAX_INBOX_ITEMS: usize = 200;
pub const MAX_MCP_SERVERS: usize = 200;
pub const MAX_MODEL_CHARS: usize = 100;
/// Characters of the id of a card.
pub const MAX_CARD_ID_CHARS: usize = 64;

/// How long a tool server that is tried out may take.
pub const MCP_PROBE_DEADLINE: Duration = Duration::from_secs(15);
/// What is read of it: lines it prints, bytes of one answer, pages of its list, names of tools.
pub const MCP_PROBE_LINES: usize = 1_000;
pub const MCP_PROBE_BYTES: usize = 1024 * 1024;
pub const MCP_PROBE_PAGES: usize = 10;
pub const MCP_PROBE_TOOLS: usize = 500;

/// How long a program may keep the list of tools; a new version of the server may have others.
pub const TOOL_LIST_LIFE: Duration = Duration::from_mins(5);
/// Sessions shown of a card.
pub const MAX_CARD_SESSIONS: usize = 50;
/// Comments on lines that go to an agent at once.
pub const MAX_COMMENTS: usize = 50;
/// Lines around a change in a diff.
pub const DIFF_CONTEXT_LINES: u32 = 3;
/// Requests for which git runs at the same time; the others wait.
pub const GIT_AT_ONCE: usize = 4;
/// How long they wait.
pub const GIT_PATIENCE: Duration = Duration::from_secs(15);
