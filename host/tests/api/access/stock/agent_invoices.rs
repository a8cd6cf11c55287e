//! An invoice that the tenant writes for a driver.

use chrono::{Days, Utc};
use serde_json::json;
use testkit::Client;

use super::{Fixtures, id};

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    let driver = json!({"driver": {"name": "Bo Chen", "type": "OwnerDriver",
        "abn": "51 824 753 556"}});
    let driver = admin
        .post("/api/drivers/driver/driver", driver)
        .await
        .result()["driver"]["id"]
        .clone();
    let path = format!("/api/drivers/driver/available-for-work?driverId={driver}");
    admin.put(&path, json!({})).await.result();
    let address =
        json!({"addressline1": "1 High Street", "postcode": "3121", "suburb": "Richmond"});
    let job = json!({"job": {"fromaddress": address, "toaddress": address,
        "items": [{"quantity": 1}]}});
    let job = admin.post("/api/jobs/job/job", job).await.result()["job"]["id"].clone();
    let confirm = json!({"id": job});
    admin.post("/api/jobs/job/confirm", confirm).await.result();
    let allocation =
        json!({"allocation": {"agentId": driver, "jobIds": [job], "agentType": "Driver"}});
    admin
        .post("/api/jobs/delivery-agent/allocate-job", allocation)
        .await
        .result();
    for operation in ["PickUp", "Deliver"] {
        let body = json!({"operation": operation, "ids": [job]});
        admin.post("/api/jobs/job/processjobs", body).await.result();
    }
    let charge = json!({"drivercharge": {"jobid": job, "driverid": driver,
        "charges": {"hours": 1, "chargerate": 40}}});
    admin
        .put("/api/jobs/job/driver-charge-add", charge)
        .await
        .result();
    let today = Utc::now().date_naive();
    let days = json!({"fromDate": today - Days::new(1), "toDate": today + Days::new(1)});
    let run = admin
        .post("/api/finance/agentinvoice/runagentinvoices", days)
        .await
        .result();
    stock.insert("AgentInvoiceId", id(&run["invoices"][0]["id"]));
}
