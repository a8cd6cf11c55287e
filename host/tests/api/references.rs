//! Reference fields of a customer's bookings.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const BASE: &str = "/api/customer/customerreferences";

async fn save(client: &Client, customer: impl serde::Serialize, reference: Value) -> Value {
    let body = json!({"customerId": customer, "reference": reference});
    client
        .post(&format!("{BASE}/createorupdatereference"), body)
        .await
        .result()["reference"]
        .clone()
}

async fn names(client: &Client, question: &str) -> Vec<Value> {
    let page = client
        .get(&format!("{BASE}/getreferences?sorting=name{question}"))
        .await
        .result();
    assert_eq!(page["totalCount"], page["items"].as_array().unwrap().len());
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].clone())
        .collect()
}

#[test]
fn references_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let order = save(
            &admin,
            customer,
            json!({"name": " PO number ", "isRequired": true, "description": ""}),
        )
        .await;
        assert_eq!(
            order,
            json!({"id": order["id"], "rowVersion": 1, "customerId": customer, "name": "PO number", "description": null,
                "isRequired": true, "isActive": true, "displayOnInvoice": false})
        );
        save(
            &admin,
            customer,
            json!({"name": "Project", "displayOnInvoice": true}),
        )
        .await;
        let renamed = save(
            &admin,
            customer,
            json!({"id": order["id"], "name": "Purchase order"}),
        )
        .await;
        assert_eq!(
            (&renamed["isRequired"], &renamed["rowVersion"]),
            (&json!(true), &json!(2))
        );
        assert_eq!(
            names(&admin, &format!("&customerId={customer}")).await,
            ["Project", "Purchase order"]
        );
        let required =
            format!("&customerId={customer}&filter=isRequired eq true and contains(name,'urch')");
        assert_eq!(names(&admin, &required).await, ["Purchase order"]);
        let one = admin
            .get(&format!("{BASE}/getreferenceforedit?id={}", order["id"]))
            .await
            .result();
        assert_eq!(one["reference"], renamed);
        admin
            .delete(&format!("{BASE}/deleteReference?id={}", order["id"]))
            .await
            .result();
        assert_eq!(
            names(&admin, &format!("&customerId={customer}")).await,
            ["Project"]
        );
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let order = save(&admin, customer, json!({"name": "PO number"})).await;
        let path = format!("{BASE}/createorupdatereference");
        let body_for = |reference: Value| json!({"customerId": customer, "reference": reference});
        let members = async |body: Value| admin.post(&path, body).await.invalid_members();
        assert_eq!(
            members(json!({"reference": {"name": "Project"}})).await,
            ["customerId"]
        );
        assert_eq!(
            members(body_for(json!({"name": "  "}))).await,
            ["reference.name"]
        );
        let long = body_for(
            json!({"name": "x".repeat(65), "description": "x".repeat(257), "isRequired": "perhaps"}),
        );
        assert_eq!(
            members(long).await,
            [
                "reference.isRequired",
                "reference.description",
                "reference.name"
            ]
        );
        assert_eq!(
            members(body_for(json!({"name": "po NUMBER"}))).await,
            ["reference.name"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, json!({"name": "PO number"})).await;
        let moved = json!({"customerId": other, "reference": {"id": order["id"], "name": "Moved"}});
        admin.post(&path, moved).await.expect_error(404);
        save(
            &admin,
            customer,
            json!({"id": order["id"], "rowVersion": 1, "name": "Order"}),
        )
        .await;
        admin
            .post(
                &path,
                body_for(json!({"id": order["id"], "rowVersion": 1, "name": "Late"})),
            )
            .await
            .expect_error(409);
        for at in 1..20 {
            save(&admin, customer, json!({"name": format!("Field {at}")})).await;
        }
        assert_eq!(
            members(body_for(json!({"name": "One more"}))).await,
            ["reference"]
        );
        save(
            &admin,
            customer,
            json!({"id": order["id"], "name": "PO number"}),
        )
        .await;
    });
}

#[test]
fn of_two_of_one_name_at_once_one_is_kept() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = format!("{BASE}/createorupdatereference");
        let add = |name: &str| {
            admin.post(
                &path,
                json!({"customerId": customer, "reference": {"name": name}}),
            )
        };
        let (one, two) = (json!("PO number"), json!("PO NUMBER"));
        let answers = tokio::join!(add(one.as_str().unwrap()), add(two.as_str().unwrap()));
        let statuses = [answers.0.status.as_u16(), answers.1.status.as_u16()];
        assert!(
            statuses == [200, 400] || statuses == [400, 200],
            "{statuses:?}"
        );
        assert_eq!(
            names(&admin, &format!("&customerId={customer}"))
                .await
                .len(),
            1
        );
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, json!({"name": "Works order"})).await;
        let user = kit.customer_user(customer).await;
        let own = save(&user, Value::Null, json!({"name": "PO number"})).await;
        assert_eq!(own["customerId"], json!(customer));
        assert_eq!(names(&user, "").await, ["PO number"]);
        user.get(&format!("{BASE}/getreferences?customerId={other}"))
            .await
            .expect_error(404);
        user.get(&format!("{BASE}/getreferenceforedit?id={}", theirs["id"]))
            .await
            .expect_error(404);
        user.delete(&format!("{BASE}/deleteReference?id={}", theirs["id"]))
            .await
            .expect_error(404);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{BASE}/getreferences?customerId={customer}"))
            .await
            .expect_error(404);
    });
}
