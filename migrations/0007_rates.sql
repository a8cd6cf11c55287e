-- Rate cards: what a tenant charges by itself, in the form of the rate engine that each card names.

CREATE TABLE rate_cards (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  engine TEXT NOT NULL,
  data JSONB NOT NULL,
  is_active BOOLEAN NOT NULL,
  modified_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code)
);
