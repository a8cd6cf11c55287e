-- Languages and their texts, links in the sidebar, and saved views of lists.

-- Languages added or changed by a tenant; built-in languages need no row.
CREATE TABLE languages (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- A culture in its usual spelling: de, pt-BR, zh-Hant-TW.
  name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  icon TEXT NOT NULL,
  is_disabled BOOLEAN NOT NULL,
  is_right_to_left BOOLEAN NOT NULL,
  is_default BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
CREATE UNIQUE INDEX languages_default ON languages (tenant_id) WHERE is_default;

CREATE TABLE language_texts (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  language_name TEXT NOT NULL,
  source_name TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, language_name, source_name, key)
);

-- Texts that the platform's administrators have written for all tenants.
CREATE TABLE platform_texts (
  id {{ID}},
  language_name TEXT NOT NULL,
  source_name TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (language_name, source_name, key)
);

CREATE TABLE sidebar_links (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  icon TEXT,
  is_external BOOLEAN NOT NULL,
  sort_order BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);

CREATE TABLE view_configurations (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  -- The owner. No foreign key: users belong to another area.
  user_id BIGINT NOT NULL,
  view_name TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  is_default BOOLEAN NOT NULL,
  show_to_customer_users BOOLEAN NOT NULL,
  show_to_all_users BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, user_id, view_name, key)
);
