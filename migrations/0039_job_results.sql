-- Jobs started by a user run as that user and store partial results.

-- The starting session and request: {session, request}. NULL for system jobs.
ALTER TABLE jobs ADD COLUMN caller JSONB;
-- Written in the transaction of the work, so that a retried job resumes.
ALTER TABLE jobs ADD COLUMN result JSONB;
