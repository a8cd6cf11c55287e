-- Requests and responses exchanged with a booking's carrier.
CREATE TABLE booking_exchanges (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  operation TEXT NOT NULL,
  -- JSON, or its beginning. Secrets of the account are masked before.
  sent TEXT NOT NULL,
  answered TEXT NOT NULL,
  -- Nothing had to be cut.
  is_whole BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_exchanges_by_booking ON booking_exchanges (tenant_id, booking_id, id);
CREATE INDEX booking_exchanges_by_age ON booking_exchanges (tenant_id, creation_time);
