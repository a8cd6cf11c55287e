-- Payables to drivers in the ledger, emails of their invoices, and ends of the work of older jobs.

-- An entry names a customer, or a driver who supplies to the tenant.
ALTER TABLE ledger_entries ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE ledger_entries ADD COLUMN driver_id BIGINT;
ALTER TABLE ledger_entries ADD COLUMN agent_invoice_id BIGINT;
ALTER TABLE ledger_entries ADD FOREIGN KEY (tenant_id, driver_id) REFERENCES drivers (tenant_id, id);
ALTER TABLE ledger_entries ADD CHECK ((customer_id IS NULL) <> (driver_id IS NULL));
ALTER TABLE ledger_lines ALTER COLUMN customer_id DROP NOT NULL;
CREATE INDEX ledger_entries_of_agent_invoice ON ledger_entries (tenant_id, agent_invoice_id)
  WHERE agent_invoice_id IS NOT NULL;

-- Latest email of the invoice, and the time at which one was sent.
ALTER TABLE agent_invoices ADD COLUMN mail_state TEXT;
ALTER TABLE agent_invoices ADD COLUMN mailed_time TIMESTAMPTZ;

-- End of the work of jobs that were finished before it was stored: from their log, their scans, or
-- the bookings that moved them.
UPDATE freight_jobs SET finished_time = COALESCE(
  (SELECT MAX(COALESCE(o.operation_time, o.creation_time)) FROM job_operations o
   WHERE o.tenant_id = freight_jobs.tenant_id AND o.job_id = freight_jobs.id
     AND o.status = 'Success' AND o.operation =
       CASE WHEN freight_jobs.job_status IN ('Delivered', 'PartiallyDelivered')
       THEN 'Deliver' ELSE 'Fail' END),
  (SELECT MAX(s.scanned_time) FROM scan_events s
   WHERE s.tenant_id = freight_jobs.tenant_id AND s.job_id = freight_jobs.id
     AND ((freight_jobs.job_status IN ('Delivered', 'PartiallyDelivered')
           AND s.code IN ('Delivered', 'Collected'))
       OR (freight_jobs.job_status = 'FailedDelivery' AND s.code = 'CardLeft'))),
  (SELECT MAX(o.creation_time) FROM job_operations o
   WHERE o.tenant_id = freight_jobs.tenant_id AND o.job_id = freight_jobs.id
     AND o.status = 'Success' AND o.operation IN ('Scan', 'FollowBooking')))
WHERE finished_time IS NULL
  AND job_status IN ('Delivered', 'PartiallyDelivered', 'FailedPickup', 'FailedDelivery');
