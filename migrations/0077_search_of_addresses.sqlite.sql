-- Bookings are found by post code and state too: clears their index and marks them for indexing.

DELETE FROM search_postings WHERE kind = 2;
DELETE FROM search_segments WHERE kind = 2;
DELETE FROM search_docs WHERE kind = 2;
INSERT INTO search_rebuilds (for_tenant, kind, after_id)
  SELECT id, 2, 0 FROM platform_tenants
  WHERE TRUE
  ON CONFLICT (for_tenant, kind) DO UPDATE SET after_id = 0;
