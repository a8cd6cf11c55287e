-- The ledger: entries of invoices, credit notes and payments, locked periods, account codes.

CREATE TABLE ledger_entries (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The movement and its source row, unique in the ledger.
  movement TEXT NOT NULL,
  source_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- A day, 2026-01-31.
  day TEXT NOT NULL,
  reference TEXT,
  invoice_id BIGINT,
  payment_id BIGINT,
  credit_note_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, movement, source_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX ledger_entries_of_invoice ON ledger_entries (tenant_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ledger_entries_of_payment ON ledger_entries (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entries_of_credit ON ledger_entries (tenant_id, credit_note_id) WHERE credit_note_id IS NOT NULL;

-- A line names both its accounts, so that no entry can be out of balance.
CREATE TABLE ledger_lines (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  entry_id BIGINT NOT NULL,
  -- Copied from the entry.
  customer_id BIGINT NOT NULL,
  day TEXT NOT NULL,
  debit_account TEXT NOT NULL,
  credit_account TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL CHECK (amount > 0),
  UNIQUE (tenant_id, id),
  CHECK (debit_account <> credit_account),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES ledger_entries (tenant_id, id)
);
CREATE INDEX ledger_lines_of ON ledger_lines (tenant_id, entry_id, id);
CREATE INDEX ledger_lines_by_day ON ledger_lines (tenant_id, day, id);
CREATE INDEX ledger_lines_by_customer ON ledger_lines (tenant_id, customer_id, day);

-- Periods in which nothing moves any more; both days are locked.
CREATE TABLE ledger_locks (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  note TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id)
);
CREATE INDEX ledger_locks_by_day ON ledger_locks (tenant_id, last_day);

-- Codes of accounts that differ from those every tenant begins with.
CREATE TABLE ledger_accounts (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  account TEXT NOT NULL,
  code TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, account)
);

-- Ledger rows are immutable; corrections are reversing entries.
CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is not changed';
END $$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_lines_stay BEFORE UPDATE OR DELETE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION ledger_stays();
