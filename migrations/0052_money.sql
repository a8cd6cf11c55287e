-- Refunds and reversals of payments.

-- Refunded amount.
ALTER TABLE payments ADD COLUMN refunded_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
-- The day on which it was reversed; a day, 2026-01-31.
ALTER TABLE payments ADD COLUMN reversed_date TEXT;

-- Outgoing entries of a payment.
CREATE TABLE payment_details (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- Refund or Reversal.
  payment_detail_type TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  -- A day, 2026-01-31.
  detail_date TEXT NOT NULL,
  -- The invoice that it was taken off; null: it was unallocated, or it is all of the payment.
  invoice_id BIGINT,
  reference_number TEXT,
  description TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id)
);
CREATE INDEX payment_details_of ON payment_details (tenant_id, payment_id, id);
CREATE INDEX payment_details_by_day ON payment_details (tenant_id, customer_id, detail_date, id);
-- A payment bounces once.
CREATE UNIQUE INDEX payment_reversals ON payment_details (tenant_id, payment_id) WHERE payment_detail_type = 'Reversal';
-- Covers prepaid balances without row access.
CREATE INDEX payments_ahead ON payments (tenant_id, customer_id, unallocated_amount) WHERE unallocated_amount <> 0;
