-- Bank statements: unique lines and their matches.

CREATE TABLE bank_templates (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- Column mapping.
  columns JSONB NOT NULL,
  decimal_sign TEXT NOT NULL,
  day_order TEXT NOT NULL,
  is_default BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);

CREATE TABLE bank_statements (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  file_guid UUID NOT NULL,
  file_name TEXT NOT NULL,
  -- Csv or Mt940.
  bank_format TEXT NOT NULL,
  account TEXT,
  new_lines BIGINT NOT NULL,
  known_lines BIGINT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  creator_user_id BIGINT,
  UNIQUE (tenant_id, id)
);

CREATE TABLE bank_lines (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  statement_id BIGINT NOT NULL,
  line_number BIGINT NOT NULL,
  -- Digest of the line's content, for deduplication.
  line_key TEXT NOT NULL,
  account TEXT,
  -- A day, 2026-01-31.
  line_date TEXT NOT NULL,
  -- Negative for outgoing amounts.
  amount NUMERIC(19,4) NOT NULL,
  currency TEXT,
  payer TEXT,
  payer_account TEXT,
  reference TEXT,
  description TEXT,
  -- Open, Accepted, Ignored or Outgoing.
  status TEXT NOT NULL,
  note TEXT,
  -- Matched customer and payment.
  customer_id BIGINT,
  payment_id BIGINT,
  decider_user_id BIGINT,
  decision_time TIMESTAMPTZ,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, line_key),
  FOREIGN KEY (tenant_id, statement_id) REFERENCES bank_statements (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments (tenant_id, id)
);
CREATE INDEX bank_lines_of ON bank_lines (tenant_id, statement_id, id);
CREATE INDEX bank_lines_by_status ON bank_lines (tenant_id, status, line_date, id);
-- Finds customers a payer has paid for.
CREATE INDEX bank_lines_by_payer ON bank_lines (tenant_id, payer) WHERE status = 'Accepted';
CREATE UNIQUE INDEX bank_lines_of_payment ON bank_lines (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX invoices_by_outstanding ON invoices (tenant_id, outstanding_amount) WHERE outstanding_amount <> 0;
