-- Dispute letters, and what carriers invoiced and customers were charged again in the sums of margins.

-- What the letter is downloaded by; null until somebody asks for it.
ALTER TABLE reconciliations ADD COLUMN letter_guid UUID;
