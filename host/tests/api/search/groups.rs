//! Groups of the global search, and the pages of results.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{bookings, refs, search};

const BOOKING: &str = "/api/booking/booking";
const FINANCE: &str = "/api/finance";

async fn create_booking(admin: &Client, customer: data::ids::CustomerId) -> i64 {
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    request["filter"] = json!({"carrierCode": ["own-fleet"]});
    let answer = given::quotes(admin, request.clone()).await;
    let (from, mut to) = given::addresses();
    to["companyName"] = json!("Quokka Cameras");
    to["contactName"] = json!("Ingrid Thorvald");
    to["addressLine1"] = json!("46 Wirraway Crescent");
    let booking = json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
    });
    let body = json!({"bookings": [{"booking": booking}], "operations": ["Book"]});
    let saved = admin
        .post(&format!("{BOOKING}/createorupdatebatchbooking"), body)
        .await
        .result();
    saved["successBookings"][0]["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("not saved: {saved}"))
}

fn of_type<'a>(group: &'a Value, kind: &str) -> Vec<&'a Value> {
    group
        .as_array()
        .unwrap()
        .iter()
        .filter(|found| found["type"] == kind)
        .collect()
}

#[test]
fn receivers_streets_and_numbers_find_their_booking() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_booking(&admin, customer).await;
        let own = id.to_string();
        for query in [
            "quokka",
            "Ingrid Thorvald",
            "wirraway",
            "46 wirraway crescent",
            "thorvalt",
            &format!("%23{id} quokka"),
        ] {
            assert_eq!(
                bookings(&admin, query).await,
                std::slice::from_ref(&own),
                "{query}"
            );
        }
        assert_eq!(bookings(&admin, &format!("%23{id}")).await[0], own);
        assert!(
            bookings(&admin, &format!("%23{id} wattle"))
                .await
                .is_empty()
        );
        assert!(
            bookings(&admin, "q").await.contains(&own),
            "one character is enough for the call"
        );
        data::search::rebuild(
            &mut kit.app.host().scope(kit.tenant, data::db::Mode::Write),
            &[],
        )
        .await
        .unwrap();
        assert_eq!(
            bookings(&admin, "wirraway").await,
            std::slice::from_ref(&own)
        );
        let other = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        assert!(bookings(&other, "quokka").await.is_empty());
    });
}

#[test]
fn manifests_are_among_the_bookings_and_open_one_of_theirs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_booking(&admin, customer).await;
        let body = json!({"bookingIds": [id], "operations": ["Manifest"]});
        admin
            .post(&format!("{BOOKING}/runbulkoperation"), body)
            .await
            .result();
        let booking = admin
            .get(&format!("{BOOKING}/getbookingforEdit?Id={id}"))
            .await
            .result();
        let number = booking["manifestId"].as_str().unwrap();
        let results = search(&admin, number).await;
        let manifests = of_type(&results["Bookings"], "Manifest");
        assert_eq!(manifests.len(), 1, "{results}");
        assert_eq!(
            (&manifests[0]["title"], &manifests[0]["ref"]),
            (&json!(number), &json!(id.to_string()))
        );
        assert_eq!(
            of_type(&results["Bookings"], "Booking").len(),
            1,
            "{results}"
        );
        let user = kit.customer_user(customer).await;
        assert!(of_type(&search(&user, number).await["Bookings"], "Manifest").is_empty());
    });
}

#[test]
fn invoices_credit_notes_and_payments_are_found() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Ironbark Supplies").await;
        let lines = json!([{"description": "Storage", "taxExclusiveAmount": 100}]);
        let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
        let invoice = admin
            .post(&format!("{FINANCE}/invoice/GenerateAdhocInvoice"), body)
            .await
            .result()["invoice"]
            .clone();
        let own = invoice["id"].as_i64().unwrap().to_string();
        assert_eq!(
            refs(&search(&admin, "ironbark").await["Invoices"]),
            std::slice::from_ref(&own)
        );
        let user = kit.customer_user(customer).await;
        assert!(refs(&search(&user, "ironbark").await["Invoices"]).is_empty());
        for operation in ["Close", "Approve", "Post"] {
            let body = json!({"operation": operation, "ids": [invoice["id"]]});
            admin
                .post(&format!("{FINANCE}/invoice/processinvoices"), body)
                .await
                .result();
        }
        let path = format!("{FINANCE}/invoice/getinvoiceforedit?id={own}");
        let number = admin.get(&path).await.result()["invoice"]["invoiceNumber"]
            .as_str()
            .unwrap()
            .to_owned();
        for query in ["ironbark", &number] {
            assert_eq!(
                refs(&search(&user, query).await["Invoices"]),
                std::slice::from_ref(&own),
                "{query}"
            );
        }

        let detail = &invoice["invoiceDetails"][0]["id"];
        let body = json!({"customerId": customer, "invoiceId": invoice["id"], "amount": 11, "note": "Too much",
            "details": [{"invoiceDetailId": detail, "amount": 11, "note": "Too much"}]});
        admin
            .post(
                &format!("{FINANCE}/creditnote/createcreditnoterequest"),
                body,
            )
            .await
            .result();
        let results = search(&admin, &number).await;
        let credits = of_type(&results["Invoices"], "CreditNote");
        assert_eq!(credits.len(), 1, "{results}");
        assert_eq!(credits[0]["ref"], own);

        let body = json!({"paymentDate": "2026-03-01", "paidAmount": 20, "customerId": customer,
            "paymentReferenceNumber": "WARATAH-77", "invoicePayments": [{"invoiceId": invoice["id"], "amount": 20}]});
        let paid = admin
            .post(&format!("{FINANCE}/payment/createpayment"), body)
            .await
            .result();
        let payment = paid["payment"]["id"].as_i64().unwrap().to_string();
        let results = search(&admin, "waratah-77").await;
        assert_eq!(
            refs(&results["Payment"]),
            std::slice::from_ref(&payment),
            "{results}"
        );
        assert_eq!(results["Payment"][0]["title"], "WARATAH-77");

        let other = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        for query in [number.as_str(), "waratah-77", "ironbark"] {
            let results = search(&other, query).await;
            assert_eq!(
                results,
                json!({"Bookings": [], "Customers": [], "Drivers": [], "HeadPorts": [], "Invoices": [], "Jobs": [], "LineHauls": [], "Payment": []}),
                "{query}"
            );
        }
    });
}
