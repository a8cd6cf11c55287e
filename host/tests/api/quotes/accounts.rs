//! Tests of accounts priced by rate cards, and of accounts by type of customer.

use super::*;

#[test]
fn an_account_with_manual_rates_is_priced_by_the_card_of_its_code() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "POST").await;
        let path = format!("/api/carrier/carrieraccount/getcarrieraccountforedit?id={account}");
        let mut stored = admin.get(&path).await.result()["carrierAccount"].clone();
        stored["useManualRates"] = json!(true);
        let change = json!({ "carrierAccount": stored });
        admin
            .post(
                "/api/carrier/carrieraccount/createorupdatecarrieraccount",
                change,
            )
            .await
            .result();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        kit.australia_post
            .fail(Endpoint::Prices, Fault::Status(500));
        let answer = given::quotes(&admin, carton(customer)).await;
        let message = answer["failures"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(
            message.contains("none with its code POST applies"),
            "{answer}"
        );
        waybill::demo::put_rate_card(&kit.app, kit.tenant)
            .await
            .unwrap();
        let cards = admin.get("/api/rates/rate-card/rate-cards").await.result();
        let card = admin
            .get(&format!(
                "/api/rates/rate-card/rate-card?id={}",
                cards["items"][0]["id"]
            ))
            .await
            .result();
        let card = &card["rateCard"];
        let change = json!({"rateCard": {"id": card["id"], "rowVersion": card["rowVersion"], "code": "POST"}});
        admin
            .put("/api/rates/rate-card/rate-card", change)
            .await
            .result();
        let answer = given::quotes(&admin, carton(customer)).await;
        let quote = &answer["quotes"][0];
        assert_eq!(
            (&quote["carrier"]["code"], &quote["carrier"]["isManual"]),
            (&json!("australia-post"), &json!(true))
        );
        assert_eq!(quote["service"]["code"], "ROAD", "{answer}");
        let cost = &quote["carrierCost"];
        let (net, gross) = (
            cents(&cost["totalExcludingGst"]),
            cents(&cost["totalIncludingGst"]),
        );
        assert!(gross > net && net > 0, "{quote}");
        let outside = json!({"suburb": "Singapore", "postCode": "048616", "countryCode": "SG", "type": "Business"});
        let mut abroad = carton(customer);
        abroad["toAddress"] = outside;
        let answer = given::quotes(&admin, abroad).await;
        let message = answer["failures"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(
            message.contains("048616 Singapore is in no zone of card POST"),
            "{answer}"
        );
    });
}

#[test]
fn pay_as_you_go_customers_use_the_accounts_that_are_open_to_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = "/api/carrier/carrieraccount/createorupdatecarrieraccount";
        let open = async |members: Value| {
            let mut account = members;
            account["id"] = json!(id);
            admin
                .post(path, json!({ "carrierAccount": account }))
                .await
                .result();
        };
        let is_quoted = async || {
            let answer = admin.post(QUOTE, carton(customer)).await;
            if answer.status == 200 {
                true
            } else {
                answer.expect_error(400)["code"] != 3101
            }
        };
        open(json!({"availableForPayg": false})).await;
        assert!(is_quoted().await);
        let of_type = async |word: &str| {
            let change = json!({"customer": {"id": customer, "type": word}});
            admin
                .post("/api/customer/customer/createorupdatecustomer", change)
                .await
                .result();
        };
        of_type("Payg").await;
        assert!(!is_quoted().await);
        open(json!({"availableForPayg": true})).await;
        assert!(is_quoted().await);
        open(json!({"availableForPayg": false, "customerId": customer})).await;
        assert!(is_quoted().await);
    });
}

#[test]
fn products_of_the_catalogue_fill_what_a_line_leaves_out() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let side = |value: i64| json!({"value": value, "unit": "cm"});
        let product = json!({
            "productCode": "CASE", "name": "Case of riesling", "packageType": "Carton", "length": side(40),
            "width": side(30), "height": side(25), "weight": {"value": 12.5, "unit": "kg"},
        });
        let saved = async |customer: CustomerId, product: &Value| {
            let body = json!({"customerId": customer, "product": product});
            let saved = admin
                .post("/api/customer/customerproduct/createorupdateproduct", body)
                .await
                .result();
            saved["product"]["id"].clone()
        };
        let id = saved(customer, &product).await;
        let full = carton(customer);
        let mut short = full.clone();
        short["items"] = json!([{"productId": id, "quantity": full["items"][0]["quantity"]}]);
        let prices = async |ask: Value| -> Vec<Value> {
            let answer = given::quotes(&admin, ask).await;
            let quotes = answer["quotes"].as_array().unwrap().clone();
            quotes
                .iter()
                .map(|quote| quote["customerCost"].clone())
                .collect()
        };
        let expected = prices(full.clone()).await;
        assert!(!expected.is_empty());
        assert_eq!(prices(short.clone()).await, expected);
        short["items"][0]["weight"] = json!({"value": 900, "unit": "kg"});
        assert_ne!(prices(short.clone()).await, expected);
        let items = json!([{"productId": id, "quantity": 2}]);
        let (from, to) = given::addresses();
        let booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": items,
        });
        let body = json!({"bookings": [{ "booking": booking }]});
        let answer = admin
            .post("/api/booking/booking/createorupdatebatchbooking", body)
            .await
            .result();
        let booked = &answer["successBookings"][0]["booking"]["id"];
        let stored = admin
            .get(&format!(
                "/api/booking/booking/getbookingforEdit?Id={booked}"
            ))
            .await
            .result();
        assert_eq!(
            stored["items"][0]["weight"],
            json!({"value": 12.5, "unit": "kg"}),
            "{stored}"
        );
        assert_eq!(stored["totalWeight"], json!({"value": 25, "unit": "kg"}));
        let request = json!({
            "fromAddress": full["fromAddress"], "toAddress": full["toAddress"], "items": items, "customerId": customer,
        });
        admin.post("/api/rates/quote/quote", request).await.result();
        let other = saved(given::customer(&kit, "Harbour Tools").await, &product).await;
        short["items"] = json!([{"productId": other, "quantity": 1}]);
        assert_eq!(
            admin.post(QUOTE, short).await.invalid_members(),
            ["items[0].productId"]
        );
    });
}
