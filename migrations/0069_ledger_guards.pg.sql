-- Ledger, document numbers and closed invoices also withstand TRUNCATE, and the ledger refuses
-- impossible days.

CREATE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_lines_not_truncated BEFORE TRUNCATE ON ledger_lines
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();

CREATE FUNCTION ledger_takes_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF length(NEW.day) <> 10 OR NEW.day COLLATE "C" NOT BETWEEN '2000-01-01' AND '2100-12-31' THEN
    RAISE EXCEPTION 'the ledger takes days from 2000 to 2100';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_entries_have_days BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_takes_days();
CREATE TRIGGER ledger_lines_have_days BEFORE INSERT ON ledger_lines
  FOR EACH ROW EXECUTE FUNCTION ledger_takes_days();

CREATE FUNCTION document_numbers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the series of document numbers is not changed';
END $$;
CREATE TRIGGER document_numbers_stay BEFORE UPDATE OR DELETE ON document_numbers
  FOR EACH ROW EXECUTE FUNCTION document_numbers_stay();
CREATE TRIGGER document_numbers_not_truncated BEFORE TRUNCATE ON document_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION document_numbers_stay();

CREATE FUNCTION invoices_not_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'invoices are not truncated';
END $$;
CREATE TRIGGER invoices_not_truncated BEFORE TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION invoices_not_truncated();
CREATE TRIGGER invoice_details_not_truncated BEFORE TRUNCATE ON invoice_details
  FOR EACH STATEMENT EXECUTE FUNCTION invoices_not_truncated();
