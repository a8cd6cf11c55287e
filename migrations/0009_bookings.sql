-- Bookings with notes, operations, scans, documents and manifests.

CREATE TABLE manifests (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  carrier TEXT NOT NULL,
  carrier_account_id BIGINT NOT NULL,
  -- The carrier's number, or our own if the carrier has none; NULL while the request is pending.
  number TEXT,
  -- Manifesting, Manifested or Failed.
  status TEXT NOT NULL,
  sender JSONB NOT NULL,
  attempts BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  closed_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id)
);

CREATE TABLE bookings (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  guid UUID NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  booking_date TIMESTAMPTZ NOT NULL,
  booking_status TEXT NOT NULL,
  customer_id BIGINT NOT NULL,
  customer_code TEXT NOT NULL,
  customer_name TEXT,
  company_name TEXT,
  contact_name TEXT,
  -- Further customer data: email, caller, reference, cost centre.
  customer_detail JSONB NOT NULL,
  carrier TEXT,
  carrier_account_id BIGINT,
  carrier_service_code TEXT,
  carrier_service_name TEXT,
  consignment_id TEXT,
  manifest_row_id BIGINT,
  manifest_id TEXT,
  pickup_request_id TEXT,
  reference TEXT,
  order_number TEXT,
  store_key TEXT,
  promo_code TEXT,
  batch_id TEXT,
  quote_id BIGINT,
  resource_token TEXT,
  invoice_id BIGINT,
  invoice_number TEXT,
  from_suburb TEXT NOT NULL,
  from_post_code TEXT NOT NULL,
  to_suburb TEXT NOT NULL,
  to_post_code TEXT NOT NULL,
  from_address JSONB NOT NULL,
  to_address JSONB NOT NULL,
  items JSONB NOT NULL,
  pickup_options JSONB NOT NULL,
  delivery_options JSONB NOT NULL,
  special_instructions TEXT,
  delivery_instructions TEXT,
  pickup_ready_time TIMESTAMPTZ,
  business_closing_time TIMESTAMPTZ,
  is_ready_to_pickup BOOLEAN NOT NULL,
  -- Pieces; kilograms; cubic metres; kilograms; kilograms.
  total_items BIGINT NOT NULL,
  total_weight NUMERIC(19,4) NOT NULL,
  total_volume NUMERIC(19,4) NOT NULL,
  total_cubic_weight NUMERIC(19,4) NOT NULL,
  chargable_weight NUMERIC(19,4) NOT NULL,
  cubic_factor NUMERIC(19,4) NOT NULL,
  -- With tax, in the tenant's currency; the lines are in the pricing detail.
  total_price NUMERIC(19,4) NOT NULL,
  freight_price NUMERIC(19,4) NOT NULL,
  insurance_price NUMERIC(19,4) NOT NULL,
  carrier_price NUMERIC(19,4) NOT NULL,
  pricing_detail JSONB NOT NULL,
  is_dangerous_good BOOLEAN NOT NULL,
  dangerous_good_un_code TEXT,
  dangerous_good_package_type TEXT,
  dangerous_good_description TEXT,
  is_insured BOOLEAN NOT NULL,
  insured_value NUMERIC(19,4),
  insurance_type TEXT,
  is_multi_leg BOOLEAN NOT NULL,
  parent_booking_id BIGINT,
  eta TIMESTAMPTZ,
  last_tracking_status TEXT,
  last_tracking_modified_time TIMESTAMPTZ,
  -- A status set by hand ends automatic tracking.
  tracked_automatically BOOLEAN NOT NULL,
  tracked_time TIMESTAMPTZ,
  status_before_hold TEXT,
  -- Carrier operation in flight (Book, Cancel or Manifest), its start and attempts. Written before
  -- the carrier is called and cleared with the outcome, so that nothing is done twice or lost.
  intent TEXT,
  intent_time TIMESTAMPTZ,
  intent_attempts BIGINT NOT NULL,
  -- Set when a booking request got no answer: the carrier must be queried before any other call.
  is_uncertain BOOLEAN NOT NULL,
  -- The carrier's data: its quote and its record of the consignment.
  carrier_record JSONB NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, manifest_row_id) REFERENCES manifests (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_booking_id) REFERENCES bookings (tenant_id, id)
);
-- Finds, counts and adds up without reading the rows themselves, which are wide.
CREATE INDEX bookings_by_status ON bookings (
  tenant_id, booking_status, carrier, booking_date, id,
  customer_id, creation_time, total_items, total_weight, total_volume, freight_price, insurance_price
);
CREATE INDEX bookings_by_carrier ON bookings (tenant_id, carrier, booking_date, id);
CREATE INDEX bookings_by_creation ON bookings (tenant_id, creation_time, id);
CREATE INDEX bookings_by_date ON bookings (tenant_id, booking_date, id);
CREATE INDEX bookings_by_customer ON bookings (tenant_id, customer_id, creation_time, id);
CREATE INDEX bookings_by_connote ON bookings (tenant_id, consignment_id);
CREATE INDEX bookings_by_reference ON bookings (tenant_id, reference);
CREATE INDEX bookings_by_manifest ON bookings (tenant_id, manifest_row_id) WHERE manifest_row_id IS NOT NULL;
-- A price is booked once; a cancelled booking frees it.
CREATE UNIQUE INDEX bookings_once_a_quote ON bookings (tenant_id, quote_id)
  WHERE quote_id IS NOT NULL AND booking_status NOT IN ('Cancelled', 'Deleted');
-- Bookings that the tracking job polls.
CREATE INDEX bookings_to_track ON bookings (tenant_id, carrier_account_id, tracked_time, id)
  WHERE tracked_automatically AND consignment_id IS NOT NULL;

CREATE TABLE booking_notes (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  comment TEXT NOT NULL,
  user_name TEXT NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_notes_by_booking ON booking_notes (tenant_id, booking_id, id);

CREATE TABLE booking_operations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  operation TEXT NOT NULL,
  -- Success, Failed or Pending.
  status TEXT NOT NULL,
  value TEXT,
  message TEXT,
  user_name TEXT NOT NULL,
  creator_user_id BIGINT,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX booking_operations_by_booking ON booking_operations (tenant_id, booking_id, id);

CREATE TABLE tracking_events (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT NOT NULL,
  -- The carrier's own id of the event, or one of ours: the same event is kept once.
  event_id TEXT NOT NULL,
  status TEXT,
  happened TIMESTAMPTZ NOT NULL,
  -- As the place's own clock showed it.
  happened_local TEXT NOT NULL,
  description TEXT NOT NULL,
  location TEXT NOT NULL,
  signed_by TEXT,
  by_hand BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, booking_id, event_id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX tracking_events_by_booking ON tracking_events (tenant_id, booking_id, happened, id);

CREATE TABLE booking_documents (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  booking_id BIGINT,
  manifest_row_id BIGINT,
  document_type BIGINT NOT NULL,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  file_key TEXT NOT NULL,
  -- Unguessable; downloads also check the caller.
  token TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, token),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES bookings (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, manifest_row_id) REFERENCES manifests (tenant_id, id)
);
CREATE INDEX booking_documents_by_booking ON booking_documents (tenant_id, booking_id, document_type, id);
CREATE INDEX booking_documents_by_manifest ON booking_documents (tenant_id, manifest_row_id, document_type, id);
