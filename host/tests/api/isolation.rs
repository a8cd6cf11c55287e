//! Tenant isolation through the API and in SQL.

use axum::http::StatusCode;
use data::{
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
};
use testkit::{given, on_both};

#[test]
fn another_tenants_things_are_not_there() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        let own_rows = given::customer(&kit, "Mine Alone").await;
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "OWN-1").await;
        let outsider = other.user("Admin").await;
        for path in [
            format!("/api/customer/customer/getCustomerForEdit?id={own_rows}"),
            format!("/api/carrier/carrieraccount/getcarrieraccountforedit?id={account}"),
        ] {
            assert_eq!(admin.get(&path).await.status, StatusCode::OK, "{path}");
            outsider.get(&path).await.expect_error(404);
        }
        outsider
            .delete(&format!(
                "/api/customer/customer/deleteCustomer?id={own_rows}"
            ))
            .await
            .expect_error(404);
        let theirs = outsider
            .get("/api/customer/customer/getCustomers")
            .await
            .result();
        assert_eq!(theirs["totalCount"], 0);
    });
}

#[test]
fn a_query_without_the_tenant_sees_nothing() {
    on_both(|kit| async move {
        given::customer(&kit, "Behind the Wall").await;
        let db = kit.app.host().db();
        let all = PlatformSql("SELECT CAST(COUNT(*) AS BIGINT) FROM customers");
        let mut as_nobody = db.begin_platform(Mode::Read).await.unwrap();
        let current: i64 = as_nobody.platform(all, vec![]).await.unwrap()[0]
            .get(0)
            .unwrap();
        let mut as_tenant = db.begin(kit.tenant, Mode::Read).await.unwrap();
        let own: i64 = as_tenant.platform(all, vec![]).await.unwrap()[0]
            .get(0)
            .unwrap();
        match db.dialect() {
            // Row-level security: a statement without a tenant gets its own rows only.
            data::db::Dialect::Postgres => {
                assert_eq!(current, 0);
                assert_eq!(own, 1);
            }
            // SQLite lacks row-level security; there only the types protect.
            data::db::Dialect::Sqlite => assert!(current >= 1),
        }
    });
}

#[test]
fn a_row_cannot_be_written_into_another_tenant() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        let customer = given::customer(&kit, "Foreign Key").await;
        let db = kit.app.host().db();
        let mut tx = db.begin(other.tenant, Mode::Write).await.unwrap();
        let now = kit.app.host().clock().now();
        let insert = PlatformSql(
            "INSERT INTO carrier_accounts (tenant_id, row_version, code, name, carrier_code, customer_id, is_active,
             use_manual_rates, available_for_guest, available_for_payg, settings, secrets, creation_time)
             VALUES ($1, 1, 'X', 'X', 'own-fleet', $2, TRUE, FALSE, FALSE, FALSE, '{}', '{}', $3)",
        );
        // The key includes the tenant, so another tenant's customer does not exist.
        let refused = tx
            .platform(insert, vec![other.tenant.val(), customer.val(), now.val()])
            .await;
        assert!(refused.is_err());
        if db.dialect() == data::db::Dialect::Postgres {
            let mut tx = db.begin(other.tenant, Mode::Write).await.unwrap();
            let into_the_first = tx
                .platform(insert, vec![kit.tenant.val(), customer.val(), now.val()])
                .await;
            assert!(
                into_the_first.is_err(),
                "row-level security lets no row of another tenant in"
            );
        }
    });
}

#[test]
fn a_cancelled_begin_leaves_no_tenant_behind() {
    on_both(|kit| async move {
        let db = kit.app.host().db().clone();
        if db.dialect() != data::db::Dialect::Postgres {
            return;
        }
        for turn in 0..60_u64 {
            let begin = db.begin(TenantId(900_000 + turn as i64), Mode::Write);
            // The client disconnects while the transaction begins.
            let _ = tokio::time::timeout(std::time::Duration::from_micros(turn * 20), begin).await;
        }
        for _ in 0..60 {
            let mut tx = db.begin_platform(Mode::Read).await.unwrap();
            let who = PlatformSql("SELECT current_setting('app.tenant_id', true)");
            let tenant: String = tx.platform(who, vec![]).await.unwrap()[0].get(0).unwrap();
            assert_eq!(tenant, "0");
            tx.commit().await.unwrap();
        }
    });
}
