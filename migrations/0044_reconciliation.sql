-- Reconciliation: carrier invoices, matched bookings, decisions by line.

CREATE TABLE reconciliations (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  -- Uploaded, Processing, AwaitingApproval, PartiallyApproved, Approved, Recharged or Failed.
  status TEXT NOT NULL,
  -- Carrier code and invoiced account.
  carrier TEXT NOT NULL,
  carrier_account_id BIGINT,
  -- The file as it was sent. No foreign key: the files area keeps it while this row refers to it.
  file_guid UUID NOT NULL,
  file_name TEXT NOT NULL,
  -- In hex, to detect a repeated file.
  sha256 TEXT NOT NULL,
  template_id BIGINT,
  -- Download ids of unmatched lines, all lines and disputed lines.
  invalid_booking_file_guid UUID,
  export_guid UUID NOT NULL,
  dispute_guid UUID NOT NULL,
  -- Charges that were read, and consignments that they are of.
  charges BIGINT NOT NULL,
  bookings BIGINT NOT NULL,
  failure TEXT,
  -- Wrong lines of the file: [{index, column, message}].
  line_errors JSONB NOT NULL,
  creator_user_id BIGINT,
  creator_user_name TEXT NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id)
);
CREATE INDEX reconciliations_by_file ON reconciliations (tenant_id, carrier, sha256);
CREATE INDEX reconciliations_by_time ON reconciliations (tenant_id, creation_time, id);

-- The numbers of the invoices that a reconciliation is of: each number of a carrier once.
CREATE TABLE reconciliation_invoices (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  reconciliation_id BIGINT NOT NULL,
  carrier TEXT NOT NULL,
  number TEXT NOT NULL,
  -- The number in capitals without blanks.
  number_key TEXT NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, carrier, number_key),
  FOREIGN KEY (tenant_id, reconciliation_id) REFERENCES reconciliations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reconciliation_invoices_of ON reconciliation_invoices (tenant_id, reconciliation_id);

-- Lines of a file that were read and not matched yet: none is left when the job is done.
CREATE TABLE reconciliation_charges (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  reconciliation_id BIGINT NOT NULL,
  -- Lines of one consignment share it.
  consignment_key TEXT NOT NULL,
  consignment_id TEXT,
  reference TEXT,
  file_line BIGINT NOT NULL,
  service_code TEXT NOT NULL,
  service_name TEXT NOT NULL,
  amount NUMERIC(19,4) NOT NULL,
  tax NUMERIC(19,4) NOT NULL,
  -- Kilograms; cubic metres.
  charged_weight NUMERIC(19,4),
  charged_volume NUMERIC(19,4),
  invoice_number TEXT,
  -- A day, 2026-01-31.
  invoice_date TEXT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, reconciliation_id) REFERENCES reconciliations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reconciliation_charges_of ON reconciliation_charges (tenant_id, reconciliation_id, consignment_key, id);

-- One line a consignment. Amounts are exclusive of tax.
CREATE TABLE reconciliation_bookings (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  reconciliation_id BIGINT NOT NULL,
  consignment_key TEXT NOT NULL,
  consignment_id TEXT,
  reference TEXT,
  file_line BIGINT NOT NULL,
  -- No foreign keys: payments outlive the booking.
  booking_id BIGINT,
  -- Matched by: Consignment, OwnReference, Reference or Hand.
  matched_by TEXT,
  -- A booking that is near, for a line without one.
  proposed_booking_id BIGINT,
  carrier_account_id BIGINT,
  customer_id BIGINT,
  customer_code TEXT,
  customer_name TEXT,
  company_name TEXT,
  -- Kilograms; cubic metres.
  declared_weight NUMERIC(19,4) NOT NULL,
  declared_volume NUMERIC(19,4) NOT NULL,
  charged_weight NUMERIC(19,4),
  charged_volume NUMERIC(19,4),
  carrier_quoted_amount NUMERIC(19,4) NOT NULL,
  carrier_invoiced_amount NUMERIC(19,4) NOT NULL,
  carrier_invoiced_tax NUMERIC(19,4) NOT NULL,
  customer_quoted_amount NUMERIC(19,4) NOT NULL,
  -- Absorbed part of the difference, and the customer's recharge.
  absorbed_amount NUMERIC(19,4) NOT NULL,
  recharge_amount NUMERIC(19,4) NOT NULL,
  -- Amount paid to the carrier; NULL while undecided.
  approved_amount NUMERIC(19,4),
  status TEXT NOT NULL,
  -- Assessed status, restored by a release.
  assessed_status TEXT NOT NULL,
  -- SellUnderCost, ZeroCost, TwiceInvoiced, ByHand.
  holds JSONB NOT NULL,
  note TEXT,
  decided_user_id BIGINT,
  decided_user_name TEXT,
  decided_time TIMESTAMPTZ,
  -- The finance invoice that charges the customer.
  recharge_invoice_id BIGINT,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reconciliation_id, consignment_key),
  FOREIGN KEY (tenant_id, reconciliation_id) REFERENCES reconciliations (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reconciliation_bookings_by_status ON reconciliation_bookings (tenant_id, reconciliation_id, status, id);
CREATE INDEX reconciliation_bookings_of ON reconciliation_bookings (tenant_id, booking_id);

-- Services of a line: quoted, invoiced, or both.
CREATE TABLE reconciliation_services (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  reconciliation_id BIGINT NOT NULL,
  reconciliation_booking_id BIGINT NOT NULL,
  service_code TEXT NOT NULL,
  service_name TEXT NOT NULL,
  is_additional_service BOOLEAN NOT NULL,
  file_line BIGINT,
  carrier_quoted_amount NUMERIC(19,4) NOT NULL,
  carrier_invoiced_amount NUMERIC(19,4) NOT NULL,
  carrier_invoiced_tax NUMERIC(19,4) NOT NULL,
  carrier_recharge_amount NUMERIC(19,4) NOT NULL,
  carrier_requoted_amount NUMERIC(19,4),
  customer_quoted_amount NUMERIC(19,4) NOT NULL,
  customer_invoiced_amount NUMERIC(19,4) NOT NULL,
  customer_recharge_amount NUMERIC(19,4) NOT NULL,
  customer_requoted_amount NUMERIC(19,4),
  approved_amount NUMERIC(19,4),
  is_override BOOLEAN NOT NULL,
  note TEXT,
  invoice_number TEXT,
  -- A day, 2026-01-31.
  invoice_date TEXT,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, reconciliation_booking_id)
    REFERENCES reconciliation_bookings (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX reconciliation_services_of ON reconciliation_services (tenant_id, reconciliation_booking_id, id);

-- Column mapping of a carrier's table.
CREATE TABLE reconciliation_templates (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  name TEXT NOT NULL,
  carrier TEXT NOT NULL,
  -- [{field, heading}].
  columns JSONB NOT NULL,
  weight_unit TEXT NOT NULL,
  decimal_sign TEXT NOT NULL,
  day_order TEXT NOT NULL,
  is_default BOOLEAN NOT NULL,
  creation_time TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, id)
);
CREATE INDEX reconciliation_templates_of ON reconciliation_templates (tenant_id, carrier);

-- Allowed differences from quotes by account.
CREATE TABLE reconciliation_tolerances (
  id {{ID}},
  tenant_id BIGINT NOT NULL,
  row_version BIGINT NOT NULL,
  carrier_account_id BIGINT NOT NULL,
  -- Above or Below; Amount or Percent; Total or FuelLevy; Absorb or PassOn.
  side TEXT NOT NULL,
  measure TEXT NOT NULL,
  value NUMERIC(19,4) NOT NULL,
  applies_to TEXT NOT NULL,
  effect TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, carrier_account_id, side, measure, applies_to),
  FOREIGN KEY (tenant_id, carrier_account_id) REFERENCES carrier_accounts (tenant_id, id) ON DELETE CASCADE
);
