//! Recharges on invoices: once, credited, and never below 0.

use bookings::ServiceDetail;
use carriage::money::Amount;
use data::{db::Mode, ids::BookingId};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, api::dec, given, on_both};

use super::{
    calls::{january, status},
    cents, create_booking, create_invoiced_customer, invoice, process, run,
};

async fn recharge(kit: &Kit, booking: i64, net: i64) {
    let amount = Amount::untaxed(Decimal::from(net), "AUD");
    let line = ServiceDetail::new("ROAD", "Re-weighed", false, amount);
    let mut scope = kit.scope(Mode::Write);
    bookings::set_recharge(&mut scope, BookingId(booking), vec![line])
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

async fn pending_recharges(admin: &Client) -> Value {
    admin
        .get("/api/booking/booking/getbookingsforrecharge")
        .await
        .result()
}

async fn booking(admin: &Client, id: i64) -> Value {
    admin
        .get(&format!("/api/booking/booking/getbookingforEdit?Id={id}"))
        .await
        .result()
}

#[test]
fn a_recharge_is_invoiced_once_and_given_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let first = run(&kit, &admin, json!({})).await;
        assert_eq!(cents(&first["totalAmount"]), 11_000);

        recharge(&kit, id, 50).await;
        let preview = run(&kit, &admin, json!({"preview": true})).await;
        assert_eq!(
            (&preview["totalInvoices"], cents(&preview["totalAmount"])),
            (&json!(1), 5_500),
            "{preview}"
        );
        let run_result = run(&kit, &admin, json!({})).await;
        assert_eq!(
            (
                &run_result["totalBookings"],
                cents(&run_result["totalAmount"])
            ),
            (&json!(1), 5_500),
            "{run_result}"
        );
        let repeat = invoice(&admin, &run_result["invoices"][0]["id"]).await;
        let line = &repeat["invoiceDetails"][0];
        assert_eq!(
            (&repeat["invoiceType"], &line["isRecharge"]),
            (&json!("Recharge"), &json!(true))
        );
        assert_eq!(
            (&line["service"], &line["bookingId"]),
            (&json!("Re-weighed"), &json!(id))
        );
        assert_eq!(pending_recharges(&admin).await["totalCount"], 0);

        recharge(&kit, id, 50).await;
        assert_eq!(pending_recharges(&admin).await["totalCount"], 0);
        assert_eq!(run(&kit, &admin, json!({})).await["totalInvoices"], 0);
        recharge(&kit, id, 70).await;
        assert_eq!(
            cents(&pending_recharges(&admin).await["items"][0]["rechargeDetail"]["total"]["total"]),
            2_200
        );

        assert_eq!(
            booking(&admin, id).await["rechargeInvoices"],
            json!([]),
            "a draft has no number"
        );
        let closed = process(&admin, "Close", &repeat["id"]).await;
        let named_items = json!([{"id": repeat["id"], "number": closed["invoiceNumber"]}]);
        assert_eq!(booking(&admin, id).await["rechargeInvoices"], named_items);
        assert_eq!(
            process(&admin, "Void", &repeat["id"]).await["status"],
            "Void"
        );
        let freed = booking(&admin, id).await;
        assert_eq!(freed["rechargeInvoices"], json!([]));
        assert_eq!(cents(&freed["rechargeDetail"]["total"]["total"]), 7_700);
        assert_eq!(
            cents(&run(&kit, &admin, json!({})).await["totalAmount"]),
            7_700
        );
    });
}

#[test]
fn what_is_given_back_reduces_an_invoice_and_never_below_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let early = create_booking(&kit, account, customer, 200, "2026-01-05T03:00:00Z").await;
        run(&kit, &admin, json!({})).await;
        recharge(&kit, early, -150).await;
        assert_eq!(
            run(&kit, &admin, json!({})).await["totalInvoices"],
            0,
            "there is nothing to reduce"
        );
        create_booking(&kit, account, customer, 100, "2026-01-06T03:00:00Z").await;
        let small = run(&kit, &admin, json!({})).await;
        assert_eq!(
            cents(&small["totalAmount"]),
            11_000,
            "it would come to less than 0"
        );
        assert_eq!(pending_recharges(&admin).await["totalCount"], 1);
        create_booking(&kit, account, customer, 400, "2026-01-07T03:00:00Z").await;
        let large = run(&kit, &admin, json!({})).await;
        assert_eq!(
            (&large["totalInvoices"], cents(&large["totalAmount"])),
            (&json!(1), 27_500),
            "{large}"
        );
        assert_eq!(pending_recharges(&admin).await["totalCount"], 0);
    });
}

#[test]
fn two_runs_at_once_charge_again_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        recharge(&kit, id, 50).await;
        let runs = admin.finance();
        let (one, other) = (
            runs.run_invoices(january()).await.run_id,
            runs.run_invoices(january()).await.run_id,
        );
        kit.drain_jobs().await;
        let (one, other) = (status(&admin, one).await, status(&admin, other).await);
        assert_eq!(
            one.total_amount + other.total_amount,
            dec(165),
            "{one:?} {other:?}"
        );
    });
}
