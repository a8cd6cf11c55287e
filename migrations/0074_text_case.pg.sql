-- Letters without case in every script, whatever the locale of the database: lower() and upper() follow it, and under C
-- they know ASCII alone. The root collation of ICU is in every usual build; builtin collations of Unicode serve without.

DO $$
DECLARE
  known text;
BEGIN
  SELECT quote_ident(collname) INTO known FROM pg_collation
  WHERE collnamespace = 'pg_catalog'::regnamespace
    AND collname IN ('und-x-icu', 'pg_c_utf8', 'C.utf8', 'en_US.utf8')
    AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ORDER BY array_position(ARRAY['und-x-icu', 'pg_c_utf8', 'C.utf8', 'en_US.utf8'], collname::text) LIMIT 1;
  known := COALESCE(known, '"default"');
  EXECUTE format('CREATE FUNCTION unicode_lower(letters text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $f$ SELECT lower(letters COLLATE %s) $f$', known);
  EXECUTE format('CREATE FUNCTION unicode_upper(letters text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $f$ SELECT upper(letters COLLATE %s) $f$', known);
  -- Both forms of a small sigma count as one.
  EXECUTE format('CREATE FUNCTION unicode_fold(letters text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $f$ SELECT replace(lower(letters COLLATE %s), ''ς'', ''σ'') $f$', known);
END $$;
