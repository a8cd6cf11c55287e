-- Booking counters and sums kept by triggers, so that lists over millions of rows need no count. An
-- empty combination keeps its row.

CREATE TABLE booking_tallies (
  tenant_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  carrier TEXT,
  booking_status TEXT NOT NULL,
  -- The carrier after an equals sign, or nothing where there is no carrier.
  carrier_key TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  total_items BIGINT NOT NULL,
  total_weight NUMERIC(30,4) NOT NULL,
  total_volume NUMERIC(30,4) NOT NULL,
  freight_price NUMERIC(30,4) NOT NULL,
  insurance_price NUMERIC(30,4) NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, booking_status, carrier_key)
) WITHOUT ROWID;

CREATE TABLE booking_tallies_of_suburbs (
  tenant_id BIGINT NOT NULL,
  to_suburb TEXT NOT NULL,
  booking_status TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, to_suburb, booking_status)
) WITHOUT ROWID;

INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, carrier_key, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  SELECT tenant_id, customer_id, carrier, booking_status, COALESCE('=' || carrier, ''), COUNT(*),
    SUM(total_items), SUM(total_weight), SUM(total_volume), SUM(freight_price), SUM(insurance_price)
  FROM bookings GROUP BY tenant_id, customer_id, carrier, booking_status;
INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  SELECT tenant_id, to_suburb, booking_status, COUNT(*) FROM bookings GROUP BY tenant_id, to_suburb, booking_status;

CREATE TRIGGER bookings_tallied_added AFTER INSERT ON bookings
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, carrier_key, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  VALUES (NEW.tenant_id, NEW.customer_id, NEW.carrier, NEW.booking_status, COALESCE('=' || NEW.carrier, ''), 1,
    NEW.total_items, NEW.total_weight, NEW.total_volume, NEW.freight_price, NEW.insurance_price)
  ON CONFLICT (tenant_id, customer_id, booking_status, carrier_key) DO UPDATE SET row_count = row_count + excluded.row_count,
    total_items = total_items + excluded.total_items, total_weight = total_weight + excluded.total_weight,
    total_volume = total_volume + excluded.total_volume, freight_price = freight_price + excluded.freight_price,
    insurance_price = insurance_price + excluded.insurance_price;
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  VALUES (NEW.tenant_id, NEW.to_suburb, NEW.booking_status, 1)
  ON CONFLICT (tenant_id, to_suburb, booking_status) DO UPDATE SET row_count = row_count + excluded.row_count;
END;
CREATE TRIGGER bookings_tallied_changed AFTER UPDATE ON bookings
  WHEN OLD.tenant_id IS NOT NEW.tenant_id OR OLD.customer_id IS NOT NEW.customer_id
    OR OLD.carrier IS NOT NEW.carrier OR OLD.booking_status IS NOT NEW.booking_status
    OR OLD.total_items IS NOT NEW.total_items OR OLD.total_weight IS NOT NEW.total_weight
    OR OLD.total_volume IS NOT NEW.total_volume OR OLD.freight_price IS NOT NEW.freight_price
    OR OLD.insurance_price IS NOT NEW.insurance_price
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, carrier_key, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.carrier, OLD.booking_status, COALESCE('=' || OLD.carrier, ''), -1,
    -OLD.total_items, -OLD.total_weight, -OLD.total_volume, -OLD.freight_price, -OLD.insurance_price),
  (NEW.tenant_id, NEW.customer_id, NEW.carrier, NEW.booking_status, COALESCE('=' || NEW.carrier, ''), 1,
    NEW.total_items, NEW.total_weight, NEW.total_volume, NEW.freight_price, NEW.insurance_price)
  ON CONFLICT (tenant_id, customer_id, booking_status, carrier_key) DO UPDATE SET row_count = row_count + excluded.row_count,
    total_items = total_items + excluded.total_items, total_weight = total_weight + excluded.total_weight,
    total_volume = total_volume + excluded.total_volume, freight_price = freight_price + excluded.freight_price,
    insurance_price = insurance_price + excluded.insurance_price;
END;
CREATE TRIGGER bookings_tallied_moved AFTER UPDATE ON bookings
  WHEN OLD.tenant_id IS NOT NEW.tenant_id OR OLD.to_suburb IS NOT NEW.to_suburb
    OR OLD.booking_status IS NOT NEW.booking_status
BEGIN
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  VALUES (OLD.tenant_id, OLD.to_suburb, OLD.booking_status, -1),
    (NEW.tenant_id, NEW.to_suburb, NEW.booking_status, 1)
  ON CONFLICT (tenant_id, to_suburb, booking_status) DO UPDATE SET row_count = row_count + excluded.row_count;
END;
CREATE TRIGGER bookings_tallied_removed AFTER DELETE ON bookings
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, carrier_key, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.carrier, OLD.booking_status, COALESCE('=' || OLD.carrier, ''), -1,
    -OLD.total_items, -OLD.total_weight, -OLD.total_volume, -OLD.freight_price, -OLD.insurance_price)
  ON CONFLICT (tenant_id, customer_id, booking_status, carrier_key) DO UPDATE SET row_count = row_count + excluded.row_count,
    total_items = total_items + excluded.total_items, total_weight = total_weight + excluded.total_weight,
    total_volume = total_volume + excluded.total_volume, freight_price = freight_price + excluded.freight_price,
    insurance_price = insurance_price + excluded.insurance_price;
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  VALUES (OLD.tenant_id, OLD.to_suburb, OLD.booking_status, -1)
  ON CONFLICT (tenant_id, to_suburb, booking_status) DO UPDATE SET row_count = row_count + excluded.row_count;
END;

-- List orders: arrival, connote, status time.
DROP INDEX bookings_by_eta;
CREATE INDEX bookings_by_eta ON bookings (tenant_id, eta, id);
DROP INDEX bookings_by_connote;
CREATE INDEX bookings_by_connote ON bookings (tenant_id, consignment_id, id);
CREATE INDEX bookings_by_standing ON bookings (tenant_id, COALESCE(last_tracking_modified_time, creation_time), id);
-- The newest of a status, a carrier, a customer or a suburb are found without reading the rows
-- between them.
DROP INDEX bookings_by_creation;
CREATE INDEX bookings_by_creation ON bookings
  (tenant_id, creation_time, id, booking_status, carrier, customer_id, to_suburb);
