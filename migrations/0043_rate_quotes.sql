-- Indexes and versions for pricing, and quotes kept for collection.

-- Version of the card's cached data, incremented by every change.
ALTER TABLE rate_cards ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
-- The card's data is in a form of its engine's own: it has no rows.
ALTER TABLE rate_cards ADD COLUMN is_own_form BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE rate_cards SET is_own_form = TRUE WHERE engine <> '';

CREATE TABLE rate_quotes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Unguessable.
  resource_token TEXT NOT NULL,
  creator_user_id BIGINT,
  quotes JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, resource_token)
);
CREATE INDEX rate_quotes_by_time ON rate_quotes (tenant_id, creation_time, id);
