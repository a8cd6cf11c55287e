-- Calls of plugins' endpoints that were stored as they came and are worked off with retries.
CREATE TABLE plugin_deliveries (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  -- The store's customer; NULL for the tenant's own.
  customer_id BIGINT,
  store_key TEXT,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  -- The sender's event id, or the SHA-256 of its body.
  event_id TEXT NOT NULL,
  -- SHA-256 of path, store and event, for deduplication.
  event_key TEXT NOT NULL,
  -- A JSON list of pairs.
  headers JSONB NOT NULL,
  -- Base64.
  body TEXT NOT NULL,
  -- The body's size.
  bytes BIGINT NOT NULL,
  -- Waiting, Working, Done or Failed.
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  -- Next attempt; while processing, the time the attempt counts as lost.
  next_at TIMESTAMPTZ,
  last_error TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, plugin, event_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX plugin_deliveries_newest ON plugin_deliveries (tenant_id, plugin, creation_time);
CREATE INDEX plugin_deliveries_by_state ON plugin_deliveries (tenant_id, plugin, state);
