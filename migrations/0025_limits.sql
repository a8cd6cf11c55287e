-- How often something was done lately, and indexes for what is swept and summed up.

-- Counted for all hosts of the platform; the key names what, in which tenant, from where and by whom.
CREATE TABLE call_counts (
  count_key TEXT NOT NULL PRIMARY KEY,
  count BIGINT NOT NULL,
  begun_at TIMESTAMPTZ NOT NULL,
  forget_at TIMESTAMPTZ NOT NULL
){{BY_KEY}};
CREATE INDEX call_counts_old ON call_counts (forget_at);

-- Quotes that are no longer valid are removed, the oldest first.
CREATE INDEX quote_requests_by_time ON quote_requests (tenant_id, creation_time, id);

-- What a user and a tenant have stored.
CREATE INDEX files_by_user ON files (tenant_id, user_id, size);
