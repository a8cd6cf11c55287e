-- The functions unicode_lower, unicode_upper and unicode_fold are registered on every connection:
-- see db/text_case.rs.
SELECT 1;
