-- What invoices have of what is charged again, credit notes, and fees with what has arisen of them.

-- A line for what reconciliation has a customer charged again.
ALTER TABLE invoice_details ADD COLUMN is_recharge BOOLEAN NOT NULL DEFAULT FALSE;

-- What an invoice has taken of what a booking is charged again; it is gone when the invoice is void.
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
