-- Plugins: the small store each has in each tenant, and the log the tenant's administrator reads.

CREATE TABLE plugin_values (
  tenant_id BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Base64, or a whole number in decimal digits for a counter.
  value TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  expires TIMESTAMPTZ,
  PRIMARY KEY (tenant_id, plugin, name)
);

CREATE TABLE plugin_log (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  account TEXT NOT NULL,
  call TEXT NOT NULL,
  level TEXT NOT NULL,
  message TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX plugin_log_newest ON plugin_log (tenant_id, plugin, creation_time);
