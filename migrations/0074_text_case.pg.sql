-- Case folding in every script, whatever the database's locale: lower() and upper() follow it, and
-- under C cover only ASCII. Every common build has ICU's root collation; Unicode's builtin
-- collations work without it.

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
