-- References, notes and online stores of customers.

-- Custom reference fields of a customer's bookings: PO number, project.
CREATE TABLE customer_references (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- The name in lower case: it is there once for a customer.
  name_key TEXT NOT NULL,
  description TEXT,
  is_required BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  display_on_invoice BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, name_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);

-- Internal notes on a customer.
CREATE TABLE customer_notes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  comment TEXT NOT NULL,
  user_name TEXT NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_notes_of ON customer_notes (tenant_id, customer_id, id);

-- A customer's online stores with credentials.
CREATE TABLE ecommerce_stores (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  store_type TEXT NOT NULL,
  cart_name TEXT,
  store_key TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  -- Sealed, by name.
  secrets JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, store_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
