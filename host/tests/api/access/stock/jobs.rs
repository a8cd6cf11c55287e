//! Jobs of a customer and their scans.

use data::ids::CustomerId;
use serde_json::json;
use testkit::Client;

use super::{Fixtures, id};

pub async fn create(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let address = json!({"postcode": "3121", "suburb": "Richmond"});
    let job = json!({"job": {"customerid": customer, "fromaddress": address,
        "toaddress": address, "items": [{"quantity": 1}]}});
    let job = admin.post("/api/jobs/job/job", job).await.result();
    stock.insert("FreightJobId", id(&job["job"]["id"]));
    let scan = json!({"scanevent": {"code": "Damaged", "jobid": job["job"]["id"]}});
    let scan = admin
        .post("/api/jobs/scan-events/scan-event", scan)
        .await
        .result();
    stock.insert("ScanEventId", id(&scan["scanevent"]["id"]));
    let template = json!({"jobtemplate": {"name": "Milk run", "customerid": customer,
        "fromaddress": address, "toaddress": address, "items": [{"quantity": 1}]}});
    let template = admin
        .post("/api/jobs/job-template/job-template", template)
        .await
        .result();
    stock.insert("JobTemplateId", id(&template["jobtemplate"]["id"]));
}
