//! Database guards of ledger, document numbers and closed invoices.

use data::{
    db::{Dialect, Mode, PlatformSql, TenantSql},
    tsql,
};
use testkit::{Kit, given, on_both};

use super::{create_ad_hoc, post_invoice, process};

/// Checks that the database rejects the statement with this message.
async fn assert_rejected(kit: &Kit, sql: TenantSql, words: &str) {
    let error = kit
        .scope(Mode::Write)
        .rows(sql, Vec::new())
        .await
        .err()
        .map(|error| error.to_string());
    assert!(
        error.as_ref().is_some_and(|error| error.contains(words)),
        "{sql:?}: {error:?}"
    );
}

async fn assert_not_truncated(kit: &Kit, sql: PlatformSql, words: &str) {
    let mut scope = kit.scope(Mode::Write);
    // The program's role can't truncate; the tables' owner can. Rollback restores the role.
    scope
        .platform(PlatformSql("RESET ROLE"), Vec::new())
        .await
        .unwrap();
    let error = scope
        .platform(sql, Vec::new())
        .await
        .err()
        .map(|error| error.to_string());
    assert!(
        error.as_ref().is_some_and(|error| error.contains(words)),
        "{sql:?}: {error:?}"
    );
}

const LEDGER: &str = "the ledger is not changed";
const NUMBERS: &str = "the series of document numbers is not changed";

#[test]
fn what_is_written_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        post_invoice(&admin, customer, 100.0).await;
        let open = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        for (sql, words) in [
            (
                tsql!("DELETE FROM ledger_entries WHERE tenant_id = $1"),
                LEDGER,
            ),
            (
                tsql!("UPDATE ledger_lines SET amount = 1 WHERE tenant_id = $1"),
                LEDGER,
            ),
            (
                tsql!("UPDATE document_numbers SET value = value + 1 WHERE tenant_id = $1"),
                NUMBERS,
            ),
            (
                tsql!("DELETE FROM document_numbers WHERE tenant_id = $1"),
                NUMBERS,
            ),
        ] {
            assert_rejected(&kit, sql, words).await;
        }
        if kit.app.host().db().dialect() == Dialect::Postgres {
            for (sql, words) in [
                (PlatformSql("TRUNCATE ledger_lines"), LEDGER),
                (PlatformSql("TRUNCATE ledger_entries CASCADE"), LEDGER),
                (PlatformSql("TRUNCATE document_numbers"), NUMBERS),
                (
                    PlatformSql("TRUNCATE invoice_details CASCADE"),
                    "not truncated",
                ),
                (PlatformSql("TRUNCATE invoices CASCADE"), "not truncated"),
            ] {
                assert_not_truncated(&kit, sql, words).await;
            }
        } else {
            for (sql, words) in [
                (tsql!("INSERT OR REPLACE INTO ledger_lines SELECT * FROM ledger_lines WHERE tenant_id = $1"), LEDGER),
                (
                    tsql!("INSERT OR REPLACE INTO ledger_entries SELECT * FROM ledger_entries WHERE tenant_id = $1"),
                    LEDGER,
                ),
                (
                    tsql!(
                        "REPLACE INTO document_numbers (tenant_id, row_version, series, value, document, document_id,
                           number, creation_time)
                         SELECT tenant_id, 1, series, value, document, -7, number, creation_time
                         FROM document_numbers WHERE tenant_id = $1"
                    ),
                    NUMBERS,
                ),
                (
                    tsql!("REPLACE INTO invoices SELECT * FROM invoices WHERE tenant_id = $1 AND status <> 'Open'"),
                    "a closed invoice is not deleted",
                ),
                (
                    tsql!(
                        "REPLACE INTO invoice_details SELECT line.* FROM invoice_details AS line
                         JOIN invoices ON invoices.id = line.invoice_id
                         WHERE line.tenant_id = $1 AND invoices.status <> 'Open'"
                    ),
                    "a closed invoice keeps its lines",
                ),
            ] {
                assert_rejected(&kit, sql, words).await;
            }
        }
        for day in [
            tsql!(
                "INSERT INTO ledger_entries (tenant_id, row_version, movement, source_id, customer_id, day, creation_time)
                 SELECT tenant_id, 1, 'PaymentReceived', 1000000, customer_id, '1999-12-31', creation_time
                 FROM ledger_entries WHERE tenant_id = $1 LIMIT 1"
            ),
            tsql!(
                "INSERT INTO ledger_entries (tenant_id, row_version, movement, source_id, customer_id, day, creation_time)
                 SELECT tenant_id, 1, 'PaymentReceived', 1000001, customer_id, '-0001-01-01', creation_time
                 FROM ledger_entries WHERE tenant_id = $1 LIMIT 1"
            ),
        ] {
            assert_rejected(&kit, day, "the ledger takes days from 2000 to 2100").await;
        }
        assert_eq!(
            process(&admin, "Close", &open).await["success"],
            true,
            "open invoices go on"
        );
    });
}
