//! API keys limited by permissions, time and client address.

use chrono::{TimeDelta, Utc};
use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, Kit, on_both};

use super::{BASE, create_user, set_granted, tenant_admin};

const USERS: &str = "/api/core/user/getusers";
const CUSTOMERS: &str = "/api/customer/customer/getCustomers";

async fn new_key(admin: &Client, key: Value) -> ApiResponse {
    admin.post(&format!("{BASE}/CreateAPIKey"), key).await
}

fn form(key: &Value) -> String {
    let (id, secret) = (&key["id"], key["apiKey"].as_str().unwrap());
    format!("grant_type=client_credentials&client_id={id}&client_secret={secret}")
}

async fn token(client: &Client, key: &Value) -> ApiResponse {
    client.post_form("/token", &form(key)).await
}

async fn key_client(kit: &Kit, key: &Value) -> Client {
    let answer = token(&kit.guest(), key).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    kit.guest()
        .with_token(answer.json()["access_token"].as_str().unwrap())
}

async fn refused(client: &Client, key: &Value) {
    let answer = token(client, key).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json()["error"]),
        (401, &json!("invalid_client"))
    );
}

#[test]
fn a_key_holds_what_it_names_as_long_as_its_user_does() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let robot_user = create_user(&admin, "robot", &["Dispatcher"]).await;
        let named_items = ["Pages.Customer.Edit", "Pages.Administration.Users"];
        let invalid = new_key(
            &admin,
            json!({"userId": robot_user, "permissions": named_items}),
        )
        .await;
        assert_eq!(invalid.invalid_members(), ["permissions[1]"]);
        let invalid = new_key(&admin, json!({"userId": robot_user, "permissions": []})).await;
        assert_eq!(invalid.invalid_members(), ["permissions"]);

        let choice = admin
            .get(&format!("{BASE}/getapikeyforedit?userId={robot_user}"))
            .await
            .result();
        let offered = |name: &str| {
            choice["permissions"]
                .as_array()
                .unwrap()
                .iter()
                .any(|item| item["name"] == name)
        };
        assert!(offered(named_items[0]) && !offered(named_items[1]));

        let all = new_key(&admin, json!({"userId": robot_user}))
            .await
            .result();
        let jobs = new_key(
            &admin,
            json!({"userId": robot_user, "permissions": ["Pages.Job"]}),
        )
        .await
        .result();
        let customers =
            json!({"userId": robot_user, "name": " Shop ", "permissions": ["Pages.Customer.Edit"]});
        let customers = new_key(&admin, customers).await.result();
        let listed = admin
            .get(&format!("{BASE}/getapikeys?filter=name eq 'Shop'"))
            .await
            .result();
        let held = json!(["Pages", "Pages.Customer", "Pages.Customer.Edit"]);
        assert_eq!(
            (&listed["totalCount"], &listed["items"][0]["permissions"]),
            (&json!(1), &held)
        );

        key_client(&kit, &all).await.get(CUSTOMERS).await.result();
        key_client(&kit, &jobs)
            .await
            .get(CUSTOMERS)
            .await
            .expect_error(403);
        let shop = key_client(&kit, &customers).await;
        shop.get(CUSTOMERS).await.result();
        shop.get(USERS).await.expect_error(403);
        set_granted(&admin, robot_user, &["Pages.Job"])
            .await
            .result();
        shop.get(CUSTOMERS).await.expect_error(403);
    });
}

#[test]
fn a_key_is_no_way_to_more_than_it_holds() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let boss = create_user(&admin, "boss", &["Admin"]).await;
        let named_items = [
            "Pages.Administration.Users.Edit",
            "Pages.Administration.Users.ChangePermissions",
        ];
        let key = new_key(&admin, json!({"userId": boss, "permissions": named_items}))
            .await
            .result();
        let program = key_client(&kit, &key).await;
        new_key(&program, json!({"userId": boss}))
            .await
            .expect_error(403);
        let user = program
            .get(&format!("{BASE}/getuserforedit?id={boss}"))
            .await
            .result()["user"]
            .clone();
        let mut changed = user.clone();
        changed["password"] = json!("Another-horse-8");
        program
            .post(
                &format!("{BASE}/createorupdateuser"),
                json!({"user": changed}),
            )
            .await
            .expect_error(403);
    });
}

#[test]
fn a_key_expires_and_its_tokens_with_it() {
    on_both(|kit| async move {
        let (admin, own) = tenant_admin(&kit).await;
        for (expiry, code) in [
            (Utc::now() - TimeDelta::days(1), "past"),
            (Utc::now() + TimeDelta::days(800), "tooLate"),
        ] {
            let error = new_key(&admin, json!({"userId": own, "expiresAt": expiry}))
                .await
                .expect_error(400);
            let field = &error["validationErrors"][0];
            assert_eq!(
                (&field["members"], &field["code"]),
                (&json!(["expiresAt"]), &json!(code))
            );
        }
        let long = new_key(
            &admin,
            json!({"userId": own, "expiresAt": Utc::now() + TimeDelta::days(700)}),
        )
        .await
        .result();
        assert_eq!(token(&kit.guest(), &long).await.json()["expires_in"], 3600);
        let key = json!({"userId": own, "expiresAt": Utc::now() + TimeDelta::minutes(10)});
        let key = new_key(&admin, key).await.result();
        let answer = token(&kit.guest(), &key).await.json();
        let seconds = answer["expires_in"].as_i64().unwrap();
        assert!((500..=600).contains(&seconds), "{seconds}");
        let program = kit
            .guest()
            .with_token(answer["access_token"].as_str().unwrap());
        program.get(USERS).await.result();

        let mut scope = kit.scope(Mode::Write);
        let past = Val::Time(Utc::now() - TimeDelta::seconds(1));
        let age = tsql!("UPDATE api_keys SET expires_at = $2 WHERE tenant_id = $1 AND id = $3");
        scope
            .rows(
                age,
                vec![past.clone(), Val::I64(key["id"].as_i64().unwrap())],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        refused(&kit.guest(), &key).await;
        assert_eq!(token(&kit.guest(), &long).await.status, 200);
    });
}

#[test]
fn a_key_is_good_at_its_own_addresses_alone() {
    on_both(|kit| async move {
        let (admin, own) = tenant_admin(&kit).await;
        let sent =
            json!({"userId": own, "addresses": ["203.0.113.0/24", "everywhere", "10.0.0.0/33"]});
        assert_eq!(
            new_key(&admin, sent).await.invalid_members(),
            ["addresses[1]", "addresses[2]"]
        );
        let many: Vec<String> = (0..33).map(|last| format!("203.0.113.{last}")).collect();
        assert_eq!(
            new_key(&admin, json!({"userId": own, "addresses": many}))
                .await
                .invalid_members(),
            ["addresses"]
        );
        let name = "x".repeat(129);
        assert_eq!(
            new_key(&admin, json!({"userId": own, "name": name}))
                .await
                .invalid_members(),
            ["name"]
        );

        let sent = json!({"userId": own, "addresses": ["203.0.113.9/24", "2001:db8::/32"]});
        let key = new_key(&admin, sent).await.result();
        refused(&kit.guest(), &key).await;
        let (here, there) = (
            kit.guest().from_address("203.0.113.7"),
            kit.guest().from_address("198.51.100.7"),
        );
        refused(&there, &key).await;
        let answer = token(&here, &key).await.json();
        let program = here.with_token(answer["access_token"].as_str().unwrap());
        program.get(USERS).await.result();
        program
            .from_address("::ffff:203.0.113.8")
            .get(USERS)
            .await
            .result();
        program
            .from_address("2001:db8:1::2")
            .get(USERS)
            .await
            .result();
        program
            .from_address("198.51.100.7")
            .get(USERS)
            .await
            .expect_error(401);
        program
            .from_address("2001:db9::1")
            .get(USERS)
            .await
            .expect_error(401);
        program.get(USERS).await.result();

        let listed = admin
            .get(&format!("{BASE}/getapikeys?userId={own}"))
            .await
            .result();
        let item = &listed["items"][0];
        assert_eq!(
            item["addresses"],
            json!(["203.0.113.0/24", "2001:db8::/32"])
        );
        assert_eq!(
            (&item["lastUsedAddress"], &item["expiresAt"]),
            (&json!("203.0.113.7"), &json!(null))
        );
    });
}
