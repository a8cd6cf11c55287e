-- The search finds bookings by receivers, streets and pickup numbers, and manifests, invoices,
-- credit notes and payments. Clears the index of bookings and marks all of these records for
-- indexing.

DELETE FROM search_postings WHERE kind = 2;
DELETE FROM search_segments WHERE kind = 2;
DELETE FROM search_docs WHERE kind = 2;
INSERT INTO search_rebuilds (for_tenant, kind, after_id)
  SELECT platform_tenants.id, kinds.kind, 0 FROM platform_tenants
  CROSS JOIN (SELECT 2 AS kind UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7) AS kinds
  WHERE TRUE
  ON CONFLICT (for_tenant, kind) DO UPDATE SET after_id = 0;
