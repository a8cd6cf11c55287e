-- Jobs on invoices, fees of jobs, and invoices that owner drivers and contractors are paid by.

-- Total of the customer's price, including tax.
ALTER TABLE freight_jobs ADD COLUMN sell_total NUMERIC(19,4) NOT NULL DEFAULT 0;
-- The latest arrival whose pickup or delivery is outstanding.
ALTER TABLE freight_jobs ADD COLUMN arrived_time TIMESTAMPTZ;
ALTER TABLE freight_jobs ADD COLUMN invoice_id BIGINT;
ALTER TABLE freight_jobs ADD COLUMN invoice_number TEXT;
-- Charged in addition to the price.
ALTER TABLE freight_jobs ADD COLUMN fees JSONB NOT NULL DEFAULT '[]';
-- A charge of a driver is on no invoice yet.
ALTER TABLE freight_jobs ADD COLUMN owes_drivers BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE freight_jobs SET
  sell_total = COALESCE((pricing_details -> 'sell' ->> 'total')::NUMERIC, 0),
  owes_drivers = driver_charges <> '[]'::JSONB;
CREATE INDEX freight_jobs_uninvoiced ON freight_jobs (tenant_id, customer_id, job_status)
  WHERE invoice_id IS NULL AND booking_id IS NULL AND parent_id IS NULL;
CREATE INDEX freight_jobs_of_invoice ON freight_jobs (tenant_id, invoice_id)
  WHERE invoice_id IS NOT NULL;
CREATE INDEX freight_jobs_owing_drivers ON freight_jobs (tenant_id, owes_drivers, job_status);

ALTER TABLE invoice_details ADD COLUMN job_id BIGINT;
ALTER TABLE fee_entries ADD COLUMN job_id BIGINT;

ALTER TABLE drivers ADD COLUMN abn TEXT;
ALTER TABLE drivers ADD COLUMN is_gst_registered BOOLEAN NOT NULL DEFAULT FALSE;

-- Recipient created tax invoices: the tenant writes them for drivers who supply to it.
CREATE TABLE agent_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  invoice_number TEXT,
  invoice_type TEXT NOT NULL,
  driver_id BIGINT NOT NULL,
  status TEXT NOT NULL,
  -- Days.
  invoice_date TEXT NOT NULL,
  period_start TEXT NOT NULL,
  period_end TEXT NOT NULL,
  paid_date TEXT,
  currency TEXT NOT NULL,
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  -- Both sides as they were when it was closed.
  supplier JSONB NOT NULL,
  recipient JSONB NOT NULL,
  lines JSONB NOT NULL,
  notes TEXT,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id)
);
CREATE UNIQUE INDEX agent_invoices_by_number ON agent_invoices (tenant_id, invoice_number)
  WHERE invoice_number IS NOT NULL;
CREATE INDEX agent_invoices_of_driver ON agent_invoices (tenant_id, driver_id, invoice_date, id);
CREATE INDEX agent_invoices_by_status ON agent_invoices (tenant_id, status, invoice_date, id);
