-- What a tenant sets for itself, and the secrets that belong to it.
-- Time zone, currency, billing address, self-registration and logo stay columns of `tenants`, their one place.

CREATE TABLE tenant_settings (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- The groups that were ever set, by name; what is left out has its default.
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

-- Names of the files that a browser asks for; a new file has a new name, so that none is kept too long.
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
  -- Feature names and their values; what is left out is not limited.
  features JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL
);

ALTER TABLE tenants ADD COLUMN edition_id BIGINT REFERENCES editions (id);
-- What the platform gives this tenant beside its edition: feature names and their values, which win over the edition's.
ALTER TABLE tenants ADD COLUMN given_features JSONB NOT NULL DEFAULT '{}';
-- The tenant whose people run the platform; there is one at most.
ALTER TABLE tenants ADD COLUMN is_platform BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX tenants_platform ON tenants (is_platform) WHERE is_platform;

-- What one customer has otherwise than its tenant; never more.
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

-- What the platform's lists show; the tenant is that of the platform's own tables, none.
CREATE VIEW platform_tenants AS
  SELECT t.id, CAST(0 AS BIGINT) AS tenant_id, t.row_version, t.name, t.state, t.timezone, t.base_currency, t.edition_id,
    e.display_name AS edition_name, t.is_platform, t.creation_time
  FROM tenants t LEFT JOIN editions e ON e.id = t.edition_id WHERE t.state <> 'Deleted';

CREATE VIEW platform_editions AS
  SELECT e.id, CAST(0 AS BIGINT) AS tenant_id, e.row_version, e.name, e.display_name, e.features, e.creation_time
  FROM editions e;

-- What is set for one customer.
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
