-- Card payments: what a payment provider was asked under our own reference, and what came of it.

-- What was charged beside the payment for paying by card, with tax.
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
  -- Charge, Authorise, Capture or Void: what the provider is being asked; null: nothing.
  intent TEXT,
  attempts BIGINT NOT NULL,
  -- Until then its host is at it.
  lease_time TIMESTAMPTZ,
  -- With the surcharge.
  amount NUMERIC(19,4) NOT NULL,
  surcharge_amount NUMERIC(19,4) NOT NULL,
  refunded_amount NUMERIC(19,4) NOT NULL,
  currency TEXT NOT NULL,
  -- Which invoices it is for, and how much for each.
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
  -- The provider's word for where a dispute stands; null: there is none.
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

-- What is given back of a card payment, through its provider.
CREATE TABLE card_refunds (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  card_transaction_id BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  reference TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  -- The invoice that it is taken off; null: it is of what is unallocated.
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
