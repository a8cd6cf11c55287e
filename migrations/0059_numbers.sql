-- Every number that a document was given, with its place in its series: the proof that a series has
-- no gap.

CREATE TABLE document_numbers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- The series that it was counted in: invoice, invoice-ad-hoc:2026, credit-note:u7.
  series TEXT NOT NULL,
  value BIGINT NOT NULL,
  -- Invoice, CreditNote or Remittance, and the document's row.
  document TEXT NOT NULL,
  document_id BIGINT NOT NULL,
  number TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, series, value),
  UNIQUE (tenant_id, document, document_id)
);
