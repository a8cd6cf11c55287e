-- Search index: words of each record, and segments by letter combinations.

CREATE TABLE search_docs (
  tenant_id BIGINT NOT NULL,
  -- The number of the searched record's type, as the program declares it.
  kind BIGINT NOT NULL,
  record_id BIGINT NOT NULL,
  customer_id BIGINT,
  -- Searched texts, folded to letters and digits, separated by blanks.
  words TEXT NOT NULL,
  -- The segment that holds these words; none while they wait for one.
  segment BIGINT,
  PRIMARY KEY (tenant_id, kind, record_id)
){{BY_KEY}};
CREATE INDEX search_docs_waiting ON search_docs (tenant_id, kind, segment, record_id) WHERE segment IS NULL;

CREATE TABLE search_segments (
  tenant_id BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  segment BIGINT NOT NULL,
  low_id BIGINT NOT NULL,
  high_id BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, kind, segment)
){{BY_KEY}};

CREATE TABLE search_postings (
  tenant_id BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  segment BIGINT NOT NULL,
  gram BIGINT NOT NULL,
  -- The ids of the records, ascending, each as the distance to the one before.
  records BYTEA NOT NULL,
  PRIMARY KEY (tenant_id, kind, segment, gram)
){{BY_KEY}};

-- Tenants being indexed, with the last indexed record.
CREATE TABLE search_rebuilds (
  for_tenant BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  after_id BIGINT NOT NULL,
  PRIMARY KEY (for_tenant, kind)
){{BY_KEY}};

-- Customers, bookings and users from the time before the index.
INSERT INTO search_rebuilds (for_tenant, kind, after_id)
  SELECT platform_tenants.id, kinds.kind, 0 FROM platform_tenants
  CROSS JOIN (SELECT 1 AS kind UNION ALL SELECT 2 UNION ALL SELECT 3) AS kinds;
