//! Reference fields of bookings: stored in drafts, required before booking.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{bulk, get, office, quote_booking, save, saved_id};

async fn field(client: &Client, customer: CustomerId, reference: Value) -> Value {
    let body = json!({"customerId": customer, "reference": reference});
    let path = "/api/customer/customerreferences/createorupdatereference";
    client.post(path, body).await.result()["reference"]["id"].clone()
}

fn errors_of(answer: &Value) -> Vec<(String, String)> {
    let errors = answer["failBookings"][0]["errorInfo"]["validationErrors"]
        .as_array()
        .cloned();
    let told = |error: Value| {
        (
            error["members"][0].as_str().unwrap().to_owned(),
            error["message"].to_string(),
        )
    };
    errors
        .unwrap_or_else(|| panic!("not refused: {answer}"))
        .into_iter()
        .map(told)
        .collect()
}

#[test]
fn a_required_reference_keeps_a_booking_from_its_carrier() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let order = field(
            &admin,
            customer,
            json!({"name": "PO number", "isRequired": true}),
        )
        .await;
        let project = field(&admin, customer, json!({"name": "Project"})).await;
        field(
            &admin,
            customer,
            json!({"name": "Old field", "isRequired": true, "isActive": false}),
        )
        .await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let answer = save(&admin, &booking, &["Book"]).await;
        let missing = "customer.references".to_owned();
        let (path, says) = errors_of(&answer).remove(0);
        assert_eq!(path, format!("bookings[0].booking.{missing}"));
        assert!(says.contains("PO number is required"), "{says}");
        assert_eq!(errors_of(&answer).len(), 1, "{answer}");
        let id = answer["failBookings"][0]["booking"]["id"].as_i64().unwrap();
        assert_eq!(get(&admin, id).await["customer"]["references"], json!([]));
        let failed = bulk(&admin, &[id], "Book").await["results"][0].clone();
        assert_eq!(failed["success"], false, "{failed}");
        assert!(
            failed["message"].to_string().contains("PO number"),
            "{failed}"
        );

        let values = json!([{"referenceId": order, "value": " PO-7 "}, {"referenceId": project, "value": ""}]);
        let change = json!({"id": id, "customer": {"references": values}});
        saved_id(&save(&admin, &change, &["Book"]).await);
        let booked = get(&admin, id).await;
        assert_eq!(booked["bookingStatus"], "Booked");
        assert_eq!(
            booked["customer"]["references"],
            json!([{"referenceId": order, "name": "PO number", "value": "PO-7"}])
        );
        saved_id(
            &save(
                &admin,
                &json!({"id": id, "customer": {"caller": "Robin"}}),
                &[],
            )
            .await,
        );
        assert_eq!(
            get(&admin, id).await["customer"]["references"],
            booked["customer"]["references"]
        );
    });
}

#[test]
fn only_the_customers_own_references_are_taken() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let order = field(&admin, customer, json!({"name": "PO number"})).await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = field(&admin, other, json!({"name": "Works order"})).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        let mut with = async |references: Value| {
            booking["customer"] = json!({"id": customer, "references": references});
            save(&admin, &booking, &[]).await
        };
        let long = "x".repeat(129);
        let invalid = with(
            json!([{"referenceId": theirs, "value": "W"}, {"referenceId": order, "value": long}]),
        )
        .await;
        let members: Vec<String> = errors_of(&invalid)
            .into_iter()
            .map(|(member, _)| member)
            .collect();
        let expected = ["[0].referenceId", "[1].value"];
        assert_eq!(
            members,
            expected.map(|place| format!("bookings[0].booking.customer.references{place}"))
        );
        let id = saved_id(
            &with(json!([{"referenceId": order, "name": "made up", "value": "PO-8"}])).await,
        );
        admin
            .delete(&format!(
                "/api/customer/customerreferences/deleteReference?id={order}"
            ))
            .await
            .result();
        let stored = json!([{"referenceId": order, "name": "PO number", "value": "PO-9"}]);
        saved_id(
            &save(
                &admin,
                &json!({"id": id, "customer": {"references": stored}}),
                &[],
            )
            .await,
        );
        assert_eq!(get(&admin, id).await["customer"]["references"], stored);
        saved_id(&save(&admin, &json!({"id": id, "customer": {"id": other}}), &[]).await);
        assert_eq!(get(&admin, id).await["customer"]["references"], json!([]));
    });
}

#[test]
fn who_books_sees_which_references_there_are() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let order = field(
            &admin,
            customer,
            json!({"name": "PO number", "isRequired": true, "description": "From the order"}),
        )
        .await;
        field(
            &admin,
            customer,
            json!({"name": "Old field", "isActive": false}),
        )
        .await;
        let path = "/api/booking/Configuration/GetBookingReferences";
        let expected = json!({"references": [{"id": order, "name": "PO number", "description": "From the order", "isRequired": true}]});
        let user = kit.customer_user(customer).await;
        assert_eq!(user.get(path).await.result(), expected);
        let warehouse = kit.user("Warehouse").await;
        warehouse
            .get(&format!(
                "/api/customer/customerreferences/getreferences?customerId={customer}"
            ))
            .await
            .expect_error(403);
        assert_eq!(
            warehouse
                .get(&format!("{path}?customerId={customer}"))
                .await
                .result(),
            expected
        );
        assert_eq!(admin.get(path).await.invalid_members(), ["customerId"]);
        let other = given::customer(&kit, "Wattle Works").await;
        user.get(&format!("{path}?customerId={other}"))
            .await
            .expect_error(404);
        kit.guest().get(path).await.expect_error(401);
    });
}
