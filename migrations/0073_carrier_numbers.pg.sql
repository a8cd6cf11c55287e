-- A carrier's connote names one booking of a tenant, its manifest and pickup numbers one manifest
-- and one pickup. A carrier may issue a number again: earlier rows keep it, marked as superseded.
-- So do the duplicates of before.

ALTER TABLE bookings ADD COLUMN connote_superseded BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE manifests ADD COLUMN number_superseded BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE pickups ADD COLUMN number_superseded BOOLEAN NOT NULL DEFAULT FALSE;

-- The rows of all tenants: the owner of the tables is not kept to one of them meanwhile.
ALTER TABLE bookings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE manifests NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pickups NO FORCE ROW LEVEL SECURITY;
UPDATE bookings SET connote_superseded = TRUE
WHERE consignment_id IS NOT NULL AND booking_status NOT IN ('Cancelled', 'Deleted') AND EXISTS (
  SELECT 1 FROM bookings AS later
  WHERE later.tenant_id = bookings.tenant_id AND later.consignment_id = bookings.consignment_id
    AND later.carrier = bookings.carrier AND later.id > bookings.id
    AND later.booking_status NOT IN ('Cancelled', 'Deleted'));
UPDATE manifests SET number_superseded = TRUE
WHERE number IS NOT NULL AND EXISTS (
  SELECT 1 FROM manifests AS later
  WHERE later.tenant_id = manifests.tenant_id AND later.number = manifests.number
    AND later.carrier = manifests.carrier AND later.id > manifests.id);
UPDATE pickups SET number_superseded = TRUE
WHERE number IS NOT NULL AND EXISTS (
  SELECT 1 FROM pickups AS later
  WHERE later.tenant_id = pickups.tenant_id AND later.number = pickups.number
    AND later.carrier = pickups.carrier AND later.id > pickups.id);
ALTER TABLE bookings FORCE ROW LEVEL SECURITY;
ALTER TABLE manifests FORCE ROW LEVEL SECURITY;
ALTER TABLE pickups FORCE ROW LEVEL SECURITY;

-- A cancelled booking gives its connote up.
CREATE UNIQUE INDEX bookings_once_a_connote ON bookings (tenant_id, carrier, consignment_id)
  WHERE consignment_id IS NOT NULL AND NOT connote_superseded AND booking_status NOT IN ('Cancelled', 'Deleted');
CREATE UNIQUE INDEX manifests_once_a_number ON manifests (tenant_id, carrier, number)
  WHERE number IS NOT NULL AND NOT number_superseded;
CREATE UNIQUE INDEX pickups_once_a_number ON pickups (tenant_id, carrier, number)
  WHERE number IS NOT NULL AND NOT number_superseded;

-- Manifest and pickup numbers are looked up before staff set one by hand.
CREATE INDEX bookings_by_manifest_number ON bookings (tenant_id, carrier, manifest_id) WHERE manifest_id IS NOT NULL;
CREATE INDEX bookings_by_pickup_number ON bookings (tenant_id, carrier, pickup_request_id)
  WHERE pickup_request_id IS NOT NULL;

-- True for a file that staff attached to a booking; it takes the place of the document that would
-- be drawn.
ALTER TABLE booking_documents ADD COLUMN is_attached BOOLEAN NOT NULL DEFAULT FALSE;
