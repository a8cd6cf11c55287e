-- External sign-in: users linked to identity providers and directories, and completed sign-ins.

CREATE TABLE user_logins (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- The issuer of OpenID Connect, or `ldap` for the tenant's directory.
  issuer TEXT NOT NULL,
  -- The issuer's subject id, unique to a person.
  subject TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, issuer, subject),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_logins_of ON user_logins (tenant_id, user_id);

-- A state of the authorization code flow is good once; it is remembered until it would be too old
-- anyway.
CREATE TABLE used_states (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- SHA-256 of the state, in hex.
  state_hash TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, state_hash)
);
