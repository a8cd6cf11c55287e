-- A deleted customer stays for its bookings; what it owes and who else has its e-mail address are found quickly.

ALTER TABLE customers ADD COLUMN is_deleted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX customers_by_email ON customers (tenant_id, lower(email));
CREATE INDEX bookings_unpaid ON bookings (tenant_id, customer_id, booking_status, intent, is_uncertain, total_price)
  WHERE invoice_id IS NULL;
