-- Tenant settings and their secrets. Time zone, currency, billing address, self-registration and
-- logo are columns of `tenants` only.

CREATE TABLE tenant_settings (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- Saved groups by name; missing ones have defaults.
  document JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id)
);

CREATE TABLE tenant_secrets (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- The member that it is the value of: email.smtpPassword.
  name TEXT NOT NULL,
  -- Encrypted with the key in the data folder.
  sealed TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);

-- File names in URLs; a new file has a new name, which prevents stale caches.
ALTER TABLE tenants ADD COLUMN logo_id TEXT;
ALTER TABLE tenants ADD COLUMN custom_css_id TEXT;
ALTER TABLE tenants ADD COLUMN custom_css_key TEXT;
UPDATE tenants SET logo_id = 'logo' WHERE logo_key IS NOT NULL;

-- Editions: named sets of feature values that the platform sells. They belong to the platform.
CREATE TABLE editions (
  id {{ID}},
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  -- Feature values; missing ones are unlimited.
  features JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL
);

ALTER TABLE tenants ADD COLUMN edition_id BIGINT REFERENCES editions (id);
-- Feature values granted to this tenant, which override the edition's.
ALTER TABLE tenants ADD COLUMN given_features JSONB NOT NULL DEFAULT '{}';
-- The platform's own tenant; at most one.
ALTER TABLE tenants ADD COLUMN is_platform BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX tenants_platform ON tenants (is_platform) WHERE is_platform;

-- Feature overrides of a customer, never beyond the tenant's.
CREATE TABLE customer_features (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, name),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);

-- Data of the platform's lists; these tables have no tenant.
CREATE VIEW platform_tenants AS
  SELECT t.id, CAST(0 AS BIGINT) AS tenant_id, t.row_version, t.name, t.state, t.timezone, t.base_currency, t.edition_id,
    e.display_name AS edition_name, t.is_platform, t.creation_time
  FROM tenants t LEFT JOIN editions e ON e.id = t.edition_id WHERE t.state <> 'Deleted';

CREATE VIEW platform_editions AS
  SELECT e.id, CAST(0 AS BIGINT) AS tenant_id, e.row_version, e.name, e.display_name, e.features, e.creation_time
  FROM editions e;

-- Settings of one customer.
CREATE TABLE customer_settings (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  document JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
