-- Templates of jobs, messages to drivers, jobs of carriers, label codes of articles, due times.

-- Deadline, or end of the time slot if it is earlier.
ALTER TABLE freight_jobs ADD COLUMN due_time TIMESTAMPTZ;
UPDATE freight_jobs SET due_time = deadline WHERE deadline IS NOT NULL;
-- Arrival at the receiver by the plan of the driver's route.
ALTER TABLE freight_jobs ADD COLUMN planned_arrival TIMESTAMPTZ;
-- Moment at which the work of the driver ended.
ALTER TABLE freight_jobs ADD COLUMN finished_time TIMESTAMPTZ;
-- The booking at the carrier that the job is allocated to.
ALTER TABLE freight_jobs ADD COLUMN carrier_booking_id BIGINT;
ALTER TABLE freight_jobs ADD COLUMN template_id BIGINT;
ALTER TABLE freight_jobs ADD COLUMN template_date TEXT;
CREATE INDEX freight_jobs_by_due_time ON freight_jobs (tenant_id, due_time, id);
CREATE INDEX freight_jobs_finished_of_driver ON freight_jobs (tenant_id, driver_id, finished_time)
  WHERE finished_time IS NOT NULL;
CREATE UNIQUE INDEX freight_jobs_of_carrier_booking ON freight_jobs (tenant_id, carrier_booking_id)
  WHERE carrier_booking_id IS NOT NULL;
-- A template makes one job a day, also if two hosts make it at once.
CREATE UNIQUE INDEX freight_jobs_of_template ON freight_jobs (tenant_id, template_id, template_date)
  WHERE template_id IS NOT NULL;

-- Serial code of the article's label: the digits of its SSCC.
ALTER TABLE freight_articles ADD COLUMN label_code TEXT;
CREATE INDEX freight_articles_by_label_code ON freight_articles (tenant_id, label_code)
  WHERE label_code IS NOT NULL;

-- Moment of the operation by the device's clock, and the device's id of it.
ALTER TABLE job_operations ADD COLUMN operation_time TIMESTAMPTZ;
ALTER TABLE job_operations ADD COLUMN device_id TEXT;
CREATE UNIQUE INDEX job_operations_of_device
  ON job_operations (tenant_id, creator_user_id, device_id, job_id)
  WHERE device_id IS NOT NULL;

CREATE TABLE job_templates (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  customer_id BIGINT,
  job_type TEXT NOT NULL,
  from_address JSONB,
  to_address JSONB,
  items JSONB NOT NULL,
  service_code TEXT,
  service_name TEXT,
  route_code TEXT,
  reference TEXT,
  cost_centre TEXT,
  time_slot TEXT,
  special_instructions TEXT,
  delivery_instructions TEXT,
  weekdays JSONB NOT NULL,
  from_date TEXT,
  until_date TEXT,
  -- HH:MM in the tenant's zone.
  ready_time TEXT,
  deadline_time TEXT,
  skip_holidays BOOLEAN NOT NULL,
  last_date TEXT,
  last_error TEXT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
CREATE INDEX job_templates_by_name ON job_templates (tenant_id, name, id);
CREATE INDEX job_templates_of_customer ON job_templates (tenant_id, customer_id);

-- Messages of the dispatcher to drivers.
CREATE TABLE driver_messages (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  job_id BIGINT,
  job_no TEXT,
  text TEXT NOT NULL,
  read_time TIMESTAMPTZ,
  creator_user_id BIGINT,
  creator_user_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX driver_messages_of_driver ON driver_messages (tenant_id, driver_id, id);
CREATE INDEX driver_messages_of_job ON driver_messages (tenant_id, job_id) WHERE job_id IS NOT NULL;
