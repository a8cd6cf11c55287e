-- Freight claims of customers.

CREATE TABLE customer_claims (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- Number on the label.
  consignment TEXT NOT NULL,
  reason TEXT NOT NULL,
  description TEXT NOT NULL,
  -- In the tenant's currency.
  amount NUMERIC(19,4) NOT NULL,
  status TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_claims_of_customer ON customer_claims (tenant_id, customer_id, creation_time);
