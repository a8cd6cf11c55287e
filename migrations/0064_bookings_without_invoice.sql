-- Uninvoiced bookings of a customer by day: input of a run, and debt.

DROP INDEX bookings_to_invoice;
DROP INDEX bookings_unpaid;
CREATE INDEX bookings_without_invoice ON bookings
  (tenant_id, customer_id, booking_date, booking_status, intent, is_uncertain, total_price)
  WHERE invoice_id IS NULL;
