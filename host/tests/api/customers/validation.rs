//! Tests of invalid customers and translated errors.

use super::*;

#[test]
fn what_is_wrong_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecustomer");
        let invalid = json!({"customer": {
            "email": "nobody", "creditLimit": -1, "type": "Friend", "isActive": "perhaps", "yearsInBusiness": "many",
        }});
        let members = admin.post(&path, invalid).await.invalid_members();
        let unread = [
            "customer.type",
            "customer.isActive",
            "customer.yearsInBusiness",
        ];
        let refused = [
            "customer.companyName",
            "customer.email",
            "customer.creditLimit",
        ];
        assert_eq!(members, [unread, refused].concat());
        let half_right = json!({"customer": {"companyName": "Half right", "isActive": "perhaps"}});
        assert_eq!(
            admin.post(&path, half_right).await.invalid_members(),
            ["customer.isActive"]
        );
        let stored = admin
            .get(&format!(
                "{BASE}/getCustomers?filter=companyName eq 'Half right'"
            ))
            .await
            .result();
        assert_eq!(stored["totalCount"], 0, "what was half right is not stored");
        let members = admin
            .post_text(&path, "{\"customer\": {")
            .await
            .invalid_members();
        assert_eq!(members.len(), 1);
        for query in [
            "filter=nonsense eq 1",
            "filter=id eq",
            "sorting=nonsense desc",
            "maxResultCount=0",
            "skipCount=-1",
        ] {
            let answer = admin.get(&format!("{BASE}/getCustomers?{query}")).await;
            assert_eq!(
                answer.invalid_members(),
                [query.split('=').next().unwrap()],
                "{query}"
            );
        }
        let body = json!({"customer": {"companyName": "Twice", "code": "SAME"}});
        admin.post(&path, body.clone()).await.result();
        assert_eq!(admin.post(&path, body).await.expect_error(400)["code"], 101);
    });
}

#[test]
fn hours_terms_and_numbers_are_checked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecustomer");
        let invalid = json!({"customer": {"companyName": "Bluegum", "openingTime": "25:00", "openDaysOfWeek": ["Mon", "Someday"],
            "paymentTerms": "soon", "yearsInBusiness": -1, "abn": "12"}});
        let members = admin.post(&path, invalid).await.invalid_members();
        assert_eq!(
            members,
            [
                "customer.openDaysOfWeek[1]",
                "customer.yearsInBusiness",
                "customer.abn",
                "customer.paymentTerms",
                "customer.openingTime"
            ]
        );
        let right = json!({"customer": {"companyName": "\u{1f347} \u{5e9}\u{5dc}\u{5d5}\u{5dd} Wines", "openingTime": "8:00",
            "closingTime": "17:30:00", "openDaysOfWeek": ["Fri", "Mon", "Mon"], "paymentTerms": "end of month + 7",
            "abn": "51 824 753 557", "email": "Kim@Bluegum.example"}});
        let saved = admin.post(&path, right).await.result();
        let customer = &saved["customer"];
        assert_eq!(
            customer["companyName"],
            "\u{1f347} \u{5e9}\u{5dc}\u{5d5}\u{5dd} Wines"
        );
        assert_eq!(
            (&customer["openingTime"], &customer["closingTime"]),
            (&json!("08:00"), &json!("17:30"))
        );
        assert_eq!(customer["openDaysOfWeek"], json!(["Mon", "Fri"]));
        assert_eq!(
            (&customer["paymentTerms"], &customer["isInvoicable"]),
            (&json!("End of month + 7"), &json!(true))
        );
        assert_eq!(
            saved["warnings"][0]["members"],
            json!(["customer.abn"]),
            "{saved}"
        );
        let number = async |number: &str| {
            let change = json!({"customer": {"id": customer["id"], "abn": number, "email": "own@bluegum.example"}});
            admin.post(&path, change).await
        };
        assert_eq!(
            number("94 2900 0000 017").await.result()["warnings"],
            json!([])
        );
        let warned = number("9429000000018").await.result();
        assert_eq!(
            warned["warnings"][0]["members"],
            json!(["customer.abn"]),
            "{warned}"
        );
        assert!(
            warned["warnings"][0]["message"]
                .as_str()
                .unwrap()
                .contains("NZBN"),
            "{warned}"
        );
        assert_eq!(
            number("942900000001").await.invalid_members(),
            ["customer.abn"]
        );
        number("51 824 753 556").await.result();
        let email = json!({"customer": {"id": customer["id"], "email": "Kim@Bluegum.example"}});
        admin.post(&path, email).await.result();
        let second = json!({"customer": {"companyName": "Second", "email": "kim@bluegum.example"}});
        let warnings = admin.post(&path, second).await.result()["warnings"].clone();
        assert_eq!(
            warnings[0]["members"],
            json!(["customer.email"]),
            "{warnings}"
        );
        assert!(
            warnings[0]["message"]
                .as_str()
                .unwrap()
                .contains(customer["code"].as_str().unwrap()),
            "{warnings}"
        );
    });
}

#[test]
fn refusals_carry_what_translates_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecustomer");
        let named = |name: &str| json!({"customer": {"companyName": name, "code": "SAME"}});
        let error = admin
            .post(&path, named(&"x".repeat(129)))
            .await
            .expect_error(400);
        assert_eq!(
            error["validationErrors"],
            json!([{
                "message": "must be at most 128 characters",
                "template": "must be at most {max} characters",
                "parameters": {"max": "128"},
                "code": "tooLong",
                "members": ["customer.companyName"],
            }])
        );
        assert_eq!(
            (&error["template"], &error["parameters"]),
            (&Value::Null, &Value::Null),
            "{error}"
        );
        let own = given::customer(&kit, "Own Company").await;
        let error = kit
            .customer_user(own)
            .await
            .get(&format!("{BASE}/getCustomers"))
            .await
            .expect_error(403);
        assert_eq!(
            error["message"],
            "You need the permission “Customers” for this."
        );
        assert_eq!(
            error["template"],
            "You need the permission “{permission}” for this."
        );
        assert_eq!(
            error["parameters"],
            json!({"permission": {"message": "Customers"}})
        );
        let error = admin
            .get(&format!("{BASE}/getCustomerForEdit?id=999999"))
            .await
            .expect_error(404);
        assert_eq!(error["template"], "{thing} was not found.");
        assert_eq!(
            error["parameters"],
            json!({"thing": {"message": "The customer"}})
        );
        admin.post(&path, named("Twice")).await.result();
        let error = admin.post(&path, named("Twice")).await.expect_error(400);
        assert_eq!(
            error["message"],
            "A record with the same code or name exists already."
        );
        assert!(
            error.get("template").is_none() && error.get("parameters").is_none(),
            "{error}"
        );
    });
}
