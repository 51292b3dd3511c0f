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
    transitions TEXT NOT NULL, -- as found, whatever it is
    steps INTEGER, -- transitions that could be decoded; null when the table as a whole could not
    source_episode TEXT,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    energy REAL NOT NULL
);
