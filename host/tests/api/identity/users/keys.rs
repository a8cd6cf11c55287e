//! API keys: shown once, listed with their use, and revoked.

use serde_json::json;
use testkit::on_both;

use super::{BASE, create_user, tenant_admin};

#[test]
fn keys_are_listed_with_their_use_and_without_their_secret() {
    on_both(|kit| async move {
        let (admin, own) = tenant_admin(&kit).await;
        let robot = create_user(&admin, "robot", &["Dispatcher"]).await;
        let create = format!("{BASE}/CreateAPIKey");
        let first = admin.post(&create, json!({"userId": robot})).await.result();
        let second = admin.post(&create, json!({"userId": robot})).await.result();
        admin.post(&create, json!({"userId": own})).await.result();
        let secret = first["apiKey"].as_str().unwrap().to_owned();
        assert_ne!(first["apiKey"], second["apiKey"]);

        let list = admin
            .get(&format!("{BASE}/getapikeys?userId={robot}&sorting=id"))
            .await
            .result();
        assert_eq!(list["totalCount"], 2);
        assert_eq!(
            (&list["items"][0]["id"], &list["items"][0]["lastUsedTime"]),
            (&first["id"], &json!(null))
        );
        assert_eq!(
            (
                &list["items"][0]["userName"],
                &list["items"][0]["userFullName"]
            ),
            (&json!("robot"), &json!("Mia Tran"))
        );
        assert!(!list.to_string().contains(&secret[8..]));
        let form = format!(
            "grant_type=client_credentials&client_id={}&client_secret={secret}",
            first["id"]
        );
        assert_eq!(kit.guest().post_form("/token", &form).await.status, 200);
        let list = admin
            .get(&format!("{BASE}/getapikeys?userId={robot}&sorting=id"))
            .await
            .result();
        assert!(
            list["items"][0]["lastUsedTime"].is_string()
                && list["items"][1]["lastUsedTime"].is_null()
        );

        let all = admin.get(&format!("{BASE}/getapikeys")).await.result();
        assert_eq!(all["totalCount"], 3);
        let user = admin
            .get(&format!("{BASE}/getusers?filter=userName eq 'robot'"))
            .await
            .result();
        assert_eq!(user["items"][0]["apiKey"], second["id"], "the newest");
        admin
            .get(&format!("{BASE}/getapikeys?userId=987654"))
            .await
            .expect_error(404);
    });
}

#[test]
fn another_tenants_key_is_not_there() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        let (theirs, id) = tenant_admin(&other).await;
        let key = theirs
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": id}))
            .await
            .result();
        let (admin, _) = tenant_admin(&kit).await;
        admin
            .delete(&format!("{BASE}/DeleteAPIKey?id={}", key["id"]))
            .await
            .expect_error(404);
        admin
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": id}))
            .await
            .expect_error(404);
        admin
            .get(&format!("{BASE}/getapikeys?userId={id}"))
            .await
            .expect_error(404);
        theirs
            .delete(&format!("{BASE}/DeleteAPIKey?id={}", key["id"]))
            .await
            .result();
    });
}
