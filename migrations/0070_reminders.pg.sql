-- Reminders show unapplied payments and the requested amount.

ALTER TABLE dunning_notices ADD COLUMN unapplied_amount NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE dunning_notices ADD COLUMN amount_to_pay NUMERIC(19,4) NOT NULL DEFAULT 0;
ALTER TABLE dunning_notices NO FORCE ROW LEVEL SECURITY;
UPDATE dunning_notices SET amount_to_pay = amount;
ALTER TABLE dunning_notices FORCE ROW LEVEL SECURITY;
