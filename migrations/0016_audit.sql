-- The record of changes: one row for each thing that one transaction changed.

CREATE TABLE entity_changes (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  -- NULL for the system and guests. No foreign keys: the record outlives its subjects.
  user_id BIGINT,
  user_name TEXT NOT NULL,
  -- The impersonator.
  impersonator_id BIGINT,
  impersonator_name TEXT,
  request_id TEXT NOT NULL,
  client_address TEXT NOT NULL,
  -- Booking, Customer, User, Session, …
  entity_type TEXT NOT NULL,
  entity_id BIGINT NOT NULL,
  -- Name at that time.
  entity_name TEXT NOT NULL,
  -- Created, Updated, Deleted, or an event: SignedIn, SignInRefused, ….
  change_type TEXT NOT NULL,
  -- [{propertyName, originalValue, newValue}]
  changes JSONB NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX entity_changes_of ON entity_changes (tenant_id, entity_type, entity_id, id);
CREATE INDEX entity_changes_by ON entity_changes (tenant_id, user_id, id);
