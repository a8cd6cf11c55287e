//! Customers' claims for delivered goods, one in each standing that staff work on.

use data::ids::TenantId;
use serde_json::json;

use super::caller::DemoClient;
use crate::boot::App;

const CLAIM: &str = "/api/customer/claim";

/// Reason, amount, description, and the operations that were done.
const CLAIMS: [(&str, &str, &str, &[&str]); 4] = [
    (
        "Damage",
        "184.00",
        "Two cartons arrived wet. The driver noted it on delivery.",
        &[],
    ),
    ("Loss", "1250.00", "One pallet is missing.", &["Lodge"]),
    (
        "Delay",
        "95.50",
        "Delivered two days late, the promised day was missed.",
        &["Lodge", "Accept"],
    ),
    (
        "Damage",
        "420.00",
        "Dented panels, found after unpacking.",
        &["Lodge", "Decline"],
    ),
];

pub async fn seed(app: &App, tenant: TenantId, host_name: &str) -> anyhow::Result<()> {
    let caller = DemoClient::sign_in(app, tenant, host_name, "dispatcher").await?;
    let delivered = super::bookings::list_delivered(&caller, CLAIMS.len()).await?;
    for (booking, (reason, amount, description, operations)) in delivered.iter().zip(CLAIMS) {
        let claim = json!({
            "consignment": booking["consignmentId"], "reason": reason, "amount": amount,
            "description": description,
        });
        let body = json!({"customerId": booking["customer"]["id"], "claim": claim});
        let saved = caller
            .post(&format!("{CLAIM}/createorupdateclaim"), body)
            .await?;
        for operation in operations {
            let body = json!({"operation": operation, "ids": [saved["claim"]["id"]]});
            let done = caller.post(&format!("{CLAIM}/processclaims"), body).await?;
            anyhow::ensure!(done[0]["success"] == true, "{operation}: {done}");
        }
    }
    Ok(())
}
