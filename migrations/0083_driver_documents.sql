-- Documents of drivers.

CREATE TABLE driver_documents (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  driver_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  number TEXT NOT NULL,
  expiry_date TEXT,
  file UUID,
  note TEXT NOT NULL,
  -- Days before the expiry date of the last reminder.
  reminded_days BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX driver_documents_of_driver ON driver_documents (tenant_id, driver_id);
CREATE INDEX driver_documents_by_expiry ON driver_documents (tenant_id, expiry_date);
CREATE INDEX driver_pre_start_answers ON pre_start_answers (tenant_id, driver_id, creation_time);
