-- Indexes for a booking's legs, a batch's bookings, and checks before deletion.

CREATE INDEX bookings_by_parent ON bookings (tenant_id, parent_booking_id) WHERE parent_booking_id IS NOT NULL;
CREATE INDEX bookings_by_batch ON bookings (tenant_id, batch_id) WHERE batch_id IS NOT NULL;

-- Due or late bookings.
CREATE INDEX bookings_by_eta ON bookings (tenant_id, eta) WHERE eta IS NOT NULL;

-- Keeps query plans independent of parameter values.
DROP INDEX bank_lines_by_payer;
CREATE INDEX bank_lines_by_payer ON bank_lines (tenant_id, payer, status);
CREATE INDEX card_refunds_of ON card_refunds (tenant_id, payment_id);
