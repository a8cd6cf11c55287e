//! Booking counters match the rows after every change, and pages hold each row once.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use chrono::{DateTime, FixedOffset};
use data::{
    Scope,
    db::{Col, Dialect, Mode, PlatformSql, TenantSql},
    tsql,
};
use serde_json::Value;
use testkit::{Client, Kit, given, on_both};

const BASE: &str = "/api/booking/booking";

/// Differences between counters and rows, in both directions.
const DIFFERENCES: [TenantSql; 2] = [
    tsql!(
        "WITH told AS (
           SELECT customer_id, carrier, booking_status, SUM(row_count) AS many, SUM(total_items) AS items,
             SUM(total_weight) AS weight, SUM(total_volume) AS volume, SUM(freight_price) AS freight,
             SUM(insurance_price) AS insurance
           FROM booking_tallies WHERE tenant_id = $1 GROUP BY customer_id, carrier, booking_status
           HAVING SUM(row_count) <> 0),
         found AS (
           SELECT customer_id, carrier, booking_status, COUNT(*) AS many, SUM(total_items) AS items,
             SUM(total_weight) AS weight, SUM(total_volume) AS volume, SUM(freight_price) AS freight,
             SUM(insurance_price) AS insurance
           FROM bookings WHERE tenant_id = $1 GROUP BY customer_id, carrier, booking_status)
         SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM found) AS told_alone
         UNION ALL SELECT * FROM (SELECT * FROM found EXCEPT SELECT * FROM told) AS found_alone"
    ),
    tsql!(
        "WITH told AS (
           SELECT to_suburb, booking_status, SUM(row_count) AS many FROM booking_tallies_of_suburbs WHERE tenant_id = $1
           GROUP BY to_suburb, booking_status HAVING SUM(row_count) <> 0),
         found AS (
           SELECT to_suburb, booking_status, COUNT(*) AS many FROM bookings WHERE tenant_id = $1
           GROUP BY to_suburb, booking_status)
         SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM found) AS told_alone
         UNION ALL SELECT * FROM (SELECT * FROM found EXCEPT SELECT * FROM told) AS found_alone"
    ),
];

async fn assert_counters_match(kit: &Kit, after: &str) {
    let mut scope = kit.scope(Mode::Read);
    for sql in DIFFERENCES {
        assert_eq!(
            scope.rows(sql, Vec::new()).await.unwrap().len(),
            0,
            "after {after}"
        );
    }
}

async fn change(scope: &mut Scope, sql: TenantSql) {
    scope.rows(sql, Vec::new()).await.unwrap();
}

async fn insert_bookings(kit: &Kit, count: usize) {
    given::customer(kit, "Bluegum Wines").await;
    given::customer(kit, "Harbour Ceramics").await;
    bookings::seed_many(&mut kit.scope(Mode::Write), count)
        .await
        .unwrap();
}

#[test]
fn tallies_follow_every_change() {
    on_both(|kit| async move {
        insert_bookings(&kit, 400).await;
        assert_counters_match(&kit, "many were added").await;
        let changes = [
            tsql!("UPDATE bookings SET booking_status = 'Lost' WHERE tenant_id = $1 AND id % 7 = 0"),
            tsql!("UPDATE bookings SET carrier = NULL WHERE tenant_id = $1 AND id % 11 = 0"),
            tsql!("UPDATE bookings SET to_suburb = 'Zeehan' WHERE tenant_id = $1 AND id % 13 = 0"),
            tsql!(
                "UPDATE bookings SET total_items = total_items + 3, freight_price = 0 WHERE tenant_id = $1 AND id % 3 = 0"
            ),
            tsql!("UPDATE bookings SET total_weight = 5, total_volume = 7 WHERE tenant_id = $1 AND id % 5 = 0"),
            tsql!(
                "UPDATE bookings SET customer_id = (SELECT MAX(id) FROM customers WHERE tenant_id = $1)
                 WHERE tenant_id = $1 AND id % 17 = 0"
            ),
            tsql!("DELETE FROM bookings WHERE tenant_id = $1 AND id % 19 = 0"),
            tsql!("UPDATE bookings SET reference = 'none of it' WHERE tenant_id = $1"),
        ];
        for sql in changes {
            let mut scope = kit.scope(Mode::Write);
            change(&mut scope, sql).await;
            scope.commit().await.unwrap();
            assert_counters_match(&kit, sql.0).await;
            let mut undone = kit.scope(Mode::Write);
            change(
                &mut undone,
                tsql!("UPDATE bookings SET booking_status = 'Refused' WHERE tenant_id = $1"),
            )
            .await;
            drop(undone);
            assert_counters_match(&kit, "something was undone").await;
            if kit.app.host().db().dialect() == Dialect::Postgres {
                sum_counters(&kit).await;
                assert_counters_match(&kit, "they were gathered").await;
            }
        }
    });
}

async fn sum_counters(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    let sql = PlatformSql("SELECT gather_booking_tallies($1) IS NULL");
    scope.platform(sql, vec![kit.tenant.val()]).await.unwrap();
    scope.commit().await.unwrap();
}

/// SQLite has a single writer.
#[test]
fn two_that_change_bookings_of_one_customer_do_not_wait_for_each_other() {
    on_both(|kit| async move {
        if kit.app.host().db().dialect() == Dialect::Sqlite {
            return;
        }
        insert_bookings(&kit, 400).await;
        sum_counters(&kit).await;
        let mut first = kit.scope(Mode::Write);
        change(
            &mut first,
            tsql!(
                "UPDATE bookings SET booking_status = 'Lost' WHERE tenant_id = $1 AND id % 2 = 0"
            ),
        )
        .await;
        let second = async {
            let mut second = kit.scope(Mode::Write);
            let others = tsql!(
                "UPDATE bookings SET booking_status = 'Lost' WHERE tenant_id = $1 AND id % 2 = 1"
            );
            change(&mut second, others).await;
            second.commit().await.unwrap();
            sum_counters(&kit).await;
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), second)
            .await
            .expect("the second does not wait");
        assert_counters_match(&kit, "the second").await;
        first.commit().await.unwrap();
        assert_counters_match(&kit, "both").await;
    });
}

async fn page(client: &Client, query: &str) -> Value {
    client
        .get(&format!("{BASE}/getbookings?{query}"))
        .await
        .result()
}

fn rows(page: &Value) -> &[Value] {
    page["items"].as_array().unwrap()
}

fn stands_since(booking: &Value) -> DateTime<FixedOffset> {
    let time = booking["lastTrackingModifiedTime"]
        .as_str()
        .or(booking["creationTime"].as_str())
        .unwrap();
    DateTime::parse_from_rfc3339(time).unwrap()
}

fn ids(page: &Value) -> Vec<i64> {
    rows(page)
        .iter()
        .map(|booking| booking["id"].as_i64().unwrap())
        .collect()
}

#[test]
fn pages_hold_all_rows_once_and_in_order_whichever_way_they_are_found() {
    on_both(|kit| async move {
        insert_bookings(&kit, 120).await;
        let admin = kit.user("Admin").await;
        let behind = page(&admin, &format!("skipCount={}", i64::MAX)).await;
        assert_eq!(
            (&behind["totalCount"], rows(&behind).len()),
            (&Value::from(120), 0)
        );
        let filters = [
            "",
            "bookingStatus eq 'Delivered'",
            "bookingStatus eq 'InTransit' or bookingStatus eq 'Booked' or bookingStatus eq 'Cancelled'",
            "not (bookingStatus eq 'Delivered')",
            "carrier eq 'own-fleet'",
            "carrier eq null",
            "(carrier eq 'own-fleet') and (bookingStatus eq 'Delivered')",
            "contains(tolower(toAddress/suburb),'richmond')",
            "(contains(tolower(toAddress/suburb),'r')) and (bookingStatus eq 'Delivered')",
            "totalItems gt 2 and bookingStatus eq 'Delivered'",
        ];
        for filter in filters {
            for sorting in [
                "creationTime desc",
                "eta",
                "eta desc",
                "",
                "customer/companyName",
                "bookingDate desc,id",
                "standingSince",
                "consignmentId desc",
            ] {
                let query = format!("filter={filter}&sorting={sorting}");
                let all = page(&admin, &format!("{query}&maxResultCount=1000")).await;
                let expected = ids(&all);
                assert_eq!(all["totalCount"], expected.len(), "{query}");
                let mut visited_ids = Vec::new();
                while visited_ids.len() < expected.len() {
                    let some = page(
                        &admin,
                        &format!("{query}&maxResultCount=40&skipCount={}", visited_ids.len()),
                    )
                    .await;
                    assert_eq!(some["totalCount"], expected.len(), "{query}");
                    assert_ne!(ids(&some).len(), 0, "{query}");
                    visited_ids.extend(ids(&some));
                }
                assert_eq!(visited_ids, expected, "{query}");
                let etas: Vec<&str> = rows(&all)
                    .iter()
                    .map(|one| one["eta"].as_str().unwrap_or_default())
                    .collect();
                assert!(
                    sorting != "eta" || etas.is_sorted(),
                    "what has no day of arrival comes first: {query}"
                );
                assert!(
                    sorting != "standingSince" || rows(&all).iter().map(stands_since).is_sorted(),
                    "{query}"
                );
                assert!(
                    sorting != "eta desc" || etas.iter().rev().is_sorted(),
                    "and last: {query}"
                );
            }
            let counts = admin
                .get(&format!("{BASE}/getbookingstatuscount?filter={filter}"))
                .await
                .result();
            let sums = admin
                .get(&format!("{BASE}/getbookingssummary?filter={filter}"))
                .await
                .result();
            let all = page(&admin, &format!("filter={filter}&maxResultCount=1000")).await;
            let counted: i64 = counts["statuses"]
                .as_array()
                .unwrap()
                .iter()
                .map(|status| status["count"].as_i64().unwrap())
                .sum();
            assert_eq!(
                (&sums["totalBookings"], counted),
                (&all["totalCount"], all["totalCount"].as_i64().unwrap())
            );
            let pieces = |booking: &Value| {
                booking["items"].as_array().unwrap()[0]["quantity"]
                    .as_i64()
                    .unwrap()
            };
            let items: i64 = rows(&all).iter().map(pieces).sum();
            assert_eq!(sums["totalItems"], items, "{filter}");
        }
    });
}
