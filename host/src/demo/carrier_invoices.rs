//! A carrier's invoice: lines as quoted, one by a higher weight, one dearer, and one without a
//! booking.

use anyhow::Context;
use chrono::{NaiveDate, Utc};
use data::ids::TenantId;
use serde_json::{Value, json};

use super::{bookings::list_delivered, caller::DemoClient};
use crate::boot::App;

const RECONCILIATION: &str = "/api/booking/reconciliation";
const UPLOAD: &str = "/api/booking/File/UploadReconciliationFile";
const LINES: usize = 9;
const COLUMNS: &str = "consignmentId,serviceCode,serviceName,chargedWeight,taxExclusiveAmount,tax,\
    invoiceNumber,invoiceDate";

pub async fn seed(app: &App, tenant: TenantId, host_name: &str) -> anyhow::Result<()> {
    let caller = DemoClient::sign_in(app, tenant, host_name, "finance").await?;
    let delivered = list_delivered(&caller, LINES).await?;
    let content = write_invoice(&delivered, Utc::now().date_naive());
    let file = caller
        .post_file(UPLOAD, "carrier-invoice.csv", &content)
        .await?;
    let body = json!({"fileName": file["fileName"], "carrierCode": "own-fleet"});
    let begun = caller
        .post(&format!("{RECONCILIATION}/importCsv"), body)
        .await?;
    work::worker::drain(app.host()).await?;
    let token = begun["importToken"].as_str().context("no import began")?;
    let path = format!("{RECONCILIATION}/GetImportStatus?importToken={token}");
    let status = caller.get(&path).await?;
    anyhow::ensure!(
        status["isCompleted"] == true,
        "the demo's carrier invoice was not imported: {status}"
    );
    Ok(())
}

fn write_invoice(bookings: &[Value], day: NaiveDate) -> String {
    let mut lines = format!("{COLUMNS}\n");
    let mut add = |consignment: &str, code: &str, name: &str, weight: f64, net: f64| {
        lines.push_str(&format!(
            "{consignment},{code},{name},{weight},{net:.2},{:.2},SX-20418,{day}\n",
            net / 10.0
        ));
    };
    for (at, booking) in bookings.iter().enumerate() {
        let consignment = booking["consignmentId"].as_str().unwrap_or_default();
        let net = |part: &str| {
            booking["pricingDetail"][part]["taxExclusiveAmount"]
                .as_f64()
                .unwrap_or_default()
        };
        let weight = booking["chargableWeight"]["value"]
            .as_f64()
            .unwrap_or_default();
        // One was weighed again, and another one is dearer for no reason given.
        let (weight, factor) = match at {
            2 => (weight * 1.25, 1.25),
            5 => (weight, 1.08),
            _ => (weight, 1.0),
        };
        add(
            consignment,
            "FREIGHT",
            "Freight",
            weight,
            net("carrierFreight") * factor,
        );
        add(
            consignment,
            "FUEL",
            "Fuel levy",
            weight,
            net("carrierAdditional"),
        );
    }
    add("SX99871203", "FREIGHT", "Freight", 28.0, 61.4);
    lines
}
