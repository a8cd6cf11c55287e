-- Dangerous goods of customers: UN numbers with optional packing group.

CREATE TABLE customer_dangerous_goods (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  un_number TEXT NOT NULL,
  -- Empty if unspecified.
  package_group TEXT NOT NULL,
  -- As the list of dangerous goods had it when the entry was saved.
  description TEXT NOT NULL,
  class TEXT NOT NULL,
  class_description TEXT NOT NULL,
  class_code TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, un_number, package_group),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
