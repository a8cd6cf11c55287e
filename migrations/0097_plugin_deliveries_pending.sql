-- Index for the bytes of a tenant's pending deliveries, so that their sum reads no bodies.
CREATE INDEX plugin_deliveries_pending ON plugin_deliveries (tenant_id, state, bytes);
