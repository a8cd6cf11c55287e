//! Invoice runs by the tenant's calendar and by the periods of the customer form.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{create_booking, create_invoiced_customer, run};

#[test]
fn invoices_go_by_the_tenants_own_calendar() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "SYD").await;
        let own = create_invoiced_customer(&kit, &admin, "Bluegum Wines", "Own calendar").await;
        let each = create_invoiced_customer(&kit, &admin, "Wattle Works", "Each booking").await;
        let path = "/api/finance/settings/updatesettings";
        let alone = json!({"invoiceCalendar": {"firstDays": ["2026-01-05"]}});
        assert_eq!(
            admin.put(path, alone).await.invalid_members(),
            ["invoiceCalendar.firstDays[0]"]
        );
        let days =
            json!({"invoiceCalendar": {"firstDays": ["2026-01-05", "2026-01-12", "2026-02-09"]}});
        admin.put(path, days).await.result();
        for day in ["02", "06", "11", "12", "30"] {
            create_booking(&kit, account, own, 100, &format!("2026-01-{day}T02:00:00Z")).await;
        }
        for day in ["06", "07"] {
            create_booking(
                &kit,
                account,
                each,
                100,
                &format!("2026-01-{day}T02:00:00Z"),
            )
            .await;
        }
        let done = run(&kit, &admin, json!({})).await;
        assert_eq!(done["status"], "Completed", "{done}");
        let body_for = |customer: data::ids::CustomerId| -> Vec<(String, String, i64)> {
            let all = done["invoices"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|of| of["customerId"] == json!(customer));
            let text = |of: &Value, member: &str| of[member].as_str().unwrap().to_owned();
            all.map(|of| {
                (
                    text(of, "periodStart"),
                    text(of, "periodEnd"),
                    of["bookings"].as_i64().unwrap(),
                )
            })
            .collect()
        };
        let told =
            |first: &str, last: &str, bookings: i64| (first.to_owned(), last.to_owned(), bookings);
        assert_eq!(
            body_for(own),
            [
                told("2026-01-01", "2026-01-04", 1),
                told("2026-01-05", "2026-01-11", 2),
                told("2026-01-12", "2026-02-08", 2),
            ]
        );
        assert_eq!(
            body_for(each).len(),
            2,
            "each booking has an invoice of its own"
        );
    });
}
