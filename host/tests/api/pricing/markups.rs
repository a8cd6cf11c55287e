//! Markups: levels, precedence, and visibility of costs.

use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{MARKUP, cents, percent, quotes, road, road_with, service, sums};

async fn save(admin: &Client, call: &str, body: Value) -> Value {
    admin.post(&format!("{MARKUP}/{call}"), body).await.result()["carrierAccounts"].clone()
}

fn account_markup(account: i64, rate: Value) -> Value {
    json!([{"carrierAccountId": account, "applyToAll": true, "rate": rate}])
}

async fn for_customer(admin: &Client, customer: CustomerId, entries: Value) {
    save(
        admin,
        "CreateOrUpdateMarkupForCustomer",
        json!({"customerId": customer, "carrierAccounts": entries}),
    )
    .await;
}

#[test]
fn the_first_level_that_is_set_prices_the_next_quote() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (cost, sell) = sums(&road(&admin, customer).await);
        assert_eq!(cost, sell, "without a markup it sells at cost");
        let of_type = |number: i64, value: i64| json!({"markUpType": number, "carrierAccounts": account_markup(account, percent(value))});
        let sells_at = async |value: i64, level: &str| {
            let quote = road(&admin, customer).await;
            let lines = quote["details"].as_array().unwrap();
            let mut sum = 0;
            for line in lines {
                assert_eq!(
                    line["markup"],
                    json!({"level": level, "calcMethod": "Percentage", "value": value})
                );
                let marked_up =
                    (cents(&line["amount"]) as f64 * (1.0 + value as f64 / 100.0)).round() as i64;
                assert!(
                    (cents(&line["markedupAmount"]) - marked_up).abs() <= 1,
                    "{line}"
                );
                sum += cents(&line["markedupAmount"]);
            }
            assert_eq!(sum, cents(&quote["customerCost"]["totalExcludingGst"]));
            assert_eq!(
                cents(&quote["carrierCost"]["totalExcludingGst"]),
                cost,
                "what it costs stays"
            );
        };
        save(&admin, "CreateOrUpdateMarkupByType", of_type(1, 5)).await;
        sells_at(5, "Carrier").await;
        save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": account_markup(account, percent(7))}),
        )
        .await;
        sells_at(7, "CarrierAccount").await;
        save(&admin, "CreateOrUpdateMarkupByType", of_type(4, 90)).await;
        sells_at(7, "CarrierAccount").await;
        save(&admin, "CreateOrUpdateMarkupByType", of_type(2, 10)).await;
        sells_at(10, "Account").await;
        for_customer(&admin, customer, account_markup(account, percent(20))).await;
        sells_at(20, "Customer").await;
        let road_id = service(&admin, "ROAD").await;
        let own_body = json!([{"carrierAccountId": account, "rate": percent(20),
            "services": [{"serviceId": road_id, "rate": percent(30)}]}]);
        for_customer(&admin, customer, own_body).await;
        sells_at(30, "Customer").await;
        let other = quotes(&admin, customer, json!({})).await;
        let priority = other
            .iter()
            .find(|quote| quote["service"]["code"] == "PRIORITY")
            .unwrap();
        assert_eq!(
            priority["details"][0]["markup"]["value"], 20,
            "a service's own comes before that of all"
        );
        for_customer(&admin, customer, json!([{"carrierAccountId": account}])).await;
        sells_at(10, "Account").await;
    });
}

#[test]
fn markups_are_told_as_they_were_set() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let second = given::own_fleet(&kit, &admin, "FLEET-2").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let road_id = service(&admin, "ROAD").await;
        let entries = json!([
            {"carrierAccountId": account, "expireDate": "2030-06-30", "rate": percent(5)},
            {"carrierAccountId": account, "effectiveDate": "2030-07-01", "applyToAll": false,
             "services": [{"serviceId": road_id, "rate": {"calcMethod": "Override", "value": 12.5}}]},
            {"carrierAccountId": second, "rate": {"calcMethod": "Fixed", "value": -1.25}},
        ]);
        let saved = save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": entries}),
        )
        .await;
        assert_eq!(
            saved,
            admin.get(&format!("{MARKUP}/GetMarkup")).await.result()["carrierAccounts"]
        );
        assert_eq!(saved.as_array().unwrap().len(), 3);
        let (first, later, other) = (&saved[0], &saved[1], &saved[2]);
        assert_eq!(
            (&first["applyToAll"], &first["expireDate"]),
            (&json!(true), &json!("2030-06-30"))
        );
        assert_eq!(
            later["services"],
            json!([{"serviceId": road_id, "rate": {"calcMethod": "Override", "value": 12.5}}])
        );
        assert_eq!(
            (&other["rate"]["value"], &other["carrierCode"]),
            (&json!(-1.25), &json!("own-fleet"))
        );
        let saved = save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": account_markup(account, percent(6))}),
        )
        .await;
        assert_eq!(saved.as_array().unwrap().len(), 2);
        assert_eq!(saved[1], *other);
        save(
            &admin,
            "CreateOrUpdateMarkupByType",
            json!({"markUpType": 1, "carrierAccounts": account_markup(second, percent(3))}),
        )
        .await;
        let carriers = admin
            .get(&format!("{MARKUP}/GetMarkupByType?markupType=1"))
            .await
            .result();
        assert_eq!(carriers["carrierAccounts"][0]["carrierAccountId"], account);
        assert_eq!(carriers["carrierAccounts"].as_array().unwrap().len(), 1);
        let none = admin
            .get(&format!("{MARKUP}/GetCustomerMarkup?customerId={customer}"))
            .await
            .result();
        assert_eq!(none["carrierAccounts"], json!([]));
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let members = async |entries: Value| {
            let body = json!({"carrierAccounts": entries});
            admin
                .post(&format!("{MARKUP}/CreateOrUpdateMarkup"), body)
                .await
                .invalid_members()
        };
        let percentage = json!({"calcMethod": "Percentage", "value": -101});
        assert_eq!(
            members(account_markup(account, percentage)).await,
            ["carrierAccounts[0].rate.value"]
        );
        let unknown = json!({"calcMethod": "Double", "value": 1});
        assert_eq!(
            members(account_markup(account, unknown)).await,
            ["carrierAccounts[0].rate.calcMethod"]
        );
        let odd = json!([
            {"carrierAccountId": account, "applyToAll": true, "effectiveDate": "2030-02-01", "expireDate": "2030-01-01"},
            {"carrierAccountId": account, "services": [{"serviceId": 999_999_999, "rate": percent(5)}]},
        ]);
        let invalid = members(odd).await;
        assert_eq!(
            invalid,
            [
                "carrierAccounts[0].rate",
                "carrierAccounts[0].expireDate",
                "carrierAccounts[1].services[0].serviceId",
                "carrierAccounts[1].effectiveDate",
            ]
        );
        let duplicate = json!([
            {"carrierAccountId": account, "expireDate": "2030-06-30", "rate": percent(5)},
            {"carrierAccountId": account, "effectiveDate": "2030-06-30", "rate": percent(6)},
        ]);
        assert_eq!(
            members(duplicate).await,
            ["carrierAccounts[1].effectiveDate"]
        );
        let by_type = json!({"markUpType": 6, "carrierAccounts": []});
        let invalid = admin
            .post(&format!("{MARKUP}/CreateOrUpdateMarkupByType"), by_type)
            .await
            .invalid_members();
        assert_eq!(invalid, ["markUpType"]);
        admin
            .get(&format!("{MARKUP}/GetMarkupByType?markupType=0"))
            .await
            .expect_error(400);

        let stale = json!([{"carrierAccountId": account, "rowVersion": 1, "rate": percent(8)}]);
        save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": account_markup(account, percent(5))}),
        )
        .await;
        save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": stale}),
        )
        .await;
        admin
            .post(
                &format!("{MARKUP}/CreateOrUpdateMarkup"),
                json!({"carrierAccounts": stale}),
            )
            .await
            .expect_error(409);

        let outsider = kit.another_tenant().await.user("Admin").await;
        let body = json!({"carrierAccounts": account_markup(account, percent(5))});
        outsider
            .post(&format!("{MARKUP}/CreateOrUpdateMarkup"), body.clone())
            .await
            .expect_error(404);
        outsider
            .get(&format!("{MARKUP}/GetCustomerMarkup?customerId={customer}"))
            .await
            .expect_error(404);
        let user = kit.customer_user(customer).await;
        user.get(&format!("{MARKUP}/GetCustomerMarkup?customerId={customer}"))
            .await
            .expect_error(403);
        user.post(&format!("{MARKUP}/CreateOrUpdateMarkup"), body)
            .await
            .expect_error(403);
        kit.user("Dispatcher")
            .await
            .get(&format!("{MARKUP}/GetMarkup"))
            .await
            .expect_error(403);
        kit.user("Finance")
            .await
            .get(&format!("{MARKUP}/GetMarkup"))
            .await
            .result();
    });
}

#[test]
fn a_customers_user_never_sees_a_cost() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for_customer(&admin, customer, account_markup(account, percent(13))).await;
        let quote = road(&admin, customer).await;
        let (cost, sell) = sums(&quote);
        assert!(sell > cost);
        // Digits of amounts known only on the cost side.
        let carrier = quote["carrierCost"].as_object().unwrap().values().cloned();
        let lines = quote["details"].as_array().unwrap();
        let costs: Vec<String> = carrier
            .chain(lines.iter().map(|line| line["amount"].clone()))
            .filter(|amount| cents(amount) != 0)
            .map(|amount| amount.to_string())
            .collect();
        assert!(
            quote["details"][0]["breakDown"]
                .as_str()
                .unwrap()
                .contains("markup (13 %, customer)")
        );

        let user = kit.customer_user(customer).await;
        let seen = |what: &str, answer: &Value| {
            let text = answer.to_string();
            let holds = |digits: &String| {
                text.match_indices(digits.as_str()).any(|(at, _)| {
                    let is_digit = |letter: Option<char>| {
                        letter.is_some_and(|it| it.is_ascii_digit() || it == '.')
                    };
                    !is_digit(text[..at].chars().last())
                        && !is_digit(text[at + digits.len()..].chars().next())
                })
            };
            let leaked: Vec<&String> = costs.iter().filter(|digits| holds(digits)).collect();
            assert!(leaked.is_empty(), "{what} tells {leaked:?}: {text}");
            assert!(!text.contains("13 %"), "{what} tells the markup: {text}");
        };
        let answer = given::quotes(&user, given::quote_request(customer)).await;
        seen("the quote", &answer);
        let own = road(&user, customer).await;
        assert_eq!(cents(&own["customerCost"]["totalExcludingGst"]), sell);
        assert_eq!(
            (&own["carrierCost"], &own["details"][0]["markup"]),
            (&json!(null), &json!(null))
        );
        assert_eq!(
            own["details"][0]["amount"],
            own["details"][0]["markedupAmount"]
        );

        let (from, to) = given::addresses();
        let request = given::quote_request(customer);
        let token = answer["resourceToken"].clone();
        let result = answer["quotes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|quote| quote["service"]["code"] == "ROAD")
            .unwrap();
        let booking = json!({"booking": {"fromAddress": from, "toAddress": to, "items": request["items"],
            "quoteId": result["id"], "resourceToken": token}});
        let batch = json!({"bookings": [booking], "operations": ["Book"]});
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let booked = user.post(path, batch).await.result();
        seen("the batch", &booked);
        let id = booked["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("{booked}"));
        for path in [
            format!("/api/booking/booking/getbookingforEdit?Id={id}"),
            "/api/booking/booking/getbookings".to_owned(),
            "/api/booking/booking/getbookingssummary".to_owned(),
        ] {
            seen(&path, &user.get(&path).await.result());
        }
        let path = format!("/api/booking/booking/getbookingforEdit?Id={id}");
        let pricing = admin.get(&path).await.result()["pricingDetail"].clone();
        let pricing = if pricing.is_null() {
            admin.get(&path).await.result()["booking"]["pricingDetail"].clone()
        } else {
            pricing
        };
        assert_eq!(
            cents(&pricing["total"]["taxExclusiveAmount"]),
            sell,
            "{pricing}"
        );
        assert_eq!(cents(&pricing["carrierTotal"]["taxExclusiveAmount"]), cost);
    });
}

#[test]
fn tax_margin_and_rounding_follow_the_tenant() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        save(
            &admin,
            "CreateOrUpdateMarkup",
            json!({"carrierAccounts": account_markup(account, percent(1))}),
        )
        .await;
        let pricing = json!({"minimumMargin": 20, "roundTo": 0.5, "rounding": "Up"});
        given::change_settings(&kit, json!({ "pricing": pricing })).await;
        let quote = road(&admin, customer).await;
        let (cost, sell) = sums(&quote);
        assert!(
            sell * 8 >= cost * 10 && sell % 50 == 0 && (sell - 50) * 8 < cost * 10,
            "{cost} sells at {sell}"
        );
        let customer_cost = &quote["customerCost"];
        let tax =
            cents(&customer_cost["totalIncludingGst"]) - cents(&customer_cost["totalExcludingGst"]);
        assert!(
            (tax - sell / 10).abs() <= 2,
            "a tenth of {sell} is not {tax}"
        );
        for (settings, member) in [
            (json!({"minimumMargin": 96}), "pricing.minimumMargin"),
            (json!({"roundTo": 0.005}), "pricing.roundTo"),
        ] {
            let path = "/api/core/tenantsettings/updateallsettings";
            assert_eq!(
                admin
                    .put(path, json!({ "pricing": settings }))
                    .await
                    .invalid_members(),
                [member]
            );
        }
        // Exports are zero-rated. The tenant is in another country here, so the lane is an export.
        given::change_settings(&kit, json!({"general": {"countryCode": "NZ"}})).await;
        let export = road_with(&admin, customer, json!({})).await;
        assert_eq!(
            export["customerCost"]["totalIncludingGst"],
            export["customerCost"]["totalExcludingGst"]
        );
        assert_eq!(export["service"]["isTaxApplied"], false);
    });
}
