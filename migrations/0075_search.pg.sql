-- The search finds bookings by receivers, streets and pickup numbers, and manifests, invoices,
-- credit notes and payments. Clears the index of bookings and marks all of these records for
-- indexing.

-- The rows of all tenants: the owner of the tables is not kept to one of them meanwhile.
ALTER TABLE search_postings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE search_segments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE search_docs NO FORCE ROW LEVEL SECURITY;
DELETE FROM search_postings WHERE kind = 2;
DELETE FROM search_segments WHERE kind = 2;
DELETE FROM search_docs WHERE kind = 2;
ALTER TABLE search_postings FORCE ROW LEVEL SECURITY;
ALTER TABLE search_segments FORCE ROW LEVEL SECURITY;
ALTER TABLE search_docs FORCE ROW LEVEL SECURITY;
INSERT INTO search_rebuilds (for_tenant, kind, after_id)
  SELECT platform_tenants.id, kinds.kind, 0 FROM platform_tenants
  CROSS JOIN (SELECT 2 AS kind UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7) AS kinds
  WHERE TRUE
  ON CONFLICT (for_tenant, kind) DO UPDATE SET after_id = 0;
