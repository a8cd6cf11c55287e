//! Customers' dangerous goods, and segregation warnings.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both, pdf_text};

const BASE: &str = "/api/booking/CustomerDangerousGoods";

fn numbers(answer: &Value) -> Vec<String> {
    let name = |one: &Value| {
        format!(
            "{}/{}",
            one["unNumber"].as_str().unwrap(),
            one["unPackageGroup"].as_str().unwrap()
        )
    };
    answer.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn a_customers_list_is_kept_as_it_is_sent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let save = async |goods: Value| {
            let body = json!({"customerId": customer, "dangerousGoods": goods});
            admin
                .post(
                    &format!("{BASE}/CreateOrUpdateCustomerDangerousGoods"),
                    body,
                )
                .await
        };
        let goods = json!([{"unNumber": "UN1263", "unPackageGroup": "ii"}, {"unNumber": "1170"}, {"unNumber": " 1170 "}]);
        let saved = save(goods).await.result()["dangerousGoods"].clone();
        assert_eq!(numbers(&saved), ["1170/", "1263/II"]);
        assert_eq!(
            (&saved[1]["unClass"], &saved[1]["unClassDescription"]),
            (&json!("3"), &json!("Flammable liquids"))
        );

        let invalid = json!([{}, {"unNumber": "paint"}, {"unNumber": "9999"}, {"unNumber": "1263", "unPackageGroup": "IV"}]);
        let error = save(invalid).await.expect_error(400);
        let message: Vec<(&Value, &Value)> = error["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (&one["members"][0], &one["message"]))
            .collect();
        assert_eq!(
            message[0],
            (
                &json!("dangerousGoods[0].unNumber"),
                &json!("UN Number is required")
            )
        );
        let members: Vec<&Value> = message.iter().map(|(member, _)| *member).collect();
        assert_eq!(
            members[1..],
            [
                "dangerousGoods[1].unNumber",
                "dangerousGoods[2].unNumber",
                "dangerousGoods[3].unPackageGroup"
            ]
        );
        save(json!(vec![json!({"unNumber": "1170"}); 501]))
            .await
            .expect_error(400);

        let list = async |question: &str| {
            let path = format!("{BASE}/GetCustomerDangerousGoods?customerId={customer}{question}");
            numbers(&admin.get(&path).await.result()["items"])
        };
        assert_eq!(
            list("").await,
            ["1170/", "1263/II"],
            "a refused list changes nothing"
        );
        assert_eq!(
            list("&filter=contains(unDescription,'aint')").await,
            ["1263/II"]
        );
        let ids = |answer: &Value| {
            answer
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["id"].clone())
                .collect::<Vec<_>>()
        };
        let changed =
            save(json!([{"unNumber": "1263", "unPackageGroup": "II"}, {"unNumber": "1203"}]))
                .await
                .result();
        assert_eq!(numbers(&changed["dangerousGoods"]), ["1203/", "1263/II"]);
        assert_eq!(
            ids(&changed["dangerousGoods"])[1],
            ids(&saved)[1],
            "what stays is the same entry"
        );
        save(json!([])).await.result();
        assert!(list("").await.is_empty());
    });
}

#[test]
fn a_customers_user_reads_its_own_and_changes_none() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Own").await,
            given::customer(&kit, "Other").await,
        );
        let body = json!({"customerId": own, "dangerousGoods": [{"unNumber": "1203"}]});
        let save = format!("{BASE}/CreateOrUpdateCustomerDangerousGoods");
        admin.post(&save, body.clone()).await.result();
        let user = kit.customer_user(own).await;
        let own_rows = user
            .get(&format!("{BASE}/GetCustomerDangerousGoods"))
            .await
            .result();
        assert_eq!(numbers(&own_rows["items"]), ["1203/"]);
        user.get(&format!(
            "{BASE}/GetCustomerDangerousGoods?customerId={other}"
        ))
        .await
        .expect_error(404);
        user.post(&save, body).await.expect_error(403);
        kit.guest()
            .get(&format!(
                "{BASE}/GetCustomerDangerousGoods?customerId={own}"
            ))
            .await
            .expect_error(401);
    });
}

#[test]
fn goods_that_must_not_travel_together_are_warned_of() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let change = json!({"customer": {"id": customer, "canSendDG": true}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", change)
            .await
            .result();
        let product = async |code: &str, category: i64| {
            let product = json!({"productCode": code, "name": code, "isDangerousGood": true, "dangerousGoodsCategoryId": category});
            let body = json!({"customerId": customer, "product": product});
            admin
                .post("/api/customer/customerproduct/createorupdateproduct", body)
                .await
                .result()["product"]["id"]
                .clone()
        };
        let (chlorine, gin) = (product("Pool chlorine", 51).await, product("Gin", 30).await);
        let mut request = given::quote_request(customer);
        request["isDangerousGood"] = json!(true);
        request["dangerousGoodUNCode"] = json!("UN1203");
        let warnings = async |request: &Value| {
            let answer = admin
                .post("/api/booking/Quote/Quote", request.clone())
                .await
                .result();
            answer["warnings"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["message"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert!(warnings(&request).await.is_empty(), "one kind alone");
        request["items"][0]["productId"] = gin;
        assert!(warnings(&request).await.is_empty(), "the same class");
        request["items"][1]["productId"] = chlorine;
        let warnings_found = warnings(&request).await;
        assert_eq!(warnings_found.len(), 2, "{warnings_found:?}");
        assert!(
            warnings_found[0].starts_with(
                "UN1203 Petrol (class 3) and Pool chlorine (class 5.1) must be loaded"
            ),
            "{warnings_found:?}"
        );
        request["isDangerousGood"] = json!(false);
        let warnings_found = warnings(&request).await;
        assert!(
            warnings_found[0].starts_with("Declare the dangerous goods")
                && warnings_found[0].contains("Pool chlorine"),
            "{warnings_found:?}"
        );

        let mut unlisted = request.clone();
        unlisted["isDangerousGood"] = json!(true);
        unlisted["dangerousGoodUNCode"] = json!("UN9999");
        let refused = admin.post("/api/booking/Quote/Quote", unlisted).await;
        assert_eq!(refused.invalid_members(), ["dangerousGoodUNCode"]);

        let (from, to) = given::addresses();
        let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "isDangerousGood": true, "dangerousGoodUNCode": "1203"});
        let base = "/api/booking/booking";
        let body = json!({"bookings": [{"booking": booking}], "operations": []});
        let saved = admin
            .post(&format!("{base}/createorupdatebatchbooking"), body)
            .await
            .result();
        let id = &saved["successBookings"][0]["booking"]["id"];
        let full = admin
            .get(&format!("{base}/getbookingforEdit?Id={id}"))
            .await
            .result();
        assert_eq!(
            full["bookingWarnings"].as_array().unwrap().len(),
            2,
            "{full}"
        );
        assert_eq!(full["bookingWarnings"][0]["operation"], "Book");
        let change = json!({"id": id, "dangerousGoodUNCode": "9999"});
        let body = json!({"bookings": [{"booking": change}], "operations": []});
        let refused = admin
            .post(&format!("{base}/createorupdatebatchbooking"), body)
            .await
            .result();
        let error = &refused["failBookings"][0]["errorInfo"]["validationErrors"][0];
        assert_eq!(
            error["members"],
            json!(["bookings[0].booking.dangerousGoodUNCode"]),
            "{refused}"
        );
    });
}

/// A tenant with both carriers, and a customer that may send dangerous goods.
async fn office(kit: &Kit) -> (Client, CustomerId) {
    let admin = kit.user("Admin").await;
    given::own_fleet(kit, &admin, "FLEET").await;
    given::australia_post(kit, &admin, "POST").await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    let change = json!({"customer": {"id": customer, "canSendDG": true}});
    admin
        .post("/api/customer/customer/createorupdatecustomer", change)
        .await
        .result();
    (admin, customer)
}

/// Two lines of cartons; the second has these substances.
fn with_substances(customer: CustomerId, first: &str, numbers: &[&str]) -> Value {
    let mut request = given::quote_request(customer);
    let carton = request["items"][0].clone();
    let substances: Vec<Value> = numbers
        .iter()
        .map(|number| json!({"unNumber": number, "packageType": "Can"}))
        .collect();
    request["items"] = json!([carton, carton]);
    request["items"][1]["dangerousGoods"] = json!(substances);
    request["isDangerousGood"] = json!(true);
    request["dangerousGoodUNCode"] = json!(first);
    request
}

fn carriers(answer: &Value) -> Vec<&str> {
    let quotes = answer["quotes"].as_array().unwrap();
    let mut codes: Vec<&str> = quotes
        .iter()
        .map(|quote| quote["carrier"]["code"].as_str().unwrap())
        .collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn only_carriers_that_take_several_un_numbers_price_them() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let one = with_substances(customer, "UN1950", &["UN1950"]);
        let answer = given::quotes(&admin, one).await;
        assert_eq!(carriers(&answer), ["australia-post", "own-fleet"]);
        let two = with_substances(customer, "UN1950", &["UN1950", "1263"]);
        let answer = given::quotes(&admin, two).await;
        assert_eq!(carriers(&answer), ["own-fleet"]);
        let failure = answer["failures"]
            .as_array()
            .unwrap()
            .iter()
            .find(|failure| failure["carrier"]["code"] == "australia-post")
            .unwrap_or_else(|| panic!("no reason: {answer}"));
        assert_eq!(
            failure["message"],
            "Item 2 has 2 UN numbers; Australia Post accepts one for a consignment."
        );
    });
}

#[test]
fn substances_of_items_are_checked_and_kept_apart() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let ask = async |request: Value| admin.post("/api/booking/Quote/Quote", request).await;
        for (first, numbers, members) in [
            ("UN1203", vec!["UN1263"], vec!["dangerousGoodUNCode"]),
            (
                "UN1263",
                vec!["UN1263", "paint"],
                vec!["items[1].dangerousGoods[1].unNumber"],
            ),
            (
                "UN1263",
                vec!["UN1263", "9999"],
                vec!["items[1].dangerousGoods[1].unNumber"],
            ),
            ("UN1263", vec!["1263"; 21], vec!["items[1].dangerousGoods"]),
        ] {
            let refused = ask(with_substances(customer, first, &numbers)).await;
            assert_eq!(refused.invalid_members(), members, "{first} {numbers:?}");
        }
        let mut undeclared = with_substances(customer, "UN1263", &["UN1263"]);
        undeclared["isDangerousGood"] = json!(false);
        assert_eq!(ask(undeclared).await.invalid_members(), ["isDangerousGood"]);
        // Petrol and hydrogen peroxide, which oxidises it.
        let answer = ask(with_substances(customer, "UN1203", &["1203", "2014"]))
            .await
            .result();
        let warning = answer["warnings"][0]["message"].as_str().unwrap();
        assert!(
            warning.starts_with("UN1203 Petrol (class 3) and UN2014"),
            "{answer}"
        );
    });
}

#[test]
fn declaration_label_and_manifest_list_all_un_numbers() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut request = with_substances(customer, "UN1950", &["UN1950", "1263"]);
        request["filter"] = json!({"carrierCode": ["own-fleet"]});
        let answer = given::quotes(&admin, request.clone()).await;
        let (from, to) = given::addresses();
        let mut booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to,
            "items": request["items"], "isDangerousGood": true, "dangerousGoodUNCode": "UN1950",
            "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
        });
        let base = "/api/booking/booking";
        let save = async |booking: &Value, operations: Value| {
            let body = json!({"bookings": [{"booking": booking}], "operations": operations});
            admin
                .post(&format!("{base}/createorupdatebatchbooking"), body)
                .await
                .result()
        };
        let mut other = booking.clone();
        other["items"][0]["dangerousGoods"] = json!([{"unNumber": "UN1950"}]);
        let refused = save(&other, json!(["Book"])).await;
        assert_eq!(
            refused["failBookings"][0]["errorInfo"]["validationErrors"][0]["members"],
            json!(["bookings[0].booking.isDangerousGood"]),
            "it was not quoted so: {refused}"
        );
        booking["reference"] = json!("DG-1");
        let saved = save(&booking, json!(["Book"])).await;
        let id = saved["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("not booked: {saved}"));
        let full = admin
            .get(&format!("{base}/getbookingforEdit?Id={id}"))
            .await
            .result();
        let items = &full["items"];
        assert_eq!(items[0].get("dangerousGoods"), None, "{full}");
        assert_eq!(
            items[1]["dangerousGoods"],
            json!([
                {"unNumber": "UN1950", "packageType": "Can", "description": null},
                {"unNumber": "1263", "packageType": "Can", "description": null},
            ])
        );
        let run = async |operation: &str| {
            let body = json!({"bookingIds": [id], "operations": [operation]});
            let answer = admin
                .post(&format!("{base}/runbulkoperation"), body)
                .await
                .result();
            assert_eq!(answer["results"][0]["success"], true, "{answer}");
        };
        let text = async |document_type: i64| {
            let path = format!("{base}/getDocuments?DocumentType={document_type}&BookingId={id}");
            let answer = admin.get(&path).await.result();
            let token = answer["tokens"][0]
                .as_str()
                .unwrap_or_else(|| panic!("no document {document_type}: {answer}"));
            let file = format!("/api/booking/File/DownloadDocument?token={token}");
            pdf_text(&admin.get(&file).await.body)
        };
        run("PrintLabel").await;
        run("Manifest").await;
        let (label, manifest, declaration) = (text(1).await, text(2).await, text(6).await);
        let Some(((label, manifest), declaration)) = label.zip(manifest).zip(declaration) else {
            return;
        };
        // Six pieces; those of the first line have none.
        assert_eq!(label.matches("UN1263, UN1950.").count(), 3, "{label}");
        assert!(
            manifest.contains("contains dangerous goods: UN1950, UN1263"),
            "{manifest}"
        );
        for words in [
            "UN 1950",
            "AEROSOLS",
            "UN 1263",
            "PAINT OR PAINT",
            "3 × Can, 37.5 kg",
        ] {
            assert!(declaration.contains(words), "{words}: {declaration}");
        }
    });
}
