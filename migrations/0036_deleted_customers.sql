-- A deleted customer remains for its bookings; indexes for its debts and for duplicate email
-- addresses.

ALTER TABLE customers ADD COLUMN is_deleted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX customers_by_email ON customers (tenant_id, lower(email));
CREATE INDEX bookings_unpaid ON bookings (tenant_id, customer_id, booking_status, intent, is_uncertain, total_price)
  WHERE invoice_id IS NULL;
