-- Tenants, their host names and features. tenants and tenant_hosts belong to the platform, since
-- they are read before the tenant is resolved.

CREATE TABLE tenants (
  id {{ID}},
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- Available or InActive.
  state TEXT NOT NULL,
  -- IANA name, Australia/Sydney.
  timezone TEXT NOT NULL,
  -- ISO 4217.
  base_currency TEXT NOT NULL,
  legal_name TEXT NOT NULL,
  address TEXT NOT NULL,
  tax_vat_no TEXT NOT NULL,
  allow_self_registration BOOLEAN NOT NULL,
  -- The logo's key in the file store and its media type; both or neither.
  logo_key TEXT,
  logo_type TEXT,
  creation_time TIMESTAMPTZ NOT NULL
);

CREATE TABLE tenant_hosts (
  id {{ID}},
  for_tenant BIGINT NOT NULL REFERENCES tenants (id),
  -- In lower case, without a port.
  host TEXT NOT NULL UNIQUE
);
CREATE INDEX tenant_hosts_of ON tenant_hosts (for_tenant);

CREATE TABLE tenant_features (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
