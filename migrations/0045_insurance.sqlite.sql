-- Insurance of quotes, and columns of the margin report.

ALTER TABLE quote_requests ADD COLUMN insurance JSONB NOT NULL DEFAULT 'null';

-- Before tax and insurance: quoted, current and cost; then the insurance.
ALTER TABLE bookings ADD COLUMN quoted_net NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN sold_net NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN cost_net NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN insurance_net NUMERIC(19,4) NOT NULL DEFAULT 0;
-- Country and state: `AU-VIC`, or the country alone.
ALTER TABLE bookings ADD COLUMN from_region TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN to_region TEXT NOT NULL DEFAULT '';

-- The quoted price before manual changes is unknown: the current one is used. Amounts are
-- ten-thousandths.
UPDATE bookings SET
  sold_net = CAST(ROUND(10000 * (COALESCE(json_extract(pricing_detail, '$.freight.taxExclusiveAmount'), 0)
    + COALESCE(json_extract(pricing_detail, '$.additional.taxExclusiveAmount'), 0))) AS INTEGER),
  cost_net = CAST(ROUND(10000 * (COALESCE(json_extract(pricing_detail, '$.carrierFreight.taxExclusiveAmount'), 0)
    + COALESCE(json_extract(pricing_detail, '$.carrierAdditional.taxExclusiveAmount'), 0))) AS INTEGER),
  from_region = COALESCE(UPPER(json_extract(from_address, '$.countryCode')), '')
    || CASE WHEN COALESCE(json_extract(from_address, '$.stateCode'), '') = '' THEN ''
    ELSE '-' || UPPER(json_extract(from_address, '$.stateCode')) END,
  to_region = COALESCE(UPPER(json_extract(to_address, '$.countryCode')), '')
    || CASE WHEN COALESCE(json_extract(to_address, '$.stateCode'), '') = '' THEN ''
    ELSE '-' || UPPER(json_extract(to_address, '$.stateCode')) END;
UPDATE bookings SET quoted_net = sold_net;

-- Adds up a period without reading the rows themselves, which are wide.
CREATE INDEX bookings_by_margin ON bookings (
  tenant_id, booking_date, booking_status, customer_id, carrier, from_region, to_region,
  quoted_net, sold_net, cost_net, insurance_net
);
