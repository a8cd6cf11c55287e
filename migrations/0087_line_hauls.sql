-- Line hauls between head ports, their articles, and onward legs.

-- A line haul has the id of its job, whose row is inserted first.
CREATE TABLE line_hauls (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  note TEXT,
  status TEXT NOT NULL,
  start_head_port JSONB NOT NULL DEFAULT '{}',
  start_id BIGINT NOT NULL,
  start_code TEXT NOT NULL DEFAULT '',
  start_name TEXT NOT NULL DEFAULT '',
  destination_head_port JSONB NOT NULL DEFAULT '{}',
  destination_id BIGINT NOT NULL,
  destination_code TEXT NOT NULL DEFAULT '',
  destination_name TEXT NOT NULL DEFAULT '',
  connote_no TEXT,
  manifest_no TEXT,
  pickup_request_no TEXT,
  departure_time TIMESTAMPTZ,
  arrival_time TIMESTAMPTZ,
  departed_time TIMESTAMPTZ,
  arrived_time TIMESTAMPTZ,
  driver_id BIGINT,
  driver_name TEXT,
  vehicle_id BIGINT,
  vehicle_name TEXT,
  carrier_id BIGINT,
  carrier_account TEXT,
  -- Kilograms, cubic metres and pallet spaces.
  capacity JSONB NOT NULL DEFAULT '{}',
  job_count BIGINT NOT NULL DEFAULT 0,
  article_count BIGINT NOT NULL DEFAULT 0,
  loaded_count BIGINT NOT NULL DEFAULT 0,
  unloaded_count BIGINT NOT NULL DEFAULT 0,
  short_count BIGINT NOT NULL DEFAULT 0,
  over_count BIGINT NOT NULL DEFAULT 0,
  weight NUMERIC(19,4) NOT NULL DEFAULT 0,
  volume NUMERIC(19,4) NOT NULL DEFAULT 0,
  pallet_spaces NUMERIC(19,4) NOT NULL DEFAULT 0,
  loaded_weight NUMERIC(19,4) NOT NULL DEFAULT 0,
  loaded_volume NUMERIC(19,4) NOT NULL DEFAULT 0,
  loaded_pallet_spaces NUMERIC(19,4) NOT NULL DEFAULT 0,
  images JSONB NOT NULL DEFAULT '[]',
  notes JSONB NOT NULL DEFAULT '[]',
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code),
  FOREIGN KEY (tenant_id, id) REFERENCES freight_jobs (tenant_id, id),
  FOREIGN KEY (tenant_id, start_id) REFERENCES head_ports (tenant_id, id),
  FOREIGN KEY (tenant_id, destination_id) REFERENCES head_ports (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id) REFERENCES vehicles (tenant_id, id)
);
CREATE INDEX line_hauls_by_status ON line_hauls (tenant_id, status, departure_time, id);
CREATE INDEX line_hauls_by_departure ON line_hauls (tenant_id, departure_time, id);
CREATE INDEX line_hauls_of_start ON line_hauls (tenant_id, start_id, status, id);
CREATE INDEX line_hauls_of_destination ON line_hauls (tenant_id, destination_id, status, id);

-- Articles that a line haul takes, has taken, or has brought without having loaded them.
CREATE TABLE line_haul_articles (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  line_haul_id BIGINT NOT NULL,
  destination_id BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  -- The job above all others, which has the article.
  root_id BIGINT NOT NULL,
  article_number TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Allocated or loaded, and not yet unloaded or short.
  is_open BOOLEAN NOT NULL,
  weight NUMERIC(19,4) NOT NULL,
  volume NUMERIC(19,4) NOT NULL,
  pallet_spaces NUMERIC(19,4) NOT NULL,
  loaded_time TIMESTAMPTZ,
  unloaded_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, line_haul_id, article_number),
  FOREIGN KEY (tenant_id, line_haul_id) REFERENCES line_hauls (tenant_id, id) ON DELETE CASCADE
);
-- Of two line hauls that take an article at once, one gets it.
CREATE UNIQUE INDEX line_haul_articles_open ON line_haul_articles (tenant_id, article_number)
  WHERE is_open;
CREATE INDEX line_haul_articles_of_job ON line_haul_articles (tenant_id, job_id, is_open);
CREATE INDEX line_haul_articles_of_root ON line_haul_articles (tenant_id, root_id, destination_id);

-- The leg that takes a job's goods on from a head port.
CREATE TABLE line_haul_legs (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  head_port_id BIGINT NOT NULL,
  line_haul_id BIGINT NOT NULL,
  leg_id BIGINT NOT NULL,
  UNIQUE (tenant_id, id),
  -- Goods leave a head port by one onward leg.
  UNIQUE (tenant_id, job_id, head_port_id),
  FOREIGN KEY (tenant_id, line_haul_id) REFERENCES line_hauls (tenant_id, id)
);
CREATE INDEX line_haul_legs_of_line_haul ON line_haul_legs (tenant_id, line_haul_id);
