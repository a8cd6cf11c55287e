-- A customer's bookings without an invoice, by their day: what a run bills, and what the customer owes.

DROP INDEX bookings_to_invoice;
DROP INDEX bookings_unpaid;
CREATE INDEX bookings_without_invoice ON bookings
  (tenant_id, customer_id, booking_date, booking_status, intent, is_uncertain, total_price)
  WHERE invoice_id IS NULL;
