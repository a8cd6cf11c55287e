-- The quote whose price a card reservation pays for: a booking with another quote is not paid by it.

ALTER TABLE card_transactions ADD COLUMN quote_id BIGINT;

UPDATE card_transactions SET quote_id = (
  SELECT bookings.quote_id FROM bookings
  WHERE bookings.tenant_id = card_transactions.tenant_id AND bookings.id = card_transactions.booking_id)
WHERE booking_id IS NOT NULL;
