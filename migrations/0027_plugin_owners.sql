-- Owners of plugin ids: the signer of the first package, until an administrator transfers it.

CREATE TABLE plugin_owners (
  plugin TEXT PRIMARY KEY,
  -- The public ed25519 key in Base64.
  signer TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  decided_at TIMESTAMPTZ NOT NULL
);

INSERT INTO plugin_owners (plugin, signer, decided_by, decided_at)
SELECT plugin, signer, uploaded_by, creation_time FROM plugin_packages
WHERE id IN (SELECT MIN(id) FROM plugin_packages WHERE signer IS NOT NULL GROUP BY plugin);

-- Set while the tenant has not granted the active version's new permissions.
ALTER TABLE plugin_pins ADD COLUMN is_held BOOLEAN NOT NULL DEFAULT FALSE;
