-- The session at home of a platform administrator who visits another tenant. The visit ends with
-- it.
ALTER TABLE sessions ADD COLUMN impersonator_session_id BIGINT;
ALTER TABLE impersonation_tokens ADD COLUMN impersonator_session_id BIGINT;
