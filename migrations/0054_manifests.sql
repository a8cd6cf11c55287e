-- Collections that are booked with carriers, and lists of them and of manifests.

CREATE TABLE pickups (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  carrier TEXT NOT NULL,
  carrier_account_id BIGINT NOT NULL,
  -- Booking, Booked, Failed, Cancelling or Cancelled.
  status TEXT NOT NULL,
  -- The carrier's number and opaque record; NULL while pending.
  number TEXT,
  carrier_data TEXT NOT NULL,
  -- By the tenant's calendar and clock.
  pickup_day TEXT NOT NULL,
  ready TEXT NOT NULL,
  closes TEXT NOT NULL,
  sender JSONB NOT NULL,
  pieces BIGINT NOT NULL,
  -- Kilograms.
  weight NUMERIC(19,4) NOT NULL,
  instructions TEXT NOT NULL,
  -- The carrier's last rejection or error.
  message TEXT,
  attempts BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  closed_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id)
);
CREATE INDEX pickups_by_day ON pickups (tenant_id, pickup_day, id);

ALTER TABLE bookings ADD COLUMN pickup_row_id BIGINT;
CREATE INDEX bookings_by_pickup ON bookings (tenant_id, pickup_row_id) WHERE pickup_row_id IS NOT NULL;

CREATE INDEX manifests_by_creation ON manifests (tenant_id, creation_time, id);
