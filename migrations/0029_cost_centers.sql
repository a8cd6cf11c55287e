-- Cost centres of customers.

CREATE TABLE cost_centers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  code TEXT NOT NULL,
  -- The code in lower case: `Sales` and `SALES` are one.
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_default BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, code_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
-- Of two people who set a default at the same moment, one wins.
CREATE UNIQUE INDEX cost_centers_default ON cost_centers (tenant_id, customer_id) WHERE is_default;
