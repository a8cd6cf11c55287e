-- Rates of tax that fees accrued with.

-- Null in older entries.
ALTER TABLE fee_entries ADD COLUMN tax_percent NUMERIC(19,4);
