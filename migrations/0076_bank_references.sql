-- The bank's own reference of a movement, and how many lines of a file could not be read.

ALTER TABLE bank_lines ADD COLUMN bank_reference TEXT;
ALTER TABLE bank_statements ADD COLUMN rejected_lines BIGINT NOT NULL DEFAULT 0;
