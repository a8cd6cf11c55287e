//! Customers through the API: made, found, changed, refused.

use serde_json::json;
use testkit::{given, on_both};

const BASE: &str = "/api/customer/customer";

#[test]
fn a_customer_is_made_found_and_changed() {
    on_both(|kit| async move {
        let dispatcher = kit.user("Admin").await;
        let body = json!({"customer": {"companyName": "O'Neil & Sons", "email": "kim@oneil.example", "creditLimit": 12500.55}});
        let made = dispatcher.post(&format!("{BASE}/createorupdatecustomer"), body).await.result()["customer"].clone();
        assert_eq!(made["code"], "C00001");
        assert_eq!(made["accountStatus"], "Active");
        assert_eq!(made["creditLimit"], 12500.55);
        assert_eq!(made["rowVersion"], 1);

        let filter = "contains(tolower(companyName),'o''neil') or id eq 999999";
        let found = dispatcher.get(&format!("{BASE}/getCustomers?filter={filter}&maxResultCount=1")).await.result();
        assert_eq!(found["totalCount"], 1);
        assert_eq!(found["items"][0]["id"], made["id"]);
        let by_guid =
            format!("{BASE}/getcustomers?Filter=customerGuid eq guid'{}'", made["customerGuid"].as_str().unwrap());
        assert_eq!(dispatcher.get(&by_guid).await.result()["totalCount"], 1);

        let mut change = made.clone();
        change["companyName"] = json!("O'Neil Group");
        change["customerGuid"] = json!("00000000-0000-0000-0000-000000000001");
        let changed =
            dispatcher.post(&format!("{BASE}/createorupdatecustomer"), json!({"customer": change})).await.result();
        assert_eq!(changed["customer"]["companyName"], "O'Neil Group");
        assert_eq!(changed["customer"]["customerGuid"], made["customerGuid"], "the identity cannot be changed");
        // The version that was read is no longer the newest.
        dispatcher.post(&format!("{BASE}/createorupdatecustomer"), json!({"customer": change})).await.refused(409);
    });
}

#[test]
fn what_is_wrong_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecustomer");
        let wrong = json!({"customer": {"email": "nobody", "type": "Friend", "creditLimit": -1}});
        let members = admin.post(&path, wrong).await.invalid_members();
        assert_eq!(members, ["customer.companyName", "customer.email", "customer.type", "customer.creditLimit"]);
        let members =
            admin.post(&path, json!({"customer": {"companyName": "A", "isActive": "perhaps"}})).await.invalid_members();
        assert_eq!(members, ["customer.isActive"]);
        let members = admin.post_text(&path, "{\"customer\": {").await.invalid_members();
        assert_eq!(members.len(), 1);
        for query in
            ["filter=nonsense eq 1", "filter=id eq", "sorting=nonsense desc", "maxResultCount=0", "skipCount=-1"]
        {
            let answer = admin.get(&format!("{BASE}/getCustomers?{query}")).await;
            assert_eq!(answer.invalid_members(), [query.split('=').next().unwrap()], "{query}");
        }
        let body = json!({"customer": {"companyName": "Twice", "code": "SAME"}});
        admin.post(&path, body.clone()).await.result();
        assert_eq!(admin.post(&path, body).await.refused(400)["code"], 101);
    });
}

#[test]
fn a_customers_user_sees_that_customer_alone() {
    on_both(|kit| async move {
        let own = given::customer(&kit, "Own Company").await;
        let user = kit.customer_user(own).await;
        let current = user.get(&format!("{BASE}/getCurrentCustomer")).await.result();
        assert_eq!(current["customer"]["id"], own.0);
        user.get(&format!("{BASE}/getCustomers")).await.refused(403);
        kit.user("Admin").await.get(&format!("{BASE}/getCurrentCustomer")).await.refused(404);
    });
}
