-- When a strength was true, two time lines for soft deletion, and what must not fade.
-- valid_from, invalid_at: in the world. created_at, expired_at: in this store.
PRAGMA user_version = 5;

ALTER TABLE episodes ADD COLUMN energy_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE episodes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE episodes ADD COLUMN expires_at INTEGER; -- erased from then on
UPDATE episodes SET energy_at = ifnull(finished_at, started_at);
CREATE INDEX episodes_by_expiry ON episodes (expires_at) WHERE expires_at IS NOT NULL;

ALTER TABLE nodes ADD COLUMN energy_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN place BLOB; -- fingerprint without the label; null in rows from before this step
ALTER TABLE nodes ADD COLUMN formula INTEGER NOT NULL DEFAULT 1; -- version of the fingerprint's formula
ALTER TABLE nodes ADD COLUMN invalid_at INTEGER; -- valid from first_seen
ALTER TABLE nodes ADD COLUMN expired_at INTEGER; -- created at first_seen
UPDATE nodes SET energy_at = last_seen;
CREATE INDEX nodes_expired ON nodes (expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX nodes_by_first_seen ON nodes (first_seen);

ALTER TABLE edges ADD COLUMN energy_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE edges ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE edges ADD COLUMN valid_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE edges ADD COLUMN invalid_at INTEGER;
ALTER TABLE edges ADD COLUMN expired_at INTEGER;
UPDATE edges SET energy_at = created_at, valid_from = created_at;
CREATE INDEX edges_expired ON edges (expired_at) WHERE expired_at IS NOT NULL;

ALTER TABLE fsm_macros ADD COLUMN energy_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fsm_macros ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fsm_macros ADD COLUMN retired_at INTEGER; -- what it derives from was revoked: it is kept and never used
UPDATE fsm_macros SET energy_at = ifnull(last_run_at, created_at);

-- Earlier versions of a macro.
CREATE TABLE macro_versions (
    macro INTEGER NOT NULL REFERENCES fsm_macros (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    machine TEXT NOT NULL, -- JSON
    PRIMARY KEY (macro, version)
) WITHOUT ROWID, STRICT;

-- Which episodes a macro derives from: trust follows.
CREATE TABLE macro_sources (
    macro INTEGER NOT NULL REFERENCES fsm_macros (id) ON DELETE CASCADE,
    episode_id TEXT NOT NULL,
    PRIMARY KEY (macro, episode_id)
) WITHOUT ROWID, STRICT;
CREATE INDEX macro_sources_by_episode ON macro_sources (episode_id);

ALTER TABLE migration_map ADD COLUMN app TEXT NOT NULL DEFAULT '';
ALTER TABLE migration_map ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
