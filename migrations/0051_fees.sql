-- Fees, customer overrides, automatic charges.

CREATE TABLE fees (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  invoice_type TEXT NOT NULL,
  -- Booking, Job, Invoice, Payment, Period or ScanEvent.
  apply_on TEXT NOT NULL,
  fee_type TEXT NOT NULL,
  -- Percentage, Fixed or Override.
  calc_method TEXT NOT NULL,
  minimum NUMERIC(19,4) NOT NULL,
  is_accumulated BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_tax_applicable BOOLEAN NOT NULL,
  -- Days, 2026-01-31.
  effective_date TEXT,
  expire_date TEXT,
  -- The types of customers that are all charged it.
  customer_types JSONB NOT NULL,
  fee_rates JSONB NOT NULL,
  UNIQUE (tenant_id, id)
);

-- Override for one customer.
CREATE TABLE customer_fees (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  fee_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  minimum NUMERIC(19,4) NOT NULL,
  is_accumulated BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  effective_date TEXT,
  expire_date TEXT,
  fee_rates JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, fee_id) REFERENCES fees (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX customer_fees_of ON customer_fees (tenant_id, fee_id, customer_id);
CREATE INDEX customer_fees_by_customer ON customer_fees (tenant_id, customer_id);

-- A charge, unique by fee, customer and cause.
CREATE TABLE fee_entries (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  fee_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- booking:17, scan:17:FailedPickup, invoice:5, late:5 or period:2026-01.
  source TEXT NOT NULL,
  invoice_type TEXT NOT NULL,
  fee_type TEXT NOT NULL,
  name TEXT NOT NULL,
  reference_no TEXT,
  -- The tenant's day.
  day TEXT NOT NULL,
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  booking_id BIGINT,
  -- The invoice that has it; null while it waits for one.
  invoice_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, fee_id, customer_id, source),
  FOREIGN KEY (tenant_id, fee_id) REFERENCES fees (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX fee_entries_waiting ON fee_entries (tenant_id, customer_id, day) WHERE invoice_id IS NULL;
CREATE INDEX fee_entries_on ON fee_entries (tenant_id, invoice_id) WHERE invoice_id IS NOT NULL;
