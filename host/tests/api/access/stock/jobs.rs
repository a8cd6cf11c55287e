//! Jobs of a customer and their scans.

use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let calls = admin.jobs();
    let address = JobAddressRequest::new().postcode("3121").suburb("Richmond");
    let items = [JobItemRequest::new().quantity(1)];
    let job = FreightJob::new()
        .customerid(customer)
        .fromaddress(&address)
        .toaddress(&address)
        .items(items.clone());
    let job = calls.post_job(SaveFreightJob::new().job(job)).await.job.id;
    let scan = JobScanEventInput::new()
        .code(ScanEventType::Damaged)
        .jobid(job);
    let scan = SaveJobScanEvent::new().scanevent(scan);
    let scan = calls.post_scan_event(scan).await.scanevent;
    let template = JobTemplate::new()
        .name("Milk run")
        .customerid(customer)
        .fromaddress(&address)
        .toaddress(&address)
        .items(items);
    let template = SaveJobTemplate::new().jobtemplate(template);
    let template = calls.post_job_template(template).await.jobtemplate;
    stock.extend([
        ("FreightJobId", job.0),
        ("ScanEventId", scan.id.0),
        ("JobTemplateId", template.id.0),
    ]);
}
