-- Combined label files, and emailed recipients by status.

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

-- One email for a status and address, even if the status repeats.
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
