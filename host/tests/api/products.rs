//! Products of customers, with dimensions and dangerous goods.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const BASE: &str = "/api/customer/customerproduct";

async fn save(client: &Client, customer: impl serde::Serialize, product: Value) -> Value {
    let body = json!({"customerId": customer, "product": product});
    client
        .post(&format!("{BASE}/createorupdateproduct"), body)
        .await
        .result()["product"]
        .clone()
}

async fn codes(client: &Client, question: &str) -> Vec<Value> {
    let page = client
        .get(&format!("{BASE}/getproducts?sorting=productCode{question}"))
        .await
        .result();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["productCode"].clone())
        .collect()
}

#[test]
fn products_are_added_changed_found_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let wine = save(
            &admin,
            customer,
            json!({"productCode": " W6 ", "name": "Six bottles", "packageType": "Carton",
                "weight": {"value": 8.5, "unit": "kg"}, "height": {"value": 32.5, "unit": "cm"}}),
        )
        .await;
        assert_eq!(
            (&wine["productCode"], &wine["isActive"]),
            (&json!("W6"), &json!(true))
        );
        assert_eq!(wine["weight"], json!({"value": 8.5, "unit": "kg"}));
        let gin = json!({"productCode": "G1", "name": "Gin", "isDangerousGood": true, "dangerousGoodsCategoryId": 30});
        assert_eq!(
            save(&admin, customer, gin).await["dangerousGoodsCategoryName"],
            "Flammable liquids"
        );
        let changed = save(
            &admin,
            customer,
            json!({"id": wine["id"], "name": "Half a dozen", "height": null}),
        )
        .await;
        assert_eq!(
            (&changed["weight"], &changed["height"]),
            (&wine["weight"], &Value::Null)
        );
        assert_eq!(
            codes(
                &admin,
                &format!("&customerId={customer}&filter=contains(name,'dozen')")
            )
            .await,
            ["W6"]
        );
        let one = admin
            .get(&format!("{BASE}/getproductforedit?id={}", wine["id"]))
            .await
            .result();
        assert_eq!(one["product"], changed);
        admin
            .delete(&format!("{BASE}/deleteproduct?id={}", wine["id"]))
            .await
            .result();
        assert_eq!(
            codes(&admin, &format!("&customerId={customer}")).await,
            ["G1"]
        );
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        save(
            &admin,
            customer,
            json!({"productCode": "W6", "name": "Six bottles"}),
        )
        .await;
        let refused = async |product: Value| {
            let body = json!({"customerId": customer, "product": product});
            admin
                .post(&format!("{BASE}/createorupdateproduct"), body)
                .await
                .invalid_members()
        };
        let invalid = json!({"name": "x".repeat(129), "productCode": "", "weight": {"value": -1, "unit": "kg"},
            "length": {"value": 0, "unit": "cm"}, "isDangerousGood": true, "dangerousGoodsCategoryId": 999});
        assert_eq!(
            refused(invalid).await,
            [
                "product.name",
                "product.productCode",
                "product.length.value",
                "product.weight.value",
                "product.dangerousGoodsCategoryId"
            ]
        );
        assert_eq!(
            refused(json!({"productCode": "w6", "name": "Again"})).await,
            ["product.productCode"]
        );
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, json!({"productCode": "H1", "name": "Honey"})).await;
        let user = kit.customer_user(customer).await;
        save(
            &user,
            Value::Null,
            json!({"productCode": "W6", "name": "Six bottles"}),
        )
        .await;
        assert_eq!(codes(&user, "").await, ["W6"]);
        user.get(&format!("{BASE}/getproducts?customerId={other}"))
            .await
            .expect_error(404);
        user.get(&format!("{BASE}/getproductforedit?id={}", theirs["id"]))
            .await
            .expect_error(404);
        user.delete(&format!("{BASE}/deleteproduct?id={}", theirs["id"]))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_table_is_exported_changed_and_imported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let import = async |table: &str| {
            let file = ("products.csv", table.as_bytes());
            let sent = admin
                .post_file("/api/core/file/uploadasset", &[], file)
                .await
                .result();
            let body = json!({"customerId": customer, "fileId": sent["fileId"]});
            admin
                .post(&format!("{BASE}/importproducts"), body)
                .await
                .result()
        };
        let done = import(
            "productCode,name,length,lengthUnit,weight,isDangerousGood,dangerousGoodsCategoryId\n\
             W6,Six bottles,0.4,m,8.5,,\nG1,Gin,,,1.2,true,30\nX1,,,,heavy,,\nX2,Nothing,,,-1,,\n",
        )
        .await;
        assert_eq!(
            (&done["total"], &done["inserted"]),
            (&json!(4), &json!(2)),
            "{done}"
        );
        let table = admin
            .get(&format!("{BASE}/getproductscsv?customerId={customer}"))
            .await;
        let table = String::from_utf8(table.body.to_vec()).unwrap();
        assert!(
            table.contains("W6,Six bottles,,,0.4,,,m,8.5,kg,false,,true"),
            "{table}"
        );
        let same = import(&table).await;
        assert_eq!(
            same,
            json!({"total": 2, "inserted": 0, "updated": 0, "refused": 0, "validationErrors": [], "jobId": null})
        );
        let done = import("productCode,weight\nw6,9\n").await;
        assert_eq!(
            (&done["inserted"], &done["updated"]),
            (&json!(0), &json!(1)),
            "{done}"
        );
        let list = admin
            .get(&format!(
                "{BASE}/getproducts?sorting=productCode&customerId={customer}"
            ))
            .await
            .result();
        let wine = &list["items"][1];
        assert_eq!(
            (&wine["weight"]["value"], &wine["length"]["unit"]),
            (&json!(9), &json!("m")),
            "{list}"
        );
    });
}
