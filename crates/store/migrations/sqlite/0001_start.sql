-- Ids are 16 bytes, times are milliseconds since 1970, checksums are the first 8 bytes of a BLAKE3.

CREATE TABLE users (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE devices (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;

CREATE INDEX devices_by_user ON devices (user_id, created_at);

CREATE TABLE refresh_tokens (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    device BLOB NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE INDEX refresh_tokens_by_device ON refresh_tokens (device);

CREATE TABLE personal_tokens (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT;

CREATE INDEX personal_tokens_by_user ON personal_tokens (user_id, created_at);

CREATE TABLE invites (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_by BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX invites_by_creator ON invites (created_by);

CREATE TABLE projects (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    folder_path TEXT NOT NULL,
    best_practices_path TEXT,
    kanban_board BLOB NOT NULL CHECK (length(kanban_board) = 16),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
    project BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    PRIMARY KEY (project, user_id)
) STRICT;

CREATE INDEX members_by_user ON members (user_id, project);

CREATE TABLE boards (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    project BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX boards_by_project ON boards (project, id);

-- No foreign key on the logs: they are written hot, and whoever deletes a board deletes its log in the same step.
CREATE TABLE changes (
    board BLOB NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    author TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (board, seq)
) STRICT;

CREATE UNIQUE INDEX changes_by_id ON changes (board, id);
CREATE INDEX changes_by_author ON changes (board, author, seq);

CREATE TABLE snapshots (
    board BLOB NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    bytes BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (board, seq)
) STRICT;

CREATE TABLE session_events (
    session BLOB NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (session, n)
) STRICT;

-- One row, written to learn whether writing works.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
) STRICT;

INSERT INTO probe (id, writes) VALUES (1, 0);
