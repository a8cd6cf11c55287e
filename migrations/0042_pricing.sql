-- Selling prices: markups and promo codes with uses.

CREATE TABLE markups (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Level of the markup: Customer, Account, Payg, Guest, Prepaid, CarrierAccount or Carrier.
  level TEXT NOT NULL,
  customer_id BIGINT,
  -- None for a whole carrier.
  carrier_account_id BIGINT,
  carrier_code TEXT NOT NULL,
  -- Days, 2026-01-31.
  effective_date TEXT,
  expire_date TEXT,
  apply_to_all BOOLEAN NOT NULL,
  rate JSONB NOT NULL,
  services JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX markups_of_customers ON markups (tenant_id, customer_id, level);
CREATE INDEX markups_by_account ON markups (tenant_id, carrier_account_id);

-- Version of a customer's markups, at 0 of all others; validates caches.
CREATE TABLE markup_versions (
  tenant_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, customer_id)
);

CREATE TABLE promo_codes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  -- The code in lower case: `SPRING` and `spring` are one.
  code_key TEXT NOT NULL,
  description TEXT,
  is_active BOOLEAN NOT NULL,
  -- Days, 2026-01-31.
  start_date TEXT,
  end_date TEXT,
  rate JSONB NOT NULL,
  max_uses BIGINT,
  max_uses_per_customer BIGINT,
  carrier_account_ids JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code_key)
);

-- A use is there from when its booking goes to the carrier until it is cancelled.
CREATE TABLE promo_code_uses (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  promo_code_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id),
  FOREIGN KEY (tenant_id, promo_code_id) REFERENCES promo_codes (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX promo_code_uses_of ON promo_code_uses (tenant_id, promo_code_id, customer_id);

-- The promo code applied to the price.
ALTER TABLE bookings ADD COLUMN promo_code_id BIGINT;
