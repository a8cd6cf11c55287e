-- Rate limit counters, and indexes for sweeps and sums.

-- Counted over all hosts; the key names action, tenant, origin and caller.
CREATE TABLE call_counts (
  count_key TEXT NOT NULL PRIMARY KEY,
  count BIGINT NOT NULL,
  begun_at TIMESTAMPTZ NOT NULL,
  forget_at TIMESTAMPTZ NOT NULL
){{BY_KEY}};
CREATE INDEX call_counts_old ON call_counts (forget_at);

-- Quotes that are no longer valid are removed, the oldest first.
CREATE INDEX quote_requests_by_time ON quote_requests (tenant_id, creation_time, id);

-- Stored bytes by user and tenant.
CREATE INDEX files_by_user ON files (tenant_id, user_id, size);
