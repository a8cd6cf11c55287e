-- Amounts in the customer's currency, with base currency equivalents.

-- ISO 4217 code; null: the tenant's base currency.
ALTER TABLE customers ADD COLUMN currency TEXT;

-- Exchange rate: invoice currency units for one of the base currency; a decimal as text with up to
-- 8 places.
ALTER TABLE invoices ADD COLUMN currency_factor TEXT NOT NULL DEFAULT '1';
-- The tenant's base currency at that time.
ALTER TABLE invoices ADD COLUMN base_currency TEXT NOT NULL DEFAULT '';
-- The same sums in the base currency, as the ledger has them.
ALTER TABLE invoices ADD COLUMN base_tax_exclusive_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN base_tax NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN base_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN base_outstanding_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN base_written_off_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE invoices SET base_currency = currency, base_tax_exclusive_amount = tax_exclusive_amount, base_tax = tax, base_amount = amount,
  base_outstanding_amount = outstanding_amount, base_written_off_amount = written_off_amount;

ALTER TABLE payments ADD COLUMN currency TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN currency_factor TEXT NOT NULL DEFAULT '1';
ALTER TABLE payments ADD COLUMN base_paid_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN base_unallocated_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN base_refunded_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE payments SET currency = (SELECT base_currency FROM tenants WHERE tenants.id = payments.tenant_id),
  base_paid_amount = paid_amount, base_unallocated_amount = unallocated_amount, base_refunded_amount = refunded_amount;

-- Base amounts of the allocation at the invoice's posting and at the payment's receipt: the
-- difference is the exchange gain or loss.
ALTER TABLE payment_invoices ADD COLUMN base_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE payment_invoices ADD COLUMN base_paid_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE payment_invoices SET base_amount = amount, base_paid_amount = amount;

ALTER TABLE payment_details ADD COLUMN currency TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_details ADD COLUMN base_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE payment_details ADD COLUMN base_unapplied_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE payment_details SET currency = (SELECT base_currency FROM tenants WHERE tenants.id = payment_details.tenant_id),
  base_amount = amount, base_unapplied_amount = amount;

ALTER TABLE remittances ADD COLUMN currency TEXT NOT NULL DEFAULT '';
UPDATE remittances SET currency = (SELECT base_currency FROM tenants WHERE tenants.id = remittances.tenant_id);

ALTER TABLE credit_notes ADD COLUMN base_tax_exclusive_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE credit_notes ADD COLUMN base_tax NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE credit_notes ADD COLUMN base_unapplied_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE credit_notes SET base_tax_exclusive_amount = tax_exclusive_amount, base_tax = tax,
  base_unapplied_amount = unapplied_amount;

ALTER TABLE credit_note_invoices ADD COLUMN base_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE credit_note_invoices ADD COLUMN base_credit_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
UPDATE credit_note_invoices SET base_amount = amount, base_credit_amount = amount;

-- A closed invoice keeps its sums in both currencies.
CREATE OR REPLACE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status <> 'Open' THEN
      RAISE EXCEPTION 'a closed invoice is not deleted';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.status <> 'Open' AND (NEW.status = 'Open'
    OR NEW.customer_id IS DISTINCT FROM OLD.customer_id
    OR NEW.invoice_number IS DISTINCT FROM OLD.invoice_number
    OR NEW.tax_exclusive_amount IS DISTINCT FROM OLD.tax_exclusive_amount
    OR NEW.tax IS DISTINCT FROM OLD.tax
    OR NEW.amount IS DISTINCT FROM OLD.amount
    OR NEW.currency IS DISTINCT FROM OLD.currency
    OR NEW.currency_factor IS DISTINCT FROM OLD.currency_factor
    OR NEW.base_tax_exclusive_amount IS DISTINCT FROM OLD.base_tax_exclusive_amount
    OR NEW.base_tax IS DISTINCT FROM OLD.base_tax
    OR NEW.base_amount IS DISTINCT FROM OLD.base_amount
    OR NEW.invoice_date IS DISTINCT FROM OLD.invoice_date
    OR NEW.due_date IS DISTINCT FROM OLD.due_date
    OR NEW.invoice_type IS DISTINCT FROM OLD.invoice_type) THEN
    RAISE EXCEPTION 'a closed invoice keeps what it says';
  END IF;
  RETURN NEW;
END $$;
