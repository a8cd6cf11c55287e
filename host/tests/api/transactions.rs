//! Transactions: savepoints, long reads, and indexed statements.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::{
    Error,
    db::{Dialect, Mode, PlatformSql, Val},
    ids::CustomerId,
    tsql,
};
use testkit::{given, on_both};

async fn create_customer(scope: &mut data::Scope, name: &str) -> data::Result<CustomerId> {
    let new = customers::NewCustomer {
        company_name: Some(name.to_owned()),
        ..Default::default()
    };
    Ok(customers::create(scope, new).await?.id)
}

#[test]
fn what_a_part_has_done_is_undone_alone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut scope = kit.scope(Mode::Write);
        let before = create_customer(&mut scope, "Bluegum Wines").await.unwrap();
        let part = scope.part().await.unwrap();
        create_customer(&mut scope, "Harbour Ceramics")
            .await
            .unwrap();
        let outcome: data::Result<()> = Err(Error::NotFound("The kiln"));
        assert!(matches!(
            scope.end(part, outcome).await.unwrap(),
            Err(Error::NotFound("The kiln"))
        ));
        let part = scope.part().await.unwrap();
        let failing = scope
            .rows(
                tsql!("SELECT nothing FROM customers WHERE tenant_id = $1"),
                Vec::new(),
            )
            .await;
        assert!(matches!(
            scope.end(part, failing.map(drop)).await,
            Err(Error::Internal(_))
        ));
        let part = scope.part().await.unwrap();
        let stored = create_customer(&mut scope, "Juniper Books").await;
        let stored = scope.end(part, stored).await.unwrap().unwrap();
        scope.commit().await.unwrap();

        let mut scope = kit.scope(Mode::Read);
        for (id, name) in [(before, "Bluegum Wines"), (stored, "Juniper Books")] {
            let results = customers::find(&mut scope, id).await.unwrap();
            assert_eq!(results.company_name.as_deref(), Some(name));
        }
        let changes = admin
            .get("/api/core/auditlog/getentitychanges?maxResultCount=50")
            .await
            .result();
        let names: Vec<&str> = changes["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|change| change["entityName"].as_str())
            .collect();
        assert!(
            names.contains(&"Juniper Books") && !names.contains(&"Harbour Ceramics"),
            "{changes}"
        );
        for (name, many) in [("Juniper", 1), ("Harbour", 0)] {
            let results = admin
                .post(&format!("/api/search/?query={name}"), serde_json::json!({}))
                .await
                .result();
            assert_eq!(
                results["Customers"].as_array().map_or(0, Vec::len),
                many,
                "{results}"
            );
        }
    });
}

#[test]
fn a_read_that_takes_long_is_whole_and_others_go_on_meanwhile() {
    on_both(|kit| async move {
        // Millions of steps, beyond the limit of an ordinary statement.
        let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT COUNT(*) FROM n";
        let long = async {
            let mut scope = kit.scope(Mode::Read);
            let rows = scope
                .platform(PlatformSql(count), Vec::new())
                .await
                .unwrap();
            rows[0].get::<i64>(0).unwrap()
        };
        let short = async {
            let mut scope = kit.scope(Mode::Read);
            scope
                .platform(PlatformSql("SELECT 7"), Vec::new())
                .await
                .unwrap()
                .len()
        };
        assert_eq!(tokio::join!(long, short), (300_000, 1));
    });
}

/// Members of a document written by a later version survive other changes.
#[test]
fn a_change_writes_what_is_different() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::customer(&kit, "Bluegum Wines").await;
        bookings::seed_many(&mut kit.scope(Mode::Write), 1)
            .await
            .unwrap();
        let mut scope = kit.scope(Mode::Write);
        let later = tsql!(
            r#"UPDATE bookings SET carrier_record = '{"later": 7}' WHERE tenant_id = $1 RETURNING id"#
        );
        let id: i64 = scope.rows(later, Vec::new()).await.unwrap()[0]
            .get(0)
            .unwrap();
        scope.commit().await.unwrap();
        let change = serde_json::json!({"bookingId": id, "consignmentId": "HAND-1"});
        admin
            .put("/api/booking/booking/updatebookingdetails", change)
            .await
            .result();
        let query = tsql!(
            "SELECT consignment_id, CAST(carrier_record AS TEXT) FROM bookings WHERE tenant_id = $1"
        );
        let rows = kit.scope(Mode::Read).rows(query, Vec::new()).await.unwrap();
        let (connote, document): (String, String) =
            (rows[0].get(0).unwrap(), rows[0].get(1).unwrap());
        assert_eq!(
            (connote.as_str(), document.replace(' ', "").as_str()),
            ("HAND-1", r#"{"later":7}"#)
        );
    });
}

/// SQLite has no statistics: the plan is the same for any number of rows.
#[test]
fn a_bookings_rows_are_found_by_their_indexes() {
    on_both(|kit| async move {
        let mut scope = kit.scope(Mode::Read);
        if kit.app.host().db().dialect() == Dialect::Postgres {
            return;
        }
        given::customer(&kit, "Bluegum Wines").await;
        for (sql, index) in [
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN SELECT id FROM bookings WHERE tenant_id = $1 AND quote_id = $2 AND booking_status NOT IN ('Cancelled', 'Deleted')",
                ),
                "bookings_once_a_quote (tenant_id=? AND quote_id=?)",
            ),
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND parent_booking_id = $2",
                ),
                "bookings_by_parent (tenant_id=? AND parent_booking_id=?)",
            ),
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND batch_id = $2",
                ),
                "bookings_by_batch (tenant_id=? AND batch_id=?)",
            ),
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN SELECT COUNT(*) FROM bookings WHERE tenant_id = $1 AND eta > $2",
                ),
                "bookings_by_eta (tenant_id=? AND eta>?)",
            ),
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN SELECT id FROM bookings WHERE tenant_id = $1 AND booking_status = $2 ORDER BY +id DESC LIMIT 10",
                ),
                "bookings_by_status (tenant_id=? AND booking_status=?)",
            ),
            (
                PlatformSql(
                    "EXPLAIN QUERY PLAN DELETE FROM bookings WHERE +tenant_id = $1 AND id = $2",
                ),
                "bookings_by_parent (tenant_id=? AND parent_booking_id=?)",
            ),
        ] {
            let rows = scope
                .platform(sql, vec![Val::I64(1), Val::I64(1)])
                .await
                .unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get(3).unwrap()).collect();
            assert!(
                plan.iter().any(|step| step.contains(index)),
                "{}: {plan:#?}",
                sql.0
            );
        }
    });
}

/// A page of a large list is read in index order, without sorting.
#[test]
fn a_list_of_bookings_is_read_in_its_order() {
    on_both(|kit| async move {
        let mut scope = kit.scope(Mode::Read);
        if kit.app.host().db().dialect() == Dialect::Postgres {
            return;
        }
        for sql in [
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(booking_status IN ($2, 'Lost')) ORDER BY creation_time DESC, id DESC LIMIT 50",
            ),
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(carrier = $2) ORDER BY booking_date ASC, id ASC LIMIT 50",
            ),
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(to_suburb LIKE $2 ESCAPE '!') ORDER BY eta DESC, id DESC LIMIT 50",
            ),
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(booking_status = $2) ORDER BY consignment_id ASC, id ASC LIMIT 50",
            ),
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(booking_status = $2) ORDER BY COALESCE(last_tracking_modified_time, creation_time) ASC, id ASC LIMIT 50",
            ),
            PlatformSql(
                "EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE tenant_id = $1 AND +(customer_id = $2) ORDER BY id DESC LIMIT 50",
            ),
        ] {
            let rows = scope
                .platform(sql, vec![Val::I64(1), Val::I64(1)])
                .await
                .unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get(3).unwrap()).collect();
            assert!(
                plan.len() == 1 && plan[0].contains("USING INDEX"),
                "{}: {plan:#?}",
                sql.0
            );
        }
        let of_newest = PlatformSql(
            "EXPLAIN QUERY PLAN SELECT id FROM bookings WHERE tenant_id = $1 AND +(to_suburb LIKE $2 ESCAPE '!' AND booking_status = 'Lost') ORDER BY creation_time DESC, id DESC LIMIT 50",
        );
        for row in scope
            .platform(of_newest, vec![Val::I64(1), Val::I64(1)])
            .await
            .unwrap()
        {
            let step: String = row.get(3).unwrap();
            assert!(
                step.contains("USING COVERING INDEX bookings_by_creation"),
                "{step}"
            );
        }
    });
}
