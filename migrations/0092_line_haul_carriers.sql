-- Carriers' bookings of line hauls, and legs that carry some articles of a job only.

-- The customer and the service of the carrier's booking.
ALTER TABLE line_hauls ADD COLUMN customer_id BIGINT;
ALTER TABLE line_hauls ADD COLUMN customer_name TEXT;
ALTER TABLE line_hauls ADD COLUMN service_code TEXT;
ALTER TABLE line_hauls ADD COLUMN carrier_booking_id BIGINT;
ALTER TABLE line_hauls ADD COLUMN is_carrier_booked BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX line_hauls_by_carrier_booking ON line_hauls (tenant_id, carrier_booking_id)
  WHERE carrier_booking_id IS NOT NULL;

-- The leg takes goods on from a depot, where they are.
ALTER TABLE freight_jobs ADD COLUMN is_from_depot BOOLEAN NOT NULL DEFAULT FALSE;
-- The leg carries its own articles, not all of its parent's.
ALTER TABLE freight_jobs ADD COLUMN has_part BOOLEAN NOT NULL DEFAULT FALSE;
-- Some articles of the parent are on none of its legs.
ALTER TABLE freight_jobs ADD COLUMN has_rest BOOLEAN NOT NULL DEFAULT FALSE;

-- SQLite can't drop a unique constraint without recreating the table. Goods may leave a head port
-- by several legs: short articles follow the others.
CREATE TABLE line_haul_onward_legs (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  head_port_id BIGINT NOT NULL,
  line_haul_id BIGINT NOT NULL,
  leg_id BIGINT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, leg_id),
  FOREIGN KEY (tenant_id, line_haul_id) REFERENCES line_hauls (tenant_id, id)
);
INSERT INTO line_haul_onward_legs
  (tenant_id, row_version, job_id, head_port_id, line_haul_id, leg_id)
  SELECT tenant_id, row_version, job_id, head_port_id, line_haul_id, leg_id FROM line_haul_legs;
DROP TABLE line_haul_legs;
CREATE INDEX line_haul_onward_legs_of_line_haul ON line_haul_onward_legs (tenant_id, line_haul_id);
CREATE INDEX line_haul_onward_legs_of_job ON line_haul_onward_legs (tenant_id, job_id);
UPDATE freight_jobs SET is_from_depot = TRUE
  WHERE id IN (SELECT leg_id FROM line_haul_onward_legs);
