-- Frequent addresses: where a customer ships from and to again and again.

CREATE TABLE frequent_addresses (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  kind TEXT,
  name TEXT NOT NULL,
  -- The name in lower case: it is there once for a customer.
  name_key TEXT NOT NULL,
  nickname TEXT,
  company_name TEXT,
  contact_name TEXT,
  email TEXT,
  telephone TEXT,
  special_instructions TEXT,
  address_line1 TEXT,
  address_line2 TEXT,
  address_line3 TEXT,
  suburb TEXT NOT NULL,
  post_code TEXT NOT NULL,
  state TEXT,
  state_code TEXT,
  country TEXT,
  country_code TEXT NOT NULL,
  is_default BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, name_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
-- Of two people who set a default at the same moment, one wins.
CREATE UNIQUE INDEX frequent_addresses_default ON frequent_addresses (tenant_id, customer_id) WHERE is_default;
