-- Screens as they were seen, the steps between them, what was set aside, and small facts.
PRAGMA user_version = 4;

-- Where a record comes from. Interned: few combinations, many records.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    app TEXT NOT NULL,
    version TEXT NOT NULL,
    signer TEXT NOT NULL,
    channel TEXT NOT NULL,
    overlay TEXT NOT NULL,
    UNIQUE (app, version, signer, channel, overlay)
) STRICT;

-- Versions of apps in the order seen: a node only remembers the last one.
CREATE TABLE app_versions (
    app TEXT NOT NULL,
    version TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (app, version)
) WITHOUT ROWID, STRICT;
INSERT INTO app_versions (app, version, first_seen, last_seen)
SELECT app, app_version, min(first_seen), max(last_seen) FROM nodes
WHERE app_version <> '' GROUP BY app, app_version;

-- Which screen it is.
CREATE TABLE screens (
    id INTEGER PRIMARY KEY,
    screen_id BLOB NOT NULL UNIQUE, -- 16 bytes
    package TEXT NOT NULL,
    anchor INTEGER REFERENCES nodes (id) ON DELETE SET NULL -- the node that stands for it in CAUSAL edges
) STRICT;

-- What it said: one row per content, with the pruned tree. A revisit adds nothing here.
CREATE TABLE views (
    id INTEGER PRIMARY KEY,
    screen INTEGER NOT NULL REFERENCES screens (id),
    content BLOB NOT NULL, -- 16 bytes
    source INTEGER NOT NULL REFERENCES sources (id), -- of the last sighting
    tree BLOB NOT NULL, -- format byte, then postcard; nodes are references into the table nodes
    raw_bytes INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    UNIQUE (screen, content)
) STRICT;
CREATE INDEX views_by_source ON views (source);

-- Which views hold a node: a node in use is never removed.
CREATE TABLE view_nodes (
    node INTEGER NOT NULL REFERENCES nodes (id),
    view INTEGER NOT NULL REFERENCES views (id) ON DELETE CASCADE,
    PRIMARY KEY (node, view)
) WITHOUT ROWID, STRICT;
CREATE INDEX view_nodes_by_view ON view_nodes (view);

-- A sighting costs this one row.
CREATE TABLE visits (
    id INTEGER PRIMARY KEY,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    view INTEGER NOT NULL REFERENCES views (id),
    source INTEGER NOT NULL REFERENCES sources (id),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX visits_by_episode ON visits (episode);
CREATE INDEX visits_by_view ON visits (view);
CREATE INDEX visits_by_source ON visits (source);

CREATE TABLE steps (
    episode INTEGER NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    action TEXT, -- JSON; null for a thought
    target BLOB, -- fingerprint
    result TEXT NOT NULL,
    before BLOB, -- screen id
    after BLOB,
    at INTEGER NOT NULL,
    PRIMARY KEY (episode, seq)
) WITHOUT ROWID, STRICT;

CREATE TABLE quarantine (
    id INTEGER PRIMARY KEY,
    app TEXT NOT NULL,
    screen_id BLOB,
    kind TEXT NOT NULL,
    threat TEXT NOT NULL,
    reasons TEXT NOT NULL, -- JSON
    episode_id TEXT,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX quarantine_by_time ON quarantine (at);
CREATE INDEX quarantine_by_app ON quarantine (app);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID, STRICT;
