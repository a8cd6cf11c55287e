-- Counters of jobs kept by triggers, so that lists over millions of rows need no count. Each change
-- inserts a row, which avoids lock contention; one change in a hundred compacts them.

CREATE TABLE freight_job_tallies (
  tenant_id BIGINT NOT NULL,
  customer_id BIGINT,
  job_status TEXT NOT NULL,
  has_legs BOOLEAN NOT NULL,
  row_count BIGINT NOT NULL,
  is_gathered BOOLEAN NOT NULL DEFAULT FALSE
);
-- One row for each combination, and the changes since.
CREATE UNIQUE INDEX freight_job_tallies_gathered ON freight_job_tallies
  (tenant_id, COALESCE(customer_id, 0), job_status, has_legs) WHERE is_gathered;
CREATE INDEX freight_job_tallies_waiting ON freight_job_tallies (tenant_id) WHERE NOT is_gathered;
CREATE INDEX freight_job_tallies_of_customer ON freight_job_tallies (tenant_id, customer_id);

-- The jobs of all tenants: the owner of the table is not kept to one of them for this statement.
ALTER TABLE freight_jobs NO FORCE ROW LEVEL SECURITY;
INSERT INTO freight_job_tallies (tenant_id, customer_id, job_status, has_legs, row_count, is_gathered)
  SELECT tenant_id, customer_id, job_status, has_legs, COUNT(*), TRUE
  FROM freight_jobs GROUP BY tenant_id, customer_id, job_status, has_legs;
ALTER TABLE freight_jobs FORCE ROW LEVEL SECURITY;

-- Adds the changes to the rows they belong to. While one transaction does this, others leave it.
CREATE FUNCTION gather_freight_job_tallies(of_tenant BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('freight_job_tallies', of_tenant)) THEN
    RETURN;
  END IF;
  WITH waiting AS (
    DELETE FROM freight_job_tallies WHERE tenant_id = of_tenant AND NOT is_gathered RETURNING *
  )
  INSERT INTO freight_job_tallies AS known (tenant_id, customer_id, job_status, has_legs, row_count, is_gathered)
  SELECT tenant_id, customer_id, job_status, has_legs, SUM(row_count), TRUE
  FROM waiting GROUP BY tenant_id, customer_id, job_status, has_legs
  ON CONFLICT (tenant_id, COALESCE(customer_id, 0), job_status, has_legs) WHERE is_gathered DO UPDATE SET
    row_count = known.row_count + excluded.row_count;
END $$;

CREATE FUNCTION freight_jobs_tallied_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, job_status, has_legs, row_count)
  SELECT tenant_id, customer_id, job_status, has_legs, COUNT(*)
  FROM added GROUP BY tenant_id, customer_id, job_status, has_legs;
  PERFORM gather_freight_job_tallies(tenant_id) FROM added WHERE random() < 0.01 GROUP BY tenant_id;
  RETURN NULL;
END $$;
CREATE FUNCTION freight_jobs_tallied_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, job_status, has_legs, row_count)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.job_status, OLD.has_legs, -1),
    (NEW.tenant_id, NEW.customer_id, NEW.job_status, NEW.has_legs, 1);
  PERFORM gather_freight_job_tallies(NEW.tenant_id) WHERE random() < 0.01;
  RETURN NULL;
END $$;
CREATE FUNCTION freight_jobs_tallied_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freight_job_tallies (tenant_id, customer_id, job_status, has_legs, row_count)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.job_status, OLD.has_legs, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER freight_jobs_tallied_added AFTER INSERT ON freight_jobs REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION freight_jobs_tallied_added();
CREATE TRIGGER freight_jobs_tallied_changed AFTER UPDATE ON freight_jobs FOR EACH ROW
  WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id OR OLD.job_status IS DISTINCT FROM NEW.job_status
    OR OLD.has_legs IS DISTINCT FROM NEW.has_legs)
  EXECUTE FUNCTION freight_jobs_tallied_changed();
CREATE TRIGGER freight_jobs_tallied_removed AFTER DELETE ON freight_jobs
  FOR EACH ROW EXECUTE FUNCTION freight_jobs_tallied_removed();

-- The board's lists, of a state and of a day, are counted and sorted without reading the rows.
-- NULLs sort first, as on SQLite.
DROP INDEX freight_jobs_by_status;
CREATE INDEX freight_jobs_by_status ON freight_jobs (tenant_id, job_status, pickup_date NULLS FIRST, id, has_legs);
DROP INDEX freight_jobs_by_pickup_date;
CREATE INDEX freight_jobs_by_pickup_date ON freight_jobs
  (tenant_id, pickup_date NULLS FIRST, id, job_status, has_legs, driver_id);
