-- Payables to drivers in the ledger, emails of their invoices, and ends of the work of older jobs.

-- An entry names a customer, or a driver who supplies to the tenant. SQLite takes NOT NULL off a
-- column only by a new table.
CREATE TABLE new_ledger_entries (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The movement and its source row, unique in the ledger.
  movement TEXT NOT NULL,
  source_id BIGINT NOT NULL,
  customer_id BIGINT,
  -- A day, 2026-01-31.
  day TEXT NOT NULL,
  reference TEXT,
  invoice_id BIGINT,
  payment_id BIGINT,
  credit_note_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  driver_id BIGINT,
  agent_invoice_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, movement, source_id),
  CHECK ((customer_id IS NULL) <> (driver_id IS NULL)),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id)
);
INSERT INTO new_ledger_entries (id, tenant_id, row_version, movement, source_id, customer_id, day,
    reference, invoice_id, payment_id, credit_note_id, creation_time, creator_user_id)
  SELECT id, tenant_id, row_version, movement, source_id, customer_id, day,
    reference, invoice_id, payment_id, credit_note_id, creation_time, creator_user_id
  FROM ledger_entries;
CREATE TABLE new_ledger_lines (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  entry_id BIGINT NOT NULL,
  -- Copied from the entry.
  customer_id BIGINT,
  day TEXT NOT NULL,
  debit_account TEXT NOT NULL,
  credit_account TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL CHECK (amount > 0),
  UNIQUE (tenant_id, id),
  CHECK (debit_account <> credit_account),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES new_ledger_entries (tenant_id, id)
);
INSERT INTO new_ledger_lines (id, tenant_id, row_version, entry_id, customer_id, day,
    debit_account, credit_account, amount)
  SELECT id, tenant_id, row_version, entry_id, customer_id, day,
    debit_account, credit_account, amount
  FROM ledger_lines;
DROP TABLE ledger_lines;
DROP TABLE ledger_entries;
ALTER TABLE new_ledger_entries RENAME TO ledger_entries;
ALTER TABLE new_ledger_lines RENAME TO ledger_lines;

CREATE INDEX ledger_entries_of_invoice ON ledger_entries (tenant_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ledger_entries_of_payment ON ledger_entries (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entries_of_credit ON ledger_entries (tenant_id, credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX ledger_entries_of_agent_invoice ON ledger_entries (tenant_id, agent_invoice_id)
  WHERE agent_invoice_id IS NOT NULL;
CREATE INDEX ledger_lines_of ON ledger_lines (tenant_id, entry_id, id);
CREATE INDEX ledger_lines_by_day ON ledger_lines (tenant_id, day, id);
CREATE INDEX ledger_lines_by_customer ON ledger_lines (tenant_id, customer_id, day);

-- Ledger rows are immutable; corrections are reversing entries.
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_entries_stay_there BEFORE DELETE ON ledger_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_lines_stay BEFORE UPDATE ON ledger_lines
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_lines_stay_there BEFORE DELETE ON ledger_lines
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_entries_not_replaced BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.id
    OR (tenant_id = NEW.tenant_id AND movement = NEW.movement AND source_id = NEW.source_id))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_lines_not_replaced BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_lines WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_entries_have_days BEFORE INSERT ON ledger_entries
WHEN length(NEW.day) <> 10 OR NEW.day < '2000-01-01' OR NEW.day > '2100-12-31'
BEGIN
  SELECT RAISE(ABORT, 'the ledger takes days from 2000 to 2100');
END;
CREATE TRIGGER ledger_lines_have_days BEFORE INSERT ON ledger_lines
WHEN length(NEW.day) <> 10 OR NEW.day < '2000-01-01' OR NEW.day > '2100-12-31'
BEGIN
  SELECT RAISE(ABORT, 'the ledger takes days from 2000 to 2100');
END;

-- Latest email of the invoice, and the time at which one was sent.
ALTER TABLE agent_invoices ADD COLUMN mail_state TEXT;
ALTER TABLE agent_invoices ADD COLUMN mailed_time TIMESTAMPTZ;

-- End of the work of jobs that were finished before it was stored: from their log, their scans, or
-- the bookings that moved them.
UPDATE freight_jobs SET finished_time = COALESCE(
  (SELECT MAX(COALESCE(o.operation_time, o.creation_time)) FROM job_operations o
   WHERE o.tenant_id = freight_jobs.tenant_id AND o.job_id = freight_jobs.id
     AND o.status = 'Success' AND o.operation =
       CASE WHEN freight_jobs.job_status IN ('Delivered', 'PartiallyDelivered')
       THEN 'Deliver' ELSE 'Fail' END),
  (SELECT MAX(s.scanned_time) FROM scan_events s
   WHERE s.tenant_id = freight_jobs.tenant_id AND s.job_id = freight_jobs.id
     AND ((freight_jobs.job_status IN ('Delivered', 'PartiallyDelivered')
           AND s.code IN ('Delivered', 'Collected'))
       OR (freight_jobs.job_status = 'FailedDelivery' AND s.code = 'CardLeft'))),
  (SELECT MAX(o.creation_time) FROM job_operations o
   WHERE o.tenant_id = freight_jobs.tenant_id AND o.job_id = freight_jobs.id
     AND o.status = 'Success' AND o.operation IN ('Scan', 'FollowBooking')))
WHERE finished_time IS NULL
  AND job_status IN ('Delivered', 'PartiallyDelivered', 'FailedPickup', 'FailedDelivery');
