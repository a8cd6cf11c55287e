-- Places of a customer's bookings with usage counts, for suggestions.

CREATE TABLE booking_places (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- Sender or Receiver.
  kind TEXT NOT NULL,
  -- A digest of who and where it is: the same written otherwise is the same place.
  place_key TEXT NOT NULL,
  -- Search text: folded words between blanks.
  words TEXT NOT NULL,
  address JSONB NOT NULL,
  -- Latest driver instructions.
  instructions TEXT,
  -- Number of bookings.
  uses BIGINT NOT NULL,
  last_used TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, customer_id, kind, place_key),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_places_by_use ON booking_places (tenant_id, customer_id, kind, uses DESC, id);

-- The bookings that there are already are counted by a job.
INSERT INTO jobs (for_tenant, kind, payload, run_at, attempts, state, creation_time, priority)
  SELECT tenant_id, 'bookings.count-places', jsonb_build_object('after', 0, 'until', MAX(id)), now(), 0, 'waiting', now(), 2
  FROM bookings GROUP BY tenant_id;
