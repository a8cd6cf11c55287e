-- Webhooks: subscriptions, messages, deliveries.

CREATE TABLE webhook_subscriptions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  -- A JSON list of types of events.
  events JSONB NOT NULL,
  is_active BOOLEAN NOT NULL,
  -- Restricts events to this customer. No foreign key: the customer's deletion is an event too.
  customer_id BIGINT,
  description TEXT,
  -- `Failing`, `Backlog` or the 410 state if paused automatically.
  pause_reason TEXT,
  paused_time TIMESTAMPTZ,
  -- User to notify when paused: the last editor.
  owner_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  last_modification_time TIMESTAMPTZ NOT NULL,
  -- Sealed, as is the one before, which signs too until its time is over.
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until TIMESTAMPTZ,
  UNIQUE (tenant_id, id)
);

-- Health of an address, separate so that deliveries don't change the subscription's version.
CREATE TABLE webhook_health (
  tenant_id BIGINT NOT NULL,
  subscription_id BIGINT NOT NULL,
  -- Attempts that failed since the last one that did not.
  failures BIGINT NOT NULL,
  failing_since TIMESTAMPTZ,
  last_failed_time TIMESTAMPTZ,
  last_delivered_time TIMESTAMPTZ,
  PRIMARY KEY (tenant_id, subscription_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE
);

-- The types of events that some active subscription of a tenant wants: read for every event of
-- every tenant.
CREATE TABLE webhook_wanted (
  for_tenant BIGINT NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (for_tenant, event)
);

CREATE TABLE webhook_deliveries (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  guid UUID NOT NULL,
  subscription_id BIGINT NOT NULL,
  event_id UUID NOT NULL,
  event TEXT NOT NULL,
  -- The bytes that are sent and signed at every attempt.
  body TEXT NOT NULL,
  -- Waiting, Delivered or Failed.
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  -- Attempts since creation or resend; sets the next delay.
  tries BIGINT NOT NULL,
  -- Identifies the job that processes it.
  turn BIGINT NOT NULL,
  next_time TIMESTAMPTZ,
  -- Result of the last attempt.
  status_code BIGINT,
  duration_ms BIGINT,
  failure TEXT,
  failure_text TEXT,
  answer_start TEXT,
  ended_time TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  -- One delivery for an event and subscription.
  UNIQUE (tenant_id, subscription_id, event_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES webhook_subscriptions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (tenant_id, subscription_id, state, id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (tenant_id, creation_time);

CREATE TABLE webhook_attempts (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  delivery_id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  begun_time TIMESTAMPTZ NOT NULL,
  duration_ms BIGINT NOT NULL,
  status_code BIGINT,
  failure TEXT,
  failure_text TEXT,
  -- Start of the response body.
  answer TEXT NOT NULL,
  UNIQUE (tenant_id, delivery_id, number),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries (tenant_id, id) ON DELETE CASCADE
);
