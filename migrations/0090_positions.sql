-- Positions of addresses, and the addresses of jobs that they belong to.

CREATE TABLE address_positions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Digest of the address without case, accents and spellings of street types.
  address_key TEXT NOT NULL,
  address TEXT NOT NULL,
  -- Millionths of a degree; none where nothing was found.
  latitude BIGINT,
  longitude BIGINT,
  source TEXT NOT NULL,
  located_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, address_key)
);

ALTER TABLE freight_jobs ADD COLUMN from_address_key TEXT;
ALTER TABLE freight_jobs ADD COLUMN to_address_key TEXT;
CREATE INDEX freight_jobs_from_address ON freight_jobs (tenant_id, from_address_key)
  WHERE from_address_key IS NOT NULL;
CREATE INDEX freight_jobs_to_address ON freight_jobs (tenant_id, to_address_key)
  WHERE to_address_key IS NOT NULL;
