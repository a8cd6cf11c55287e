-- After a reset by mail, mailed codes are no second step for a while: a mailbox alone must not be
-- enough. NULL: they are.
ALTER TABLE two_factors ADD COLUMN mail_rests_until TIMESTAMPTZ;

-- Browsers in which a user has signed in. A known browser isn't locked out by failures elsewhere
-- and triggers no email.
CREATE TABLE known_devices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- SHA-256 of the cookie, in hex.
  token_hash TEXT NOT NULL,
  last_used_time TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
