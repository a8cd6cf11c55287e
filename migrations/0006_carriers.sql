-- Carriers: the tenants' accounts with them, the services switched on, and which customers may use
-- which account.

CREATE TABLE carrier_accounts (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  carrier_code TEXT NOT NULL,
  -- The customer that owns the account; NULL for the tenant.
  customer_id BIGINT,
  is_active BOOLEAN NOT NULL,
  public_logo TEXT,
  private_logo TEXT,
  use_manual_rates BOOLEAN NOT NULL,
  available_for_guest BOOLEAN NOT NULL,
  available_for_payg BOOLEAN NOT NULL,
  settings JSONB NOT NULL,
  -- Sealed with the platform's key, by attribute.
  secrets JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);

CREATE TABLE carrier_services (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  carrier_code TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_additional BOOLEAN NOT NULL,
  exceptions TEXT,
  exception_keywords TEXT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, carrier_code, code)
);

CREATE TABLE carrier_account_services (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  carrier_account_id BIGINT NOT NULL,
  carrier_service_id BIGINT NOT NULL,
  UNIQUE (tenant_id, carrier_account_id, carrier_service_id),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, carrier_service_id) REFERENCES carrier_services (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE carrier_account_mappings (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  carrier_account_id BIGINT NOT NULL,
  is_own BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, carrier_account_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id) ON DELETE CASCADE
);
