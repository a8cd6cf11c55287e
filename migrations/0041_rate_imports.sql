-- Imports that changed a rate card, as they are listed with it, and cards that are still being
-- copied.

CREATE TABLE rate_imports (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  rate_card_id BIGINT NOT NULL,
  -- The job of the import, referenced by its rates.
  job_id BIGINT NOT NULL,
  -- Rates or Zones.
  kind TEXT NOT NULL,
  file_name TEXT NOT NULL,
  inserted BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  user_id BIGINT,
  user_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  -- Undo: time, user, and rows removed and restored.
  undone_time TIMESTAMPTZ,
  undone_user_id BIGINT,
  undone_user_name TEXT,
  removed BIGINT,
  restored BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, job_id),
  FOREIGN KEY (tenant_id, rate_card_id) REFERENCES rate_cards (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX rate_imports_of ON rate_imports (tenant_id, rate_card_id, id);

-- The job copying another card into this one; hidden until done.
ALTER TABLE rate_cards ADD COLUMN filled_by BIGINT;
