-- How the last turn of a session ended, the plan a person approved in it, and where it works if not in the project's folder.
ALTER TABLE sessions ADD COLUMN outcome TEXT CHECK (outcome IN ('completed', 'interrupted', 'failed'));
ALTER TABLE sessions ADD COLUMN approvals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN approved_plan TEXT;
ALTER TABLE sessions ADD COLUMN approved_by BLOB CHECK (length(approved_by) = 16);
ALTER TABLE sessions ADD COLUMN folder TEXT;

-- Whether each card of a project works on a branch and in a folder of its own.
ALTER TABLE projects ADD COLUMN worktrees INTEGER NOT NULL DEFAULT 1 CHECK (worktrees IN (0, 1));

-- What agents do and did for a card. No reference to the card: a deleted one may come back by an undo.
CREATE TABLE card_runs (
    board BLOB NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    card TEXT NOT NULL,
    project BLOB NOT NULL,
    -- Whether something is under way that has to be taken up again after a restart.
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    -- What a person should look at: a failure, a review.
    attention TEXT,
    changed_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (board, card)
) STRICT;

CREATE INDEX card_runs_active ON card_runs (board) WHERE active = 1;
CREATE INDEX card_runs_attention ON card_runs (project, changed_at) WHERE attention IS NOT NULL;

-- Up to where of a board's log the moves of cards have been acted upon.
CREATE TABLE card_cursors (
    board BLOB NOT NULL PRIMARY KEY REFERENCES boards (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL
) STRICT;

-- What was moved before cards could start anything starts nothing now.
INSERT INTO card_cursors (board, seq)
SELECT b.id, COALESCE((SELECT MAX(c.seq) FROM changes c WHERE c.board = b.id), 0) FROM boards b WHERE b.kind = 'kanban';

-- The rules a review was given, and what it found.
CREATE TABLE reviews (
    session BLOB NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    rules TEXT NOT NULL,
    report TEXT,
    reported_at INTEGER
) STRICT;
