-- Drivers, their vehicles, positions and pre-start answers.

CREATE TABLE drivers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  phone_number TEXT,
  driver_type TEXT NOT NULL,
  email TEXT,
  is_active BOOLEAN NOT NULL,
  is_available_for_work BOOLEAN NOT NULL,
  availability_time TIMESTAMPTZ,
  availability_user_id BIGINT,
  company_name TEXT,
  address JSONB,
  main_depot_id BIGINT,
  user_id BIGINT,
  user_guid UUID,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code_key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- The driver whose rows a driver's user sees.
ALTER TABLE users ADD COLUMN driver_id BIGINT;

CREATE TABLE vehicles (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  registration_number TEXT NOT NULL,
  registration_key TEXT NOT NULL,
  capacity JSONB NOT NULL,
  gvm JSONB,
  images JSONB NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_current_vehicle BOOLEAN NOT NULL,
  is_deleted BOOLEAN NOT NULL DEFAULT FALSE,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id)
);
CREATE INDEX vehicles_of_driver ON vehicles (tenant_id, driver_id);
-- A vehicle is entered once; of two people who choose a current vehicle at once, one wins.
CREATE UNIQUE INDEX vehicles_registration ON vehicles (tenant_id, registration_key) WHERE NOT is_deleted;
CREATE UNIQUE INDEX vehicles_current ON vehicles (tenant_id, driver_id)
  WHERE is_current_vehicle AND NOT is_deleted;

-- Availability of a driver, from a moment on.
CREATE TABLE driver_availability (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  is_available BOOLEAN NOT NULL,
  from_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX driver_availability_of_driver ON driver_availability (tenant_id, driver_id, from_time);

-- Positions of drivers. A driver has one at a moment: a device that repeats itself changes nothing.
CREATE TABLE waypoints (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  -- Millionths of a degree.
  latitude BIGINT NOT NULL,
  longitude BIGINT NOT NULL,
  accuracy NUMERIC(19,4),
  altitude NUMERIC(19,4),
  altitude_accuracy NUMERIC(19,4),
  heading NUMERIC(19,4),
  speed NUMERIC(19,4),
  provider TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, driver_id, creation_time),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX waypoints_by_time ON waypoints (tenant_id, creation_time);

-- The newest position of each driver.
ALTER TABLE drivers ADD COLUMN last_waypoint_id BIGINT;
ALTER TABLE drivers ADD COLUMN last_waypoint_time TIMESTAMPTZ;

CREATE TABLE pre_start_answers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  time_on_road TEXT,
  break_start_time TIMESTAMPTZ,
  break_end_time TIMESTAMPTZ,
  drive_start_time TIMESTAMPTZ,
  drive_end_time TIMESTAMPTZ,
  had_enough_sleep BOOLEAN NOT NULL,
  license_state TEXT NOT NULL,
  under_drugs BOOLEAN NOT NULL,
  under_alcohol BOOLEAN NOT NULL,
  wears_equipment BOOLEAN NOT NULL,
  body JSONB NOT NULL,
  engine JSONB NOT NULL,
  electrical JSONB NOT NULL,
  wheels_tyres JSONB NOT NULL,
  insurance_coverage JSONB NOT NULL,
  safety_equipment JSONB NOT NULL,
  is_barred BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX pre_start_answers_by_time ON pre_start_answers (tenant_id, creation_time, id);

-- Invitations of drivers; the link's token is stored as its hash.
CREATE TABLE driver_invitations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  email TEXT NOT NULL,
  run_id BIGINT,
  token_hash TEXT NOT NULL,
  expires_time TIMESTAMPTZ NOT NULL,
  used_time TIMESTAMPTZ,
  driver_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id)
);
