-- Jobs that take turns between tenants, hold leases, report progress and can be cancelled; the
-- outbox as a feed that readers follow.

ALTER TABLE jobs ADD COLUMN priority BIGINT NOT NULL DEFAULT 1;
-- The job's place among those of its kind and priority: every tenant has one job at each place.
-- Null until it is due.
ALTER TABLE jobs ADD COLUMN turn BIGINT;
-- Incremented by each claim, never reset: a job is finished only under the claim it was started
-- with.
ALTER TABLE jobs ADD COLUMN claims BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN worker UUID;
-- The version of the event that a listener's job carries.
ALTER TABLE jobs ADD COLUMN event_version BIGINT;
ALTER TABLE jobs ADD COLUMN cancel_asked BOOLEAN NOT NULL DEFAULT FALSE;
-- The user who waits for it. Such a job is kept for a while when it is finished; others are
-- removed.
ALTER TABLE jobs ADD COLUMN for_user BIGINT;
ALTER TABLE jobs ADD COLUMN progress_done BIGINT;
ALTER TABLE jobs ADD COLUMN progress_total BIGINT;
ALTER TABLE jobs ADD COLUMN progress_text TEXT;
ALTER TABLE jobs ADD COLUMN started_time TIMESTAMPTZ;
-- Time it became done, dead or cancelled.
ALTER TABLE jobs ADD COLUMN ended_time TIMESTAMPTZ;
UPDATE jobs SET ended_time = creation_time WHERE state = 'dead';

DROP INDEX jobs_due;
CREATE INDEX jobs_unplaced ON jobs (run_at, id) WHERE state = 'waiting' AND turn IS NULL;
CREATE INDEX jobs_queue ON jobs (kind, priority, turn, id) WHERE state = 'waiting' AND turn IS NOT NULL;
CREATE INDEX jobs_queue_of_tenant ON jobs (for_tenant, kind, priority, turn) WHERE state = 'waiting' AND turn IS NOT NULL;
CREATE INDEX jobs_leases ON jobs (locked_until) WHERE state = 'running';
CREATE INDEX jobs_ended ON jobs (state, ended_time) WHERE ended_time IS NOT NULL;
CREATE INDEX jobs_of_user ON jobs (for_tenant, for_user, id) WHERE for_user IS NOT NULL;

ALTER TABLE outbox ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- Assigned after commit, strictly increasing: a reader at a known position misses nothing.
ALTER TABLE outbox ADD COLUMN position BIGINT;
UPDATE outbox SET position = id;
CREATE UNIQUE INDEX outbox_positions ON outbox (position);
CREATE INDEX outbox_new ON outbox (id) WHERE position IS NULL;
CREATE INDEX outbox_age ON outbox (creation_time);

-- The last position given. One row, which also keeps two hosts from giving positions at once.
CREATE TABLE outbox_head (
  id BIGINT PRIMARY KEY,
  position BIGINT NOT NULL
);
INSERT INTO outbox_head (id, position) SELECT 1, COALESCE(MAX(position), 0) FROM outbox;

-- Position of each feed reader.
CREATE TABLE outbox_readers (
  name TEXT PRIMARY KEY,
  position BIGINT NOT NULL
);
-- Earlier rows already have listener jobs.
INSERT INTO outbox_readers (name, position) SELECT 'listeners', position FROM outbox_head;

-- Job data visible to platform administrators, without the tenant's payload.
CREATE VIEW platform_jobs AS
SELECT jobs.id AS id, CAST(0 AS BIGINT) AS tenant_id, jobs.claims AS row_version, jobs.for_tenant AS for_tenant, tenants.name AS tenant_name,
  jobs.kind AS kind, jobs.state AS state, jobs.priority AS priority, jobs.attempts AS attempts, jobs.run_at AS run_at,
  jobs.last_error AS last_error, jobs.cancel_asked AS cancel_asked, jobs.for_user AS for_user,
  jobs.progress_done AS progress_done, jobs.progress_total AS progress_total, jobs.progress_text AS progress_text,
  jobs.creation_time AS creation_time, jobs.started_time AS started_time, jobs.ended_time AS ended_time
FROM jobs LEFT JOIN tenants ON tenants.id = jobs.for_tenant;

-- Listeners that have another name now.
UPDATE jobs SET kind = 'customers.on-deleted' WHERE kind IN ('identity.on-customer-deleted', 'people.on-customer-deleted');
UPDATE jobs SET kind = 'audit.sweep' WHERE kind = 'tenancy.sweep-audit';
