-- Jobs of drivers and carrier agents, their articles and their operation log.

CREATE TABLE freight_jobs (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_no TEXT NOT NULL,
  connote_no TEXT,
  manifest_no TEXT,
  route_code TEXT,
  customer_id BIGINT,
  booking_id BIGINT,
  from_address JSONB,
  to_address JSONB,
  from_company TEXT NOT NULL,
  from_suburb TEXT NOT NULL,
  from_post_code TEXT NOT NULL,
  to_company TEXT NOT NULL,
  to_suburb TEXT NOT NULL,
  to_post_code TEXT NOT NULL,
  leg BIGINT NOT NULL,
  is_allocated BOOLEAN NOT NULL,
  is_line_haul BOOLEAN NOT NULL,
  is_pickup_ready BOOLEAN NOT NULL,
  is_on_forwarding BOOLEAN NOT NULL,
  service_code TEXT,
  service_name TEXT,
  parent_id BIGINT,
  has_legs BOOLEAN NOT NULL,
  last_scan_event JSONB,
  carrier_account TEXT,
  job_type TEXT NOT NULL,
  job_status TEXT NOT NULL,
  held_status TEXT,
  items JSONB NOT NULL,
  last_article BIGINT NOT NULL,
  total_quantity BIGINT NOT NULL,
  -- Kilograms.
  total_weight NUMERIC(19,4) NOT NULL,
  -- Cubic metres.
  total_volume NUMERIC(19,4) NOT NULL,
  pickup_date TEXT,
  pickup_ready_time TIMESTAMPTZ,
  deadline TIMESTAMPTZ,
  time_slot TEXT,
  driver_id BIGINT,
  carrier_id BIGINT,
  reference TEXT,
  cost_centre TEXT,
  linked_jobs JSONB NOT NULL,
  special_instructions TEXT,
  delivery_instructions TEXT,
  pricing_details JSONB NOT NULL,
  driver_charges JSONB NOT NULL,
  rate_notes TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, job_no),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES freight_jobs (tenant_id, id)
);
-- A booking makes one job, also if its event arrives twice at once.
CREATE UNIQUE INDEX freight_jobs_of_booking ON freight_jobs (tenant_id, booking_id)
  WHERE booking_id IS NOT NULL AND parent_id IS NULL;
-- Boards: states of a day, and the newest of a state.
CREATE INDEX freight_jobs_by_status ON freight_jobs (tenant_id, job_status, pickup_date, id);
CREATE INDEX freight_jobs_by_pickup_date ON freight_jobs (tenant_id, pickup_date, id);
CREATE INDEX freight_jobs_of_driver ON freight_jobs (tenant_id, driver_id, job_status, id)
  WHERE driver_id IS NOT NULL;
CREATE INDEX freight_jobs_of_carrier ON freight_jobs (tenant_id, carrier_id, job_status, id)
  WHERE carrier_id IS NOT NULL;
CREATE INDEX freight_jobs_of_customer ON freight_jobs (tenant_id, customer_id, job_status, id);
CREATE INDEX freight_jobs_of_parent ON freight_jobs (tenant_id, parent_id, leg)
  WHERE parent_id IS NOT NULL;
CREATE INDEX freight_jobs_by_deadline ON freight_jobs (tenant_id, deadline, id);
CREATE INDEX freight_jobs_by_creation ON freight_jobs (tenant_id, creation_time, id);
CREATE INDEX freight_jobs_by_connote ON freight_jobs (tenant_id, connote_no)
  WHERE connote_no IS NOT NULL;

-- Labelled pieces of a root job, which its legs share.
CREATE TABLE freight_articles (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  item_id BIGINT NOT NULL,
  article_number TEXT NOT NULL,
  is_delivered BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, article_number),
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX freight_articles_of_job ON freight_articles (tenant_id, job_id, id);
CREATE INDEX freight_articles_of_item ON freight_articles (tenant_id, item_id);

CREATE TABLE job_operations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  operation TEXT NOT NULL,
  status TEXT NOT NULL,
  value TEXT,
  request JSONB,
  response JSONB,
  user_name TEXT NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX job_operations_of_job ON job_operations (tenant_id, job_id, id);
