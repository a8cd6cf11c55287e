//! Hosts killed during an import: the next one resumes without duplicates.

use std::time::{Duration, Instant};

use data::{
    db::{Col, Mode, PlatformSql, TenantSql},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Kit, on_host};

use super::{BASE, HEAD, begin, create_booking, get_reconciliation, office};

/// Three batches to read, thirteen to match.
const CONSIGNMENTS: i64 = 6_000;
const TIMEOUT: Duration = Duration::from_secs(60);

const READ: TenantSql = tsql!("SELECT COUNT(*) FROM reconciliation_charges WHERE tenant_id = $1");
const MATCHED: TenantSql =
    tsql!("SELECT COUNT(*) FROM reconciliation_bookings WHERE tenant_id = $1");
const SERVICES: TenantSql =
    tsql!("SELECT COUNT(*) FROM reconciliation_services WHERE tenant_id = $1");
const INVOICES: TenantSql =
    tsql!("SELECT COUNT(*) FROM reconciliation_invoices WHERE tenant_id = $1");
const KEYS: TenantSql = tsql!(
    "SELECT COUNT(DISTINCT consignment_key) FROM reconciliation_bookings WHERE tenant_id = $1"
);

async fn count(kit: &Kit, sql: TenantSql) -> i64 {
    let rows = kit.scope(Mode::Read).rows(sql, Vec::new()).await.unwrap();
    rows[0].get(0).unwrap()
}

/// Runs jobs until there are `rows` rows, then stops like a power failure.
async fn kill_at(kit: &Kit, sql: TenantSql, rows: i64) {
    let app = kit.app.clone();
    let worker = tokio::spawn(async move { work::worker::drain(app.host()).await.map(|_| ()) });
    let start = Instant::now();
    while count(kit, sql).await < rows {
        assert!(
            start.elapsed() < TIMEOUT && !worker.is_finished(),
            "it never came so far"
        );
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    worker.abort();
    assert!(
        worker.await.is_err_and(|error| error.is_cancelled()),
        "it was done already"
    );
}

/// Expires the dead host's lease.
async fn expire_lease(kit: &Kit) {
    const JOBS: PlatformSql = PlatformSql(
        "UPDATE jobs SET run_at = CASE WHEN state = 'waiting' THEN $2 ELSE run_at END,
           locked_until = CASE WHEN locked_until IS NULL THEN NULL ELSE $2 END
         WHERE for_tenant = $1 AND kind = 'reconciliation.import'",
    );
    let mut scope = kit.scope(Mode::Write);
    let past = scope.now() - chrono::TimeDelta::hours(1);
    scope
        .platform(JOBS, vec![kit.tenant.val(), past.val()])
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn an_import_goes_on_after_its_host_was_killed() {
    on_host("reconciliation-kills", |kit| async move {
        let office = office(&kit).await;
        let booking = create_booking(&kit, &office, "ABC000123", None).await;
        // Finished work must not repeat when the import resumes.
        kit.drain_jobs().await;
        let mut table = HEAD.to_owned();
        for at in 0..CONSIGNMENTS {
            table.push_str(&format!(
                "XYZ{at:07},,ROAD,,,,0.10,0.01,INV-{},\n",
                at / 1_000
            ));
            if at == 10 || at == CONSIGNMENTS - 10 {
                table.push_str("ABC000123,,ROAD,,,,11.00,1.10,INV-1,\n");
            }
        }
        let response = begin(&office.admin, &table, json!({})).await.result();
        let token = response["importToken"].as_str().unwrap().to_owned();
        let status = async || {
            office
                .admin
                .get(&format!("{BASE}/GetImportStatus?importToken={token}"))
                .await
                .result()
        };

        // Once while lines are read, once while consignments are matched.
        kill_at(&kit, READ, 1).await;
        let halfway = status().await;
        assert_eq!(
            (&halfway["isCompleted"], &halfway["status"]),
            (&json!(false), &json!("Processing")),
            "{halfway}"
        );
        assert_eq!(count(&kit, MATCHED).await, 0);
        // Unfinished comparisons can't be decided.
        let decide = json!({"id": response["id"], "operation": "Approve", "ids": [1]});
        let early = office
            .admin
            .post(&format!("{BASE}/ProcessReconciliationBookings"), decide)
            .await
            .expect_error(400);
        assert_eq!(early["code"], 4403);
        expire_lease(&kit).await;
        kill_at(&kit, MATCHED, 1).await;
        assert!(
            count(&kit, MATCHED).await < CONSIGNMENTS,
            "it was killed before all were matched"
        );
        assert_eq!(status().await["status"], "Processing");
        expire_lease(&kit).await;
        kit.drain_jobs().await;

        let done = status().await;
        assert_eq!(
            (&done["isCompleted"], &done["status"]),
            (&json!(true), &json!("AwaitingApproval")),
            "{done}"
        );
        let all = get_reconciliation(&office.admin, &response["id"]).await;
        let actual: (&Value, &Value) = (&all["charges"], &all["bookings"]);
        assert_eq!(actual, (&json!(CONSIGNMENTS + 2), &json!(CONSIGNMENTS + 1)));
        assert_eq!(all["totals"]["carrierInvoicedAmount"], 622);
        let counts = [MATCHED, KEYS, SERVICES, INVOICES, READ];
        let expected = [CONSIGNMENTS + 1, CONSIGNMENTS + 1, CONSIGNMENTS + 3, 6, 0];
        for (sql, expected) in counts.into_iter().zip(expected) {
            assert_eq!(count(&kit, sql).await, expected, "{sql:?}");
        }
        let existing = format!(
            "{BASE}/GetReconciliationBookings?id={}&filter=consignmentId eq 'ABC000123'",
            response["id"]
        );
        let existing = office.admin.get(&existing).await.result();
        let items = existing["items"].as_array().unwrap();
        assert_eq!((items.len(), &items[0]["bookingId"]), (1, &json!(booking)));
        // Not taken for a duplicate invoice of the booking.
        assert!(
            !items[0]["holds"]
                .as_array()
                .unwrap()
                .contains(&json!("TwiceInvoiced"))
        );
        assert_eq!(
            items[0]["bookingReconciliationServices"]
                .as_array()
                .unwrap()
                .len(),
            3
        );
    });
}
