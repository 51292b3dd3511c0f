-- A database of schema 7 with rows. Frozen: never edited.
PRAGMA application_id = 1129532749;
PRAGMA user_version = 7;
CREATE TABLE refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));
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
, energy_at INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, expires_at INTEGER) STRICT;
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
, app_version TEXT, energy_at INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, place BLOB, formula INTEGER NOT NULL DEFAULT 1, invalid_at INTEGER, expired_at INTEGER) STRICT;
CREATE TABLE edges (
    id INTEGER PRIMARY KEY,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE, -- null outside an episode
    edge_id BLOB NOT NULL, -- 8 bytes
    source INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    target INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    relation TEXT NOT NULL, -- the kind follows from it
    created_at INTEGER NOT NULL,
    energy REAL NOT NULL
, energy_at INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, valid_from INTEGER NOT NULL DEFAULT 0, invalid_at INTEGER, expired_at INTEGER) STRICT;
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
, energy_at INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, retired_at INTEGER) STRICT;
CREATE TABLE migration_map (
    id INTEGER PRIMARY KEY,
    old_fingerprint BLOB NOT NULL UNIQUE,
    new_fingerprint BLOB NOT NULL,
    score REAL NOT NULL,
    from_version TEXT NOT NULL,
    to_version TEXT NOT NULL,
    created_at INTEGER NOT NULL
, app TEXT NOT NULL DEFAULT '', confirmed INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    app TEXT NOT NULL,
    version TEXT NOT NULL,
    signer TEXT NOT NULL,
    channel TEXT NOT NULL,
    overlay TEXT NOT NULL,
    UNIQUE (app, version, signer, channel, overlay)
) STRICT;
CREATE TABLE app_versions (
    app TEXT NOT NULL,
    version TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (app, version)
) WITHOUT ROWID, STRICT;
CREATE TABLE screens (
    id INTEGER PRIMARY KEY,
    screen_id BLOB NOT NULL UNIQUE, -- 16 bytes
    package TEXT NOT NULL,
    anchor INTEGER REFERENCES nodes (id) ON DELETE SET NULL -- the node that stands for it in CAUSAL edges
) STRICT;
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
CREATE TABLE view_nodes (
    node INTEGER NOT NULL REFERENCES nodes (id),
    view INTEGER NOT NULL REFERENCES views (id) ON DELETE CASCADE,
    PRIMARY KEY (node, view)
) WITHOUT ROWID, STRICT;
CREATE TABLE visits (
    id INTEGER PRIMARY KEY,
    episode INTEGER REFERENCES episodes (id) ON DELETE CASCADE,
    view INTEGER NOT NULL REFERENCES views (id),
    source INTEGER NOT NULL REFERENCES sources (id),
    at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE macro_versions (
    macro INTEGER NOT NULL REFERENCES fsm_macros (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    machine TEXT NOT NULL, -- JSON
    PRIMARY KEY (macro, version)
) WITHOUT ROWID, STRICT;
CREATE TABLE macro_sources (
    macro INTEGER NOT NULL REFERENCES fsm_macros (id) ON DELETE CASCADE,
    episode_id TEXT NOT NULL,
    PRIMARY KEY (macro, episode_id)
) WITHOUT ROWID, STRICT;
CREATE VIRTUAL TABLE recall USING fts5 (
    node, episode, macro, draft,
    content = '',
    tokenize = 'unicode61 remove_diacritics 0'
);
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
CREATE INDEX episodes_by_start ON episodes (started_at);
CREATE INDEX edges_by_source ON edges (source, relation, target);
CREATE INDEX edges_by_target ON edges (target, relation, source);
CREATE INDEX fsm_macros_by_screen ON fsm_macros (initial_screen);
CREATE INDEX nodes_by_version ON nodes (app, app_version);
CREATE INDEX migration_map_by_new ON migration_map (new_fingerprint);
CREATE UNIQUE INDEX edges_once ON edges (episode, edge_id);
CREATE UNIQUE INDEX edges_once_outside ON edges (edge_id) WHERE episode IS NULL;
CREATE INDEX views_by_source ON views (source);
CREATE INDEX view_nodes_by_view ON view_nodes (view);
CREATE INDEX visits_by_episode ON visits (episode);
CREATE INDEX visits_by_view ON visits (view);
CREATE INDEX visits_by_source ON visits (source);
CREATE INDEX quarantine_by_time ON quarantine (at);
CREATE INDEX quarantine_by_app ON quarantine (app);
CREATE INDEX episodes_by_expiry ON episodes (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX nodes_expired ON nodes (expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX nodes_by_first_seen ON nodes (first_seen);
CREATE INDEX edges_expired ON edges (expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX macro_sources_by_episode ON macro_sources (episode_id);
DELETE FROM refinery_schema_history;
INSERT INTO refinery_schema_history VALUES (1, 'memory', '2026-12-01T02:01:37.743739486Z', '3017093989134780427');
INSERT INTO refinery_schema_history VALUES (2, 'app_versions', '2026-12-01T02:01:37.9961326Z', '13497288067838357072');
INSERT INTO refinery_schema_history VALUES (3, 'edges_once', '2026-12-01T02:01:38.053162444Z', '4282557460773034722');
INSERT INTO refinery_schema_history VALUES (4, 'screens', '2026-12-01T02:01:38.118264704Z', '13722228506508395938');
INSERT INTO refinery_schema_history VALUES (5, 'time_lines', '2026-12-01T02:01:38.207833999Z', '6078335582779671844');
INSERT INTO refinery_schema_history VALUES (6, 'recall', '2026-12-01T02:01:38.305563849Z', '4436140576627880690');
INSERT INTO refinery_schema_history VALUES (7, 'drafts', '2026-12-01T02:01:38.393653822Z', '8094251235197069401');
DELETE FROM episodes;
INSERT INTO episodes VALUES (1, 'e1', 'send a mail', 'com.x', '1.1', 'DISTILLED', 1700000000000, 1700000000300, 3, 2, 'm1', 1.4, 1700000000300, 0, NULL);
INSERT INTO episodes VALUES (2, 'e2', 'read news', 'com.y', '', 'INTERRUPTED', 1700000000100, NULL, 0, 0, NULL, 1.0, 1700000000100, 0, NULL);
DELETE FROM nodes;
INSERT INTO nodes VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', 'BUTTON', 'Send', 'com.x:id/button_send', 'android.widget.Button', 'com.x', 1700000000000, 1700000000200, 4, 2.5, '1.2', 1700000000200, 0, NULL, 1, NULL, NULL);
INSERT INTO nodes VALUES (2, x'0000000000000000000000000000000000000000000000000000000000000002', 'INPUT', 'To', '', 'android.widget.EditText', 'com.x', 1700000000000, 1700000000200, 2, 1.0, NULL, 1700000000200, 0, NULL, 1, NULL, NULL);
INSERT INTO nodes VALUES (3, x'0000000000000000000000000000000000000000000000000000000000000003', 'TEXT', '设置', '', 'android.widget.TextView', 'com.y', 1700000000100, 1700000000100, 1, 0.3, NULL, 1700000000100, 1, NULL, 1, NULL, NULL);
DELETE FROM edges;
INSERT INTO edges VALUES (1, 1, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000101, 1.0, 1700000000101, 0, 1700000000101, NULL, NULL);
INSERT INTO edges VALUES (2, 1, x'0000000000000002', 1, 3, 'leads_to', 1700000000102, 1.0, 1700000000102, 0, 1700000000102, NULL, NULL);
INSERT INTO edges VALUES (4, 2, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000104, 1.0, 1700000000104, 0, 1700000000104, NULL, NULL);
INSERT INTO edges VALUES (5, NULL, x'0000000000000003', 2, 3, 'about', 1700000000105, 1.0, 1700000000105, 0, 1700000000105, NULL, NULL);
INSERT INTO edges VALUES (9, 2, x'0000000000000009', 2, 3, 'horizontal_adjacent', 1700000000600, 1.0, 1700000000600, 0, 1700000000600, NULL, NULL);
DELETE FROM fsm_macros;
INSERT INTO fsm_macros VALUES (1, 'm1', 1, '{"id":"m1","version":1,"parent":null,"reason":"","name":"Send a mail","goal":[{"literal":"send a mail"}],"app":"com.x","app_version":"1.1","slots":[],"states":[{"screen":"01010101010101010101010101010101","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""},{"screen":"02020202020202020202020202020202","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""}],"transitions":[{"from":0,"to":1,"action":{"scroll":[null,"down"]},"settle_ms":100}],"start":0,"end":1,"sources":["e1"]}', 'Send a mail', 'com.x', x'01010101010101010101010101010101', x'02020202020202020202020202020202', 5, 1, 0, 1700000000000, 1700000000250, 2.0, 1700000000250, 0, NULL);
DELETE FROM migration_map;
INSERT INTO migration_map VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', x'0000000000000000000000000000000000000000000000000000000000000002', 0.9, '1.1', '1.2', 1700000000500, '', 0);
DELETE FROM sources;
DELETE FROM app_versions;
INSERT INTO app_versions VALUES ('com.x', '1.2', 1700000000000, 1700000000200);
DELETE FROM screens;
DELETE FROM views;
DELETE FROM view_nodes;
DELETE FROM visits;
DELETE FROM steps;
INSERT INTO steps VALUES (1, 0, '"Back"', NULL, 'OK', NULL, NULL, 1700000000700);
DELETE FROM quarantine;
INSERT INTO quarantine VALUES (1, 'com.y', NULL, 'QUARANTINE', 'MEDIUM', '[]', NULL, 1700000000700);
DELETE FROM meta;
INSERT INTO meta VALUES ('last_dream', '1700000000700');
INSERT INTO meta VALUES ('text_expansion', '1');
DELETE FROM macro_versions;
INSERT INTO macro_versions VALUES (1, 0, '{"id":"m1","version":1,"parent":null,"reason":"","name":"Send a mail","goal":[{"literal":"send a mail"}],"app":"com.x","app_version":"1.1","slots":[],"states":[{"screen":"01010101010101010101010101010101","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""},{"screen":"02020202020202020202020202020202","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""}],"transitions":[{"from":0,"to":1,"action":{"scroll":[null,"down"]},"settle_ms":100}],"start":0,"end":1,"sources":["e1"]}');
DELETE FROM macro_sources;
INSERT INTO macro_sources VALUES (1, 'e1');
DELETE FROM recall_data;
INSERT INTO recall_data VALUES (1, x'0707050303');
INSERT INTO recall_data VALUES (10, x'000000010104040004010101020101030101040101');
INSERT INTO recall_data VALUES (137438953473, x'000000380730627574746f6e040203010473656e64040402040102746f0802020103e7bdae0c02030103e8aebe0c02020403e7bdae0c0204040b0a070808');
INSERT INTO recall_data VALUES (274877906945, x'00000038023061050601010301046d61696c050601010401046e65777309060101030104726561640906010102010473656e64050601010204080b0b0b');
INSERT INTO recall_data VALUES (412316860417, x'00000022023061060601020301046d61696c0606010204010473656e64060601020204080b');
INSERT INTO recall_data VALUES (549755813889, x'000000220430636f6d070601030301057072696e7407060103020101780706010304040a0c');
DELETE FROM recall_idx;
INSERT INTO recall_idx VALUES (1, x'', 2);
INSERT INTO recall_idx VALUES (2, x'', 2);
INSERT INTO recall_idx VALUES (3, x'', 2);
INSERT INTO recall_idx VALUES (4, x'', 2);
DELETE FROM recall_docsize;
INSERT INTO recall_docsize VALUES (4, x'03000000');
INSERT INTO recall_docsize VALUES (5, x'00030000');
INSERT INTO recall_docsize VALUES (6, x'00000300');
INSERT INTO recall_docsize VALUES (7, x'00000003');
INSERT INTO recall_docsize VALUES (8, x'01000000');
INSERT INTO recall_docsize VALUES (9, x'00020000');
INSERT INTO recall_docsize VALUES (12, x'03000000');
DELETE FROM recall_config;
INSERT INTO recall_config VALUES ('secure-delete', 1);
INSERT INTO recall_config VALUES ('version', 4);
DELETE FROM macro_drafts;
INSERT INTO macro_drafts VALUES (1, 'skill-1', 'Print', '', 'com.x', 'a', 'b', 'tap', 0, NULL, 1, 0, 1700000000800, 1.0);
