-- Dispute letters, and invoiced and recharged amounts in margin totals.

-- Download id of the letter; NULL until requested.
ALTER TABLE reconciliations ADD COLUMN letter_guid UUID;

-- Before tax: invoiced by the carrier, approved, recharged.
ALTER TABLE bookings ADD COLUMN invoiced_net NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN approved_net NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN recovered_net NUMERIC(19,4) NOT NULL DEFAULT 0;

UPDATE bookings SET
  invoiced_net = (SELECT COALESCE(SUM(r.carrier_invoiced_amount), 0) FROM reconciliation_bookings r
    WHERE r.tenant_id = bookings.tenant_id AND r.booking_id = bookings.id AND r.status NOT IN ('Rejected', 'Closed')),
  approved_net = (SELECT COALESCE(SUM(r.approved_amount), 0) FROM reconciliation_bookings r
    WHERE r.tenant_id = bookings.tenant_id AND r.booking_id = bookings.id AND r.status NOT IN ('Rejected', 'Closed')),
  recovered_net = (SELECT COALESCE(SUM(r.recharge_amount), 0) FROM reconciliation_bookings r
    WHERE r.tenant_id = bookings.tenant_id AND r.booking_id = bookings.id AND r.status = 'Approved')
WHERE EXISTS (SELECT 1 FROM reconciliation_bookings r
  WHERE r.tenant_id = bookings.tenant_id AND r.booking_id = bookings.id);

-- Adds up a period without reading the rows themselves, which are wide.
DROP INDEX bookings_by_margin;
CREATE INDEX bookings_by_margin ON bookings (
  tenant_id, booking_date, booking_status, customer_id, carrier, from_region, to_region,
  quoted_net, sold_net, cost_net, insurance_net, invoiced_net, approved_net, recovered_net
);
