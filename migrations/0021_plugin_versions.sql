-- Plugin versions besides the active one: canaries and pinned tenants.

-- The package that gets a share of the calls of tenants that follow; NULL while none is tried out.
ALTER TABLE plugin_installs ADD COLUMN canary_id BIGINT REFERENCES plugin_packages (id);
-- Percent of the calls.
ALTER TABLE plugin_installs ADD COLUMN canary_share BIGINT;
ALTER TABLE plugin_installs ADD COLUMN canary_by TEXT;
ALTER TABLE plugin_installs ADD COLUMN canary_at TIMESTAMPTZ;
-- Result of the last canary: {packageId, version, share, begunBy, begunAt, how, by, at, why}; JSON
-- null for none.
ALTER TABLE plugin_installs ADD COLUMN canary_ended JSONB NOT NULL DEFAULT 'null';

-- Tenants with a fixed version. A pinned package can't be deleted.
CREATE TABLE plugin_pins (
  plugin TEXT NOT NULL,
  for_tenant BIGINT NOT NULL REFERENCES tenants (id),
  package_id BIGINT NOT NULL REFERENCES plugin_packages (id),
  pinned_by TEXT NOT NULL,
  pinned_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (plugin, for_tenant)
);
CREATE INDEX plugin_pins_of_package ON plugin_pins (package_id);
