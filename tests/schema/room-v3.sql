-- A database as the Android Room version of this memory wrote it, schema 3, with its known defects.
PRAGMA user_version = 3;
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
INSERT INTO room_master_table VALUES (42, '0f1e2d3c4b5a69788796a5b4c3d2e1f0');
CREATE TABLE episodes (episode_id TEXT NOT NULL, goal TEXT NOT NULL, app_package TEXT, activity_name TEXT, status TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER NOT NULL, llm_steps INTEGER NOT NULL, total_actions INTEGER NOT NULL, is_distilled INTEGER NOT NULL, skill_id TEXT, energy REAL NOT NULL, success_count INTEGER NOT NULL, PRIMARY KEY (episode_id));
CREATE TABLE nodes (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, fingerprint TEXT NOT NULL, role TEXT NOT NULL, text_hint TEXT, resource_id TEXT, class_name TEXT, bounds_json TEXT NOT NULL, interactive_flags INTEGER NOT NULL, app_package TEXT, first_seen_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, occurrence_count INTEGER NOT NULL, energy REAL NOT NULL, app_version TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX index_nodes_fingerprint ON nodes (fingerprint);
CREATE INDEX index_nodes_role ON nodes (role);
CREATE INDEX index_nodes_app_package ON nodes (app_package);
CREATE TABLE edges (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, episode_id TEXT, edge_label TEXT NOT NULL, source_node_id INTEGER NOT NULL, target_node_id INTEGER NOT NULL, type TEXT NOT NULL, metadata TEXT, created_at INTEGER NOT NULL, energy REAL NOT NULL, is_crystallized INTEGER NOT NULL DEFAULT 0, FOREIGN KEY (source_node_id) REFERENCES nodes (id) ON DELETE CASCADE, FOREIGN KEY (target_node_id) REFERENCES nodes (id) ON DELETE CASCADE);
CREATE INDEX index_edges_episode_id ON edges (episode_id);
CREATE INDEX index_edges_source_node_id ON edges (source_node_id);
CREATE INDEX index_edges_target_node_id ON edges (target_node_id);
CREATE INDEX index_edges_type ON edges (type);
CREATE TABLE fsm_macros (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, skill_id TEXT NOT NULL, name TEXT NOT NULL, description TEXT, initial_fingerprint TEXT NOT NULL, terminal_fingerprint TEXT NOT NULL, transitions_json TEXT NOT NULL, source_episode_id TEXT, app_package TEXT, created_at INTEGER NOT NULL, success_count INTEGER NOT NULL, failure_count INTEGER NOT NULL, last_executed_at INTEGER NOT NULL, is_crystallized INTEGER NOT NULL, energy REAL NOT NULL);
CREATE UNIQUE INDEX index_fsm_macros_skill_id ON fsm_macros (skill_id);
CREATE INDEX index_fsm_macros_initial_fingerprint ON fsm_macros (initial_fingerprint);
CREATE INDEX index_fsm_macros_app_package ON fsm_macros (app_package);

INSERT INTO episodes VALUES ('ep-1', 'Send a parcel label to the depot', 'org.example.parcels', 'org.example.parcels.Main', 'DISTILLED', 1700000000000, 1700000060000, 4, 6, 1, 'skill-1', 1.4, 2);
INSERT INTO episodes VALUES ('ep-2', '打开无线网络设置', NULL, NULL, 'RUNNING', 1700000100000, 0, 1, 0, 0, NULL, 1.0, 0);
INSERT INTO episodes VALUES ('ep-3', 'Card is 4929-canary-secret', 'org.example.parcels', NULL, 'PAUSED', 1700000200000, 1700000210000, 0, 0, 0, NULL, 0.5, 0);

INSERT INTO nodes VALUES (1, '1111111111111111111111111111111111111111111111111111111111111111', 'BUTTON', ' Print   label ', 'org.example.parcels:id/print', 'android.widget.Button', '{"left":0,"top":10,"right":90,"bottom":40}', 1, 'org.example.parcels', 1700000000000, 1700000050000, 7, 2.5, '1.2');
INSERT INTO nodes VALUES (2, '2222222222222222222222222222222222222222222222222222222222222222', 'TEXT', '设置', NULL, 'android.widget.TextView', '{"left":0,"top":50,"right":90,"bottom":80}', 0, 'org.example.parcels', 1700000000000, 1700000050000, 3, 1.0, '');
INSERT INTO nodes VALUES (3, 'Button|Print', 'GADGET', NULL, NULL, NULL, '{}', 0, NULL, 1700000000000, 1700000050000, 1, 1.0, '');
INSERT INTO nodes VALUES (4, '4444444444444444444444444444444444444444444444444444444444444444', 'TEXT', NULL, NULL, NULL, '{}', 0, NULL, 'never', 1700000050000, 1, 1.0, '');

-- An edge is there once by its label; the labels still say nothing.
INSERT INTO edges VALUES (1, 'ep-1', 'e_0', 1, 2, 'SPATIAL', 'vertical_adjacent', 1700000001000, 1.0, 0);
INSERT INTO edges VALUES (2, 'ep-1', 'e_1', 2, 1, 'SPATIAL', 'parent_child', 1700000002000, 1.0, 0);
INSERT INTO edges VALUES (4, 'ep-2', 'e_0', 1, 2, 'SPATIAL', 'vertical_adjacent', 1700000004000, 1.0, 0);
INSERT INTO edges VALUES (5, NULL, 'e_0', 1, 3, 'CAUSAL', NULL, 1700000005000, 1.0, 0);
INSERT INTO edges VALUES (6, 'ep-9', 'e_0', 3, 2, 'SEMANTIC', NULL, 1700000006000, 1.0, 0);
INSERT INTO edges VALUES (7, 'ep-1', 'e_2', 1, 2, 'SPATIAL', 'diagonal', 1700000007000, 1.0, 0);
INSERT INTO edges VALUES (8, 'ep-1', 'e_3', 1, 4, 'CAUSAL', NULL, 1700000008000, 1.0, 0);

INSERT INTO fsm_macros VALUES (1, 'skill-1', 'Print a label', 'Prints the label of a parcel', '1111111111111111111111111111111111111111111111111111111111111111', '2222222222222222222222222222222222222222222222222222222222222222', '[{"fromState":"a","actionType":"tap","actionParams":"tap(540,1200)","toState":"b"},{"fromState":"b","actionType":"input_text","actionParams":"input_text(\"typed-canary\")","toState":"c"},{"fromState":"c","actionType":"levitate","actionParams":"","toState":"d"}]', 'ep-1', 'org.example.parcels', 1700000060000, 9, 1, 1700000070000, 1, 9.5);
INSERT INTO fsm_macros VALUES (2, 'skill-2', 'Empty', NULL, 'x', 'y', '[]', NULL, NULL, 1700000060000, 50, 0, 0, 0, 10.0);
INSERT INTO fsm_macros VALUES (3, 'skill-3', 'Cut off', NULL, 'x', 'y', '[{"fromState":"a","actionTy', NULL, NULL, 1700000060000, 1, 0, 0, 0, 1.0);

CREATE TABLE migration_map (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, old_fingerprint TEXT NOT NULL, new_fingerprint TEXT NOT NULL, match_score REAL NOT NULL, from_version TEXT NOT NULL, to_version TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE UNIQUE INDEX index_migration_map_old_fingerprint ON migration_map (old_fingerprint);
INSERT INTO migration_map VALUES (1, '__baseline__', '__baseline__', 1.0, '1.2', '1.2', 1700000000000);
INSERT INTO migration_map VALUES (2, '1111111111111111111111111111111111111111111111111111111111111111', '5555555555555555555555555555555555555555555555555555555555555555', 0.9, '1.2', '1.3', 1700000300000);
INSERT INTO migration_map VALUES (3, '2222222222222222222222222222222222222222222222222222222222222222', '6666666666666666666666666666666666666666666666666666666666666666', 0.4, '1.2', '1.3', 1700000300000);
CREATE UNIQUE INDEX index_edges_episode_id_edge_label ON edges (episode_id, edge_label);
