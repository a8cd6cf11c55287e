//! Invoices in the margin view: invoiced after the import, approved and recovered after decisions,
//! removed with rejected or deleted lines.

use chrono::{Days, Utc};
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{BASE, HEAD, create_booking, import, line, office};

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}

async fn margin_totals(admin: &Client) -> (i64, i64, i64) {
    let today = Utc::now().date_naive();
    let days = format!(
        "fromDate={}&toDate={}",
        today - Days::new(1),
        today + Days::new(1)
    );
    let sums = |of: &Value| {
        (
            cents(&of["invoiced"]),
            cents(&of["approved"]),
            cents(&of["recovered"]),
        )
    };
    let mut all = Vec::new();
    for by in ["Customer", "Carrier", "Lane", "Month"] {
        let answer = admin
            .get(&format!("/api/booking/margin/getmargins?by={by}&{days}"))
            .await
            .result();
        let rows = answer["rows"].as_array().unwrap().iter().map(sums);
        let rows = rows.fold((0, 0, 0), |sum, row| {
            (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2)
        });
        assert_eq!(rows, sums(&answer["total"]), "{by}: {answer}");
        all.push(rows);
    }
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    all[0]
}

#[test]
fn what_is_invoiced_and_recovered_joins_the_margins() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        for connote in ["ABC000123", "ABC000124", "ABC000125"] {
            create_booking(&kit, &office, connote, None).await;
        }
        assert_eq!(margin_totals(&office.admin).await, (0, 0, 0));
        let row = |connote: &str, amount: &str, invoice: &str| {
            format!("{connote},,ROAD,,,,{amount},,{invoice},\n")
        };
        let table = [
            row("ABC000123", "22.00", "INV-1"),
            row("ABC000124", "27.00", "INV-1"),
            row("ABC000125", "30.00", "INV-1"),
            row("NOBODYS-1", "99.00", "INV-1"),
        ];
        let all = import(&kit, &office.admin, format!("{HEAD}{}", table.concat())).await;
        assert_eq!(margin_totals(&office.admin).await, (7900, 0, 0));
        let process = async |consignment: &str, operation: &str| {
            let ids = json!([line(&all, consignment)["id"]]);
            let body =
                json!({"id": all["id"], "operation": operation, "ids": ids, "note": "As agreed"});
            let answer = office
                .admin
                .post(&format!("{BASE}/ProcessReconciliationBookings"), body)
                .await
                .result();
            assert_eq!(answer["items"][0]["success"], true, "{answer}");
        };
        process("ABC000123", "Approve").await;
        assert_eq!(margin_totals(&office.admin).await, (7900, 2200, 0));
        process("ABC000124", "Recharge").await;
        assert_eq!(margin_totals(&office.admin).await, (7900, 4900, 500));
        process("ABC000124", "Recharge").await;
        assert_eq!(margin_totals(&office.admin).await, (7900, 4900, 500));
        process("ABC000125", "Reject").await;
        assert_eq!(margin_totals(&office.admin).await, (4900, 4900, 500));

        let second = format!("{HEAD}{}", row("ABC000125", "31.00", "INV-2"));
        let second = import(&kit, &office.admin, second).await;
        assert_eq!(margin_totals(&office.admin).await, (8000, 4900, 500));
        office
            .admin
            .delete(&format!("{BASE}/DeleteReconciliations?id={}", second["id"]))
            .await
            .result();
        assert_eq!(margin_totals(&office.admin).await, (4900, 4900, 500));
    });
}

#[test]
fn a_line_that_finds_its_booking_by_hand_joins_it() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let booking = create_booking(&kit, &office, "ABC000123", None).await;
        let all = import(
            &kit,
            &office.admin,
            format!("{HEAD}NOBODYS-1,,ROAD,,,,22.00,,INV-1,\n"),
        )
        .await;
        assert_eq!(margin_totals(&office.admin).await, (0, 0, 0));
        let body = json!({"id": line(&all, "NOBODYS-1")["id"], "bookingId": booking});
        office
            .admin
            .post(&format!("{BASE}/MatchReconciliationBooking"), body)
            .await
            .result();
        assert_eq!(margin_totals(&office.admin).await, (2200, 0, 0));
    });
}
