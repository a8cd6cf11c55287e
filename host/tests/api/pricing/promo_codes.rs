//! Promo codes: saved, discounted, limited, used by bookings and returned.

use futures_util::future::join_all;
use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{MARKUP, cents, percent, road_with, sums};

const BASE: &str = "/api/booking/promocode";

async fn save(admin: &Client, promo_code: Value) -> Value {
    let body = json!({"promoCode": promo_code});
    admin
        .post(&format!("{BASE}/createorupdatepromocode"), body)
        .await
        .result()["promoCode"]
        .clone()
}

async fn count_uses(admin: &Client, id: &Value) -> i64 {
    let results = admin
        .get(&format!("{BASE}/getpromocodeforedit?id={id}"))
        .await
        .result();
    results["promoCode"]["usedCount"].as_i64().unwrap()
}

async fn quoted(admin: &Client, customer: CustomerId, code: &str) -> i64 {
    let mut request = given::quote_request(customer);
    request["promoCode"] = json!(code);
    let answer = given::quotes(admin, request.clone()).await;
    let (from, to) = given::addresses();
    let booking = json!({"booking": {"customer": {"id": customer}, "fromAddress": from, "toAddress": to,
        "items": request["items"], "quoteId": answer["quotes"][0]["id"], "resourceToken": answer["resourceToken"]}});
    let path = "/api/booking/booking/createorupdatebatchbooking";
    let saved = admin
        .post(path, json!({"bookings": [booking], "operations": []}))
        .await
        .result();
    saved["successBookings"][0]["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("{saved}"))
}

async fn book(admin: &Client, id: i64) -> bool {
    let body = json!({"bookingIds": [id], "operations": ["Book"]});
    admin
        .post("/api/booking/booking/runbulkoperation", body)
        .await
        .result();
    status(admin, id).await == "Booked"
}

async fn status(admin: &Client, id: i64) -> Value {
    let results = admin
        .get(&format!(
            "/api/booking/booking/getbookings?filter=id eq {id}"
        ))
        .await
        .result();
    results["items"][0]["bookingStatus"].clone()
}

async fn cancel(admin: &Client, id: i64) {
    admin
        .post("/api/booking/booking/cancelBooking", json!({ "id": id }))
        .await
        .result();
}

#[test]
fn promo_codes_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let spring = json!({"code": " SPRING ", "startDate": "2026-09-01", "endDate": "2026-11-30",
            "rate": {"calcMethod": "Percentage", "value": 12.5}, "maxUses": 100, "carrierAccountIds": [account]});
        let spring = save(&admin, spring).await;
        assert_eq!(
            (&spring["code"], &spring["isActive"], &spring["usedCount"]),
            (&json!("SPRING"), &json!(true), &json!(0))
        );
        let changed = save(&admin, json!({"id": spring["id"], "isActive": false})).await;
        assert_eq!(
            (&changed["isActive"], &changed["rate"]["value"]),
            (&json!(false), &json!(12.5))
        );
        save(
            &admin,
            json!({"code": "ALL", "rate": {"calcMethod": "Fixed", "value": 5}}),
        )
        .await;
        let list = admin
            .get(&format!(
                "{BASE}/getpromocodes?sorting=code&filter=contains(code,'SPR')"
            ))
            .await
            .result();
        assert_eq!(
            (&list["totalCount"], &list["items"][0]),
            (&json!(1), &changed)
        );
        let by_account = admin
            .get(&format!("{BASE}/getMapCarrierAccountPromoCode"))
            .await
            .result();
        assert_eq!(by_account["items"][0]["carrierAccountId"], json!(null));
        assert_eq!(by_account["items"][1]["promoCodes"][0]["code"], "SPRING");
        let one = format!("{BASE}/getpromocodeforedit?id={}", spring["id"]);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider.get(&one).await.expect_error(404);
        outsider
            .delete(&format!("{BASE}/deletePromoCode?id={}", spring["id"]))
            .await
            .expect_error(404);
        kit.user("Dispatcher")
            .await
            .get(&one)
            .await
            .expect_error(403);
        admin
            .delete(&format!("{BASE}/deletePromoCode?id={}", spring["id"]))
            .await
            .result();
        admin.get(&one).await.expect_error(404);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        save(&admin, json!({"code": "SPRING", "rate": percent(10)})).await;
        let members = async |promo_code: Value| {
            let body = json!({"promoCode": promo_code});
            admin
                .post(&format!("{BASE}/createorupdatepromocode"), body)
                .await
                .invalid_members()
        };
        assert_eq!(
            members(json!({"code": "spring", "rate": percent(5)})).await,
            ["promoCode.code"]
        );
        let invalid = json!({"code": "", "rate": percent(101), "maxUses": 0, "endDate": "2026-01-01", "startDate": "2026-02-01"});
        assert_eq!(
            members(invalid).await,
            [
                "promoCode.code",
                "promoCode.maxUses",
                "promoCode.rate.value",
                "promoCode.endDate"
            ]
        );
        let unread = json!({"code": "A", "startDate": "yesterday", "rate": {"calcMethod": "Percentage", "value": "ten"}});
        assert_eq!(
            members(unread).await,
            ["promoCode.startDate", "promoCode.rate.value"]
        );
    });
}

#[test]
fn a_code_takes_its_discount_off_where_it_holds() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let markup =
            json!({"carrierAccounts": [{"carrierAccountId": account, "rate": percent(50)}]});
        admin
            .post(&format!("{MARKUP}/CreateOrUpdateMarkup"), markup)
            .await
            .result();
        let spring = save(&admin, json!({"code": "SPRING", "rate": percent(10)})).await;
        let plain = road_with(&admin, customer, json!({})).await;
        let with = |code: &str| json!({ "promoCode": code });
        let quote = road_with(&admin, customer, with(" spring ")).await;
        let discount = cents(&quote["customerCost"]["totalDiscount"]);
        let ((cost, before), (same, after)) = (sums(&plain), sums(&quote));
        assert_eq!(cost, same);
        assert!(
            (discount * 10 - before).abs() <= 5 && before - discount == after,
            "{discount} off {before} is {after}"
        );
        for line in quote["details"].as_array().unwrap() {
            assert!(
                cents(&line["markedupAmount"]) >= cents(&line["discountAmount"]),
                "{line}"
            );
        }
        let send_request = async |code: &str| {
            let mut request = given::quote_request(customer);
            request["promoCode"] = json!(code);
            admin.post("/api/booking/Quote/Quote", request).await
        };
        assert_eq!(
            send_request("AUTUMN").await.invalid_members(),
            ["promoCode"]
        );
        save(&admin, json!({"id": spring["id"], "endDate": "2020-01-01"})).await;
        assert_eq!(
            send_request("SPRING").await.invalid_members(),
            ["promoCode"]
        );
        let other = given::own_fleet(&kit, &admin, "FLEET-2").await;
        save(
            &admin,
            json!({"id": spring["id"], "endDate": null, "carrierAccountIds": [other]}),
        )
        .await;
        let mut request = given::quote_request(customer);
        request["promoCode"] = json!("SPRING");
        let answer = given::quotes(&admin, request).await;
        for quote in answer["quotes"].as_array().unwrap() {
            let is_off = cents(&quote["customerCost"]["totalDiscount"]) > 0;
            assert_eq!(is_off, quote["carrierAccountId"] == other, "{quote}");
        }
    });
}

#[test]
fn a_use_is_spent_by_a_booking_and_given_back_by_its_cancellation() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let limited =
            json!({"code": "ONCE", "rate": percent(10), "maxUses": 2, "maxUsesPerCustomer": 1});
        let code = save(&admin, limited).await["id"].clone();
        let (first, second, third) = (
            quoted(&admin, one, "ONCE").await,
            quoted(&admin, one, "ONCE").await,
            quoted(&admin, other, "once").await,
        );
        assert_eq!(
            count_uses(&admin, &code).await,
            0,
            "what is only quoted has spent nothing"
        );
        assert!(book(&admin, first).await);
        assert!(!book(&admin, second).await, "the customer has had its use");
        assert_eq!(
            (
                count_uses(&admin, &code).await,
                status(&admin, second).await
            ),
            (1, json!("Quoted"))
        );
        assert!(book(&admin, third).await);
        assert_eq!(count_uses(&admin, &code).await, 2);
        let mut request = given::quote_request(one);
        request["promoCode"] = json!("ONCE");
        assert_eq!(
            admin
                .post("/api/booking/Quote/Quote", request)
                .await
                .invalid_members(),
            ["promoCode"]
        );
        cancel(&admin, first).await;
        assert_eq!(count_uses(&admin, &code).await, 1);
        assert!(book(&admin, second).await, "the use is free again");
        let path = format!("/api/booking/booking/getbookings?filter=id eq {second}");
        assert_eq!(
            admin.get(&path).await.result()["items"][0]["promoCode"],
            "ONCE"
        );
        cancel(&admin, second).await;
        let last = quoted(&admin, one, "ONCE").await;
        save(&admin, json!({"id": code, "isActive": false})).await;
        assert!(!book(&admin, last).await);
    });
}

#[test]
fn two_at_once_cannot_pass_the_limit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let code = json!({"code": "FEW", "rate": percent(10), "maxUses": 2});
        let code = save(&admin, code).await["id"].clone();
        let mut bookings = Vec::new();
        for name in ["A", "B", "C", "D", "E"] {
            let customer = given::customer(&kit, name).await;
            bookings.push(quoted(&admin, customer, "FEW").await);
        }
        let booked = join_all(bookings.iter().map(|id| book(&admin, *id))).await;
        assert_eq!(booked.iter().filter(|is_booked| **is_booked).count(), 2);
        assert_eq!(count_uses(&admin, &code).await, 2);
    });
}
