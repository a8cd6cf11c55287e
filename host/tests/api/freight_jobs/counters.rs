//! Counters of jobs match the rows after every change, and lists count by them.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::{
    db::{Col, Dialect, Mode, PlatformSql, TenantSql},
    ids::DriverId,
    tsql,
};
use testkit::{Kit, given, on_both};

/// Differences between counters and rows, in both directions.
const DIFFERENCES: TenantSql = tsql!(
    "WITH told AS (
       SELECT customer_id, job_status, has_legs, SUM(row_count) AS many
       FROM freight_job_tallies WHERE tenant_id = $1 GROUP BY customer_id, job_status, has_legs
       HAVING SUM(row_count) <> 0),
     found AS (
       SELECT customer_id, job_status, has_legs, COUNT(*) AS many
       FROM freight_jobs WHERE tenant_id = $1 GROUP BY customer_id, job_status, has_legs)
     SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM found) AS told_alone
     UNION ALL SELECT * FROM (SELECT * FROM found EXCEPT SELECT * FROM told) AS found_alone"
);

async fn assert_counters_match(kit: &Kit, after: &str) {
    let mut scope = kit.scope(Mode::Read);
    let rows = scope.rows(DIFFERENCES, Vec::new()).await.unwrap();
    assert_eq!(rows.len(), 0, "after {after}");
}

#[test]
fn tallies_follow_every_change() {
    on_both(|kit| async move {
        given::customer(&kit, "Bluegum Wines").await;
        let none: &[DriverId] = &[];
        jobs::seed_many(&mut kit.scope(Mode::Write), 300, none)
            .await
            .unwrap();
        assert_counters_match(&kit, "many were added").await;
        for sql in [
            tsql!("UPDATE freight_jobs SET job_status = 'OnHold' WHERE tenant_id = $1 AND id % 7 = 0"),
            tsql!("UPDATE freight_jobs SET has_legs = TRUE WHERE tenant_id = $1 AND id % 5 = 0"),
            tsql!(
                "UPDATE freight_jobs SET customer_id = (SELECT MAX(id) FROM customers WHERE tenant_id = $1)
                 WHERE tenant_id = $1 AND id % 3 = 0"
            ),
            tsql!("UPDATE freight_jobs SET customer_id = NULL WHERE tenant_id = $1 AND id % 6 = 0"),
            tsql!("DELETE FROM freight_jobs WHERE tenant_id = $1 AND id % 11 = 0"),
            tsql!("UPDATE freight_jobs SET reference = 'none' WHERE tenant_id = $1"),
        ] {
            let mut scope = kit.scope(Mode::Write);
            scope.rows(sql, Vec::new()).await.unwrap();
            scope.commit().await.unwrap();
            assert_counters_match(&kit, sql.0).await;
        }
        if kit.app.host().db().dialect() == Dialect::Postgres {
            let mut scope = kit.scope(Mode::Write);
            let sql = PlatformSql("SELECT gather_freight_job_tallies($1) IS NULL");
            scope.platform(sql, vec![kit.tenant.val()]).await.unwrap();
            scope.commit().await.unwrap();
            assert_counters_match(&kit, "they were gathered").await;
        }
    });
}

#[test]
fn lists_count_what_they_find() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        jobs::seed_many(&mut kit.scope(Mode::Write), 300, &[])
            .await
            .unwrap();
        let count = async |filter: &str| {
            let list = admin.jobs().jobs().filter(filter).max_result_count(5);
            let page = list.await;
            (page.total_count, page.items.len())
        };
        assert_eq!(count("").await, (300, 5));
        assert_eq!(count("jobstatus eq 'Delivered'").await, (294, 5));
        assert_eq!(count("jobstatus eq 'OnHold'").await, (0, 0));
        let open = "jobstatus eq 'Unallocated' and haslegs eq false";
        assert_eq!(count(open).await, (3, 3));
    });
}

#[test]
fn few_among_many_come_in_the_order_of_the_list() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        jobs::seed_many(&mut kit.scope(Mode::Write), 300, &[])
            .await
            .unwrap();
        let (first, second, third) = ("B0000000", "B0000100", "B0000200");
        for (sorting, expected) in [
            ("id asc", [first, second, third]),
            ("jobno desc", [third, second, first]),
            // The first is of today, the others of tomorrow.
            ("pickupdate desc, id asc", [second, third, first]),
        ] {
            let mut found = Vec::new();
            for skip in 0..4 {
                let list = admin.jobs().jobs().sorting(sorting).skip_count(skip);
                let open = "jobstatus eq 'Unallocated' and pickupdate ne null";
                let page = list.filter(open).max_result_count(1).await;
                assert_eq!(page.total_count, 3, "{sorting}");
                found.extend(page.items.into_iter().map(|job| job.jobno));
            }
            assert_eq!(found, expected, "{sorting}");
        }
    });
}
