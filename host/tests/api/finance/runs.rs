//! Invoice runs: previewed, executed, concurrent, and undone.

use serde_json::json;
use testkit::{given, on_both};

use super::{
    BASE, begin, cents, create_booking, create_invoiced_customer, invoice, process, run, status,
};

#[test]
fn a_run_makes_what_its_preview_showed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let monthly = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let each = create_invoiced_customer(&kit, &admin, "Wattle Works", "Per booking").await;
        let apart = given::customer(&kit, "Not invoiced").await;
        for (customer, day) in [
            (monthly, 5),
            (monthly, 20),
            (each, 6),
            (each, 7),
            (apart, 8),
        ] {
            create_booking(
                &kit,
                account,
                customer,
                100,
                &format!("2026-01-{day:02}T03:00:00Z"),
            )
            .await;
        }
        create_booking(&kit, account, monthly, 100, "2026-02-05T03:00:00Z").await;

        let preview = run(&kit, &admin, json!({"preview": true})).await;
        assert_eq!(
            (&preview["status"], &preview["totalInvoices"]),
            (&json!("Completed"), &json!(3)),
            "{preview}"
        );
        assert_eq!(
            admin.get(&format!("{BASE}/getinvoices")).await.result()["totalCount"],
            0
        );

        let run_result = run(&kit, &admin, json!({})).await;
        assert_eq!(
            (&run_result["totalInvoices"], &run_result["totalBookings"]),
            (&json!(3), &json!(4)),
            "{run_result}"
        );
        assert_eq!(
            (
                cents(&run_result["totalAmount"]),
                cents(&preview["totalAmount"])
            ),
            (44_000, 44_000)
        );
        let of_month = run_result["invoices"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["customerId"] == json!(monthly))
            .unwrap();
        assert_eq!(
            (&of_month["bookings"], cents(&of_month["amount"])),
            (&json!(2), 22_000)
        );
        let full = invoice(&admin, &of_month["id"]).await;
        assert_eq!(
            (&full["invoiceDate"], &full["dueDate"]),
            (&json!("2026-02-02"), &json!("2026-02-16"))
        );
        assert_eq!(
            (&full["periodStart"], &full["periodEnd"]),
            (&json!("2026-01-01"), &json!("2026-01-31"))
        );
        let kinds: Vec<&str> = full["invoiceDetails"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["invoiceDetailType"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["Freight", "FuelLevy", "Freight", "FuelLevy"]);

        let repeat = run(&kit, &admin, json!({})).await;
        assert_eq!(repeat["totalInvoices"], 0, "a booking is invoiced once");
    });
}

#[test]
fn a_closed_invoice_numbers_its_bookings_and_a_void_one_frees_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        let id = create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let free = format!("/api/booking/booking/getbookingsforinvoice?customerId={customer}");
        assert_eq!(admin.get(&free).await.result()["totalCount"], 1);
        let run_result = run(&kit, &admin, json!({})).await;
        let invoice = run_result["invoices"][0]["id"].clone();
        let booking = async || {
            let path = format!("/api/booking/booking/getbookings?filter=id eq {id}");
            admin.get(&path).await.result()["items"][0].clone()
        };
        assert_eq!(
            (
                &booking().await["invoiceId"],
                &booking().await["invoiceNumber"]
            ),
            (&invoice, &json!(null))
        );
        assert_eq!(admin.get(&free).await.result()["totalCount"], 0);
        let number = process(&admin, "Close", &invoice).await["invoiceNumber"].clone();
        assert_eq!(booking().await["invoiceNumber"], number);
        assert_eq!(process(&admin, "Void", &invoice).await["status"], "Void");
        let freed = booking().await;
        assert_eq!(
            (&freed["invoiceId"], &freed["invoiceNumber"]),
            (&json!(null), &json!(null))
        );
        assert_eq!(run(&kit, &admin, json!({})).await["totalInvoices"], 1);
    });
}

#[test]
fn two_runs_at_once_invoice_every_booking_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        for name in ["A", "B", "C", "D"] {
            let customer = create_invoiced_customer(&kit, &admin, name, "Week").await;
            for day in 5..10 {
                create_booking(
                    &kit,
                    account,
                    customer,
                    100,
                    &format!("2026-01-{day:02}T03:00:00Z"),
                )
                .await;
            }
        }
        let (one, other) = (
            begin(&admin, json!({})).await,
            begin(&admin, json!({})).await,
        );
        kit.drain_jobs().await;
        let (one, other) = (
            status(&admin, &one["runId"]).await,
            status(&admin, &other["runId"]).await,
        );
        let bookings =
            one["totalBookings"].as_i64().unwrap() + other["totalBookings"].as_i64().unwrap();
        assert_eq!(bookings, 20, "{one} {other}");
        assert_eq!(
            cents(&one["totalAmount"]) + cents(&other["totalAmount"]),
            220_000
        );
    });
}

#[test]
fn a_run_is_undone_while_its_invoices_are_open() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Day").await;
        for day in [5, 6] {
            create_booking(
                &kit,
                account,
                customer,
                100,
                &format!("2026-01-{day:02}T03:00:00Z"),
            )
            .await;
        }
        let undo = async |run: &serde_json::Value| {
            admin
                .post(
                    &format!("{BASE}/undoinvoicerun"),
                    json!({"runId": run["runId"]}),
                )
                .await
        };
        let first = run(&kit, &admin, json!({})).await;
        assert_eq!(first["totalInvoices"], 2);
        undo(&first).await.result();
        kit.drain_jobs().await;
        let undone = status(&admin, &first["runId"]).await;
        assert_eq!(
            (&undone["status"], &undone["invoices"]),
            (&json!("Undone"), &json!([]))
        );
        undo(&first).await.expect_error(400);
        assert_eq!(
            admin.get(&format!("{BASE}/getinvoices")).await.result()["totalCount"],
            0
        );

        let second = run(&kit, &admin, json!({})).await;
        assert_eq!(
            second["totalInvoices"], 2,
            "what was undone is invoiced anew"
        );
        process(&admin, "Close", &second["invoices"][0]["id"]).await;
        undo(&second).await.expect_error(400);
        assert_eq!(
            admin.get(&format!("{BASE}/getinvoices")).await.result()["totalCount"],
            2
        );
    });
}

#[test]
fn what_a_run_cannot_take_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let members = async |body| {
            admin
                .post(&format!("{BASE}/runinvoices"), body)
                .await
                .invalid_members()
        };
        assert_eq!(
            members(json!({"fromDate": "2026-01-31", "toDate": "2026-01-01"})).await,
            ["toDate"]
        );
        assert_eq!(
            members(json!({"fromDate": "2024-01-01", "toDate": "2026-01-01"})).await,
            ["toDate"]
        );
        let outsider = given::customer(&kit.another_tenant().await, "Elsewhere").await;
        let body =
            json!({"fromDate": "2026-01-01", "toDate": "2026-01-31", "customerIds": [outsider]});
        admin
            .post(&format!("{BASE}/runinvoices"), body)
            .await
            .expect_error(404);
        let body = json!({"fromDate": "2026-01-01", "toDate": "2026-01-31"});
        kit.user("Driver")
            .await
            .post(&format!("{BASE}/runinvoices"), body)
            .await
            .expect_error(403);
    });
}

#[test]
fn what_is_invoiced_still_counts_towards_the_limit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Month").await;
        create_booking(&kit, account, customer, 100, "2026-01-05T03:00:00Z").await;
        let used = async || {
            let path = format!("/api/customer/customer/getCustomerForEdit?id={customer}");
            cents(&admin.get(&path).await.result()["credit"]["used"])
        };
        assert_eq!(used().await, 11_000);
        let run_result = run(&kit, &admin, json!({})).await;
        assert_eq!(used().await, 11_000, "a draft owes what its bookings did");
        process(&admin, "Void", &run_result["invoices"][0]["id"]).await;
        assert_eq!(used().await, 11_000, "and so do the bookings that it frees");
    });
}
