-- An edge is in an episode once. The oldest row of each stays.
PRAGMA user_version = 3;

DELETE FROM edges WHERE id NOT IN (
    SELECT min(id) FROM edges GROUP BY episode, edge_id
);
CREATE UNIQUE INDEX edges_once ON edges (episode, edge_id);
-- Nulls are distinct to the index above.
CREATE UNIQUE INDEX edges_once_outside ON edges (edge_id) WHERE episode IS NULL;
