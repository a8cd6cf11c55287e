-- Rate cards in versions, with their services, zones, the places in these, and the rates between
-- them.

-- SQLite can't change a unique constraint without recreating the table.
CREATE TABLE rate_cards_in_versions (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  -- Counted from 1 among the cards of one code.
  version BIGINT NOT NULL,
  kind TEXT NOT NULL,
  customer_id BIGINT,
  currency TEXT NOT NULL,
  -- Days, 2026-01-31.
  effective_date TEXT,
  expire_date TEXT,
  terms JSONB NOT NULL,
  engine TEXT NOT NULL,
  data JSONB NOT NULL,
  is_active BOOLEAN NOT NULL,
  modified_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code, version),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
INSERT INTO rate_cards_in_versions
  (id, tenant_id, row_version, code, name, version, kind, currency, terms, engine, data, is_active, modified_time)
  SELECT id, tenant_id, row_version, code, name, 1, 'Sale', 'AUD', '{}', engine, data, is_active, modified_time
  FROM rate_cards;
DROP TABLE rate_cards;
ALTER TABLE rate_cards_in_versions RENAME TO rate_cards;
CREATE INDEX rate_cards_of_customers ON rate_cards (tenant_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE rate_services (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  rate_card_id BIGINT NOT NULL,
  code TEXT NOT NULL,
  -- The code in lower case: it is there once in a card.
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_additional BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  min_unit NUMERIC(19,4),
  UNIQUE (tenant_id, id),
  -- Rates reference rows of the same card.
  UNIQUE (tenant_id, rate_card_id, id),
  UNIQUE (tenant_id, rate_card_id, code_key),
  FOREIGN KEY (tenant_id, rate_card_id) REFERENCES rate_cards (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE rate_zones (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  rate_card_id BIGINT NOT NULL,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, rate_card_id, id),
  UNIQUE (tenant_id, rate_card_id, code_key),
  FOREIGN KEY (tenant_id, rate_card_id) REFERENCES rate_cards (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE rate_zone_locations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The id that callers know.
  guid UUID NOT NULL,
  rate_card_id BIGINT NOT NULL,
  zone_id BIGINT NOT NULL,
  country_code TEXT NOT NULL,
  state_code TEXT,
  post_code TEXT,
  -- The last post code of a range.
  post_code_to TEXT,
  suburb TEXT,
  -- Letters and digits of the suburb in lower case.
  suburb_key TEXT,
  -- Location as one text; in a single zone of a card.
  location_key TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, guid),
  UNIQUE (tenant_id, rate_card_id, location_key),
  FOREIGN KEY (tenant_id, rate_card_id, zone_id) REFERENCES rate_zones (tenant_id, rate_card_id, id) ON DELETE CASCADE
);
CREATE INDEX rate_zone_locations_of ON rate_zone_locations (tenant_id, rate_card_id, zone_id, id);
-- The zones that an address falls in: by its post code with or without its suburb, by ranges, by
-- state and country.
CREATE INDEX rate_zone_locations_by_place
  ON rate_zone_locations (tenant_id, rate_card_id, country_code, post_code, suburb_key);
CREATE INDEX rate_zone_locations_by_range
  ON rate_zone_locations (tenant_id, rate_card_id, country_code, post_code_to, post_code) WHERE post_code_to IS NOT NULL;

CREATE TABLE rates (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  rate_card_id BIGINT NOT NULL,
  rate_service_id BIGINT NOT NULL,
  -- Codes of zones, as the zones spell them.
  from_zone TEXT NOT NULL,
  to_zone TEXT NOT NULL,
  calculation_method TEXT NOT NULL,
  reciprocal BOOLEAN NOT NULL,
  accumulative BOOLEAN NOT NULL,
  minimum NUMERIC(19,4) NOT NULL,
  cubic_allowance NUMERIC(19,4),
  -- 16:30
  cut_off_time TEXT,
  transit_time BIGINT,
  -- Days, 2026-01-31.
  effective_date TEXT,
  expire_date TEXT,
  rate_details JSONB NOT NULL,
  -- The import that wrote it, and the rate that an import put in its place: such a rate is no
  -- longer live.
  import_id BIGINT,
  replaced_by BIGINT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, rate_card_id) REFERENCES rate_cards (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, rate_card_id, rate_service_id)
    REFERENCES rate_services (tenant_id, rate_card_id, id) ON DELETE CASCADE
);
CREATE INDEX rates_by_service ON rates (tenant_id, rate_card_id, rate_service_id, from_zone, to_zone);
CREATE INDEX rates_by_lane ON rates (tenant_id, rate_card_id, from_zone, to_zone) WHERE replaced_by IS NULL;
