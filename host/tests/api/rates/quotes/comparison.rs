//! Tests of compared cards and re-priced bookings.

use super::*;

#[test]
fn cards_are_compared_whatever_their_dates() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        let next = json!({"id": card.card, "effectiveDate": "2099-01-01"});
        let next = admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result()["rateCard"]["id"]
            .clone();
        let rates = admin
            .get(&format!("{RATE}/rates?rateCardId={next}"))
            .await
            .result();
        let rate = &rates["items"][0];
        let change =
            json!({"rate": {"id": rate["id"], "rowVersion": rate["rowVersion"], "minimum": 50}});
        admin.put(&format!("{RATE}/rate"), change).await.result();
        let body = json!({"ask": cartons(4), "rateCardIds": [card.card, next]});
        let cards = admin
            .post(&format!("{QUOTE}/simulate"), body)
            .await
            .result()["cards"]
            .clone();
        let told = |at: usize| {
            (
                cards[at]["rateCardVersion"].clone(),
                cards[at]["applies"].clone(),
                cards[at]["quotes"][0]["cost"]["total"].clone(),
            )
        };
        assert_eq!(told(0), (json!(1), json!(true), json!(35)));
        assert_eq!(told(1), (json!(2), json!(false), json!(50)));
        let none = json!({"ask": cartons(4), "rateCardIds": []});
        admin
            .post(&format!("{QUOTE}/simulate"), none)
            .await
            .expect_error(400);
    });
}

#[test]
fn what_is_wrong_is_named_and_others_cards_are_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        let mut invalid = with(cartons(0), json!({"distanceKm": -1, "waitingMinutes": -5}));
        invalid["toAddress"]["countryCode"] = json!("Straya");
        let refused = admin
            .post(&format!("{QUOTE}/quote"), invalid)
            .await
            .expect_error(400);
        let members: Vec<&str> = refused["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|error| error["members"][0].as_str())
            .collect();
        for member in [
            "toAddress.countryCode",
            "items[0].quantity",
            "distanceKm",
            "waitingMinutes",
        ] {
            assert!(members.contains(&member), "{member}: {members:?}");
        }
        let request = with(cartons(1), json!({"rateCardId": card.card}));
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .post(&format!("{QUOTE}/quote"), request.clone())
            .await
            .expect_error(404);
        let compare = json!({"ask": cartons(1), "rateCardIds": [card.card]});
        other
            .post(&format!("{QUOTE}/simulate"), compare)
            .await
            .expect_error(404);
        kit.guest()
            .post(&format!("{QUOTE}/quote"), request)
            .await
            .expect_error(401);
    });
}

#[test]
fn an_account_is_priced_by_a_card_of_rows_and_told_why_not() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let attributes = json!([
            {"key": "rateCard", "value": "ROWS"}, {"key": "connotePrefix", "value": "SCF"},
            {"key": "gs1CompanyPrefix", "value": "9377779"},
        ]);
        freight::account(&admin, "own-fleet", "FLEET", attributes).await;
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        new_card(&admin, "ROWS").await;
        let request = freight::quote_request(customer);
        let answer = freight::quotes(&admin, request.clone()).await;
        let message = answer["failures"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(message.contains("is in no zone of card ROWS"), "{answer}");
        let card = priced_card(&admin, "ROAD").await;
        let road = admin
            .get(&format!("{CARD}/rate-card?id={}", card.card))
            .await
            .result()["rateCard"]
            .clone();
        let rows = admin.get(&format!("{CARD}/rate-cards")).await.result()["items"].clone();
        let rows = rows
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["code"] == "ROWS")
            .unwrap()
            .clone();
        admin
            .delete(&format!("{CARD}/rate-card?id={}", rows["id"]))
            .await
            .result();
        let change = json!({"rateCard": {"id": card.card, "rowVersion": road["rowVersion"], "code": "ROWS"}});
        admin
            .put(&format!("{CARD}/rate-card"), change)
            .await
            .result();
        for (zone, suburb) in [
            (card.mel, &request["fromAddress"]),
            (card.syd, &request["toAddress"]),
        ] {
            let place = json!({"postCode": suburb["postCode"], "suburb": suburb["suburb"]});
            new_place(&admin, zone, place).await;
        }
        let answer = freight::quotes(&admin, request).await;
        assert_eq!(answer["quotes"][0]["service"]["code"], "ROAD", "{answer}");
        assert_eq!(answer["quotes"][0]["service"]["transitTime"], 2, "{answer}");
    });
}

#[test]
fn bookings_of_a_period_are_priced_by_another_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        freight::own_fleet(&kit, &admin, "FLEET").await;
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        let request = freight::quote_request(customer);
        let answer = freight::quotes(&admin, request.clone()).await;
        let road = answer["quotes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["service"]["code"] == "ROAD")
            .unwrap();
        let (from, to) = freight::addresses();
        let booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": answer["resourceToken"], "quoteId": road["id"],
        });
        let body = json!({"bookings": [{"booking": booking}], "operations": ["Book"]});
        admin
            .post("/api/booking/booking/createorupdatebatchbooking", body)
            .await
            .result();
        kit.drain_jobs().await;
        let flat = create_card(&admin, "FLAT").await;
        new_place(&admin, flat.mel, json!({"stateCode": "VIC"})).await;
        new_place(&admin, flat.syd, json!({"stateCode": "NSW"})).await;
        let details = json!({"calculationMethod": "Flat", "rateDetails": [{"rateType": "Flat", "value": 50}]});
        new_rate(&admin, rate_body(flat.road, "MEL", "SYD", details)).await;
        let empty = new_card(&admin, "EMPTY").await["id"].clone();
        let (first, last) = ("2020-01-01", "2020-12-31");
        let re_price = async |card: &Value, from: &str, to: &str| {
            let body = json!({"rateCardId": card, "fromDate": from, "toDate": to});
            let token = admin
                .post(&format!("{QUOTE}/re-price"), body)
                .await
                .result()["jobToken"]
                .clone();
            let path = format!("{QUOTE}/re-priced?jobToken={}", token.as_str().unwrap());
            assert_eq!(admin.get(&path).await.result()["isCompleted"], false);
            kit.drain_jobs().await;
            let status = admin.get(&path).await.result();
            assert_eq!(
                (&status["isCompleted"], &status["failure"]),
                (&json!(true), &Value::Null),
                "{status}"
            );
            (path, status["result"].clone())
        };
        let today = rates::today_of(&kit.scope(Mode::Read)).await.unwrap();
        let month = (today - chrono::Days::new(30)).to_string();
        let (path, result) = re_price(&json!(flat.card), &month, &today.to_string()).await;
        assert_eq!(
            (&result["bookings"], &result["priced"]),
            (&json!(1), &json!(1)),
            "{result}"
        );
        assert_eq!(result["rePriced"], 50);
        let cost = road["customerCost"]["totalExcludingGst"].clone();
        assert_eq!(result["booked"], cost, "{road}");
        assert_eq!(result["customers"][0]["customerName"], "Bluegum Wines");
        assert_eq!(result["examples"][0]["rePriced"], 50);
        let (_, result) = re_price(&empty, &month, &today.to_string()).await;
        assert_eq!(
            (&result["bookings"], &result["priced"]),
            (&json!(1), &json!(0))
        );
        assert_eq!(
            result["reasons"][0],
            json!({"reason": "3121 Richmond is in no zone of card EMPTY", "count": 1})
        );
        let (_, result) = re_price(&json!(flat.card), first, last).await;
        assert_eq!(result["bookings"], 0);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .get(&path)
            .await
            .expect_error(404);
        let body =
            json!({"rateCardId": flat.card, "fromDate": "2020-01-01", "toDate": "2021-06-01"});
        let refused = admin.post(&format!("{QUOTE}/re-price"), body).await;
        assert_eq!(refused.invalid_members(), ["toDate"]);
    });
}
