-- Plugin packages: uploads, active versions, trusted signers, consents.

-- Uploaded packages, verified and tried out. A package never changes; another one has another
-- version.
CREATE TABLE plugin_packages (
  id {{ID}},
  plugin TEXT NOT NULL,
  version TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- SHA-256 of the file, in hex.
  digest TEXT NOT NULL,
  file_key TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  -- The trusted key that signed it; NULL when the platform takes unsigned packages.
  signer TEXT,
  -- Requested permissions: a JSON list of {code, words}.
  asks JSONB NOT NULL,
  uploaded_by TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (plugin, version)
);

-- Active package on all hosts, and the previous one for rollback.
CREATE TABLE plugin_installs (
  plugin TEXT PRIMARY KEY,
  package_id BIGINT NOT NULL REFERENCES plugin_packages (id),
  previous_id BIGINT REFERENCES plugin_packages (id),
  is_suspended BOOLEAN NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE plugin_signers (
  id {{ID}},
  -- The public ed25519 key in Base64.
  signing_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ
);

-- Permissions a tenant's administrator granted to a plugin, one a row.
CREATE TABLE plugin_consents (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  ask TEXT NOT NULL,
  given_by TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, plugin, ask)
);
