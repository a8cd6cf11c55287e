//! View configurations: private, shared, and defaults.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const ALL: &str = "/api/core/ViewConfiguration/GetViewConfigurations";
const SAVE: &str = "/api/core/ViewConfiguration/CreateOrUpdateViewConfiguration";
const DELETE: &str = "/api/core/ViewConfiguration/DeleteViewConfiguration";

fn view(key: &str, more: Value) -> Value {
    let mut view = json!({"view": "bookings.list", "key": key, "value": "{\"columns\":[\"id\"]}"});
    view.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    json!({"viewConfiguration": view})
}

async fn keys(client: &Client) -> Vec<String> {
    let all = client
        .get(&format!("{ALL}?view=bookings.list"))
        .await
        .result();
    all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|view| view["key"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_private_view_is_its_owners_alone() {
    on_both(|kit| async move {
        let (one, two) = (kit.user("Dispatcher").await, kit.user("Dispatcher").await);
        let own_rows =
            one.post(SAVE, view("mine", json!({}))).await.result()["viewConfiguration"].clone();
        assert_eq!(
            (own_rows["isOwn"].clone(), own_rows["value"].clone()),
            (json!(true), json!("{\"columns\":[\"id\"]}"))
        );
        assert_eq!(keys(&one).await, ["mine"]);
        assert!(keys(&two).await.is_empty());
        two.delete(&format!("{DELETE}?id={}", own_rows["id"]))
            .await
            .expect_error(404);
        two.post(SAVE, view("mine", json!({"id": own_rows["id"]})))
            .await
            .expect_error(404);
        let admin = kit.user("Admin").await;
        admin
            .delete(&format!("{DELETE}?id={}", own_rows["id"]))
            .await
            .expect_error(404);

        let repeat = one
            .post(SAVE, view("mine", json!({"value": "2"})))
            .await
            .result()["viewConfiguration"]
            .clone();
        assert_eq!(
            (repeat["id"].clone(), repeat["value"].clone()),
            (own_rows["id"].clone(), json!("2"))
        );
        one.post(
            SAVE,
            view("mine", json!({"rowVersion": own_rows["rowVersion"]})),
        )
        .await
        .expect_error(409);
        let other_screen =
            json!({"viewConfiguration": {"view": "customers.list", "key": "mine", "value": ""}});
        one.post(SAVE, other_screen).await.result();
        assert_eq!(one.get(ALL).await.result()["totalCount"], 2);
        one.delete(&format!("{DELETE}?id={}", own_rows["id"]))
            .await
            .result();
        assert!(keys(&one).await.is_empty());
        kit.guest().get(ALL).await.expect_error(401);
    });
}

#[test]
fn changes_of_views_are_recorded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let created = admin
            .post(SAVE, view("office", json!({"showToAllUsers": true})))
            .await
            .result();
        let id = created["viewConfiguration"]["id"].clone();
        admin
            .post(SAVE, view("office", json!({"id": id, "isDefault": true})))
            .await
            .result();
        admin.delete(&format!("{DELETE}?id={id}")).await.result();
        let query = format!(
            "/api/core/auditlog/getentitychanges?entityType=ViewConfiguration&entityId={id}"
        );
        let list = admin.get(&query).await.result();
        let told = |entry: &Value| (entry["changeType"].clone(), entry.to_string());
        let actual: Vec<_> = list["items"].as_array().unwrap().iter().map(told).collect();
        let kinds: Vec<_> = actual.iter().map(|(kind, _)| kind.clone()).collect();
        assert_eq!(kinds, ["Deleted", "Updated", "Created"], "{list}");
        assert!(actual[1].1.contains("isDefault"), "{list}");
    });
}

#[test]
fn only_who_may_shares_a_view() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let customer = given::customer(&kit, "Sees Views").await;
        let customer_user = kit.customer_user(customer).await;
        for flag in ["showToAllUsers", "showToCustomerUsers"] {
            dispatcher
                .post(SAVE, view("mine", json!({flag: true})))
                .await
                .expect_error(403);
        }
        let office = admin
            .post(SAVE, view("office", json!({"showToAllUsers": true})))
            .await
            .result();
        let office = office["viewConfiguration"]["id"].clone();
        admin
            .post(SAVE, view("portal", json!({"showToCustomerUsers": true})))
            .await
            .result();
        admin.post(SAVE, view("private", json!({}))).await.result();
        assert_eq!(keys(&dispatcher).await, ["office", "portal"]);
        assert_eq!(keys(&customer_user).await, ["portal"]);
        assert_eq!(keys(&admin).await, ["office", "portal", "private"]);

        dispatcher
            .post(SAVE, view("office", json!({"id": office})))
            .await
            .expect_error(403);
        dispatcher
            .delete(&format!("{DELETE}?id={office}"))
            .await
            .expect_error(403);
        customer_user
            .delete(&format!("{DELETE}?id={office}"))
            .await
            .expect_error(404);
        let second = kit.user("Admin").await;
        let changed = second
            .post(
                SAVE,
                view(
                    "office",
                    json!({"id": office, "showToAllUsers": true, "value": "new"}),
                ),
            )
            .await;
        assert_eq!(changed.result()["viewConfiguration"]["isOwn"], false);
        second
            .post(SAVE, view("office", json!({"id": office})))
            .await
            .result();
        assert_eq!(
            keys(&dispatcher).await,
            ["office", "portal"],
            "who sees it stays as it was"
        );
        second
            .post(
                SAVE,
                view("office", json!({"id": office, "showToAllUsers": false})),
            )
            .await
            .result();
        assert_eq!(
            keys(&dispatcher).await,
            ["portal"],
            "it is no longer shared"
        );
        assert!(
            !keys(&second).await.contains(&"office".to_owned()),
            "and its owner's again"
        );

        let outsider = kit.another_tenant().await.user("Admin").await;
        assert!(keys(&outsider).await.is_empty());
        outsider
            .delete(&format!("{DELETE}?id={office}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn one_is_the_default() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let defaults = async |client: &Client| -> Vec<String> {
            let all = client.get(ALL).await.result();
            let items = all["items"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|view| view["isDefault"] == true);
            items
                .map(|view| view["key"].as_str().unwrap().to_owned())
                .collect()
        };
        admin
            .post(SAVE, view("a", json!({"isDefault": true})))
            .await
            .result();
        admin
            .post(SAVE, view("b", json!({"isDefault": true})))
            .await
            .result();
        assert_eq!(defaults(&admin).await, ["b"]);
        admin
            .post(
                SAVE,
                view("c", json!({"isDefault": true, "showToAllUsers": true})),
            )
            .await
            .result();
        admin
            .post(
                SAVE,
                view("d", json!({"isDefault": true, "showToAllUsers": true})),
            )
            .await
            .result();
        assert_eq!(
            defaults(&admin).await,
            ["b", "d"],
            "one's own, and the shared one"
        );
        assert_eq!(defaults(&kit.user("Dispatcher").await).await, ["d"]);
    });
}

#[test]
fn what_is_wrong_is_named() {
    on_both(|kit| async move {
        let user = kit.user("Dispatcher").await;
        let invalid = json!({"viewConfiguration": {"view": " ", "key": "k".repeat(129), "value": "v".repeat(70_000)}});
        assert_eq!(
            user.post(SAVE, invalid).await.invalid_members(),
            [
                "viewConfiguration.key",
                "viewConfiguration.value",
                "viewConfiguration.view"
            ]
        );
        assert_eq!(
            user.post(SAVE, json!({})).await.invalid_members(),
            ["viewConfiguration"]
        );
    });
}

#[test]
fn what_is_left_out_of_a_view_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |view: Value| admin.post(SAVE, json!({"viewConfiguration": view})).await;
        let plain = save(json!({"view": "bookings.list", "key": "plain"}))
            .await
            .result()["viewConfiguration"]
            .clone();
        assert_eq!(
            plain,
            json!({"id": plain["id"], "rowVersion": 1, "view": "bookings.list", "key": "plain", "value": "",
                "isDefault": false, "showToCustomerUsers": false, "showToAllUsers": false, "isOwn": true})
        );
        let office = json!({"view": "bookings.list", "key": "office", "value": "{}", "isDefault": true,
            "showToCustomerUsers": true});
        let mut office = save(office).await.result()["viewConfiguration"].clone();
        let id = office["id"].clone();
        let renamed = save(json!({"id": id, "key": "Office", "isOwn": false}))
            .await
            .result();
        (office["key"], office["rowVersion"]) = (json!("Office"), json!(2));
        assert_eq!(
            renamed["viewConfiguration"], office,
            "all but the name stays, and so does whose it is"
        );
        let by_name =
            json!({"view": "bookings.list", "key": "Office", "value": "{\"columns\":[]}"});
        let by_name = save(by_name).await.result()["viewConfiguration"].clone();
        (office["value"], office["rowVersion"]) = (json!("{\"columns\":[]}"), json!(3));
        assert_eq!(
            by_name, office,
            "the same for one that is known by its name"
        );

        save(json!({"id": id, "rowVersion": 2, "key": "Late"}))
            .await
            .expect_error(409);
        assert_eq!(
            save(json!({"id": id, "key": null})).await.invalid_members(),
            ["viewConfiguration.key"]
        );
        let invalid =
            json!({"id": id, "key": " ", "value": "v".repeat(70_000), "isDefault": "perhaps"});
        assert_eq!(
            save(invalid).await.invalid_members(),
            [
                "viewConfiguration.isDefault",
                "viewConfiguration.key",
                "viewConfiguration.value"
            ]
        );
        let half = save(json!({"id": id, "key": "Half", "isDefault": "perhaps"})).await;
        assert_eq!(half.invalid_members(), ["viewConfiguration.isDefault"]);
        let all = admin
            .get(&format!("{ALL}?view=bookings.list"))
            .await
            .result();
        assert!(
            all["items"].as_array().unwrap().contains(&office),
            "nothing of what was refused is kept: {all}"
        );
    });
}
