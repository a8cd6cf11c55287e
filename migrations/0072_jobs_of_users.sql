-- The names of who began a job, for the tenant's administrators: as they were then.
DROP VIEW platform_jobs;
CREATE VIEW platform_jobs AS
SELECT jobs.id AS id, CAST(0 AS BIGINT) AS tenant_id, jobs.claims AS row_version, jobs.for_tenant AS for_tenant, tenants.name AS tenant_name,
  jobs.kind AS kind, jobs.state AS state, jobs.priority AS priority, jobs.attempts AS attempts, jobs.run_at AS run_at,
  jobs.last_error AS last_error, jobs.cancel_asked AS cancel_asked, jobs.for_user AS for_user,
  jobs.progress_done AS progress_done, jobs.progress_total AS progress_total, jobs.progress_text AS progress_text,
  jobs.creation_time AS creation_time, jobs.started_time AS started_time, jobs.ended_time AS ended_time,
  jobs.caller -> 'session' ->> 'display_name' AS user_name,
  jobs.caller -> 'session' ->> 'impersonator_name' AS impersonator_name
FROM jobs LEFT JOIN tenants ON tenants.id = jobs.for_tenant;
