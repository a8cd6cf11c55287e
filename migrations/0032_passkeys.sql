-- Passkeys: what a user's authenticator signs with in place of a password or as a second step, and the ceremonies under way.

CREATE TABLE passkeys (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- The host name it was made at, which alone it is good at.
  rp_id TEXT NOT NULL,
  -- What authenticators call the user, the same for all passkeys of one user; base64url, as the three below.
  user_handle TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  -- The public key, and what does not change.
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

-- A ceremony that a browser has begun; it ends with the first answer, right or wrong.
CREATE TABLE passkey_ceremonies (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- SHA-256 of what the browser or the session holds that began it, in hex; a new one takes its place.
  bound_to TEXT NOT NULL,
  -- The challenge and what was asked for, in base64url.
  state TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, bound_to)
);
CREATE INDEX passkey_ceremonies_old ON passkey_ceremonies (tenant_id, expires_at);
