//! Carrier invoices: from the file to lines approved, recharged and disputed.

mod decisions;
mod imports;
mod kills;
mod margins;
mod settings;

use carriage::money::Amount;
use data::{
    db::Mode,
    ids::{BookingId, CarrierAccountId, CustomerId},
};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, given};

const BASE: &str = "/api/booking/reconciliation";
const FILE: &str = "/api/booking/File";
const HEAD: &str = "consignmentId,reference,serviceCode,serviceName,chargedWeight,chargedVolume,taxExclusiveAmount,tax,invoiceNumber,invoiceDate\n";

struct Office {
    admin: Client,
    customer: CustomerId,
    account: i64,
}

async fn office(kit: &Kit) -> Office {
    let admin = kit.user("Admin").await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    let account = given::own_fleet(kit, &admin, "FLEET").await;
    Office {
        admin,
        customer,
        account,
    }
}

async fn create_booking(
    kit: &Kit,
    office: &Office,
    connote: &str,
    reference: Option<&str>,
) -> BookingId {
    let (from, to) = given::addresses();
    let line = |code: &str, cents: i64, is_additional: bool| {
        let cost = Amount::line(Decimal::new(cents, 2), Decimal::TEN, "AUD");
        PriceLine::at_cost(code, code, is_additional, cost)
    };
    let mut scope = kit.scope(Mode::Write);
    let seed = bookings::SeedBooking {
        customer: office.customer,
        account: CarrierAccountId(office.account),
        service_code: "ROAD".to_owned(),
        service_name: "Road".to_owned(),
        from: serde_json::from_value(from).unwrap(),
        to: serde_json::from_value(to).unwrap(),
        items: serde_json::from_value(given::quote_request(office.customer)["items"].clone())
            .unwrap(),
        lines: vec![line("ROAD", 2000, false), line("FUEL", 200, true)],
        status: bookings::Status::Booked,
        created: scope.now(),
        reference: reference.map(str::to_owned),
        connote: Some(connote.to_owned()),
        carrier_data: String::new(),
        manifest: None,
        transit_days: None,
        scans: Vec::new(),
        note: None,
        dangerous_good_un_code: None,
    };
    let id = bookings::seed_booking(&mut scope, seed).await.unwrap();
    scope.commit().await.unwrap();
    id
}

async fn begin(client: &Client, content: impl AsRef<[u8]>, more: Value) -> testkit::ApiResponse {
    let path = format!("{FILE}/UploadReconciliationFile");
    let file = client
        .post_file(&path, &[], ("invoice.csv", content.as_ref()))
        .await
        .result();
    let mut body = json!({"fileName": file["fileName"], "carrierCode": "own-fleet"});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client.post(&format!("{BASE}/importCsv"), body).await
}

async fn import(kit: &Kit, client: &Client, content: impl AsRef<[u8]>) -> Value {
    import_with(kit, client, content, json!({})).await
}

async fn import_with(kit: &Kit, client: &Client, content: impl AsRef<[u8]>, more: Value) -> Value {
    let response = begin(client, content, more).await.result();
    kit.drain_jobs().await;
    let token = response["importToken"].as_str().unwrap();
    let status = client
        .get(&format!("{BASE}/GetImportStatus?importToken={token}"))
        .await
        .result();
    assert_eq!(
        (&status["isCompleted"], &status["id"]),
        (&json!(true), &response["id"]),
        "{status}"
    );
    get_reconciliation(client, &response["id"]).await
}

async fn get_reconciliation(client: &Client, id: &Value) -> Value {
    client
        .get(&format!("{BASE}/GetReconciliationForApproval?id={id}"))
        .await
        .result()
}

fn line<'r>(reconciliation: &'r Value, consignment: &str) -> &'r Value {
    let lines = reconciliation["bookingReconciliations"].as_array().unwrap();
    let matching = lines
        .iter()
        .find(|line| line["consignmentId"] == consignment);
    matching.unwrap_or_else(|| panic!("no line of {consignment}: {reconciliation}"))
}

async fn download(client: &Client, asset: &Value) -> String {
    let path = format!(
        "{FILE}/DownloadReconciliationCSV?assetId={}",
        asset.as_str().unwrap()
    );
    let answer = client.get(&path).await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body.to_vec()).unwrap()
}

fn assert_sums(reconciliation: &Value) {
    let lines = reconciliation["bookingReconciliations"].as_array().unwrap();
    for (total, of_line, of_service) in [
        (
            "carrierQuotedAmount",
            "carrierQuotedAmount",
            "carrierQuotedAmount",
        ),
        (
            "carrierInvoicedAmount",
            "carrierInvoicedAmount",
            "carrierInvoicedAmount",
        ),
        ("rechargeAmount", "rechargeAmount", "customerRechargeAmount"),
        ("approvedAmount", "approvedAmount", "approvedAmount"),
    ] {
        let cents = |value: &Value| (value.as_f64().unwrap_or_default() * 100.0).round() as i64;
        let sum: i64 = lines.iter().map(|line| cents(&line[of_line])).sum();
        assert_eq!(
            cents(&reconciliation["totals"][total]),
            sum,
            "{total}: {reconciliation}"
        );
        for line in lines {
            let services = line["bookingReconciliationServices"].as_array().unwrap();
            let sum: i64 = services
                .iter()
                .map(|service| cents(&service[of_service]))
                .sum();
            assert_eq!(cents(&line[of_line]), sum, "{of_line}: {line}");
        }
    }
}
