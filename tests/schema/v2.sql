-- A database of schema 2 with rows. Frozen: never edited.
PRAGMA application_id = 1129532749;
PRAGMA user_version = 2;
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
) STRICT;
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
, app_version TEXT) STRICT;
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
CREATE TABLE migration_map (
    id INTEGER PRIMARY KEY,
    old_fingerprint BLOB NOT NULL UNIQUE,
    new_fingerprint BLOB NOT NULL,
    score REAL NOT NULL,
    from_version TEXT NOT NULL,
    to_version TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX episodes_by_start ON episodes (started_at);
CREATE INDEX edges_by_source ON edges (source, relation, target);
CREATE INDEX edges_by_target ON edges (target, relation, source);
CREATE INDEX fsm_macros_by_screen ON fsm_macros (initial_screen);
CREATE INDEX nodes_by_version ON nodes (app, app_version);
CREATE INDEX migration_map_by_new ON migration_map (new_fingerprint);
DELETE FROM refinery_schema_history;
INSERT INTO refinery_schema_history VALUES (1, 'memory', '2026-12-01T02:01:37.743739486Z', '3017093989134780427');
INSERT INTO refinery_schema_history VALUES (2, 'app_versions', '2026-12-01T02:01:37.9961326Z', '13497288067838357072');
DELETE FROM episodes;
INSERT INTO episodes VALUES (1, 'e1', 'send a mail', 'com.x', '1.1', 'DISTILLED', 1700000000000, 1700000000300, 3, 2, 'm1', 1.4);
INSERT INTO episodes VALUES (2, 'e2', 'read news', 'com.y', '', 'INTERRUPTED', 1700000000100, NULL, 0, 0, NULL, 1.0);
DELETE FROM nodes;
INSERT INTO nodes VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', 'BUTTON', 'Send', 'com.x:id/button_send', 'android.widget.Button', 'com.x', 1700000000000, 1700000000200, 4, 2.5, '1.2');
INSERT INTO nodes VALUES (2, x'0000000000000000000000000000000000000000000000000000000000000002', 'INPUT', 'To', '', 'android.widget.EditText', 'com.x', 1700000000000, 1700000000200, 2, 1.0, NULL);
INSERT INTO nodes VALUES (3, x'0000000000000000000000000000000000000000000000000000000000000003', 'TEXT', '设置', '', 'android.widget.TextView', 'com.y', 1700000000100, 1700000000100, 1, 0.3, NULL);
DELETE FROM edges;
INSERT INTO edges VALUES (1, 1, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000101, 1.0);
INSERT INTO edges VALUES (2, 1, x'0000000000000002', 1, 3, 'leads_to', 1700000000102, 1.0);
INSERT INTO edges VALUES (3, 1, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000103, 1.0);
INSERT INTO edges VALUES (4, 2, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000104, 1.0);
INSERT INTO edges VALUES (5, NULL, x'0000000000000003', 2, 3, 'about', 1700000000105, 1.0);
INSERT INTO edges VALUES (6, NULL, x'0000000000000003', 2, 3, 'about', 1700000000106, 1.0);
DELETE FROM fsm_macros;
INSERT INTO fsm_macros VALUES (1, 'm1', 1, '{"id":"m1","version":1,"parent":null,"reason":"","name":"Send a mail","goal":[{"literal":"send a mail"}],"app":"com.x","app_version":"1.1","slots":[],"states":[{"screen":"01010101010101010101010101010101","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""},{"screen":"02020202020202020202020202020202","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""}],"transitions":[{"from":0,"to":1,"action":{"scroll":[null,"down"]},"settle_ms":100}],"start":0,"end":1,"sources":["e1"]}', 'Send a mail', 'com.x', x'01010101010101010101010101010101', x'02020202020202020202020202020202', 5, 1, 0, 1700000000000, 1700000000250, 2.0);
DELETE FROM migration_map;
INSERT INTO migration_map VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', x'0000000000000000000000000000000000000000000000000000000000000002', 0.9, '1.1', '1.2', 1700000000500);
