//! Search by numbers, names and places in any spelling: up to date, and within the caller's
//! permissions.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod case_folding;
mod groups;
mod index;

use data::{
    Where,
    db::{Mode, PlatformSql},
    ids::CustomerId,
};
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

async fn search(client: &Client, query: &str) -> Value {
    client
        .post(&format!("/api/search/?query={query}"), json!({}))
        .await
        .result()
}

async fn save(client: &Client, booking: Value) -> Value {
    let body = json!({"bookings": [{"booking": booking}], "operations": []});
    let saved = client
        .post("/api/booking/booking/createorupdatebatchbooking", body)
        .await
        .result();
    saved["successBookings"][0]["booking"].clone()
}

async fn draft(client: &Client, customer: CustomerId, reference: &str) -> i64 {
    let (from, to) = given::addresses();
    let items = given::quote_request(customer)["items"].clone();
    let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": items, "reference": reference});
    save(client, booking).await["id"].as_i64().unwrap()
}

fn refs(group: &Value) -> Vec<String> {
    group
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["ref"].as_str().unwrap().to_owned())
        .collect()
}

async fn bookings(client: &Client, query: &str) -> Vec<String> {
    refs(&search(client, query).await["Bookings"])
}

async fn listed(client: &Client, list: &str, filter: &str) -> i64 {
    let filter = percent(filter);
    client
        .get(&format!("{list}?filter={filter}&maxResultCount=1"))
        .await
        .result()["totalCount"]
        .as_i64()
        .unwrap()
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

const BOOKINGS: &str = "/api/booking/booking/getbookings";
const CUSTOMERS: &str = "/api/customer/customer/getCustomers";
const USERS: &str = "/api/core/user/getusers";

#[test]
fn bookings_and_customers_are_found_in_groups() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let bluegum = given::customer(&kit, "Bluegum O'Neil").await;
        let id = draft(&staff, bluegum, "PO-7781").await.to_string();

        let results = search(&staff, "bluegum o'neil").await;
        assert_eq!(refs(&results["Customers"]), [bluegum.to_string()]);
        assert_eq!(refs(&results["Bookings"]), std::slice::from_ref(&id));
        assert_eq!(
            (
                results["Bookings"][0]["type"].as_str(),
                results["Customers"][0]["title"].as_str()
            ),
            (Some("Booking"), Some("Bluegum O'Neil"))
        );
        let details: Value =
            serde_json::from_str(results["Bookings"][0]["details"].as_str().unwrap()).unwrap();
        assert_eq!(
            (
                details["customerName"].as_str(),
                details["reference"].as_str()
            ),
            (Some("Bluegum O'Neil"), Some("PO-7781"))
        );
        for query in [
            "PO-7781",
            "po-77",
            "o-7781",
            "7781",
            "po7781",
            &id,
            &format!("%23{id}"),
            "parramatta bluegum",
        ] {
            assert!(bookings(&staff, query).await.contains(&id), "{query}");
        }
        for query in ["bluegum brisbane", "100%25", "')) or 1 eq 1", "-"] {
            assert!(bookings(&staff, query).await.is_empty(), "{query}");
        }
        assert_eq!(
            search(&staff, "").await,
            json!({"Bookings": [], "Customers": [], "Drivers": [], "HeadPorts": [], "Invoices": [], "Jobs": [], "LineHauls": [], "Payment": []})
        );
        let long = "x".repeat(101);
        assert_eq!(
            staff
                .post(&format!("/api/search?query={long}"), json!({}))
                .await
                .invalid_members(),
            ["query"]
        );
    });
}

#[test]
fn case_accents_and_a_slip_do_not_matter() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let zoe = given::customer(&kit, "Zoë Müller Söhne").await.to_string();
        let plain = given::customer(&kit, "Wallaroo Traders").await.to_string();
        for query in [
            "zoe",
            "ZOË",
            "muller",
            "MÜLL",
            "söhne zoe",
            "ohne",
            "zoë müller söhne",
        ] {
            assert_eq!(
                refs(&search(&staff, query).await["Customers"]),
                std::slice::from_ref(&zoe),
                "{query}"
            );
        }
        for query in [
            "wallarroo",
            "walaroo",
            "wallaroi",
            "wallraoo",
            "tradres",
            "wallaro trader",
        ] {
            assert_eq!(
                refs(&search(&staff, query).await["Customers"]),
                std::slice::from_ref(&plain),
                "{query}"
            );
        }
        for query in ["wlaalroo", "wallaroo freight", "zo muelleri"] {
            assert!(
                refs(&search(&staff, query).await["Customers"]).is_empty(),
                "{query}"
            );
        }
    });
}

#[test]
fn what_is_called_so_comes_first_then_the_newest() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let customer = given::customer(&kit, "Order Of Results").await;
        let mut ids = Vec::new();
        for reference in ["ZX-100", "ZX-1001", "ZX-1002", "AZX-100"] {
            ids.push(draft(&staff, customer, reference).await.to_string());
        }
        let wanted = [&ids[0], &ids[3], &ids[2], &ids[1]].map(String::clone);
        assert_eq!(bookings(&staff, "zx-100").await, wanted);
        for at in 0..12 {
            ids.push(
                draft(&staff, customer, &format!("MANY-{at}"))
                    .await
                    .to_string(),
            );
        }
        let newest: Vec<String> = ids.iter().rev().take(10).cloned().collect();
        assert_eq!(bookings(&staff, "many").await, newest);
    });
}

#[test]
fn search_hides_records_the_caller_cannot_open() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let (own, other) = (
            given::customer(&kit, "Redgum Timber").await,
            given::customer(&kit, "Redgum Rivals").await,
        );
        let (mine, theirs) = (
            draft(&staff, own, "RG-1").await.to_string(),
            draft(&staff, other, "RG-1").await.to_string(),
        );
        assert_eq!(bookings(&staff, "RG-1").await.len(), 2);
        assert_eq!(
            bookings(&staff, &format!("RG-1&customerId={own}")).await,
            std::slice::from_ref(&mine)
        );

        let customer = kit.customer_user(own).await;
        for query in ["RG-1", "redgum", "regdum", "g1", &theirs] {
            let results = search(&customer, query).await;
            assert!(!refs(&results["Bookings"]).contains(&theirs), "{query}");
            assert!(refs(&results["Customers"]).is_empty());
        }
        assert_eq!(
            bookings(&customer, "RG-1").await,
            std::slice::from_ref(&mine)
        );
        assert_eq!(
            listed(&customer, BOOKINGS, "contains(reference,'rg-1')").await,
            1
        );
        customer
            .post(
                &format!("/api/search?query=redgum&customerId={other}"),
                json!({}),
            )
            .await
            .expect_error(404);

        let driver = search(&kit.user("Driver").await, "redgum").await;
        assert_eq!(
            driver,
            json!({"Bookings": [], "Customers": [], "Drivers": [], "HeadPorts": [], "Invoices": [], "Jobs": [], "LineHauls": [], "Payment": []})
        );
        kit.guest()
            .post("/api/search?query=redgum", json!({}))
            .await
            .expect_error(401);
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        assert_eq!(
            search(&elsewhere, "redgum").await,
            json!({"Bookings": [], "Customers": [], "Drivers": [], "HeadPorts": [], "Invoices": [], "Jobs": [], "LineHauls": [], "Payment": []})
        );
        assert_eq!(
            listed(&elsewhere, BOOKINGS, "contains(reference,'rg-1')").await,
            0
        );
    });
}

#[test]
fn a_change_is_found_at_once_and_what_is_undone_never() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Tallowwood Mills").await;
        let found = |query: &'static str| {
            let admin = admin.clone();
            async move { refs(&search(&admin, query).await["Customers"]) }
        };
        let own = customer.to_string();
        assert_eq!(found("tallowwood").await, std::slice::from_ref(&own));

        let path = format!("/api/customer/customer/getCustomerForEdit?id={customer}");
        let mut edited = admin.get(&path).await.result()["customer"].clone();
        edited["companyName"] = json!("Brushbox Mills");
        admin
            .post(
                "/api/customer/customer/createorupdatecustomer",
                json!({"customer": edited}),
            )
            .await
            .result();
        assert!(found("tallowwood").await.is_empty());
        assert_eq!(found("brushbox").await, std::slice::from_ref(&own));
        assert_eq!(
            listed(&admin, CUSTOMERS, "contains(companyName,'RUSHBO')").await,
            1
        );

        let mut scope = kit.app.host().scope(kit.tenant, Mode::Write);
        let undone = customers::NewCustomer {
            company_name: Some("Undone Mills".to_owned()),
            ..Default::default()
        };
        customers::create(&mut scope, undone).await.unwrap();
        let current = data::ListQuery {
            filter: Some("contains(companyName,'undone')".to_owned()),
            ..Default::default()
        };
        let own_view = scope
            .page::<customers::rows::Customer>(&current, Where::all())
            .await
            .unwrap();
        assert_eq!(
            own_view.total_count, 1,
            "a transaction finds what it has written itself"
        );
        scope.rollback();
        assert!(found("undone").await.is_empty());

        admin
            .delete(&format!(
                "/api/customer/customer/deleteCustomer?id={customer}"
            ))
            .await
            .result();
        assert!(found("brushbox").await.is_empty());
        assert_eq!(
            listed(&admin, CUSTOMERS, "contains(companyName,'brushbox')").await,
            0
        );
    });
}

#[test]
fn filters_find_the_same_with_the_index() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for name in [
            "Banksia 100% Wines",
            "Über_Fracht",
            "O'Neil & Söhne",
            "banksia motors",
        ] {
            given::customer(&kit, name).await;
        }
        let filters = [
            ("contains(companyName,'banksia')", 2),
            ("contains(tolower(companyName),'IA')", 2),
            ("startswith(companyName,'Banksia 1')", 1),
            ("endswith(companyName,'wines')", 1),
            ("contains(companyName,'a')", 3),
            ("contains(companyName,'100%')", 1),
            ("contains(companyName,'r_f')", 1),
            ("contains(companyName,'-')", 0),
            ("substringof('''Neil',companyName)", 1),
            ("contains(companyName,'100Wines')", 0),
            ("not contains(companyName,'banksia')", 2),
            ("contains(companyName,'banksia') or type eq 'Account'", 4),
            (
                "contains(companyName,'banksia') and not endswith(companyName,'motors')",
                1,
            ),
            (
                "contains(companyName,'banksia') and contains(companyName,'motors')",
                1,
            ),
            ("contains(companyName,'banksia') or contains(code,'zzz')", 2),
            ("contains(companyName,'neil') eq true", 1),
        ];
        for (filter, count) in filters {
            assert_eq!(listed(&admin, CUSTOMERS, filter).await, count, "{filter}");
        }
        let all = admin
            .get(&format!("{CUSTOMERS}?maxResultCount=100"))
            .await
            .result();
        let id = all["items"][0]["id"].as_i64().unwrap();
        assert_eq!(
            listed(
                &admin,
                CUSTOMERS,
                &format!("id eq {id} or contains(code,'qqqq')")
            )
            .await,
            1
        );
        assert_eq!(
            listed(
                &admin,
                CUSTOMERS,
                &format!("id in ({id}) and contains(code,'qqqq')")
            )
            .await,
            0
        );
        assert!(
            listed(
                &admin,
                USERS,
                "contains(tolower(fullName),'e') or contains(userName,'dm')"
            )
            .await
                >= 1
        );
    });
}
