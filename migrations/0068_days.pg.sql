-- Open-ended terms: 9999-12-31 and days before 2000 become NULL.

ALTER TABLE rate_cards NO FORCE ROW LEVEL SECURITY;
UPDATE rate_cards SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE rate_cards SET effective_date = NULL WHERE effective_date < '2000-01-01';
ALTER TABLE rate_cards FORCE ROW LEVEL SECURITY;

ALTER TABLE rates NO FORCE ROW LEVEL SECURITY;
UPDATE rates SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE rates SET effective_date = NULL WHERE effective_date < '2000-01-01';
ALTER TABLE rates FORCE ROW LEVEL SECURITY;

ALTER TABLE markups NO FORCE ROW LEVEL SECURITY;
UPDATE markups SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE markups SET effective_date = NULL WHERE effective_date < '2000-01-01';
ALTER TABLE markups FORCE ROW LEVEL SECURITY;

ALTER TABLE promo_codes NO FORCE ROW LEVEL SECURITY;
UPDATE promo_codes SET end_date = NULL WHERE end_date > '2100-12-31';
UPDATE promo_codes SET start_date = NULL WHERE start_date < '2000-01-01';
ALTER TABLE promo_codes FORCE ROW LEVEL SECURITY;

ALTER TABLE fees NO FORCE ROW LEVEL SECURITY;
UPDATE fees SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE fees SET effective_date = NULL WHERE effective_date < '2000-01-01';
ALTER TABLE fees FORCE ROW LEVEL SECURITY;

ALTER TABLE customer_fees NO FORCE ROW LEVEL SECURITY;
UPDATE customer_fees SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE customer_fees SET effective_date = NULL WHERE effective_date < '2000-01-01';
ALTER TABLE customer_fees FORCE ROW LEVEL SECURITY;
