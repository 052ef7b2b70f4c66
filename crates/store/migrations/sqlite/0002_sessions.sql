-- What an agent may run in a project's folder without asking is decided by somebody who trusts that folder.
ALTER TABLE projects ADD COLUMN trusted INTEGER NOT NULL DEFAULT 0 CHECK (trusted IN (0, 1));

-- Who made it and what it was forked from are names, not references: they stay when those are gone.
CREATE TABLE sessions (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    project BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    board BLOB REFERENCES boards (id) ON DELETE SET NULL,
    card TEXT,
    title TEXT NOT NULL,
    agent TEXT NOT NULL,
    mode TEXT NOT NULL,
    model TEXT,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'waiting', 'idle', 'failed', 'ended')),
    parent BLOB CHECK (length(parent) = 16),
    conversation BLOB NOT NULL CHECK (length(conversation) = 16),
    begun INTEGER NOT NULL CHECK (begun IN (0, 1)),
    created_by BLOB NOT NULL CHECK (length(created_by) = 16),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    queued_at INTEGER,
    turns INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cache_read_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    context_tokens INTEGER NOT NULL,
    context_window INTEGER,
    failure TEXT,
    -- Up to here numbers of events are taken, also when the end of the log has been folded away.
    numbered_to INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX sessions_by_project ON sessions (project, id);
CREATE INDEX sessions_by_card ON sessions (project, card, id) WHERE card IS NOT NULL;
CREATE INDEX sessions_by_board ON sessions (board) WHERE board IS NOT NULL;
CREATE INDEX sessions_unfinished ON sessions (id) WHERE status IN ('queued', 'running', 'waiting');

-- `place` is the order in which they came; `project` is that of the session, for the inbox.
CREATE TABLE open_requests (
    place INTEGER NOT NULL PRIMARY KEY,
    session BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    project BLOB NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (session, id)
) STRICT;

CREATE INDEX open_requests_by_session ON open_requests (session, place);
CREATE INDEX open_requests_by_project ON open_requests (project, place);

CREATE TABLE waiting_messages (
    place INTEGER NOT NULL PRIMARY KEY,
    session BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id BLOB NOT NULL CHECK (length(id) = 16),
    content TEXT NOT NULL,
    sent_by BLOB CHECK (length(sent_by) = 16),
    sent_at INTEGER NOT NULL,
    UNIQUE (session, id)
) STRICT;

CREATE INDEX waiting_messages_by_session ON waiting_messages (session, place);

CREATE TABLE mcp_servers (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL UNIQUE,
    config TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE project_mcp_servers (
    project BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    server BLOB NOT NULL REFERENCES mcp_servers (id) ON DELETE CASCADE,
    PRIMARY KEY (project, server)
) STRICT;

CREATE INDEX project_mcp_servers_by_server ON project_mcp_servers (server);
