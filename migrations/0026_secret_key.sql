-- Identifies the sealing key, so that a host with another key refuses to start.

CREATE TABLE secret_key (
  -- Always 1: there is one key.
  id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Derived from the key without revealing it.
  fingerprint TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL
);
