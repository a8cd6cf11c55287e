//! Search through the API: found by numbers, names and places, and never more than the caller may open.
#![allow(clippy::unwrap_used, reason = "the helpers of a test end it when they cannot go on")]

use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

async fn search(client: &Client, query: &str) -> Value {
    client.post(&format!("/api/search/?query={query}"), json!({})).await.result()
}

async fn draft(client: &Client, customer: CustomerId, reference: &str) -> i64 {
    let (from, to) = given::addresses();
    let items = given::quote_request(customer)["items"].clone();
    let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": items, "reference": reference});
    let body = json!({"bookings": [{"booking": booking}], "operations": []});
    let saved = client.post("/api/booking/booking/createorupdatebatchbooking", body).await.result();
    saved["successBookings"][0]["booking"]["id"].as_i64().unwrap_or_else(|| panic!("not saved: {saved}"))
}

fn refs(group: &Value) -> Vec<String> {
    group.as_array().unwrap().iter().map(|found| found["ref"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn bookings_and_customers_are_found_in_groups() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let bluegum = given::customer(&kit, "Bluegum O'Neil").await;
        let id = draft(&staff, bluegum, "PO-7781").await.to_string();

        let found = search(&staff, "bluegum o'neil").await;
        assert_eq!(refs(&found["Customers"]), [bluegum.to_string()]);
        assert_eq!(refs(&found["Bookings"]), std::slice::from_ref(&id));
        assert_eq!(
            (found["Bookings"][0]["type"].as_str(), found["Customers"][0]["title"].as_str()),
            (Some("Booking"), Some("Bluegum O'Neil"))
        );
        let details: Value = serde_json::from_str(found["Bookings"][0]["details"].as_str().unwrap()).unwrap();
        assert_eq!(
            (details["customerName"].as_str(), details["reference"].as_str()),
            (Some("Bluegum O'Neil"), Some("PO-7781"))
        );
        for query in ["PO-7781", "po-77", &id, "parramatta bluegum"] {
            assert!(refs(&search(&staff, query).await["Bookings"]).contains(&id), "{query}");
        }
        for query in ["bluegum brisbane", "100%25", "')) or 1 eq 1"] {
            assert!(refs(&search(&staff, query).await["Bookings"]).is_empty(), "{query}");
        }
        assert_eq!(search(&staff, "").await, json!({"Bookings": [], "Customers": []}));
        let long = "x".repeat(101);
        assert_eq!(staff.post(&format!("/api/search?query={long}"), json!({})).await.invalid_members(), ["query"]);
    });
}

#[test]
fn nobody_finds_what_they_may_not_open() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let (own, other) = (given::customer(&kit, "Redgum Timber").await, given::customer(&kit, "Redgum Rivals").await);
        let (mine, theirs) =
            (draft(&staff, own, "RG-1").await.to_string(), draft(&staff, other, "RG-1").await.to_string());
        assert_eq!(refs(&search(&staff, "RG-1").await["Bookings"]).len(), 2);
        assert_eq!(
            refs(&search(&staff, &format!("RG-1&customerId={own}")).await["Bookings"]),
            std::slice::from_ref(&mine)
        );

        let customer = kit.customer_user(own).await;
        for query in ["RG-1", "redgum", &theirs] {
            let found = search(&customer, query).await;
            assert!(!refs(&found["Bookings"]).contains(&theirs), "{query}");
            assert!(refs(&found["Customers"]).is_empty());
        }
        assert_eq!(refs(&search(&customer, "RG-1").await["Bookings"]), std::slice::from_ref(&mine));
        customer.post(&format!("/api/search?query=redgum&customerId={other}"), json!({})).await.refused(404);

        let driver = search(&kit.user("Driver").await, "redgum").await;
        assert_eq!(driver, json!({"Bookings": [], "Customers": []}));
        kit.guest().post("/api/search?query=redgum", json!({})).await.refused(401);
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        assert_eq!(search(&elsewhere, "redgum").await, json!({"Bookings": [], "Customers": []}));
    });
}
