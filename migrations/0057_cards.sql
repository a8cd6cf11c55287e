-- Card payments: requests to a provider under our reference, and results.

-- Card surcharge including tax, charged in addition to the payment.
ALTER TABLE payments ADD COLUMN surcharge_amount NUMERIC(19,4) NOT NULL DEFAULT 0;

CREATE TABLE card_transactions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- The provider's plugin.
  provider TEXT NOT NULL,
  -- Ours, the same for every attempt.
  reference TEXT NOT NULL,
  -- The provider's; null while it has not answered.
  transaction_id TEXT,
  status TEXT NOT NULL,
  -- Provider call in flight: Charge, Authorise, Capture or Void; NULL for none.
  intent TEXT,
  attempts BIGINT NOT NULL,
  -- Until then its host is at it.
  lease_time TIMESTAMPTZ,
  -- With the surcharge.
  amount NUMERIC(19,4) NOT NULL,
  surcharge_amount NUMERIC(19,4) NOT NULL,
  refunded_amount NUMERIC(19,4) NOT NULL,
  currency TEXT NOT NULL,
  -- Amount by invoice.
  shares JSONB NOT NULL,
  note TEXT,
  -- Sealed; null once it has served.
  nonce TEXT,
  -- SHA-256: a nonce serves once.
  nonce_hash TEXT NOT NULL,
  card_type TEXT,
  card_ends_with TEXT,
  card_holder_name TEXT,
  authorization_code TEXT,
  decline_code TEXT,
  decline_message TEXT,
  -- The provider's dispute status; NULL for none.
  dispute_status TEXT,
  ip_address TEXT NOT NULL,
  payment_id BIGINT,
  booking_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  UNIQUE (tenant_id, provider, nonce_hash),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id)
);
CREATE INDEX card_transactions_of_customer ON card_transactions (tenant_id, customer_id, id);
CREATE UNIQUE INDEX card_transactions_of_payment ON card_transactions (tenant_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX card_transactions_of_booking ON card_transactions (tenant_id, booking_id, id) WHERE booking_id IS NOT NULL;
CREATE INDEX card_transactions_asked ON card_transactions (tenant_id, customer_id) WHERE intent IS NOT NULL;

-- Refunds through the provider.
CREATE TABLE card_refunds (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  card_transaction_id BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  reference TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  -- The invoice it reduces; NULL for the unallocated amount.
  invoice_id BIGINT,
  -- A day, 2026-01-31.
  refund_date TEXT NOT NULL,
  note TEXT,
  -- Pending, Refunded or Failed.
  status TEXT NOT NULL,
  message TEXT,
  attempts BIGINT NOT NULL,
  lease_time TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_transaction_id) REFERENCES card_transactions (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id)
);
-- One refund of a payment at a time.
CREATE UNIQUE INDEX card_refunds_pending ON card_refunds (tenant_id, payment_id) WHERE status = 'Pending';
