-- Name, permissions, expiry and networks of an API key.

ALTER TABLE api_keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
-- Names of permissions with their parents; null: all that the key's user may do.
ALTER TABLE api_keys ADD COLUMN permissions JSONB NOT NULL DEFAULT 'null';
-- NULL: it does not expire.
ALTER TABLE api_keys ADD COLUMN expires_at TIMESTAMPTZ;
-- IP addresses and ranges from which it may be used; null: from anywhere.
ALTER TABLE api_keys ADD COLUMN addresses JSONB NOT NULL DEFAULT 'null';
-- Address of the last token request.
ALTER TABLE api_keys ADD COLUMN last_used_address TEXT;
