//! Frequent addresses of customers, one of them the default.

use std::collections::BTreeSet;

use data::ids::{CustomerId, FileId};
use serde_json::{Value, json};
use testkit::{
    Client,
    api::{
        AddressRequest, AddressType, Call, CustomerRequest, FrequentAddress,
        FrequentAddressRequest, ImportFile, ImportedTable, IntoField, JobState, Null,
        OneFrequentAddress, PageOfFrequentAddress, Raw, SaveCustomer, SaveFrequentAddress,
    },
    given, on_both,
};

fn saving(
    client: &Client,
    customer: impl IntoField<CustomerId>,
    address: FrequentAddressRequest,
) -> Call<'_, OneFrequentAddress> {
    let body = SaveFrequentAddress::new()
        .customer_id(customer)
        .address(address);
    client.customers().create_or_update_frequent_address(body)
}

async fn save(
    client: &Client,
    customer: impl IntoField<CustomerId>,
    address: FrequentAddressRequest,
) -> FrequentAddress {
    saving(client, customer, address).await.address
}

async fn names(client: &Client, customer: Option<CustomerId>, filter: Option<&str>) -> Vec<String> {
    let mut list = client.customers().get_frequent_addresses().sorting("name");
    if let Some(customer) = customer {
        list = list.customer_id(customer);
    }
    if let Some(filter) = filter {
        list = list.filter(filter);
    }
    list.await.items.into_iter().map(|one| one.name).collect()
}

fn place(name: &str) -> FrequentAddressRequest {
    FrequentAddressRequest::new()
        .name(name)
        .suburb("Richmond")
        .post_code("3121")
}

#[test]
fn frequent_addresses_are_added_changed_found_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = place(" Dock ")
            .type_(Raw("business"))
            .state("Victoria")
            .is_default(true)
            .telephone("+61 3 9000 0000");
        let dock = save(&admin, customer, new).await;
        assert_eq!(
            (dock.name.as_str(), dock.type_, dock.state_code.as_deref()),
            ("Dock", Some(AddressType::Business), Some("VIC"))
        );
        assert_eq!((dock.country_code.as_str(), dock.is_active), ("AU", true));
        let door = place("Cellar door").is_default(true).nickname("CD");
        save(&admin, customer, door).await;
        let change = FrequentAddressRequest::new()
            .id(dock.id)
            .suburb("Abbotsford")
            .post_code("3067");
        let moved = save(&admin, customer, change).await;
        assert_eq!(
            (&moved.telephone, moved.is_default),
            (&dock.telephone, false)
        );
        let results = names(&admin, Some(customer), Some("contains(suburb,'bots')")).await;
        assert_eq!(results, ["Dock"]);
        let calls = admin.customers();
        let one = calls.get_frequent_address_for_edit(dock.id).await;
        assert_eq!(one.address, moved);
        calls.delete_frequent_address(dock.id).await;
        assert_eq!(names(&admin, Some(customer), None).await, ["Cellar door"]);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let dock = save(&admin, customer, place("Dock")).await;
        let refused = async |address: FrequentAddressRequest| {
            saving(&admin, customer, address).invalid_members().await
        };
        let invalid = FrequentAddressRequest::new()
            .name("x".repeat(129))
            .suburb("")
            .post_code("31211")
            .email("nobody")
            .is_default(true)
            .is_active(false);
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
        assert_eq!(refused(place("dock")).await, ["address.name"]);
        assert_eq!(
            refused(place("Yard").type_(Raw("Moon"))).await,
            ["address.type"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, place("Dock")).await;
        let change = FrequentAddressRequest::new().id(dock.id).name("Moved");
        saving(&admin, other, change).refused(404).await;
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, place("Works")).await;
        let user = kit.customer_user(customer).await;
        save(&user, Null, place("Cellar door")).await;
        assert_eq!(names(&user, None, None).await, ["Cellar door"]);
        let calls = user.customers();
        calls
            .get_frequent_addresses()
            .customer_id(other)
            .refused(404)
            .await;
        calls
            .get_frequent_address_for_edit(theirs.id)
            .refused(404)
            .await;
        calls.delete_frequent_address(theirs.id).refused(404).await;
    });
}

async fn upload(client: &Client, file: &[u8]) -> FileId {
    let sent = client.files().upload_asset(("addresses.csv", file)).await;
    sent.file_id
}

async fn import(
    client: &Client,
    customer: CustomerId,
    file: &[u8],
    dry_run: bool,
) -> ImportedTable {
    let body = ImportFile::new()
        .customer_id(customer)
        .file_id(upload(client, file).await)
        .dry_run(dry_run);
    client.customers().import_frequent_addresses(body).await
}

#[test]
fn a_table_is_exported_changed_and_imported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let dock = place("Dock").telephone("+61 3 9000 0000").is_default(true);
        save(&admin, customer, dock).await;
        let calls = admin.customers();
        let export = async || {
            let call = calls.get_frequent_addresses_csv();
            let answer = call.other("customerId", customer.0).await;
            assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
            String::from_utf8(answer.body).unwrap()
        };
        let table = export().await;
        assert!(
            table.contains("'+61 3 9000 0000"),
            "no spreadsheet runs it: {table}"
        );
        let same = import(&admin, customer, table.as_bytes(), false).await;
        let unchanged = ImportedTable {
            total: 1,
            inserted: 0,
            updated: 0,
            refused: 0,
            validation_errors: Vec::new(),
            job_id: None,
        };
        assert_eq!(same, unchanged);

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
                (done.total, done.inserted, done.updated),
                (6, 1, 1),
                "{done:?}"
            );
            let invalid = &done.validation_errors;
            let rows: Vec<i64> = invalid.iter().map(|one| one.index).collect();
            assert_eq!(rows, [3, 4, 5, 6], "{done:?}");
            let told = |at: usize| invalid[at].error_info.as_str();
            assert!(told(0).starts_with("name "), "{done:?}");
            assert!(
                told(1).contains("postCode must have four digits"),
                "{done:?}"
            );
            assert!(
                told(2).contains("is already in row 2") && told(3).contains("type must be one of"),
                "{done:?}"
            );
            let expected: &[&str] = if dry_run {
                &["Dock"]
            } else {
                &["Caf\u{e9}", "dock"]
            };
            assert_eq!(names(&admin, Some(customer), None).await, expected);
        }
        let table = export().await;
        assert!(
            table.contains("dock,Business,") && table.contains("'+61 3 9000 0000"),
            "{table}"
        );
        let file = |id: FileId| ImportFile::new().customer_id(customer).file_id(id);
        calls
            .import_frequent_addresses(file(FileId(999_999)))
            .refused(404)
            .await;
        let sent = upload(&admin, b"Suburb\nRichmond\n").await;
        let call = calls.import_frequent_addresses(file(sent));
        assert_eq!(call.invalid_members().await, ["fileId"]);
    });
}

#[test]
fn a_text_with_an_apostrophe_before_a_formula_survives_export_and_import() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.customers();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let names_sent = ["'=SUM(A1)", "=SUM(A1)", "''+61", "'@home", "'Plain"];
        for name in names_sent {
            let address = place(name).company_name(format!("{name} Pty"));
            save(&admin, customer, address).await;
        }
        let all = |customer: CustomerId| {
            calls
                .get_frequent_addresses()
                .customer_id(customer)
                .sorting("id")
        };
        let before = all(customer).await;
        let answer = calls
            .get_frequent_addresses_csv()
            .other("customerId", customer.0)
            .await;
        let repeat = import(&admin, customer, &answer.body, false).await;
        assert_eq!(
            (repeat.inserted, repeat.updated, repeat.refused),
            (0, 0, 0),
            "{repeat:?}"
        );
        assert_eq!(all(customer).await, before);
        let other = given::customer(&kit, "Wattle Works").await;
        import(&admin, other, &answer.body, false).await;
        let copied = all(other).await;
        let texts = |page: &PageOfFrequentAddress| -> BTreeSet<(String, String)> {
            let texts = page.items.iter();
            texts
                .map(|one| (one.name.clone(), one.company_name.clone().unwrap()))
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
        let body = ImportFile::new()
            .file_id(upload(&clerk, table.as_bytes()).await)
            .in_background(true);
        let response = clerk.customers().import_frequent_addresses(body).await;
        assert_eq!((response.total, response.inserted), (2_103, 0));
        let job = || clerk.tenancy().get_job(response.job_id.unwrap());
        // A drain of another test on the same host may have begun it.
        let pending = job().await;
        assert!(matches!(
            pending.state,
            JobState::Waiting | JobState::Running | JobState::Done
        ));
        assert!(pending.state != JobState::Waiting || pending.result.is_null());
        kit.drain_jobs().await;
        let done = job().await;
        assert_eq!(
            (done.state, done.done, done.total),
            (JobState::Done, Some(2_103), Some(2_103))
        );
        let result = &done.result;
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
        let count = async |of: CustomerId| {
            let list = admin.customers().get_frequent_addresses();
            list.customer_id(of).await.total_count
        };
        assert_eq!((count(customer).await, count(other).await), (2_101, 0));
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
            let dock = place("Dock").post_code(post_code);
            assert_eq!(
                saving(&admin, customer, dock).invalid_members().await,
                ["address.postCode"]
            );
            let nowhere = AddressRequest::new()
                .suburb("Richmond")
                .post_code(post_code)
                .country_code("AU");
            let change = CustomerRequest::new().id(customer).address(&nowhere);
            let call = admin
                .customers()
                .create_or_update_customer(SaveCustomer::new().customer(change));
            assert_eq!(call.invalid_members().await, ["customer.address.postCode"]);
            let nowhere = Value::from(nowhere);
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
