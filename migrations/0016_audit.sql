-- The record of changes: one row for each thing that one transaction changed.

CREATE TABLE entity_changes (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  -- NULL for the program itself and for guests. No foreign keys: the record outlives whom it names.
  user_id BIGINT,
  user_name TEXT NOT NULL,
  -- Who was really there.
  impersonator_id BIGINT,
  impersonator_name TEXT,
  request_id TEXT NOT NULL,
  client_address TEXT NOT NULL,
  -- Booking, Customer, User, Session, …
  entity_type TEXT NOT NULL,
  entity_id BIGINT NOT NULL,
  -- What it was called then.
  entity_name TEXT NOT NULL,
  -- Created, Updated, Deleted, or what happened: SignedIn, SignInRefused, ….
  change_type TEXT NOT NULL,
  -- [{propertyName, originalValue, newValue}]
  changes JSONB NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX entity_changes_of ON entity_changes (tenant_id, entity_type, entity_id, id);
CREATE INDEX entity_changes_by ON entity_changes (tenant_id, user_id, id);
