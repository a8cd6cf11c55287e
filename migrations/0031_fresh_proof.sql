-- Time of the last authentication; NULL for an API key. An impersonation inherits it.

ALTER TABLE sessions ADD COLUMN proven_at TIMESTAMPTZ;
ALTER TABLE impersonation_tokens ADD COLUMN proven_at TIMESTAMPTZ;
