//! Tests of the search index: segments and backfill.

use super::*;

#[test]
fn segments_hold_the_many_and_follow_their_records() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Many Bookings").await;
        let mut scope = kit.app.host().scope(kit.tenant, Mode::Write);
        bookings::seed_many(&mut scope, 8_400).await.unwrap();
        let segments = PlatformSql(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM search_segments WHERE tenant_id = $1",
        );
        let mut tx = kit
            .app
            .host()
            .db()
            .begin(kit.tenant, Mode::Read)
            .await
            .unwrap();
        let count: i64 = tx
            .platform(segments, vec![data::db::Col::val(&kit.tenant.0)])
            .await
            .unwrap()[0]
            .get(0)
            .unwrap();
        assert_eq!(count, 1);
        drop(tx);

        let mut scope = kit.app.host().scope(kit.tenant, Mode::Read);
        assert_eq!(
            scope
                .count::<bookings::rows::Booking>(Where::all())
                .await
                .unwrap(),
            8_400
        );
        let oldest: bookings::rows::Booking = scope.first(Where::all()).await.unwrap().unwrap();
        scope.rollback();

        let reference = oldest.references.reference.clone().unwrap();
        let same = |filter: String| {
            let admin = admin.clone();
            async move { listed(&admin, BOOKINGS, &filter).await }
        };
        let exact = same(format!("reference eq '{reference}'")).await;
        assert!(exact >= 1);
        assert_eq!(
            same(format!(
                "contains(reference,'{}')",
                reference.to_lowercase()
            ))
            .await,
            exact
        );
        assert!(
            bookings(&admin, &reference.replace('-', "").to_lowercase())
                .await
                .contains(&oldest.id.to_string())
        );

        let mut scope = kit.app.host().scope(kit.tenant, Mode::Write);
        let mut changed: bookings::rows::Booking = scope.find(oldest.id).await.unwrap();
        changed.references.reference = Some("QQZZ-NEW".to_owned());
        scope.update(&mut changed).await.unwrap();
        scope.commit().await.unwrap();
        assert_eq!(
            same(format!(
                "contains(reference,'{}')",
                reference.to_lowercase()
            ))
            .await,
            exact - 1
        );
        assert_eq!(bookings(&admin, "qqzz").await, [oldest.id.to_string()]);
        assert_eq!(
            bookings(&admin, "qqzzenw").await,
            [oldest.id.to_string()],
            "with a slip"
        );
        assert_eq!(same("startswith(reference,'qqzz')".to_owned()).await, 1);

        scope
            .delete::<bookings::rows::Booking>(oldest.id)
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert!(bookings(&admin, "qqzz-new").await.is_empty());
        assert_eq!(same("contains(reference,'qqzz')".to_owned()).await, 0);

        let before = bookings(&admin, "richmond").await;
        data::search::rebuild(&mut kit.app.host().scope(kit.tenant, Mode::Write), &[])
            .await
            .unwrap();
        assert_eq!(bookings(&admin, "richmond").await, before);
        assert_eq!(before.len(), 10);
        assert!(
            bookings(&kit.customer_user(customer).await, "richmond")
                .await
                .len()
                == 10
        );
    });
}

#[test]
fn records_from_before_the_index_are_added() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Ancient Oak").await.to_string();
        let db = kit.app.host().db();
        let mut tx = db.begin(kit.tenant, Mode::Write).await.unwrap();
        let tenant = || vec![data::db::Col::val(&kit.tenant.0)];
        tx.platform(
            PlatformSql("DELETE FROM search_docs WHERE tenant_id = $1"),
            tenant(),
        )
        .await
        .unwrap();
        tx.platform(
            PlatformSql(
                "INSERT INTO search_rebuilds (for_tenant, kind, after_id) VALUES ($1, 1, 0)",
            ),
            tenant(),
        )
        .await
        .unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            listed(&admin, CUSTOMERS, "contains(companyName,'cient oa')").await,
            1
        );
        assert!(refs(&search(&admin, "ancient").await["Customers"]).is_empty());

        work::indexing::begin(kit.app.host()).await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(
            refs(&search(&admin, "ancient").await["Customers"]),
            std::slice::from_ref(&customer)
        );
        assert_eq!(
            listed(&admin, CUSTOMERS, "contains(companyName,'cient oa')").await,
            1
        );
    });
}
