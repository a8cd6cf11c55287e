//! Fees: saved and assigned, arising once from what happens, on invoices, and given back.

use futures_util::future::join_all;
use kernel::{
    db::Mode,
    ids::{BookingId, CustomerId},
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{booked, cents, invoice, invoiced, run};

const FEES: &str = "/api/finance/fee";

async fn fee(admin: &Client, kind: &str, on: &str) -> Value {
    let fee = json!({"name": kind, "feeType": kind, "applyOn": on, "calcMethod": "Percentage"});
    admin.post(&format!("{FEES}/createorupdatefee"), json!({ "fee": fee })).await.result()["fee"].clone()
}

async fn assign(admin: &Client, fee: &Value, customer: CustomerId, percent: i64) -> Value {
    let own = json!({"feeId": fee["id"], "customerId": customer,
        "feeRates": [{"order": 1, "basic": 0, "break": null, "rate": percent}]});
    admin.post(&format!("{FEES}/assigncustomerfee"), json!({ "customerFee": own })).await.result()
}

/// Tells of the booking so many times at once.
async fn tell(kit: &Kit, booking: i64, times: usize) {
    let told = (0..times).map(|_| async {
        let mut scope = kit.scope(Mode::Write);
        let of = bookings::events::OneBooking { booking_id: BookingId(booking) };
        scope.announce(&bookings::events::BOOKED, &of).await.unwrap();
        scope.commit().await.unwrap();
    });
    join_all(told).await;
    kit.drain_jobs().await;
}

async fn entries(admin: &Client) -> Value {
    admin.get(&format!("{FEES}/getfeeentries")).await.result()
}

#[test]
fn a_fee_arises_once_and_comes_on_one_invoice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = invoiced(&kit, &admin, "Bluegum Wines", "Month").await;
        let levy = fee(&admin, "FuelLevy", "Booking").await;
        assign(&admin, &levy, customer, 10).await;
        let id = booked(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let tested = admin.get(&format!("{FEES}/testfee?bookingId={id}")).await.result();
        assert_eq!(cents(&tested["total"]["taxExclusiveAmount"]), 1_000, "{tested}");
        tell(&kit, id, 2).await;
        tell(&kit, id, 1).await;
        let found = entries(&admin).await;
        assert_eq!(found["totalCount"], 1, "{found}");
        let entry = &found["items"][0];
        assert_eq!((&entry["customerName"], cents(&entry["amount"])), (&json!("Bluegum Wines"), 1_100));

        let until = json!({"toDate": entry["day"]});
        let shown = admin.get(&format!("{FEES}/getfeeforedit?id={}", levy["id"])).await.result();
        assert_eq!(shown["customers"][0]["customerName"], "Bluegum Wines");
        let made = run(&kit, &admin, until.clone()).await;
        let fees = made["invoices"].as_array().unwrap().iter().find(|invoice| cents(&invoice["amount"]) == 1_100);
        let made_of = invoice(&admin, &fees.unwrap()["id"]).await;
        assert_eq!(made_of["invoiceType"], "Fee");
        assert_eq!(made_of["invoiceDetails"][0]["invoiceDetailType"], "Fee");
        assert_eq!(run(&kit, &admin, until).await["totalInvoices"], 0, "once");
        admin.post("/api/finance/invoice/undoinvoicerun", json!({"runId": made["runId"]})).await.result();
        kit.drain_jobs().await;
        assert_eq!(entries(&admin).await["items"][0]["invoiceId"], Value::Null, "it waits again");
    });
}

#[test]
fn what_is_wrong_is_named_and_other_tenants_have_their_own() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let wrong = json!({"fee": {"name": "", "applyOn": "Booking", "feeType": "Admin", "calcMethod": "Fixed",
            "minimum": -1}});
        let answer = admin.post(&format!("{FEES}/createorupdatefee"), wrong).await;
        assert_eq!(answer.invalid_members(), ["fee.name", "fee.minimum"]);
        let levy = fee(&admin, "FuelLevy", "Booking").await;
        let other = kit.another_tenant().await;
        let foreign = other.user("Admin").await;
        let answer = foreign.get(&format!("{FEES}/getfeeforedit?id={}", levy["id"])).await;
        assert_eq!(answer.status, 404);
    });
}
