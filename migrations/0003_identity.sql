-- Users, roles, permissions, sessions and API keys.

CREATE TABLE roles (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  -- Set for a role of one customer. No foreign key: customers belong to a higher layer.
  customer_id BIGINT,
  -- A static role can't be renamed or deleted.
  is_static BOOLEAN NOT NULL,
  -- New users get the default roles.
  is_default BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);

CREATE TABLE role_permissions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  role_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, role_id, name),
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE users (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  user_guid UUID NOT NULL,
  name TEXT NOT NULL,
  surname TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- The user name in lower case: people sign in without regard to case.
  user_name_key TEXT NOT NULL,
  email_address TEXT NOT NULL,
  email_key TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  -- An argon2id hash in PHC form; NULL for a user who can't sign in with a password.
  password_hash TEXT,
  is_active BOOLEAN NOT NULL,
  -- Set for a customer's user. No foreign key: customers belong to a higher layer.
  customer_id BIGINT,
  is_driver BOOLEAN NOT NULL,
  is_lockout_enabled BOOLEAN NOT NULL,
  access_failed_count BIGINT NOT NULL,
  lockout_end TIMESTAMPTZ,
  last_login_time TIMESTAMPTZ,
  should_change_password BOOLEAN NOT NULL,
  profile_picture_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_name_key),
  UNIQUE (tenant_id, email_key)
);
CREATE INDEX users_of_customer ON users (tenant_id, customer_id, id);

CREATE TABLE user_roles (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  role_id BIGINT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, role_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_roles_of ON user_roles (tenant_id, role_id);

-- Permissions granted to or revoked from a user, in addition to roles.
CREATE TABLE user_permissions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  is_granted BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, name),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE api_keys (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The key acts as this user.
  user_id BIGINT NOT NULL,
  -- SHA-256 of the secret, in hex.
  secret_hash TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  last_used_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX api_keys_of ON api_keys (tenant_id, user_id);

CREATE TABLE sessions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- Set when an integration got the token for its key.
  api_key_id BIGINT,
  -- The user who is really there, while impersonating.
  impersonator_id BIGINT,
  -- SHA-256 of the bearer token, in hex.
  token_hash TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  -- No renewal leads past this.
  ends_at TIMESTAMPTZ NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_keys (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_of ON sessions (tenant_id, user_id);
CREATE INDEX sessions_old ON sessions (tenant_id, expires_at);
