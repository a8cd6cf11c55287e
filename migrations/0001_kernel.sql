-- The kernel's tables: outbox, jobs, number series. Tables with `for_tenant` belong to the
-- platform: any host processes them for all tenants, so they have no row-level security.

CREATE TABLE outbox (
  id {{ID}},
  for_tenant BIGINT NOT NULL,
  name TEXT NOT NULL,
  payload JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL
);

CREATE TABLE jobs (
  id {{ID}},
  for_tenant BIGINT NOT NULL,
  kind TEXT NOT NULL,
  payload JSONB NOT NULL,
  dedup_key TEXT,
  run_at TIMESTAMPTZ NOT NULL,
  attempts BIGINT NOT NULL,
  -- waiting, running or dead; a finished job is removed.
  state TEXT NOT NULL,
  locked_until TIMESTAMPTZ,
  last_error TEXT,
  creation_time TIMESTAMPTZ NOT NULL
);
CREATE INDEX jobs_due ON jobs (state, run_at, id);
CREATE UNIQUE INDEX jobs_once ON jobs (for_tenant, kind, dedup_key) WHERE dedup_key IS NOT NULL AND state = 'waiting';

CREATE TABLE number_series (
  tenant_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
