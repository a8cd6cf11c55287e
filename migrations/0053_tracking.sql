-- Next tracking poll, and carrier status texts without mapping.

-- Null: at the next run. It is counted from the booking's status, how long it is silent, and how
-- often asking failed.
ALTER TABLE bookings ADD COLUMN track_after TIMESTAMPTZ;
ALTER TABLE bookings ADD COLUMN track_failures BIGINT NOT NULL DEFAULT 0;

DROP INDEX bookings_to_track;
CREATE INDEX bookings_to_track ON bookings (tenant_id, track_after, id)
  WHERE tracked_automatically AND consignment_id IS NOT NULL;

-- The carrier's own word where it is no status of ours.
ALTER TABLE tracking_events ADD COLUMN carrier_status TEXT;
