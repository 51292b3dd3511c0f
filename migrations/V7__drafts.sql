-- Macros of the Android Room version of this memory. They hold no locators: they inform recall and never act.
PRAGMA user_version = 7;

CREATE TABLE macro_drafts (
    id INTEGER PRIMARY KEY,
    skill_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    app TEXT NOT NULL,
    initial_fingerprint TEXT NOT NULL,
    terminal_fingerprint TEXT NOT NULL,
    verbs TEXT NOT NULL, -- what its transitions do, separated by blanks
    undecodable INTEGER NOT NULL, -- transitions that could not be decoded
    source_episode TEXT,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    energy REAL NOT NULL
) STRICT;
