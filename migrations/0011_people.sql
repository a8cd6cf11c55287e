-- People: users who left and are remembered, and the tree of organisation units.

-- Set for a soft-deleted user: the row remains for history and can't sign in.
ALTER TABLE users ADD COLUMN deletion_time TIMESTAMPTZ;

CREATE TABLE organization_units (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  parent_id BIGINT,
  -- Five digits for every step from the root, joined by dots: 00001.00042.
  code TEXT NOT NULL,
  display_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  last_modification_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES organization_units (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX organization_units_below ON organization_units (tenant_id, parent_id);

CREATE TABLE organization_unit_users (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  organization_unit_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, organization_unit_id, user_id),
  FOREIGN KEY (tenant_id, organization_unit_id) REFERENCES organization_units (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX organization_units_of ON organization_unit_users (tenant_id, user_id);
