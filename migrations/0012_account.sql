-- A user's own account: profile, pictures, emailed codes, second factors, impersonation, attempt
-- counters.

-- Optional profile data. Without a row, defaults apply and the email address counts as confirmed by
-- the user's creator.
CREATE TABLE user_profiles (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- IANA name; NULL: the tenant's zone.
  timezone TEXT,
  -- A culture's name; NULL: the browser's.
  language TEXT,
  is_email_confirmed BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- `users.profile_picture_id` names the row of the picture that is shown.
CREATE TABLE profile_pictures (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  file_key TEXT NOT NULL,
  media_type TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- One-time codes; a new one replaces the previous one of its purpose.
CREATE TABLE account_codes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- Reset, Activation, SecondStep
  purpose TEXT NOT NULL,
  -- A keyed hash, in hex: six digits could be guessed from a plain one.
  code_hash TEXT NOT NULL,
  tries BIGINT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, purpose),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE two_factors (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- The authenticator's secret, sealed; NULL for who has none.
  secret TEXT,
  -- One that is shown to the user and not yet proven.
  offered TEXT,
  -- True if codes are emailed to a user without an authenticator.
  by_email BOOLEAN NOT NULL,
  -- Time step of the last used code: it and earlier ones are rejected.
  last_step BIGINT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- One row for each recovery code that was not used yet.
CREATE TABLE recovery_codes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  code_hash TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, code_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- Browsers that skip the second factor.
CREATE TABLE remembered_browsers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  -- SHA-256 of the cookie, in hex.
  token_hash TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX remembered_browsers_of ON remembered_browsers (tenant_id, user_id);

-- Sign-in method: credentials, ldap, impersonation, or the id of an OpenID provider.
ALTER TABLE sessions ADD COLUMN provider TEXT;
-- Time of last use, written at intervals.
ALTER TABLE sessions ADD COLUMN last_used_time TIMESTAMPTZ;
-- The impersonator's tenant and its address, when it is another tenant's user: a platform
-- administrator.
ALTER TABLE sessions ADD COLUMN impersonator_tenant_id BIGINT;
ALTER TABLE sessions ADD COLUMN impersonator_home TEXT;
ALTER TABLE sessions ADD COLUMN impersonator_name TEXT;
CREATE INDEX sessions_impersonated_by ON sessions (tenant_id, impersonator_id);

-- Single-use tokens that start or end an impersonation, valid for a minute.
CREATE TABLE impersonation_tokens (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The user of the new session.
  user_id BIGINT NOT NULL,
  -- The impersonator; NULL when the first user returns.
  impersonator_id BIGINT,
  impersonator_tenant_id BIGINT,
  impersonator_home TEXT,
  impersonator_name TEXT,
  -- The requesting session, which ends with it. NULL for another tenant's.
  session_id BIGINT,
  -- SHA-256 of the token, in hex.
  token_hash TEXT NOT NULL,
  -- No session that comes of it lasts longer.
  session_ends_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- Attempt counters over all hosts of the platform. The key names action, origin and target.
CREATE TABLE attempts (
  attempt_key TEXT NOT NULL PRIMARY KEY,
  count BIGINT NOT NULL,
  begun_at TIMESTAMPTZ NOT NULL,
  -- A name that no user has is locked out until then, as a user would be.
  locked_until TIMESTAMPTZ,
  forget_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX attempts_old ON attempts (forget_at);
