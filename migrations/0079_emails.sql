-- Emails about records and their delivery, and the latest delivery of each record.

CREATE TABLE emails (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The record it is about, named as in the record of changes.
  record_type TEXT NOT NULL,
  record_id BIGINT NOT NULL,
  -- The template.
  kind TEXT NOT NULL,
  -- Needed to see it and to send it again.
  permission TEXT NOT NULL,
  -- The area's own note about it.
  reference BIGINT,
  recipient TEXT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT,
  server_reply TEXT,
  attempts BIGINT NOT NULL,
  -- Sealed. Only while failed; the job holds it before.
  message TEXT,
  -- Stored content of its attachments, kept together with the message.
  attachment_keys JSONB NOT NULL,
  -- End of the validity of its link or code.
  good_until TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  sent_time TIMESTAMPTZ,
  UNIQUE (tenant_id, id)
);
CREATE INDEX emails_of ON emails (tenant_id, record_type, record_id, id);
CREATE INDEX emails_by_time ON emails (tenant_id, creation_time);

ALTER TABLE invoices ADD COLUMN mail_state TEXT;
UPDATE invoices SET mail_state = 'Sent' WHERE mailed_time IS NOT NULL;
ALTER TABLE credit_notes ADD COLUMN mail_state TEXT;
ALTER TABLE dunning_notices ADD COLUMN mail_state TEXT;
UPDATE dunning_notices SET mail_state = 'Sent' WHERE email_address IS NOT NULL;
