//! Cost centres of customers, one of them the default.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const BASE: &str = "/api/customer/customercostcenter";

async fn save(client: &Client, customer: impl serde::Serialize, cost_center: Value) -> Value {
    let body = json!({"customerId": customer, "costCenter": cost_center});
    client
        .post(&format!("{BASE}/createorupdatecostcenter"), body)
        .await
        .result()["costCenter"]
        .clone()
}

async fn all(client: &Client, question: &str) -> Vec<Value> {
    let page = client
        .get(&format!("{BASE}/getcostcenters?sorting=code{question}"))
        .await
        .result();
    assert_eq!(page["totalCount"], page["items"].as_array().unwrap().len());
    page["items"].as_array().unwrap().clone()
}

#[test]
fn cost_centers_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let sales = save(
            &admin,
            customer,
            json!({"code": " S1 ", "name": "Sales", "isDefault": true}),
        )
        .await;
        assert_eq!(
            (&sales["code"], &sales["isActive"], &sales["customerId"]),
            (&json!("S1"), &json!(true), &json!(customer))
        );
        let cellar = save(
            &admin,
            customer,
            json!({"code": "C1", "name": "Cellar", "isDefault": true}),
        )
        .await;
        let renamed = save(
            &admin,
            customer,
            json!({"id": sales["id"], "name": "Sales office"}),
        )
        .await;
        assert_eq!(
            (&renamed["code"], &renamed["isDefault"]),
            (&json!("S1"), &json!(false))
        );
        let results = all(
            &admin,
            &format!("&customerId={customer}&filter=contains(name,'ell')"),
        )
        .await;
        assert_eq!(results, std::slice::from_ref(&cellar));
        let one = admin
            .get(&format!("{BASE}/getcostcenterforedit?id={}", cellar["id"]))
            .await
            .result();
        assert_eq!(one["costCenter"], cellar);
        admin
            .delete(&format!("{BASE}/deletecostcenter?id={}", cellar["id"]))
            .await
            .result();
        let remaining = all(&admin, &format!("&customerId={customer}")).await;
        assert_eq!(
            remaining
                .iter()
                .map(|one| one["code"].clone())
                .collect::<Vec<_>>(),
            ["S1"]
        );
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let sales = save(&admin, customer, json!({"code": "S1", "name": "Sales"})).await;
        let refused = async |status: u16, body: Value| {
            let answer = admin
                .post(&format!("{BASE}/createorupdatecostcenter"), body)
                .await
                .expect_error(status);
            let errors = answer["validationErrors"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            errors
                .iter()
                .map(|error| error["members"][0].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let body_for =
            |cost_center: Value| json!({"customerId": customer, "costCenter": cost_center});
        assert_eq!(
            refused(400, json!({"costCenter": {"code": "S2", "name": "Sales"}})).await,
            ["customerId"]
        );
        let invalid =
            body_for(json!({"name": "x".repeat(129), "isDefault": true, "isActive": false}));
        assert_eq!(
            refused(400, invalid).await,
            ["costCenter.code", "costCenter.name", "costCenter.isActive"]
        );
        assert_eq!(
            refused(400, body_for(json!({"code": "s1", "name": "Again"}))).await,
            ["costCenter.code"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, json!({"code": "S1", "name": "Sales"})).await;
        refused(
            404,
            json!({"customerId": other, "costCenter": {"id": sales["id"], "name": "Moved"}}),
        )
        .await;
        save(
            &admin,
            customer,
            json!({"id": sales["id"], "rowVersion": 1, "name": "Sales office"}),
        )
        .await;
        refused(
            409,
            body_for(json!({"id": sales["id"], "rowVersion": 1, "name": "Late"})),
        )
        .await;
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, json!({"code": "W1", "name": "Works"})).await;
        let user = kit.customer_user(customer).await;
        let own = save(&user, Value::Null, json!({"code": "S1", "name": "Sales"})).await;
        assert_eq!(own["customerId"], json!(customer));
        assert_eq!(all(&user, "").await, [own]);
        user.get(&format!("{BASE}/getcostcenters?customerId={other}"))
            .await
            .expect_error(404);
        user.get(&format!("{BASE}/getcostcenterforedit?id={}", theirs["id"]))
            .await
            .expect_error(404);
        user.delete(&format!("{BASE}/deletecostcenter?id={}", theirs["id"]))
            .await
            .expect_error(404);
    });
}
