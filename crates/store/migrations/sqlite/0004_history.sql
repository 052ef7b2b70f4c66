-- After which turn a session was forked, and which conversation of the agent's own it was made from.
ALTER TABLE sessions ADD COLUMN forked_at INTEGER;
ALTER TABLE sessions ADD COLUMN imported BLOB CHECK (length(imported) = 16);

CREATE UNIQUE INDEX sessions_by_import ON sessions (project, imported) WHERE imported IS NOT NULL;
CREATE INDEX sessions_by_conversation ON sessions (conversation);

-- Where something was said that can be found: which event of which session, or its title under 0. The words are in an
-- index that keeps no text; what is shown is read from the log. No foreign key: whoever deletes a session deletes these
-- and their words.
CREATE TABLE session_texts (
    place INTEGER NOT NULL PRIMARY KEY,
    session BLOB NOT NULL,
    n INTEGER NOT NULL,
    UNIQUE (session, n)
) STRICT;

-- Words come folded and with spaces between them, so that nothing is left for the tokenizer to decide.
CREATE VIRTUAL TABLE session_words USING fts5 (project, words, content = '', contentless_delete = 1, tokenize = 'ascii');

-- Sessions that are older than the index, and up to which event they are in it.
CREATE TABLE unindexed_sessions (
    session BLOB NOT NULL PRIMARY KEY,
    indexed_to INTEGER NOT NULL
) STRICT;

INSERT INTO unindexed_sessions (session, indexed_to) SELECT id, 0 FROM sessions;
