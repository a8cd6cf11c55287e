-- Plugin settings of tenants and customers, call limits, removals.

CREATE TABLE plugin_settings (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  -- The customer whose settings override the tenant's; NULL for the tenant's.
  customer_id BIGINT,
  -- The plugin's version that they were written for.
  version TEXT NOT NULL,
  -- The plain values, by the JSON Schema of the plugin.
  settings JSONB NOT NULL,
  -- Sealed with the platform's key, by setting.
  secrets JSONB NOT NULL,
  -- Settings before the last upgrade, for rollback: {version, settings}; JSON null for none.
  earlier JSONB NOT NULL,
  -- The version that could not take them over, and why.
  tried TEXT,
  trouble TEXT,
  -- 32 hexadecimal digits that name this store in addresses which the other side calls.
  store_key TEXT NOT NULL UNIQUE,
  changed_by TEXT NOT NULL,
  change_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX plugin_settings_of_tenant ON plugin_settings (tenant_id, plugin) WHERE customer_id IS NULL;
CREATE UNIQUE INDEX plugin_settings_of_customer ON plugin_settings (tenant_id, plugin, customer_id);

-- Call limits of a plugin, set by the platform: for all tenants (0) or one.
CREATE TABLE plugin_limits (
  plugin TEXT NOT NULL,
  for_tenant BIGINT NOT NULL,
  limits JSONB NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (plugin, for_tenant)
);

-- Removed plugins whose data is deleted later.
CREATE TABLE plugin_removals (
  plugin TEXT PRIMARY KEY,
  removed_at TIMESTAMPTZ NOT NULL
);
