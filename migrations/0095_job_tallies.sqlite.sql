-- Counters of jobs kept by triggers, so that lists over millions of rows need no count. An empty
-- combination keeps its row.

CREATE TABLE freight_job_tallies (
  tenant_id BIGINT NOT NULL,
  customer_id BIGINT,
  -- The customer, or 0 where there is none.
  customer_key BIGINT NOT NULL,
  job_status TEXT NOT NULL,
  has_legs BOOLEAN NOT NULL,
  row_count BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, customer_key, job_status, has_legs)
) WITHOUT ROWID;

INSERT INTO freight_job_tallies (tenant_id, customer_id, customer_key, job_status, has_legs, row_count)
  SELECT tenant_id, customer_id, COALESCE(customer_id, 0), job_status, has_legs, COUNT(*)
  FROM freight_jobs GROUP BY tenant_id, customer_id, job_status, has_legs;

CREATE TRIGGER freight_jobs_tallied_added AFTER INSERT ON freight_jobs
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, customer_key, job_status, has_legs, row_count)
  VALUES (NEW.tenant_id, NEW.customer_id, COALESCE(NEW.customer_id, 0), NEW.job_status, NEW.has_legs, 1)
  ON CONFLICT (tenant_id, customer_key, job_status, has_legs) DO UPDATE SET row_count = row_count + excluded.row_count;
END;
CREATE TRIGGER freight_jobs_tallied_changed AFTER UPDATE ON freight_jobs
  WHEN OLD.customer_id IS NOT NEW.customer_id OR OLD.job_status IS NOT NEW.job_status
    OR OLD.has_legs IS NOT NEW.has_legs
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, customer_key, job_status, has_legs, row_count)
  VALUES (OLD.tenant_id, OLD.customer_id, COALESCE(OLD.customer_id, 0), OLD.job_status, OLD.has_legs, -1),
    (NEW.tenant_id, NEW.customer_id, COALESCE(NEW.customer_id, 0), NEW.job_status, NEW.has_legs, 1)
  ON CONFLICT (tenant_id, customer_key, job_status, has_legs) DO UPDATE SET row_count = row_count + excluded.row_count;
END;
CREATE TRIGGER freight_jobs_tallied_removed AFTER DELETE ON freight_jobs
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, customer_key, job_status, has_legs, row_count)
  VALUES (OLD.tenant_id, OLD.customer_id, COALESCE(OLD.customer_id, 0), OLD.job_status, OLD.has_legs, -1)
  ON CONFLICT (tenant_id, customer_key, job_status, has_legs) DO UPDATE SET row_count = row_count + excluded.row_count;
END;

-- The board's lists, of a state and of a day, are counted and sorted without reading the rows.
DROP INDEX freight_jobs_by_status;
CREATE INDEX freight_jobs_by_status ON freight_jobs (tenant_id, job_status, pickup_date, id, has_legs);
DROP INDEX freight_jobs_by_pickup_date;
CREATE INDEX freight_jobs_by_pickup_date ON freight_jobs
  (tenant_id, pickup_date, id, job_status, has_legs, driver_id);
