//! Tests of invalid customers and translated errors.

use data::ids::CustomerId;
use testkit::api::Day;

use super::*;

#[test]
fn what_is_wrong_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = "/api/customer/customer/createorupdatecustomer";
        let invalid = CustomerRequest::new()
            .email("nobody")
            .credit_limit(-1)
            .type_(Raw("Friend"))
            .is_active(Raw("perhaps"))
            .years_in_business(Raw("many"));
        let members = saving(&admin, invalid).invalid_members().await;
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
        let half_right = new_customer("Half right").is_active(Raw("perhaps"));
        assert_eq!(
            saving(&admin, half_right).invalid_members().await,
            ["customer.isActive"]
        );
        let stored = admin
            .customers()
            .get_customers()
            .filter("companyName eq 'Half right'")
            .await;
        assert_eq!(stored.total_count, 0, "what was half right is not stored");
        let members = admin
            .post_text(path, "{\"customer\": {")
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
            let answer = admin
                .get(&format!("/api/customer/customer/getCustomers?{query}"))
                .await;
            assert_eq!(
                answer.invalid_members(),
                [query.split('=').next().unwrap()],
                "{query}"
            );
        }
        let twice = || new_customer("Twice").code("SAME");
        save(&admin, twice()).await;
        assert_eq!(saving(&admin, twice()).refused(400).await.code, 101);
    });
}

#[test]
fn hours_terms_and_numbers_are_checked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let invalid = new_customer("Bluegum")
            .opening_time("25:00")
            .open_days_of_week(Raw(json!(["Mon", "Someday"])))
            .payment_terms("soon")
            .years_in_business(-1)
            .abn("12");
        let members = saving(&admin, invalid).invalid_members().await;
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
        let name = "\u{1f347} \u{5e9}\u{5dc}\u{5d5}\u{5dd} Wines";
        let right = new_customer(name)
            .opening_time("8:00")
            .closing_time("17:30:00")
            .open_days_of_week([Day::Fri, Day::Mon, Day::Mon])
            .payment_terms("end of month + 7")
            .abn("51 824 753 557")
            .email("Kim@Bluegum.example");
        let saved = saving(&admin, right).await;
        let customer = &saved.customer;
        assert_eq!(customer.company_name.as_deref(), Some(name));
        assert_eq!(
            [&customer.opening_time, &customer.closing_time].map(Option::as_deref),
            [Some("08:00"), Some("17:30")]
        );
        assert_eq!(customer.open_days_of_week, [Day::Mon, Day::Fri]);
        assert_eq!(
            (customer.payment_terms.as_deref(), customer.is_invoicable),
            (Some("End of month + 7"), true)
        );
        assert_eq!(saved.warnings[0].members, ["customer.abn"], "{saved:?}");
        let change = || CustomerRequest::new().id(customer.id);
        let number = |number: &str| {
            let change = change().abn(number).email("own@bluegum.example");
            saving(&admin, change)
        };
        assert_eq!(number("94 2900 0000 017").await.warnings, []);
        let warned = number("9429000000018").await;
        assert_eq!(warned.warnings[0].members, ["customer.abn"], "{warned:?}");
        assert!(warned.warnings[0].message.contains("NZBN"), "{warned:?}");
        assert_eq!(
            number("942900000001").invalid_members().await,
            ["customer.abn"]
        );
        number("51 824 753 556").await;
        save(&admin, change().email("Kim@Bluegum.example")).await;
        let second = new_customer("Second").email("kim@bluegum.example");
        let warnings = saving(&admin, second).await.warnings;
        assert_eq!(warnings[0].members, ["customer.email"], "{warnings:?}");
        assert!(warnings[0].message.contains(&customer.code), "{warnings:?}");
    });
}

#[test]
fn refusals_carry_what_translates_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let same = |name: &str| saving(&admin, new_customer(name).code("SAME"));
        let error = same(&"x".repeat(129)).refused(400).await.error;
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
        let user = kit.customer_user(own).await;
        let error = user.customers().get_customers().refused(403).await.error;
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
        let missing = admin.customers().get_customer_for_edit(CustomerId(999_999));
        let error = missing.refused(404).await.error;
        assert_eq!(error["template"], "{thing} was not found.");
        assert_eq!(
            error["parameters"],
            json!({"thing": {"message": "The customer"}})
        );
        same("Twice").await;
        let error = same("Twice").refused(400).await.error;
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
