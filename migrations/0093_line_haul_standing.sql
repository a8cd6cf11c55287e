-- States of jobs by their articles on line hauls.

-- State of the articles that no leg carries: on board of a line haul, or arrived by one.
ALTER TABLE freight_jobs ADD COLUMN haul_status TEXT;
UPDATE freight_jobs SET haul_status = 'OnLineHaul'
  WHERE (tenant_id, id) IN
    (SELECT tenant_id, job_id FROM line_haul_articles WHERE state = 'Loaded');
