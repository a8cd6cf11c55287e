-- Whose plugins are: an id belongs to the key that signed its first package, until a person lets another take it over.

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

-- The tenant did not choose to stay: it has not agreed yet to what the active version asks for besides.
ALTER TABLE plugin_pins ADD COLUMN is_held BOOLEAN NOT NULL DEFAULT FALSE;
