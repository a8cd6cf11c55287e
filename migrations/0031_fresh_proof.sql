-- When who has a session last proved who it is; NULL: never, as an API key. Who impersonates brings along what was proved before.

ALTER TABLE sessions ADD COLUMN proven_at TIMESTAMPTZ;
ALTER TABLE impersonation_tokens ADD COLUMN proven_at TIMESTAMPTZ;
