-- Head ports, their zones, and the places of zones.

CREATE TABLE head_ports (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  address_line1 TEXT,
  address_line2 TEXT,
  address_line3 TEXT,
  post_code TEXT,
  suburb TEXT,
  country_code TEXT NOT NULL,
  latitude JSONB,
  longitude JSONB,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, code_key)
);

CREATE TABLE job_zones (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  head_port_id BIGINT NOT NULL,
  parent_id BIGINT,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_on_forwarding BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, head_port_id, code_key),
  FOREIGN KEY (tenant_id, head_port_id) REFERENCES head_ports (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES job_zones (tenant_id, id)
);
CREATE INDEX job_zones_of_parent ON job_zones (tenant_id, parent_id);

CREATE TABLE job_zone_locations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  guid UUID NOT NULL,
  zone_id BIGINT NOT NULL,
  country_code TEXT NOT NULL,
  post_code TEXT NOT NULL,
  suburb TEXT,
  suburb_key TEXT,
  location_key TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, guid),
  -- One zone of one head port serves a place, also if two people add it at once.
  UNIQUE (tenant_id, location_key),
  FOREIGN KEY (tenant_id, zone_id) REFERENCES job_zones (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX job_zone_locations_of_zone ON job_zone_locations (tenant_id, zone_id);
