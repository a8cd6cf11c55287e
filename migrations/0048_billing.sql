-- Recharged lines, credit notes, and fees with their charges.

-- Set for a line that recharges a reconciled difference.
ALTER TABLE invoice_details ADD COLUMN is_recharge BOOLEAN NOT NULL DEFAULT FALSE;

-- Part of a booking's recharge on an invoice; removed when the invoice is voided.
CREATE TABLE booking_recharges (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  detail JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id, invoice_id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_recharges_on ON booking_recharges (tenant_id, invoice_id);

-- Credit notes of a posted invoice, from request on.
CREATE TABLE credit_notes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Taken when it is approved: a request has none.
  credit_note_number TEXT,
  -- The day of its approval, 2026-01-31.
  credit_note_date TEXT,
  customer_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  currency TEXT NOT NULL,
  -- Including tax: requested, approved, unapplied.
  amount NUMERIC(19,4) NOT NULL,
  approved_amount NUMERIC(19,4) NOT NULL,
  unapplied_amount NUMERIC(19,4) NOT NULL,
  -- Of the approved amount.
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  -- Requested, UnderReview, Approved, PartiallyApproved, Rejected, Applied or Voided.
  status TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);
CREATE UNIQUE INDEX credit_notes_by_number ON credit_notes (tenant_id, credit_note_number)
  WHERE credit_note_number IS NOT NULL;
CREATE INDEX credit_notes_by_customer ON credit_notes (tenant_id, customer_id, credit_note_date, id);
CREATE INDEX credit_notes_of ON credit_notes (tenant_id, invoice_id, id);

CREATE TABLE credit_note_details (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  credit_note_id BIGINT NOT NULL,
  invoice_detail_id BIGINT NOT NULL,
  credit_note_detail_type TEXT NOT NULL,
  reference_no TEXT,
  description TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  approved_amount NUMERIC(19,4) NOT NULL,
  tax_exclusive_amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  notes TEXT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, credit_note_id, invoice_detail_id),
  FOREIGN KEY (tenant_id, credit_note_id) REFERENCES credit_notes (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, invoice_detail_id) REFERENCES invoice_details (tenant_id, id)
);

CREATE TABLE credit_note_notes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  credit_note_id BIGINT NOT NULL,
  user_name TEXT NOT NULL,
  note TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, credit_note_id) REFERENCES credit_notes (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX credit_note_notes_of ON credit_note_notes (tenant_id, credit_note_id, id);

-- The invoices that a credit note reduces.
CREATE TABLE credit_note_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  credit_note_id BIGINT NOT NULL,
  invoice_id BIGINT NOT NULL,
  invoice_number TEXT,
  amount NUMERIC(19,4) NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, credit_note_id) REFERENCES credit_notes (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);
CREATE INDEX credit_note_invoices_of ON credit_note_invoices (tenant_id, credit_note_id, id);
CREATE INDEX credit_note_invoices_on ON credit_note_invoices (tenant_id, invoice_id, id);

-- Written off amount and day, for statements.
ALTER TABLE invoices ADD COLUMN written_off_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN written_off_date TEXT;
-- Covers aged outstanding amounts.
CREATE INDEX invoices_aged ON invoices (tenant_id, customer_id, due_date) WHERE outstanding_amount <> 0;
CREATE INDEX payments_by_day ON payments (tenant_id, customer_id, payment_date, id);
