-- Ledger, document numbers and closed invoices also withstand INSERT OR REPLACE, which deletes
-- without a delete trigger, and the ledger refuses impossible days.

CREATE TRIGGER ledger_entries_not_replaced BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.id
    OR (tenant_id = NEW.tenant_id AND movement = NEW.movement AND source_id = NEW.source_id))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;

CREATE TRIGGER ledger_lines_not_replaced BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_lines WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is not changed');
END;

CREATE TRIGGER ledger_entries_have_days BEFORE INSERT ON ledger_entries
WHEN length(NEW.day) <> 10 OR NEW.day < '2000-01-01' OR NEW.day > '2100-12-31'
BEGIN
  SELECT RAISE(ABORT, 'the ledger takes days from 2000 to 2100');
END;

CREATE TRIGGER ledger_lines_have_days BEFORE INSERT ON ledger_lines
WHEN length(NEW.day) <> 10 OR NEW.day < '2000-01-01' OR NEW.day > '2100-12-31'
BEGIN
  SELECT RAISE(ABORT, 'the ledger takes days from 2000 to 2100');
END;

CREATE TRIGGER document_numbers_not_replaced BEFORE INSERT ON document_numbers
WHEN EXISTS (SELECT 1 FROM document_numbers WHERE id = NEW.id
    OR (tenant_id = NEW.tenant_id AND series = NEW.series AND value = NEW.value)
    OR (tenant_id = NEW.tenant_id AND document = NEW.document AND document_id = NEW.document_id))
BEGIN
  SELECT RAISE(ABORT, 'the series of document numbers is not changed');
END;

CREATE TRIGGER document_numbers_stay BEFORE UPDATE ON document_numbers
BEGIN
  SELECT RAISE(ABORT, 'the series of document numbers is not changed');
END;

CREATE TRIGGER document_numbers_stay_there BEFORE DELETE ON document_numbers
BEGIN
  SELECT RAISE(ABORT, 'the series of document numbers is not changed');
END;

CREATE TRIGGER invoices_not_replaced BEFORE INSERT ON invoices
WHEN EXISTS (SELECT 1 FROM invoices WHERE status <> 'Open'
    AND (id = NEW.id OR (tenant_id = NEW.tenant_id AND invoice_number = NEW.invoice_number)))
BEGIN
  SELECT RAISE(ABORT, 'a closed invoice is not deleted');
END;

CREATE TRIGGER invoice_details_not_replaced BEFORE INSERT ON invoice_details
WHEN EXISTS (SELECT 1 FROM invoice_details AS line
  JOIN invoices AS invoice ON invoice.tenant_id = line.tenant_id AND invoice.id = line.invoice_id
  WHERE line.id = NEW.id AND invoice.status <> 'Open')
BEGIN
  SELECT RAISE(ABORT, 'a closed invoice keeps its lines');
END;
