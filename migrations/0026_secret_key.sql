-- Which key the secrets of this database are sealed with, so that no host with another key works on it.

CREATE TABLE secret_key (
  -- Always 1: there is one key.
  id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Made of the key, and tells nothing of it.
  fingerprint TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL
);
