-- Finance settings, sent reminders, automatic credit stops, low balances.

CREATE TABLE finance_settings (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- One document; missing values have defaults.
  document JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id)
);

-- A reminder email to a customer about overdue invoices in one currency.
CREATE TABLE dunning_notices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- The tenant's day, 2026-01-31.
  day TEXT NOT NULL,
  -- The step of the invoice that is the longest overdue.
  days_overdue BIGINT NOT NULL,
  step_name TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Null: there was none, and nothing was mailed.
  email_address TEXT,
  amount NUMERIC(19,4) NOT NULL,
  currency TEXT NOT NULL,
  stops_credit BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX dunning_notices_by_customer ON dunning_notices (tenant_id, customer_id, id);

-- Invoices of a reminder, unique by invoice and step.
CREATE TABLE dunning_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  notice_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  -- The step, by the days after which it is due.
  step_days BIGINT NOT NULL,
  due_date TEXT NOT NULL,
  days_overdue BIGINT NOT NULL,
  outstanding_amount NUMERIC(19,4) NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, invoice_id, step_days),
  FOREIGN KEY (tenant_id, notice_id) REFERENCES dunning_notices (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);
CREATE INDEX dunning_invoices_of ON dunning_invoices (tenant_id, notice_id, id);

-- Customers that a step has stopped, until all that is overdue is paid.
CREATE TABLE credit_stops (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  stopped_time TIMESTAMPTZ NOT NULL,
  -- Null while it holds.
  lifted_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE UNIQUE INDEX credit_stops_open ON credit_stops (tenant_id, customer_id) WHERE lifted_time IS NULL;

-- Prepaid customers: alert threshold and current state.
CREATE TABLE low_balances (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- Null: the tenant's.
  threshold NUMERIC(19,4),
  is_low BOOLEAN NOT NULL,
  mailed_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
