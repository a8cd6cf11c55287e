//! Jobs of a customer.

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
}
