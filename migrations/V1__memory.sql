-- The memory graph, task runs and macros.
-- Ids of fixed length are stored as their bytes: hex(fingerprint) is the public form in capitals.
-- Enums are stored as text; times are milliseconds since the Unix epoch.
PRAGMA application_id = 1129532749; -- "CSMM"
PRAGMA user_version = 1;

CREATE TABLE episodes (
    id INTEGER PRIMARY KEY,
    episode_id TEXT NOT NULL UNIQUE,
    goal TEXT NOT NULL,
    app TEXT NOT NULL,
    app_version TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER, -- null while running
    actions INTEGER NOT NULL DEFAULT 0,
    thoughts INTEGER NOT NULL DEFAULT 0,
    macro_id TEXT, -- what it became or strengthened
    energy REAL NOT NULL
) STRICT;
CREATE INDEX episodes_by_start ON episodes (started_at);

CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    fingerprint BLOB NOT NULL UNIQUE, -- 32 bytes
    role TEXT NOT NULL,
    label TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    class_name TEXT NOT NULL,
    app TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    energy REAL NOT NULL
) STRICT;

CREATE TABLE edges (
    id INTEGER PRIMARY KEY,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE, -- null outside an episode
    edge_id BLOB NOT NULL, -- 8 bytes
    source INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    relation TEXT NOT NULL, -- the kind follows from it
    created_at INTEGER NOT NULL,
    energy REAL NOT NULL
) STRICT;
CREATE INDEX edges_by_source ON edges (source, relation, target);
CREATE INDEX edges_by_target ON edges (target, relation, source);

CREATE TABLE fsm_macros (
    id INTEGER PRIMARY KEY,
    macro_id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    machine TEXT NOT NULL, -- JSON
    name TEXT NOT NULL,
    app TEXT NOT NULL,
    initial_screen BLOB NOT NULL, -- 16 bytes
    terminal_screen BLOB NOT NULL,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    crystallised INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_run_at INTEGER,
    energy REAL NOT NULL
) STRICT;
CREATE INDEX fsm_macros_by_screen ON fsm_macros (initial_screen);
