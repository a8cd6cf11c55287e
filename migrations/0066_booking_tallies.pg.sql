-- Booking counters and sums kept by triggers, so that lists over millions of rows need no count.
-- Each change inserts a row, which avoids lock contention; one change in a hundred compacts them.

CREATE TABLE booking_tallies (
  tenant_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  carrier TEXT,
  booking_status TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  total_items BIGINT NOT NULL,
  total_weight NUMERIC(30,4) NOT NULL,
  total_volume NUMERIC(30,4) NOT NULL,
  freight_price NUMERIC(30,4) NOT NULL,
  insurance_price NUMERIC(30,4) NOT NULL,
  is_gathered BOOLEAN NOT NULL DEFAULT FALSE
);
-- One row for each combination, and the changes since.
CREATE UNIQUE INDEX booking_tallies_gathered ON booking_tallies
  (tenant_id, customer_id, booking_status, COALESCE('=' || carrier, '')) WHERE is_gathered;
CREATE INDEX booking_tallies_waiting ON booking_tallies (tenant_id) WHERE NOT is_gathered;
CREATE INDEX booking_tallies_of_customer ON booking_tallies (tenant_id, customer_id);

CREATE TABLE booking_tallies_of_suburbs (
  tenant_id BIGINT NOT NULL,
  to_suburb TEXT NOT NULL,
  booking_status TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  is_gathered BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX booking_tallies_of_suburbs_gathered ON booking_tallies_of_suburbs
  (tenant_id, to_suburb, booking_status) WHERE is_gathered;
CREATE INDEX booking_tallies_of_suburbs_waiting ON booking_tallies_of_suburbs (tenant_id) WHERE NOT is_gathered;

-- The bookings of all tenants: the owner of the table is not kept to one of them for these two
-- statements.
ALTER TABLE bookings NO FORCE ROW LEVEL SECURITY;
INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price, is_gathered)
  SELECT tenant_id, customer_id, carrier, booking_status, COUNT(*),
    SUM(total_items), SUM(total_weight), SUM(total_volume), SUM(freight_price), SUM(insurance_price), TRUE
  FROM bookings GROUP BY tenant_id, customer_id, carrier, booking_status;
INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count, is_gathered)
  SELECT tenant_id, to_suburb, booking_status, COUNT(*), TRUE
  FROM bookings GROUP BY tenant_id, to_suburb, booking_status;
ALTER TABLE bookings FORCE ROW LEVEL SECURITY;

-- Adds the changes to the rows they belong to. While one transaction does this, others leave it.
CREATE FUNCTION gather_booking_tallies(of_tenant BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('booking_tallies', of_tenant)) THEN
    RETURN;
  END IF;
  WITH waiting AS (
    DELETE FROM booking_tallies WHERE tenant_id = of_tenant AND NOT is_gathered RETURNING *
  )
  INSERT INTO booking_tallies AS known (tenant_id, customer_id, carrier, booking_status, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price, is_gathered)
  SELECT tenant_id, customer_id, carrier, booking_status, SUM(row_count),
    SUM(total_items), SUM(total_weight), SUM(total_volume), SUM(freight_price), SUM(insurance_price), TRUE
  FROM waiting GROUP BY tenant_id, customer_id, carrier, booking_status
  ON CONFLICT (tenant_id, customer_id, booking_status, COALESCE('=' || carrier, '')) WHERE is_gathered DO UPDATE SET
    row_count = known.row_count + excluded.row_count,
    total_items = known.total_items + excluded.total_items,
    total_weight = known.total_weight + excluded.total_weight,
    total_volume = known.total_volume + excluded.total_volume,
    freight_price = known.freight_price + excluded.freight_price,
    insurance_price = known.insurance_price + excluded.insurance_price;
  WITH waiting AS (
    DELETE FROM booking_tallies_of_suburbs WHERE tenant_id = of_tenant AND NOT is_gathered RETURNING *
  )
  INSERT INTO booking_tallies_of_suburbs AS known (tenant_id, to_suburb, booking_status, row_count, is_gathered)
  SELECT tenant_id, to_suburb, booking_status, SUM(row_count), TRUE
  FROM waiting GROUP BY tenant_id, to_suburb, booking_status
  ON CONFLICT (tenant_id, to_suburb, booking_status) WHERE is_gathered DO UPDATE SET
    row_count = known.row_count + excluded.row_count;
END $$;

CREATE FUNCTION bookings_tallied_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  SELECT tenant_id, customer_id, carrier, booking_status, COUNT(*),
    SUM(total_items), SUM(total_weight), SUM(total_volume), SUM(freight_price), SUM(insurance_price)
  FROM added GROUP BY tenant_id, customer_id, carrier, booking_status;
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  SELECT tenant_id, to_suburb, booking_status, COUNT(*) FROM added GROUP BY tenant_id, to_suburb, booking_status;
  PERFORM gather_booking_tallies(tenant_id) FROM added WHERE random() < 0.01 GROUP BY tenant_id;
  RETURN NULL;
END $$;
CREATE FUNCTION bookings_tallied_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.carrier, OLD.booking_status, -1,
    -OLD.total_items, -OLD.total_weight, -OLD.total_volume, -OLD.freight_price, -OLD.insurance_price),
  (NEW.tenant_id, NEW.customer_id, NEW.carrier, NEW.booking_status, 1,
    NEW.total_items, NEW.total_weight, NEW.total_volume, NEW.freight_price, NEW.insurance_price);
  PERFORM gather_booking_tallies(NEW.tenant_id) WHERE random() < 0.01;
  RETURN NULL;
END $$;
CREATE FUNCTION bookings_tallied_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  VALUES (OLD.tenant_id, OLD.to_suburb, OLD.booking_status, -1),
    (NEW.tenant_id, NEW.to_suburb, NEW.booking_status, 1);
  RETURN NULL;
END $$;
CREATE FUNCTION bookings_tallied_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tallies (tenant_id, customer_id, carrier, booking_status, row_count,
    total_items, total_weight, total_volume, freight_price, insurance_price)
  VALUES (OLD.tenant_id, OLD.customer_id, OLD.carrier, OLD.booking_status, -1,
    -OLD.total_items, -OLD.total_weight, -OLD.total_volume, -OLD.freight_price, -OLD.insurance_price);
  INSERT INTO booking_tallies_of_suburbs (tenant_id, to_suburb, booking_status, row_count)
  VALUES (OLD.tenant_id, OLD.to_suburb, OLD.booking_status, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER bookings_tallied_added AFTER INSERT ON bookings REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION bookings_tallied_added();
CREATE TRIGGER bookings_tallied_changed AFTER UPDATE ON bookings FOR EACH ROW
  WHEN (OLD.tenant_id IS DISTINCT FROM NEW.tenant_id OR OLD.customer_id IS DISTINCT FROM NEW.customer_id
    OR OLD.carrier IS DISTINCT FROM NEW.carrier OR OLD.booking_status IS DISTINCT FROM NEW.booking_status
    OR OLD.total_items IS DISTINCT FROM NEW.total_items OR OLD.total_weight IS DISTINCT FROM NEW.total_weight
    OR OLD.total_volume IS DISTINCT FROM NEW.total_volume
    OR OLD.freight_price IS DISTINCT FROM NEW.freight_price
    OR OLD.insurance_price IS DISTINCT FROM NEW.insurance_price)
  EXECUTE FUNCTION bookings_tallied_changed();
CREATE TRIGGER bookings_tallied_moved AFTER UPDATE ON bookings FOR EACH ROW
  WHEN (OLD.tenant_id IS DISTINCT FROM NEW.tenant_id OR OLD.to_suburb IS DISTINCT FROM NEW.to_suburb
    OR OLD.booking_status IS DISTINCT FROM NEW.booking_status)
  EXECUTE FUNCTION bookings_tallied_moved();
CREATE TRIGGER bookings_tallied_removed AFTER DELETE ON bookings
  FOR EACH ROW EXECUTE FUNCTION bookings_tallied_removed();

-- List orders: arrival, connote, status time. NULLs sort first, as on SQLite.
DROP INDEX bookings_by_eta;
CREATE INDEX bookings_by_eta ON bookings (tenant_id, eta NULLS FIRST, id);
DROP INDEX bookings_by_connote;
CREATE INDEX bookings_by_connote ON bookings (tenant_id, consignment_id NULLS FIRST, id);
CREATE INDEX bookings_by_standing ON bookings (tenant_id, COALESCE(last_tracking_modified_time, creation_time) NULLS FIRST, id);
-- The newest of a status, a carrier, a customer or a suburb are found without reading the rows
-- between them.
DROP INDEX bookings_by_creation;
CREATE INDEX bookings_by_creation ON bookings
  (tenant_id, creation_time, id, booking_status, carrier, customer_id, to_suburb);
