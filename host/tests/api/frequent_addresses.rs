//! Frequent addresses of customers, one of them the default.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

const BASE: &str = "/api/customer/customerfrequentaddress";

async fn save(client: &Client, customer: impl serde::Serialize, address: Value) -> Value {
    let body = json!({"customerId": customer, "address": address});
    client
        .post(&format!("{BASE}/createorupdatefrequentaddress"), body)
        .await
        .result()["address"]
        .clone()
}

async fn names(client: &Client, question: &str) -> Vec<Value> {
    let page = client
        .get(&format!(
            "{BASE}/getfrequentaddresses?sorting=name{question}"
        ))
        .await
        .result();
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].clone())
        .collect()
}

fn place(name: &str, more: Value) -> Value {
    let mut place = json!({"name": name, "suburb": "Richmond", "postCode": "3121"});
    place
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    place
}

#[test]
fn frequent_addresses_are_added_changed_found_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let more = json!({"type": "business", "state": "Victoria", "isDefault": true, "telephone": "+61 3 9000 0000"});
        let dock = save(&admin, customer, place(" Dock ", more)).await;
        assert_eq!(
            (
                &dock["name"],
                &dock["type"],
                &dock["stateCode"],
                &dock["countryCode"],
                &dock["isActive"]
            ),
            (
                &json!("Dock"),
                &json!("Business"),
                &json!("VIC"),
                &json!("AU"),
                &json!(true)
            )
        );
        save(
            &admin,
            customer,
            place("Cellar door", json!({"isDefault": true, "nickname": "CD"})),
        )
        .await;
        let moved = save(
            &admin,
            customer,
            json!({"id": dock["id"], "suburb": "Abbotsford", "postCode": "3067"}),
        )
        .await;
        assert_eq!(
            (&moved["telephone"], &moved["isDefault"]),
            (&dock["telephone"], &json!(false))
        );
        let results = names(
            &admin,
            &format!("&customerId={customer}&filter=contains(suburb,'bots')"),
        )
        .await;
        assert_eq!(results, ["Dock"]);
        let one = admin
            .get(&format!(
                "{BASE}/getfrequentaddressforedit?id={}",
                dock["id"]
            ))
            .await
            .result();
        assert_eq!(one["address"], moved);
        admin
            .delete(&format!("{BASE}/deletefrequentaddress?id={}", dock["id"]))
            .await
            .result();
        assert_eq!(
            names(&admin, &format!("&customerId={customer}")).await,
            ["Cellar door"]
        );
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let dock = save(&admin, customer, place("Dock", json!({}))).await;
        let refused = async |address: Value| {
            let body = json!({"customerId": customer, "address": address});
            admin
                .post(&format!("{BASE}/createorupdatefrequentaddress"), body)
                .await
                .invalid_members()
        };
        let invalid = json!({"name": "x".repeat(129), "suburb": "", "postCode": "31211", "email": "nobody",
            "isDefault": true, "isActive": false});
        assert_eq!(
            refused(invalid).await,
            [
                "address.name",
                "address.suburb",
                "address.postCode",
                "address.email",
                "address.isActive"
            ]
        );
        assert_eq!(refused(place("dock", json!({}))).await, ["address.name"]);
        assert_eq!(
            refused(place("Yard", json!({"type": "Moon"}))).await,
            ["address.type"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, place("Dock", json!({}))).await;
        let body = json!({"customerId": other, "address": {"id": dock["id"], "name": "Moved"}});
        admin
            .post(&format!("{BASE}/createorupdatefrequentaddress"), body)
            .await
            .expect_error(404);
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, place("Works", json!({}))).await;
        let user = kit.customer_user(customer).await;
        save(&user, Value::Null, place("Cellar door", json!({}))).await;
        assert_eq!(names(&user, "").await, ["Cellar door"]);
        user.get(&format!("{BASE}/getfrequentaddresses?customerId={other}"))
            .await
            .expect_error(404);
        user.get(&format!(
            "{BASE}/getfrequentaddressforedit?id={}",
            theirs["id"]
        ))
        .await
        .expect_error(404);
        user.delete(&format!("{BASE}/deletefrequentaddress?id={}", theirs["id"]))
            .await
            .expect_error(404);
    });
}

async fn import(
    client: &Client,
    customer: impl serde::Serialize,
    file: &[u8],
    dry_run: bool,
) -> Value {
    let sent = client
        .post_file("/api/core/file/uploadasset", &[], ("addresses.csv", file))
        .await
        .result();
    let body = json!({"customerId": customer, "fileId": sent["fileId"], "dryRun": dry_run});
    client
        .post(&format!("{BASE}/importfrequentaddresses"), body)
        .await
        .result()
}

#[test]
fn a_table_is_exported_changed_and_imported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        save(
            &admin,
            customer,
            place(
                "Dock",
                json!({"telephone": "+61 3 9000 0000", "isDefault": true}),
            ),
        )
        .await;
        let export = async || {
            let answer = admin
                .get(&format!(
                    "{BASE}/getfrequentaddressescsv?customerId={customer}"
                ))
                .await;
            assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
            String::from_utf8(answer.body.to_vec()).unwrap()
        };
        let table = export().await;
        assert!(
            table.contains("'+61 3 9000 0000"),
            "no spreadsheet runs it: {table}"
        );
        let same = import(&admin, customer, table.as_bytes(), false).await;
        assert_eq!(
            same,
            json!({"total": 1, "inserted": 0, "updated": 0, "refused": 0, "validationErrors": [], "jobId": null})
        );

        let changed = "Name;Suburb;Post code;Telephone;Type\r\ndock;Abbotsford;3067;;Business\r\n\
            Caf\u{e9};Richmond;3121;;\r\n;Richmond;3121;;\r\nYard;Richmond;31211;;\r\nDOCK;Richmond;3121;;\r\n\
            Mill;Richmond;3121;;Moon\r\n";
        let bytes: Vec<u8> = changed
            .chars()
            .map(|letter| u8::try_from(u32::from(letter)).unwrap())
            .collect();
        for dry_run in [true, false] {
            let done = import(&admin, customer, &bytes, dry_run).await;
            assert_eq!(
                (&done["total"], &done["inserted"], &done["updated"]),
                (&json!(6), &json!(1), &json!(1)),
                "{done}"
            );
            let invalid: Vec<&Value> = done["validationErrors"]
                .as_array()
                .unwrap()
                .iter()
                .collect();
            assert_eq!(
                invalid
                    .iter()
                    .map(|one| one["index"].clone())
                    .collect::<Vec<_>>(),
                [3, 4, 5, 6],
                "{done}"
            );
            let told = |at: usize| invalid[at]["errorInfo"].as_str().unwrap().to_owned();
            assert!(told(0).starts_with("name "), "{done}");
            assert!(told(1).contains("postCode must have four digits"), "{done}");
            assert!(
                told(2).contains("is already in row 2") && told(3).contains("type must be one of"),
                "{done}"
            );
            let expected: &[&str] = if dry_run {
                &["Dock"]
            } else {
                &["Caf\u{e9}", "dock"]
            };
            assert_eq!(
                names(&admin, &format!("&customerId={customer}")).await,
                expected
            );
        }
        let table = export().await;
        assert!(
            table.contains("dock,Business,") && table.contains("'+61 3 9000 0000"),
            "{table}"
        );
        let body = json!({"customerId": customer, "fileId": 999_999});
        admin
            .post(&format!("{BASE}/importfrequentaddresses"), body)
            .await
            .expect_error(404);
        let sent = admin
            .post_file(
                "/api/core/file/uploadasset",
                &[],
                ("addresses.csv", b"Suburb\nRichmond\n"),
            )
            .await;
        let body = json!({"customerId": customer, "fileId": sent.result()["fileId"]});
        let refused = admin
            .post(&format!("{BASE}/importfrequentaddresses"), body)
            .await;
        assert_eq!(refused.invalid_members(), ["fileId"]);
    });
}

#[test]
fn a_text_with_an_apostrophe_before_a_formula_survives_export_and_import() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let names_sent = ["'=SUM(A1)", "=SUM(A1)", "''+61", "'@home", "'Plain"];
        for name in names_sent {
            save(
                &admin,
                customer,
                place(name, json!({"companyName": format!("{name} Pty")})),
            )
            .await;
        }
        let before = admin
            .get(&format!(
                "{BASE}/getfrequentaddresses?customerId={customer}&sorting=id"
            ))
            .await
            .result();
        let answer = admin
            .get(&format!(
                "{BASE}/getfrequentaddressescsv?customerId={customer}"
            ))
            .await;
        let repeat = import(&admin, customer, &answer.body, false).await;
        assert_eq!(
            (&repeat["inserted"], &repeat["updated"], &repeat["refused"]),
            (&json!(0), &json!(0), &json!(0)),
            "{repeat}"
        );
        let after = admin
            .get(&format!(
                "{BASE}/getfrequentaddresses?customerId={customer}&sorting=id"
            ))
            .await
            .result();
        assert_eq!(after, before);
        let other = given::customer(&kit, "Wattle Works").await;
        import(&admin, other, &answer.body, false).await;
        let copied = admin
            .get(&format!(
                "{BASE}/getfrequentaddresses?customerId={other}&sorting=id"
            ))
            .await
            .result();
        let texts = |page: &Value| -> BTreeSet<(String, String)> {
            let text = |one: &Value, member: &str| one[member].as_str().unwrap().to_owned();
            let items = page["items"].as_array().unwrap();
            items
                .iter()
                .map(|one| (text(one, "name"), text(one, "companyName")))
                .collect()
        };
        assert_eq!(texts(&copied), texts(&before));
        assert_eq!(texts(&copied).len(), names_sent.len());
    });
}

#[test]
fn a_long_table_is_imported_in_the_background() {
    on_both(|kit| async move {
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let clerk = kit.customer_user(customer).await;
        let mut table =
            "Name,Suburb,Post code\nDock,Richmond,3121\nNowhere,Richmond,312\nDock,Richmond,3121\n"
                .to_owned();
        (0..2_100).for_each(|at| table += &format!("Yard {at},Abbotsford,3067\n"));
        let sent = clerk
            .post_file(
                "/api/core/file/uploadasset",
                &[],
                ("addresses.csv", table.as_bytes()),
            )
            .await
            .result();
        let body = json!({"fileId": sent["fileId"], "inBackground": true});
        let response = clerk
            .post(&format!("{BASE}/importfrequentaddresses"), body)
            .await
            .result();
        assert_eq!(
            (&response["total"], &response["inserted"]),
            (&json!(2_103), &json!(0))
        );
        let job = format!("/api/core/jobs/getjob?id={}", response["jobId"]);
        let pending = clerk.get(&job).await.result();
        assert_eq!(
            (&pending["state"], &pending["result"]),
            (&json!("waiting"), &json!(null))
        );
        kit.drain_jobs().await;
        let done = clerk.get(&job).await.result();
        assert_eq!(
            (&done["state"], &done["done"], &done["total"]),
            (&json!("done"), &json!(2_103), &json!(2_103))
        );
        let result = &done["result"];
        assert_eq!(
            (&result["inserted"], &result["updated"], &result["refused"]),
            (&json!(2_101), &json!(0), &json!(2))
        );
        let lines: Vec<&Value> = result["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["index"])
            .collect();
        assert_eq!(lines, [2, 3], "{result}");

        // They belong to the customer, with the uploader as author; other address books are
        // unchanged.
        let admin = kit.user("Admin").await;
        let other = given::customer(&kit, "Ironbark Timber").await;
        let count = async |of| {
            admin
                .get(&format!("{BASE}/getfrequentaddresses?customerId={of}"))
                .await
                .result()["totalCount"]
                .clone()
        };
        assert_eq!(
            (count(customer).await, count(other).await),
            (json!(2_101), json!(0))
        );
        let changes =
            "/api/core/auditlog/getentitychanges?entityType=FrequentAddress&maxResultCount=1000";
        let changes = admin.get(changes).await.result();
        assert_eq!(changes["totalCount"], 2_101);
        let names: BTreeSet<&str> = changes["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["userName"].as_str().unwrap())
            .collect();
        assert!(
            names.len() == 1 && names.first().unwrap().starts_with("customer-"),
            "{names:?}"
        );
    });
}

#[test]
fn postcodes_that_are_not_given_out_are_saved_nowhere() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for post_code in ["0000", "9998"] {
            let nowhere = json!({"suburb": "Richmond", "postCode": post_code, "countryCode": "AU"});
            let mut dock = place("Dock", json!({}));
            dock["postCode"] = json!(post_code);
            let body = json!({"customerId": customer, "address": dock});
            let refused = admin
                .post(&format!("{BASE}/createorupdatefrequentaddress"), body)
                .await;
            assert_eq!(refused.invalid_members(), ["address.postCode"]);
            let body = json!({"customer": {"id": customer, "address": nowhere}});
            let refused = admin
                .post("/api/customer/customer/createorupdatecustomer", body)
                .await;
            assert_eq!(refused.invalid_members(), ["customer.address.postCode"]);
            let (from, _) = given::addresses();
            let booking = json!({
                "customer": {"id": customer}, "fromAddress": from, "toAddress": nowhere,
                "items": given::quote_request(customer)["items"],
            });
            let body = json!({"bookings": [{ "booking": booking }]});
            let path = "/api/booking/booking/createorupdatebatchbooking";
            let answer = admin.post(path, body).await.result();
            let error = &answer["failBookings"][0]["errorInfo"]["validationErrors"][0];
            assert_eq!(
                error["members"][0], "bookings[0].booking.toAddress.postCode",
                "{answer}"
            );
        }
    });
}
