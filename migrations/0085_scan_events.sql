-- Scans of articles and jobs, with their pictures.

CREATE TABLE scan_events (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  warehouse_code TEXT,
  location_code TEXT,
  job_id BIGINT NOT NULL,
  -- The job above all others of the scanned one, which has the articles.
  root_id BIGINT NOT NULL,
  item_id BIGINT,
  article_number TEXT,
  -- Guids of files.
  images JSONB NOT NULL,
  signature UUID,
  details JSONB NOT NULL,
  scanned_time TIMESTAMPTZ NOT NULL,
  device_id TEXT,
  -- Article or job of a scan that was sent for several with one device id; empty for a single one.
  device_part TEXT NOT NULL,
  -- Degrees.
  latitude JSONB,
  longitude JSONB,
  from_address JSONB,
  signed_by TEXT,
  reason TEXT,
  creator_user_id BIGINT,
  creator_user_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE
);
-- A device that sends its scans again stores them once.
CREATE UNIQUE INDEX scan_events_of_device
  ON scan_events (tenant_id, creator_user_id, device_id, device_part)
  WHERE device_id IS NOT NULL;
CREATE INDEX scan_events_of_job ON scan_events (tenant_id, job_id, scanned_time, id);
CREATE INDEX scan_events_of_root ON scan_events (tenant_id, root_id, scanned_time, id);
CREATE INDEX scan_events_of_item ON scan_events (tenant_id, item_id, scanned_time, id)
  WHERE item_id IS NOT NULL;
CREATE INDEX scan_events_of_article ON scan_events (tenant_id, article_number)
  WHERE article_number IS NOT NULL;
CREATE INDEX scan_events_by_time ON scan_events (tenant_id, scanned_time, id);
