-- Statements and ageing of large books without reading the rows: all that their sums need is in an
-- index.
CREATE INDEX invoices_stated ON invoices (tenant_id, customer_id, currency, invoice_date, status, invoice_type, amount);
CREATE INDEX invoices_given_up ON invoices
  (tenant_id, customer_id, currency, written_off_date, invoice_type, written_off_amount) WHERE status = 'WrittenOff';
CREATE INDEX payments_stated ON payments (tenant_id, customer_id, currency, payment_date, paid_amount);
DROP INDEX invoices_aged;
CREATE INDEX invoices_aged ON invoices
  (tenant_id, customer_id, currency, due_date, status, invoice_type, outstanding_amount, base_outstanding_amount)
  WHERE outstanding_amount <> 0;
