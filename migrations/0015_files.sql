-- Files that people have sent, and the documents that hang on bookings, customers and other things.

CREATE TABLE files (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  file_guid UUID NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size BIGINT NOT NULL,
  -- In hex.
  sha256 TEXT NOT NULL,
  -- Key in the file store.
  storage_key TEXT NOT NULL,
  -- The uploader. No foreign keys: users and customers belong to other layers.
  user_id BIGINT,
  customer_id BIGINT,
  -- True if referenced; unreferenced files are removed after a day.
  is_kept BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, file_guid),
  UNIQUE (tenant_id, storage_key)
);

CREATE TABLE entity_documents (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  file_id BIGINT NOT NULL,
  -- Type of the owning entity: Booking, Customer, CarrierAccount, …. No foreign key: these belong
  -- to higher layers.
  entity_type TEXT NOT NULL,
  entity_id BIGINT NOT NULL,
  document_type BIGINT NOT NULL,
  is_visible_to_customer BOOLEAN NOT NULL,
  creator_user_id BIGINT,
  creator_user_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, file_id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
);
CREATE INDEX entity_documents_of ON entity_documents (tenant_id, entity_type, entity_id, id);
