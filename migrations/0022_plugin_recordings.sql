-- Recorded failed plugin calls, for the plugin's author.
CREATE TABLE plugin_recordings (
  id {{ID}},
  tenant_id BIGINT NOT NULL REFERENCES tenants (id),
  row_version BIGINT NOT NULL,
  plugin TEXT NOT NULL,
  version TEXT NOT NULL,
  -- The function that was called.
  call TEXT NOT NULL,
  -- The code of the account the call was made for.
  account TEXT NOT NULL,
  -- The fault's name, and its words.
  fault TEXT NOT NULL,
  message TEXT NOT NULL,
  -- Nothing had to be cut.
  is_whole BOOLEAN NOT NULL,
  bytes BIGINT NOT NULL,
  -- The recording's JSON. It holds customers' data; secrets were replaced before.
  recording TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX plugin_recordings_newest ON plugin_recordings (tenant_id, plugin, id);

-- Scope and end of recording.
CREATE TABLE plugin_recording_switches (
  plugin TEXT NOT NULL,
  for_tenant BIGINT NOT NULL,
  until TIMESTAMPTZ NOT NULL,
  switched_by TEXT NOT NULL,
  PRIMARY KEY (plugin, for_tenant)
);
