-- Quote requests and the carriers' answers.

CREATE TABLE quote_requests (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Unguessable: grants read access to the prices.
  resource_token TEXT NOT NULL,
  -- NULL for a guest.
  customer_id BIGINT,
  creator_user_id BIGINT,
  request JSONB NOT NULL,
  -- Requested accounts, so that any host knows which are pending.
  asked JSONB NOT NULL,
  deadline TIMESTAMPTZ NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, resource_token),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX quote_requests_by_customer ON quote_requests (tenant_id, customer_id, creation_time, id);

-- One row for the answers that came in together: a quote's number is made of the row's id and its
-- place in the row.
CREATE TABLE quote_answers (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  quote_request_id BIGINT NOT NULL,
  -- One entry an account: its rates, or why it has none.
  answers JSONB NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, quote_request_id) REFERENCES quote_requests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX quote_answers_by_request ON quote_answers (tenant_id, quote_request_id, id);
