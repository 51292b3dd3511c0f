-- Text search. The texts themselves stay in their tables: the index is contentless and takes the expansion of
-- src/model/text.rs (its version is in meta, key text_expansion). rowid = id * 4 + family (0 node, 1 episode, 2 macro, 3 draft).
PRAGMA user_version = 6;

CREATE VIRTUAL TABLE recall USING fts5 (
    node, episode, macro, draft,
    content = '',
    tokenize = 'unicode61 remove_diacritics 0'
);
INSERT INTO recall (recall, rank) VALUES ('secure-delete', 1);

-- What stands in the index for a macro; for the other families it follows from their columns.
ALTER TABLE fsm_macros ADD COLUMN recall_text TEXT NOT NULL DEFAULT '';
