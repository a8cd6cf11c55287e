-- Open-ended terms: 9999-12-31 and days before 2000 become NULL.

UPDATE rate_cards SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE rate_cards SET effective_date = NULL WHERE effective_date < '2000-01-01';

UPDATE rates SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE rates SET effective_date = NULL WHERE effective_date < '2000-01-01';

UPDATE markups SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE markups SET effective_date = NULL WHERE effective_date < '2000-01-01';

UPDATE promo_codes SET end_date = NULL WHERE end_date > '2100-12-31';
UPDATE promo_codes SET start_date = NULL WHERE start_date < '2000-01-01';

UPDATE fees SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE fees SET effective_date = NULL WHERE effective_date < '2000-01-01';

UPDATE customer_fees SET expire_date = NULL WHERE expire_date > '2100-12-31';
UPDATE customer_fees SET effective_date = NULL WHERE effective_date < '2000-01-01';
