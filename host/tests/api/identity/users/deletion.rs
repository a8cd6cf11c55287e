//! Deleted users: kept records, no self-deletion, and a last administrator.

use data::{db::Mode, tsql};
use serde_json::json;
use testkit::on_both;

use super::{BASE, client_of, create_user, form, get_user_form, save, set_granted, tenant_admin};

const LAST_ADMIN: i64 = 1201;
const SELF_DELETION: i64 = 1202;

#[test]
fn a_deleted_user_is_gone_and_remembered() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &["Dispatcher"]).await;
        let session = client_of(&kit, mia).await;
        let key = admin
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": mia}))
            .await
            .result();
        let form_of_key = format!(
            "grant_type=client_credentials&client_id={}&client_secret={}",
            key["id"],
            key["apiKey"].as_str().unwrap()
        );
        assert_eq!(
            kit.guest().post_form("/token", &form_of_key).await.status,
            200
        );
        admin
            .delete(&format!("{BASE}/DeleteUser?id={mia}"))
            .await
            .result();

        session
            .get("/api/customer/customer/getCustomers")
            .await
            .expect_error(401);
        assert_eq!(
            kit.guest().post_form("/token", &form_of_key).await.status,
            401
        );
        admin
            .get(&format!("{BASE}/getuserforedit?id={mia}"))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{BASE}/DeleteUser?id={mia}"))
            .await
            .expect_error(404);
        save(&admin, json!({"user": {"id": mia, "isActive": true}}))
            .await
            .expect_error(404);
        let all = admin.get(&format!("{BASE}/getusers")).await.result();
        assert_eq!(all["totalCount"], 1);
        // The row keeps the name and no other personal data.
        let mut scope = kit.scope(Mode::Read);
        let row = tsql!(
            "SELECT name, user_name, email_address, phone_number FROM users WHERE tenant_id = $1 AND id = $2"
        );
        let rows = scope
            .rows(row, vec![data::db::Val::I64(mia.0)])
            .await
            .unwrap();
        let stored: Vec<String> = (0..4).map(|at| rows[0].get(at).unwrap()).collect();
        assert_eq!(stored, ["Mia", "mia", "", ""]);
        drop(scope);
        save(&admin, form("mia", json!({}))).await.result();
    });
}

#[test]
fn nobody_deletes_or_switches_off_themselves() {
    on_both(|kit| async move {
        let (admin, own) = tenant_admin(&kit).await;
        create_user(&admin, "other", &["Admin"]).await;
        let refused = admin
            .delete(&format!("{BASE}/DeleteUser?id={own}"))
            .await
            .expect_error(400);
        assert_eq!(refused["code"], SELF_DELETION);
        let refused = save(&admin, json!({"user": {"id": own, "isActive": false}}))
            .await
            .expect_error(400);
        assert_eq!(refused["code"], SELF_DELETION);
        admin.get(&format!("{BASE}/getusers")).await.result();
    });
}

#[test]
fn the_last_administrator_stays_one() {
    on_both(|kit| async move {
        let (admin, own) = tenant_admin(&kit).await;
        let code =
            |answer: testkit::ApiResponse| answer.expect_error(400)["code"].as_i64().unwrap();
        assert_eq!(
            code(
                save(
                    &admin,
                    json!({"user": {"id": own}, "assignedRoleNames": ["Driver"]})
                )
                .await
            ),
            LAST_ADMIN
        );
        assert_eq!(
            code(set_granted(&admin, own, &["Pages.Job"]).await),
            LAST_ADMIN
        );
        assert_eq!(
            code(
                save(
                    &admin,
                    json!({"user": {"id": own}, "assignedRoleNames": []})
                )
                .await
            ),
            LAST_ADMIN
        );

        let other = create_user(&admin, "other", &["Admin"]).await;
        let other_calls = client_of(&kit, other).await;
        save(&admin, json!({"user": {"id": other, "isActive": false}}))
            .await
            .result();
        assert_eq!(
            code(
                save(
                    &admin,
                    json!({"user": {"id": own}, "assignedRoleNames": []})
                )
                .await
            ),
            LAST_ADMIN
        );
        save(&admin, json!({"user": {"id": other, "isActive": true}}))
            .await
            .result();
        drop(other_calls);
        let other_calls = client_of(&kit, other).await;
        save(
            &other_calls,
            json!({"user": {"id": own}, "assignedRoleNames": ["Driver"]}),
        )
        .await
        .result();
        assert_eq!(
            code(
                save(
                    &other_calls,
                    json!({"user": {"id": other}, "assignedRoleNames": []})
                )
                .await
            ),
            LAST_ADMIN
        );
        admin
            .get(&format!("{BASE}/getusers"))
            .await
            .expect_error(403);
        assert_eq!(
            get_user_form(&other_calls, own).await["user"]["isActive"],
            true
        );
        other_calls
            .delete(&format!("{BASE}/DeleteUser?id={own}"))
            .await
            .result();
    });
}

#[test]
fn two_administrators_can_not_demote_each_other_at_once() {
    on_both(|kit| async move {
        let (first, first_id) = tenant_admin(&kit).await;
        let second_id = create_user(&first, "second", &["Admin"]).await;
        let second = client_of(&kit, second_id).await;
        for _ in 0..5 {
            let (one, other) = tokio::join!(
                save(
                    &first,
                    json!({"user": {"id": second_id}, "assignedRoleNames": []})
                ),
                save(
                    &second,
                    json!({"user": {"id": first_id}, "assignedRoleNames": []})
                ),
            );
            let done = [&one, &other]
                .iter()
                .filter(|answer| answer.status == 200)
                .count();
            assert_eq!(done, 1, "{} and {}", one.status, other.status);
            let (left, id) = if one.status == 200 {
                (&first, second_id)
            } else {
                (&second, first_id)
            };
            save(
                left,
                json!({"user": {"id": id}, "assignedRoleNames": ["Admin"]}),
            )
            .await
            .result();
        }
    });
}

#[test]
fn an_unlocked_user_can_try_again() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &[]).await;
        let mut scope = kit.scope(Mode::Write);
        let until = scope.now() + chrono::TimeDelta::minutes(5);
        let lock = tsql!(
            "UPDATE users SET lockout_end = $3, access_failed_count = 2 WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(
                lock,
                vec![data::db::Val::I64(mia.0), data::db::Val::Time(until)],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert_eq!(get_user_form(&admin, mia).await["user"]["isLocked"], true);
        admin
            .post(&format!("{BASE}/UnlockUser"), json!({"id": mia}))
            .await
            .result();
        assert_eq!(get_user_form(&admin, mia).await["user"]["isLocked"], false);
        admin
            .post(&format!("{BASE}/UnlockUser"), json!({"id": 987654}))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_customers_users_and_roles_go_with_it() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let customer = testkit::given::customer(&kit, "Bluegum Wines").await;
        let role = json!({"role": {"displayName": "Packers", "customerId": customer}, "grantedPermissionNames": []});
        let role = admin
            .post("/api/core/role/createorupdaterole", role)
            .await
            .result()["role"]["id"]
            .clone();
        let mut body = form("vera", json!({"customerId": customer}));
        body["assignedRoleNames"] = json!(["Packers", "Customer"]);
        let vera = data::ids::UserId(save(&admin, body).await.result()["id"].as_i64().unwrap());
        let session = client_of(&kit, vera).await;
        let path = "/api/customer/customer/getCurrentCustomer";
        session.get(path).await.result();
        admin
            .delete(&format!(
                "/api/customer/customer/deleteCustomer?id={customer}"
            ))
            .await
            .result();
        kit.drain_jobs().await;
        session.get(path).await.expect_error(401);
        admin
            .get(&format!("{BASE}/getuserforedit?id={vera}"))
            .await
            .expect_error(404);
        admin
            .get(&format!("/api/core/role/getroleforedit?id={role}"))
            .await
            .expect_error(404);
    });
}
