//! Insured bookings: fixed prices, no changes after booking, and certificates.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

async fn offer(admin: &Client, multiplier: f64) {
    let insurance =
        json!({"standard": {"multiplier": multiplier, "excess": 100, "maximumValue": 10_000}});
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({ "insurance": insurance }),
        )
        .await
        .result();
}

async fn create_insured(client: &Client, customer: CustomerId) -> Value {
    let mut booking = quote_booking(client, customer, "own-fleet").await;
    booking["isInsured"] = json!(true);
    booking["insuredValue"] = json!(2000);
    booking["insuranceType"] = json!("Standard");
    booking
}

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}

fn insurance(booking: &Value) -> i64 {
    let price = &booking["pricingDetail"];
    let sum: i64 = ["freight", "additional", "insurance"]
        .iter()
        .map(|name| cents(&price[name]["total"]))
        .sum();
    assert_eq!(sum, cents(&price["total"]["total"]), "{price}");
    cents(&price["insurance"]["total"])
}

async fn certificates(client: &Client, id: i64) -> Vec<Value> {
    let answer = client
        .get(&format!(
            "{BASE}/getDocuments?DocumentType=16&BookingId={id}"
        ))
        .await
        .result();
    answer["tokens"].as_array().unwrap().clone()
}

#[test]
fn insurance_is_part_of_the_price_and_stays_until_it_is_changed() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        offer(&admin, 0.01).await;
        let id = saved_id(&save(&admin, &create_insured(&admin, customer).await, &[]).await);
        let first = get(&admin, id).await;
        assert_eq!(
            (insurance(&first), &first["bookingWarnings"]),
            (2200, &json!([]))
        );
        assert_eq!(first["pricingDetail"]["insuranceCover"]["excess"], 100);
        let sums = admin
            .get(&format!("{BASE}/getbookingssummary"))
            .await
            .result();
        assert_eq!(sums["totalInsuranceCost"], 22);

        offer(&admin, 0.02).await;
        saved_id(&save(&admin, &json!({"id": id, "reference": "PO-9"}), &[]).await);
        assert_eq!(insurance(&get(&admin, id).await), 2200);
        saved_id(&save(&admin, &json!({"id": id, "insuredValue": 3000}), &[]).await);
        assert_eq!(insurance(&get(&admin, id).await), 6600);
        saved_id(&save(&admin, &json!({"id": id, "isInsured": false}), &[]).await);
        let without = get(&admin, id).await;
        assert_eq!(
            (
                insurance(&without),
                &without["pricingDetail"]["insuranceCover"]
            ),
            (0, &Value::Null)
        );
        let repeat =
            json!({"id": id, "isInsured": true, "insuredValue": 3000, "insuranceType": "Standard"});
        saved_id(&save(&admin, &repeat, &[]).await);
        assert_eq!(insurance(&get(&admin, id).await), 6600);
        let mut items = first["items"].clone();
        items[0]["quantity"] = json!(9);
        saved_id(&save(&admin, &json!({"id": id, "items": items}), &[]).await);
        let draft = get(&admin, id).await;
        assert_eq!(
            (&draft["bookingStatus"], insurance(&draft)),
            (&json!("Draft"), 0)
        );
    });
}

#[test]
fn a_quoted_insurance_is_taken_with_the_quote() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        offer(&admin, 0.01).await;
        let mut request = testkit::given::quote_request(customer);
        let quote_body =
            json!({"isInsured": true, "insuredValue": 2000, "insuranceType": "Standard"});
        request
            .as_object_mut()
            .unwrap()
            .extend(quote_body.as_object().unwrap().clone());
        let answer = testkit::given::quotes(&admin, request.clone()).await;
        let quote = &answer["quotes"][0];
        offer(&admin, 0.05).await;
        let (from, to) = testkit::given::addresses();
        let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to,
            "items": request["items"], "quoteId": quote["id"], "resourceToken": answer["resourceToken"]});
        let id = saved_id(&save(&admin, &booking, &[]).await);
        let results = get(&admin, id).await;
        assert_eq!(
            (&results["isInsured"], &results["insuredValue"]),
            (&json!(true), &json!(2000))
        );
        assert_eq!(insurance(&results), 2200, "as it was quoted");
        assert_eq!(
            results["pricingDetail"]["total"]["total"],
            quote["customerCost"]["totalIncludingGst"]
        );
    });
}

#[test]
fn what_is_not_covered_is_told_and_not_booked() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(&save(&admin, &create_insured(&admin, customer).await, &[]).await);
        let results = get(&admin, id).await;
        assert_eq!(insurance(&results), 0);
        let warning = results["bookingWarnings"][0]["message"].as_str().unwrap();
        assert!(warning.contains("not insured"), "{warning}");
        let answer = bulk(&admin, &[id], "Book").await;
        assert_eq!(answer["results"][0]["success"], false, "{answer}");
        assert!(answer.to_string().contains("insurance type"), "{answer}");
        offer(&admin, 0.01).await;
        // Available by now; the price must be confirmed first.
        assert_eq!(
            bulk(&admin, &[id], "Book").await["results"][0]["success"],
            false
        );
        saved_id(&save(&admin, &json!({"id": id, "reference": "PO-2"}), &[]).await);
        assert_eq!(insurance(&get(&admin, id).await), 2200);
        assert_eq!(
            bulk(&admin, &[id], "Book").await["results"][0]["success"],
            true
        );
    });
}

#[test]
fn a_certificate_comes_with_the_booking_and_goes_with_its_cancellation() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        offer(&admin, 0.01).await;
        let id = saved_id(&save(&admin, &create_insured(&admin, customer).await, &["Book"]).await);
        kit.drain_jobs().await;
        let tokens = certificates(&admin, id).await;
        assert_eq!(tokens.len(), 1);
        let path = format!(
            "/api/booking/File/DownloadDocument?token={}",
            tokens[0].as_str().unwrap()
        );
        let file = admin.get(&path).await;
        assert_eq!(file.status, 200);
        assert_eq!(file.headers["content-type"], "application/pdf");
        assert!(file.body.starts_with(b"%PDF-"));
        let customer_client = kit.customer_user(customer).await;
        assert_eq!(certificates(&customer_client, id).await, tokens);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .get(&path)
            .await
            .expect_error(404);

        let answer = save(&admin, &json!({"id": id, "insuredValue": 9000}), &[]).await;
        assert_eq!(
            answer["failBookings"].as_array().unwrap().len(),
            1,
            "{answer}"
        );
        saved_id(&save(&admin, &json!({"id": id, "reference": "PO-7"}), &[]).await);
        assert_eq!(insurance(&get(&admin, id).await), 2200);

        admin
            .post(&format!("{BASE}/cancelBooking"), json!({ "id": id }))
            .await
            .result();
        assert!(certificates(&admin, id).await.is_empty());
        kit.drain_jobs().await;
        assert!(certificates(&admin, id).await.is_empty());
        admin.get(&path).await.expect_error(404);
        let plain = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        kit.drain_jobs().await;
        assert!(certificates(&admin, plain).await.is_empty());
    });
}

#[test]
fn staff_correct_the_price_of_the_insurance_by_hand() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        offer(&admin, 0.01).await;
        let id = saved_id(&save(&admin, &create_insured(&admin, customer).await, &[]).await);
        let path = format!("{BASE}/updateBookingDetails");
        let by_hand =
            json!({"bookingId": id, "insuranceInfo": {"taxExclusiveAmount": 15, "tax": 1.5}});
        assert_eq!(insurance(&admin.put(&path, by_hand).await.result()), 1650);
        let net = json!({"bookingId": id, "insuranceInfo": {"taxExclusiveAmount": 30}});
        assert_eq!(insurance(&admin.put(&path, net).await.result()), 3300);
        let taxed = json!({"bookingId": id, "insuranceInfo": {"tax": 31}});
        assert_eq!(
            admin.put(&path, taxed).await.invalid_members(),
            ["insuranceInfo.tax"]
        );
        let invalid = json!({"bookingId": id, "insuranceInfo": {"tax": -1}});
        assert_eq!(
            admin.put(&path, invalid).await.invalid_members(),
            ["insuranceInfo.tax"]
        );
        let plain = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let none = json!({"bookingId": plain, "insuranceInfo": {"taxExclusiveAmount": 15}});
        assert_eq!(
            admin.put(&path, none).await.invalid_members(),
            ["insuranceInfo"]
        );
    });
}
