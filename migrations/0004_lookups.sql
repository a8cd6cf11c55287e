-- Reference data that all tenants share: countries, locations, package types, dangerous goods.

CREATE TABLE countries (
  id {{ID}},
  -- ISO 3166-1 alpha-2.
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  formal_name TEXT NOT NULL,
  -- The top-level domain without its dot, in capitals.
  iana_code TEXT NOT NULL,
  currency_code TEXT NOT NULL,
  currency_name TEXT NOT NULL
);

CREATE TABLE locations (
  id {{ID}},
  country_code TEXT NOT NULL,
  post_code TEXT NOT NULL,
  suburb TEXT NOT NULL,
  state_code TEXT NOT NULL,
  state_name TEXT NOT NULL,
  latitude NUMERIC(19,4) NOT NULL,
  longitude NUMERIC(19,4) NOT NULL,
  UNIQUE (country_code, post_code, suburb, state_code)
);

-- Search terms of a location: its postcode, and its suburb from each word on. `key` is the first
-- twelve characters of the folded text as a number, so that a prefix is a range in any collation.
CREATE TABLE location_terms (
  location_id BIGINT NOT NULL REFERENCES locations (id) ON DELETE CASCADE,
  country_code TEXT NOT NULL,
  -- 0 where the suburb or postcode begins, 1 for a later word.
  place BIGINT NOT NULL,
  key BIGINT NOT NULL,
  PRIMARY KEY (country_code, place, key, location_id)
);
CREATE INDEX location_terms_of ON location_terms (location_id);

CREATE TABLE package_types (
  id {{ID}},
  -- UN/ECE Recommendation 21.
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Common types are listed first.
  is_common BOOLEAN NOT NULL
);

CREATE TABLE dangerous_goods (
  id {{ID}},
  -- Four digits, without the prefix UN.
  un_number TEXT NOT NULL,
  description TEXT NOT NULL,
  package_group TEXT NOT NULL,
  class TEXT NOT NULL,
  class_description TEXT NOT NULL,
  class_code TEXT NOT NULL,
  subsidiary_risks TEXT NOT NULL,
  -- Number, description and class, folded to lower-case ASCII.
  search TEXT NOT NULL,
  UNIQUE (un_number, description, package_group, class_code)
);
