-- Runs of vehicles with their steps, plans of a day, and multi-stop jobs with their stops.

CREATE TABLE route_runs (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  run_date TEXT NOT NULL,
  driver_id BIGINT,
  vehicle_id BIGINT NOT NULL,
  start_place JSONB,
  end_place JSONB,
  shift_from TIMESTAMPTZ NOT NULL,
  shift_to TIMESTAMPTZ NOT NULL,
  cost NUMERIC(19,4) NOT NULL,
  -- Seconds of travel, of work at stops and of waiting.
  duration BIGINT NOT NULL,
  service BIGINT NOT NULL,
  waiting BIGINT NOT NULL,
  -- Metres.
  distance BIGINT NOT NULL,
  -- Seconds of the latest stop.
  lateness BIGINT NOT NULL,
  violations JSONB NOT NULL,
  geometry TEXT,
  is_allocated BOOLEAN NOT NULL,
  is_completed BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id) REFERENCES vehicles (tenant_id, id)
);
CREATE INDEX route_runs_of_day ON route_runs (tenant_id, run_date, id);
CREATE INDEX route_runs_of_driver ON route_runs (tenant_id, driver_id, run_date)
  WHERE driver_id IS NOT NULL;

CREATE TABLE route_steps (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  run_id BIGINT NOT NULL,
  run_date TEXT NOT NULL,
  position BIGINT NOT NULL,
  step_type TEXT NOT NULL,
  job_id BIGINT,
  -- Place, planned times and load.
  planned JSONB NOT NULL,
  lateness BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  actual_arrival TIMESTAMPTZ,
  actual_departure TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES route_runs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX route_steps_of_run ON route_steps (tenant_id, run_id, position);
CREATE INDEX route_steps_of_job ON route_steps (tenant_id, job_id) WHERE job_id IS NOT NULL;
-- A job is picked up and delivered by one run of a day; a failed stop may be tried by another.
CREATE UNIQUE INDEX route_steps_of_day ON route_steps (tenant_id, run_date, job_id, step_type)
  WHERE job_id IS NOT NULL AND outcome <> 'Failed';

CREATE TABLE route_plans (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  run_date TEXT NOT NULL,
  status TEXT NOT NULL,
  request JSONB NOT NULL,
  -- The best plan so far.
  best JSONB NOT NULL,
  iterations BIGINT NOT NULL,
  -- Milliseconds of search.
  elapsed BIGINT NOT NULL,
  failure TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  expiry_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX route_plans_by_day ON route_plans (tenant_id, run_date, id);
CREATE INDEX route_plans_by_expiry ON route_plans (tenant_id, expiry_time);

CREATE TABLE multi_stops (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  driver_id BIGINT,
  vehicle_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, job_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id) REFERENCES vehicles (tenant_id, id)
);

CREATE TABLE multi_stop_stops (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  multi_stop_id BIGINT NOT NULL,
  job_id BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  stop_type TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  -- A stop belongs to one multi-stop job.
  UNIQUE (tenant_id, job_id, stop_type),
  FOREIGN KEY (tenant_id, multi_stop_id) REFERENCES multi_stops (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, job_id) REFERENCES freight_jobs (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX multi_stop_stops_in_order ON multi_stop_stops (tenant_id, multi_stop_id, sequence);
