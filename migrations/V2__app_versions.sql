-- App upgrades: which version a node was seen in, and which node became which.
PRAGMA user_version = 2;

ALTER TABLE nodes ADD COLUMN app_version TEXT; -- null in rows from before this step
CREATE INDEX nodes_by_version ON nodes (app, app_version);

CREATE TABLE migration_map (
    id INTEGER PRIMARY KEY,
    old_fingerprint BLOB NOT NULL UNIQUE,
    new_fingerprint BLOB NOT NULL,
    score REAL NOT NULL,
    from_version TEXT NOT NULL,
    to_version TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX migration_map_by_new ON migration_map (new_fingerprint);
