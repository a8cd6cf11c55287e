-- Passkeys and pending ceremonies.

CREATE TABLE passkeys (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- The host name it was made at, which alone it is good at.
  rp_id TEXT NOT NULL,
  -- User handle of all passkeys of a user; base64url, as the next three.
  user_handle TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  -- Public key and immutable data.
  static_state TEXT NOT NULL,
  -- The counter of signatures, and whether it is backed up.
  dynamic_state TEXT NOT NULL,
  last_used_time TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of ON passkeys (tenant_id, user_id);

-- A pending ceremony; ends with the first response, valid or not.
CREATE TABLE passkey_ceremonies (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- SHA-256 in hex of the browser's or session's token; a new ceremony replaces it.
  bound_to TEXT NOT NULL,
  -- Challenge and options in base64url.
  state TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, bound_to)
);
CREATE INDEX passkey_ceremonies_old ON passkey_ceremonies (tenant_id, expires_at);
