//! Quotes: all accounts in a fan-out, priced by line, visible to their owner.

mod accounts;

use data::{
    db::{Col, Mode, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use stand_ins::australia_post::{Endpoint, Fault};
use testkit::{given, on_both};

const QUOTE: &str = "/api/booking/Quote/Quote";
const COLLECT: &str = "/api/booking/Quote/GetQuotes";

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}

fn carton(customer: CustomerId) -> Value {
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    request
}

#[test]
fn every_account_answers_and_every_price_is_the_sum_of_its_lines() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let answer = given::quotes(&admin, carton(customer)).await;
        let quotes = answer["quotes"].as_array().unwrap();
        for carrier in ["own-fleet", "australia-post"] {
            assert!(
                quotes
                    .iter()
                    .any(|quote| quote["carrier"]["code"] == carrier),
                "{carrier} is missing: {answer}"
            );
        }
        let mut before = 0;
        for quote in quotes {
            let cost = &quote["customerCost"];
            let lines = quote["details"].as_array().unwrap();
            let sum: i64 = lines
                .iter()
                .map(|line| cents(&line["markedupAmount"]))
                .sum();
            assert_eq!(sum, cents(&cost["totalExcludingGst"]), "{quote}");
            assert_eq!(
                cents(&cost["freightIncludingGst"]) + cents(&cost["additionalIncludingGst"]),
                cents(&cost["totalIncludingGst"]),
                "{quote}"
            );
            assert_eq!(
                quote["service"]["isTaxApplied"],
                cost["totalIncludingGst"] != cost["totalExcludingGst"]
            );
            assert_eq!(
                quote["carrierCost"]["totalIncludingGst"],
                cost["totalIncludingGst"]
            );
            assert!(
                cents(&cost["totalIncludingGst"]) >= before,
                "the cheapest comes first"
            );
            before = cents(&cost["totalIncludingGst"]);
        }
    });
}

#[test]
fn every_wrong_field_is_named_as_it_was_sent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let mut request = given::quote_request(customer);
        request["fromAddress"]["postCode"] = json!("31210");
        request["toAddress"]["suburb"] = json!("");
        request["items"][0]["weight"]["value"] = json!(0);
        request["items"][1]["quantity"] = json!(10_000);
        let members = admin.post(QUOTE, request).await.invalid_members();
        assert_eq!(
            members,
            [
                "fromAddress.postCode",
                "toAddress.suburb",
                "items[0].weight.value",
                "items[1].quantity"
            ]
        );
        let mut unread = given::quote_request(customer);
        unread["items"][0]["length"]["unit"] = json!("furlong");
        unread["items"][0]["weight"]["value"] = json!(0);
        unread["toAddress"]["suburb"] = json!("");
        assert_eq!(
            admin.post(QUOTE, unread).await.invalid_members(),
            [
                "items[0].length.unit",
                "toAddress.suburb",
                "items[0].weight.value"
            ]
        );

        let mut dangerous = given::quote_request(customer);
        dangerous["isDangerousGood"] = json!(true);
        assert_eq!(
            admin.post(QUOTE, dangerous).await.invalid_members(),
            ["isDangerousGood"]
        );
        let mut unknown = given::quote_request(customer);
        unknown["customer"] = json!({});
        assert_eq!(
            admin.post(QUOTE, unknown).await.invalid_members(),
            ["customer.customerId"]
        );
        let mut empty = given::quote_request(customer);
        empty["items"] = json!([]);
        assert_eq!(admin.post(QUOTE, empty).await.invalid_members(), ["items"]);
    });
}

#[test]
fn dangerous_goods_need_a_number_and_an_approved_customer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = format!("/api/customer/customer/getCustomerForEdit?id={customer}");
        let mut approved = admin.get(&path).await.result()["customer"].clone();
        approved["canSendDG"] = json!(true);
        admin
            .post(
                "/api/customer/customer/createorupdatecustomer",
                json!({"customer": approved}),
            )
            .await
            .result();
        let mut request = given::quote_request(customer);
        request["isDangerousGood"] = json!(true);
        let answer = admin.post(QUOTE, request.clone()).await;
        let error = answer.expect_error(400);
        assert_eq!(
            error["validationErrors"][0],
            json!({"message": "UN Number is required", "members": ["dangerousGoodUNCode"], "code": "invalid"})
        );
        request["dangerousGoodUNCode"] = json!("UN1263");
        admin.post(QUOTE, request).await.result();
    });
}

#[test]
fn an_account_without_a_price_says_why() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for _ in 0..4 {
            kit.australia_post
                .fail(Endpoint::Prices, Fault::Status(503));
        }
        let answer = given::quotes(&admin, carton(customer)).await;
        let failures = answer["failures"].as_array().unwrap();
        assert_eq!(failures.len(), 1, "{answer}");
        assert_eq!(failures[0]["carrier"]["accountCode"], "POST");
        assert_eq!(failures[0]["reason"], "unavailable");
        assert!(failures[0]["message"].as_str().unwrap().len() > 5);
        assert!(
            answer["quotes"]
                .as_array()
                .unwrap()
                .iter()
                .all(|quote| quote["carrier"]["code"] == "own-fleet")
        );
        assert!(
            !answer["quotes"].as_array().unwrap().is_empty(),
            "the others are not held up: {answer}"
        );
    });
}

#[test]
fn filters_narrow_carriers_and_services() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let mut request = carton(customer);
        request["filter"] = json!({"carrierCode": ["Own-Fleet"]});
        let answer = given::quotes(&admin, request.clone()).await;
        let quotes = answer["quotes"].as_array().unwrap();
        assert!(
            !quotes.is_empty()
                && quotes
                    .iter()
                    .all(|quote| quote["carrier"]["code"] == "own-fleet"),
            "{answer}"
        );
        let service = quotes[0]["service"]["code"].clone();
        request["filter"]["services"] = json!([service]);
        let answer = given::quotes(&admin, request.clone()).await;
        assert_eq!(answer["quotes"].as_array().unwrap().len(), 1);
        request["filter"] = json!({"carrierCode": ["pigeon"]});
        assert_eq!(
            admin.post(QUOTE, request).await.expect_error(400)["code"],
            3101
        );
    });
}

#[test]
fn a_customer_sees_its_own_quotes_and_no_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Harbour Tools").await,
        );
        let user = kit.customer_user(one).await;
        user.post(QUOTE, given::quote_request(other))
            .await
            .expect_error(404);
        let mut own = given::quote_request(one);
        own["customer"] = json!(null);
        let answer = given::quotes(&user, own).await;
        let quote = &answer["quotes"][0];
        assert_eq!(quote["carrierCost"], json!(null));
        assert_eq!(
            quote["details"][0]["amount"],
            quote["details"][0]["markedupAmount"]
        );

        let token = answer["resourceToken"].as_str().unwrap();
        let path = format!("{COLLECT}?resourceToken={token}");
        admin.get(&path).await.result();
        kit.customer_user(other)
            .await
            .get(&path)
            .await
            .expect_error(404);
        kit.guest().get(&path).await.expect_error(404);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider.get(&path).await.expect_error(404);
        kit.user("Driver").await.get(&path).await.expect_error(403);
    });
}

#[test]
fn guests_use_the_accounts_that_are_open_to_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let guest = kit.guest();
        let mut request = given::quote_request(customer);
        guest.post(QUOTE, request.clone()).await.expect_error(401);
        request["customer"] = json!({});
        assert_eq!(
            guest.post(QUOTE, request.clone()).await.expect_error(400)["code"],
            3101
        );
        let path = format!("/api/carrier/carrieraccount/getcarrieraccountforedit?id={id}");
        let mut account = admin.get(&path).await.result()["carrierAccount"].clone();
        account["availableForGuest"] = json!(true);
        let body = json!({"carrierAccount": account});
        admin
            .post(
                "/api/carrier/carrieraccount/createorupdatecarrieraccount",
                body,
            )
            .await
            .result();
        let answer = given::quotes(&guest, request).await;
        assert!(!answer["quotes"].as_array().unwrap().is_empty(), "{answer}");
        assert_eq!(answer["quotes"][0]["carrierCost"], json!(null));
    });
}

#[test]
fn a_caller_may_wait_instead_of_asking_again() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let token = admin
            .post(QUOTE, given::quote_request(customer))
            .await
            .result()["resourceToken"]
            .clone();
        let token = token.as_str().unwrap().to_owned();
        assert!(token.len() >= 32, "the token cannot be guessed");
        let mut answer = Value::Null;
        for _ in 0..10 {
            answer = admin
                .get(&format!("{COLLECT}?resourceToken={token}&waitMs=1000"))
                .await
                .result();
            if answer["isCompleted"] == true {
                break;
            }
        }
        assert_eq!(answer["isCompleted"], true, "{answer}");
        admin
            .get(&format!("{COLLECT}?resourceToken=nothing"))
            .await
            .expect_error(404);
    });
}

#[test]
fn if_the_host_that_asked_dies_the_missing_are_told_after_the_deadline() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        given::quotes(&admin, given::quote_request(customer)).await;
        let path = format!("{COLLECT}?resourceToken=of-a-host-that-died");
        let mut scope = kit.scope(Mode::Write);
        // The request as its host would have left it.
        let unanswered = tsql!(
            "INSERT INTO quote_requests (tenant_id, row_version, resource_token, customer_id, creator_user_id, request, asked, insurance, deadline, creation_time)
             SELECT tenant_id, 1, $2, customer_id, creator_user_id, request, asked, insurance, deadline, creation_time
             FROM quote_requests WHERE tenant_id = $1"
        );
        scope
            .rows(
                unanswered,
                vec![Val::Text("of-a-host-that-died".to_owned())],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let pending = admin.get(&path).await.result();
        assert_eq!(
            (&pending["isCompleted"], &pending["failures"]),
            (&json!(false), &json!([]))
        );

        let past = scope.now() - chrono::TimeDelta::seconds(60);
        let over = tsql!("UPDATE quote_requests SET deadline = $2 WHERE tenant_id = $1");
        scope.rows(over, vec![past.val()]).await.unwrap();
        scope.commit().await.unwrap();
        let response = admin.get(&path).await.result();
        assert_eq!(response["isCompleted"], true);
        assert_eq!(response["quotes"], json!([]));
        assert_eq!(response["failures"][0]["reason"], "timeout");
        assert_eq!(response["failures"][0]["message"], "no answer within 10 s");
    });
}
