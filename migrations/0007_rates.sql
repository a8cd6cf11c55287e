-- Rate cards: the tenant's prices, in the format of the card's rate engine.

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
