-- Rate cards that were never in force.

ALTER TABLE rate_cards ADD COLUMN is_draft BOOLEAN NOT NULL DEFAULT FALSE;
