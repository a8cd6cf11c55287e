-- Files of several labels, and whom has been written to of which status.

-- Only who had it made gets it, for a day.
CREATE TABLE booking_prints (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  token TEXT NOT NULL,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  file_key TEXT NOT NULL,
  creator_user_id BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token)
);
CREATE INDEX booking_prints_by_age ON booking_prints (tenant_id, creation_time, id);

-- One mail of a booking's status to one address, however often the status is told.
CREATE TABLE booking_mails (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  status TEXT NOT NULL,
  -- In lower case.
  email TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id, status, email),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
