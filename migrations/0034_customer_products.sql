-- Products of customers with measures.

CREATE TABLE customer_products (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  product_code TEXT NOT NULL,
  -- The code in lower case: it is there once for a customer.
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  package_type TEXT,
  -- Each a number with its unit.
  length JSONB,
  width JSONB,
  height JSONB,
  weight JSONB,
  is_dangerous_good BOOLEAN NOT NULL,
  dangerous_goods_category_id BIGINT,
  dangerous_goods_category_name TEXT,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, code_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
