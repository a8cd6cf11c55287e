-- Jobs that a user waits for work in that user's name, and keep what has come of them so far.

-- Who began it as they were then, and the request: {session, request}. Null for the program's own work.
ALTER TABLE jobs ADD COLUMN caller JSONB;
-- Written in the transaction of the work that it tells of: a job that is repeated goes on from there.
ALTER TABLE jobs ADD COLUMN result JSONB;
