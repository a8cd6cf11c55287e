-- Notes on bookings that the customer's users never read.

ALTER TABLE booking_notes ADD COLUMN is_internal BOOLEAN NOT NULL DEFAULT FALSE;
