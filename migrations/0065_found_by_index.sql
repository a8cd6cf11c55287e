-- A booking's legs and the bookings of a batch are found without reading all bookings; so is what stands in the way of
-- deleting one.

CREATE INDEX bookings_by_parent ON bookings (tenant_id, parent_booking_id) WHERE parent_booking_id IS NOT NULL;
CREATE INDEX bookings_by_batch ON bookings (tenant_id, batch_id) WHERE batch_id IS NOT NULL;

-- What is due, or late.
CREATE INDEX bookings_by_eta ON bookings (tenant_id, eta) WHERE eta IS NOT NULL;

-- Which index a statement takes does not depend on the values that are put into it.
DROP INDEX bank_lines_by_payer;
CREATE INDEX bank_lines_by_payer ON bank_lines (tenant_id, payer, status);
CREATE INDEX card_refunds_of ON card_refunds (tenant_id, payment_id);
