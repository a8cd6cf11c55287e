-- The quote a card reservation is for; it can't pay for another quote.

ALTER TABLE card_transactions ADD COLUMN quote_id BIGINT;

UPDATE card_transactions SET quote_id = (
  SELECT bookings.quote_id FROM bookings
  WHERE bookings.tenant_id = card_transactions.tenant_id AND bookings.id = card_transactions.booking_id)
WHERE booking_id IS NOT NULL;
