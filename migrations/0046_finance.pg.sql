-- Invoices with lines and history, invoice runs, remittances and payments.

CREATE TABLE invoice_runs (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Running, Completed, Failed or Undone.
  status TEXT NOT NULL,
  is_preview BOOLEAN NOT NULL,
  -- The request.
  asked JSONB NOT NULL,
  done BIGINT NOT NULL,
  total BIGINT NOT NULL,
  failure TEXT,
  -- The invoices that it made or would make, the first of them, and the sums of all.
  outcome JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id)
);

CREATE TABLE invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Taken when the invoice is closed: a draft has none.
  invoice_number TEXT,
  run_id BIGINT,
  customer_id BIGINT NOT NULL,
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  outstanding_amount NUMERIC(19,4) NOT NULL,
  currency TEXT NOT NULL,
  -- Days, 2026-01-31.
  invoice_date TEXT NOT NULL,
  due_date TEXT NOT NULL,
  period_start TEXT,
  period_end TEXT,
  status TEXT NOT NULL,
  invoice_type TEXT NOT NULL,
  cost_center TEXT,
  reference TEXT,
  notes TEXT,
  -- Both sides as they were when it was closed.
  customer JSONB NOT NULL,
  seller JSONB NOT NULL,
  -- Header data of an ad hoc invoice.
  ad_hoc JSONB,
  mailed_time TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES invoice_runs (tenant_id, id)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (tenant_id, invoice_number) WHERE invoice_number IS NOT NULL;
CREATE INDEX invoices_by_customer ON invoices (tenant_id, customer_id, invoice_date, id);
CREATE INDEX invoices_by_status ON invoices (tenant_id, status, due_date, id);
CREATE INDEX invoices_by_run ON invoices (tenant_id, run_id) WHERE run_id IS NOT NULL;
-- Covers a customer's balance without row access.
CREATE INDEX invoices_unpaid ON invoices (tenant_id, customer_id, status, outstanding_amount) WHERE outstanding_amount <> 0;

CREATE TABLE invoice_details (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_detail_type TEXT NOT NULL,
  reference_no TEXT,
  description TEXT NOT NULL,
  service TEXT,
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  tax_percent NUMERIC(19,4) NOT NULL,
  -- The consignment that it is for; a void invoice keeps it, and the booking may be on another one.
  booking_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX invoice_details_of ON invoice_details (tenant_id, invoice_id, id);

CREATE TABLE invoice_history (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  operation TEXT NOT NULL,
  comment TEXT,
  user_name TEXT NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX invoice_history_of ON invoice_history (tenant_id, invoice_id, id);

-- Payments announced by a customer, by invoice.
CREATE TABLE remittances (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  remittance_number TEXT NOT NULL,
  customer_id BIGINT NOT NULL,
  total_amount NUMERIC(19,4) NOT NULL,
  -- A day, 2026-01-31.
  payment_date TEXT NOT NULL,
  -- Pending, PartiallyPaid, Paid or Cancelled.
  status TEXT NOT NULL,
  note TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, remittance_number),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX remittances_by_customer ON remittances (tenant_id, customer_id, id);

CREATE TABLE remittance_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  remittance_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  amount NUMERIC(19,4) NOT NULL,
  paid_amount NUMERIC(19,4) NOT NULL,
  status TEXT NOT NULL,
  note TEXT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, remittance_id, invoice_id),
  FOREIGN KEY (tenant_id, remittance_id) REFERENCES remittances (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);

-- Money that came in, and the invoices that it pays.
CREATE TABLE payments (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  paid_amount NUMERIC(19,4) NOT NULL,
  unallocated_amount NUMERIC(19,4) NOT NULL,
  payment_reference_number TEXT,
  payment_date TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  note TEXT,
  remittance_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, remittance_id) REFERENCES remittances (tenant_id, id)
);
CREATE INDEX payments_by_customer ON payments (tenant_id, customer_id, id);

CREATE TABLE payment_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  amount NUMERIC(19,4) NOT NULL,
  payment_type TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);
CREATE INDEX payment_invoices_of ON payment_invoices (tenant_id, payment_id, id);
CREATE INDEX payment_invoices_on ON payment_invoices (tenant_id, invoice_id, id);

-- Bookings of an invoice.
CREATE INDEX bookings_by_invoice ON bookings (tenant_id, invoice_id) WHERE invoice_id IS NOT NULL;

-- A closed invoice is immutable and is corrected by a credit note. Its documents (customer, seller,
-- ad_hoc) are guarded by the program only: adding a field changes how a document is written.
CREATE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status <> 'Open' THEN
      RAISE EXCEPTION 'a closed invoice is not deleted';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.status <> 'Open' AND (NEW.status = 'Open'
    OR NEW.customer_id IS DISTINCT FROM OLD.customer_id
    OR NEW.invoice_number IS DISTINCT FROM OLD.invoice_number
    OR NEW.tax_exclusive_amount IS DISTINCT FROM OLD.tax_exclusive_amount
    OR NEW.tax IS DISTINCT FROM OLD.tax
    OR NEW.amount IS DISTINCT FROM OLD.amount
    OR NEW.currency IS DISTINCT FROM OLD.currency
    OR NEW.invoice_date IS DISTINCT FROM OLD.invoice_date
    OR NEW.due_date IS DISTINCT FROM OLD.due_date
    OR NEW.invoice_type IS DISTINCT FROM OLD.invoice_type) THEN
    RAISE EXCEPTION 'a closed invoice keeps what it says';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay();

CREATE FUNCTION invoice_details_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept invoice_details%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    kept := OLD;
  ELSE
    kept := NEW;
  END IF;
  IF EXISTS (
    SELECT 1 FROM invoices WHERE tenant_id = kept.tenant_id AND id = kept.invoice_id AND status <> 'Open'
  ) THEN
    RAISE EXCEPTION 'a closed invoice keeps its lines';
  END IF;
  RETURN kept;
END $$;
CREATE TRIGGER invoice_details_stay BEFORE INSERT OR UPDATE OR DELETE ON invoice_details
  FOR EACH ROW EXECUTE FUNCTION invoice_details_stay();
