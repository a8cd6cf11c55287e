-- Guest bookings: pending payments, shares, recharges.

-- Recharge from the carrier's invoice including tax; NULL for none.
ALTER TABLE bookings ADD COLUMN recharge_price NUMERIC(19,4);
ALTER TABLE bookings ADD COLUMN recharge_detail JSONB NOT NULL DEFAULT 'null';
CREATE INDEX bookings_to_recharge ON bookings (tenant_id, customer_id, id) WHERE recharge_price IS NOT NULL;
CREATE INDEX bookings_to_invoice ON bookings (tenant_id, booking_status, customer_id, booking_date, id)
  WHERE invoice_id IS NULL AND consignment_id IS NOT NULL;

-- Single-use payment nonce: sealed, removed after some days.
CREATE TABLE booking_payments (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  nonce TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_payments_by_age ON booking_payments (tenant_id, creation_time);

-- Emailed share links of a booking. Sharing again revokes the previous link.
CREATE TABLE booking_shares (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  -- In lower case.
  email TEXT NOT NULL,
  -- SHA-256 of the link's token.
  token_hash TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id, email),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_shares_by_end ON booking_shares (tenant_id, expires_at);
