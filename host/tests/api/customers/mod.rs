//! Customers: created, found, changed, rejected.

mod validation;

use serde_json::{Value, json};
use testkit::{
    Client,
    api::{
        AccountStatus, AllCustomerSettings, AllCustomerSettingsRequest, BookingSettings,
        BookingSettingsRequest, Call, Customer, CustomerRequest, FieldRequirement,
        FieldRequirementRequest, NewUnit, Null, One, Raw, SaveCustomer, dec,
    },
    given, on_both,
};

const ANOTHER_GUID: &str = "00000000-0000-0000-0000-000000000001";

fn new_customer(company_name: &str) -> CustomerRequest {
    CustomerRequest::new().company_name(company_name)
}

fn saving(client: &Client, customer: CustomerRequest) -> Call<'_, One> {
    let body = SaveCustomer::new().customer(customer);
    client.customers().create_or_update_customer(body)
}

async fn save(client: &Client, customer: CustomerRequest) -> Customer {
    saving(client, customer).await.customer
}

#[test]
fn what_follows_a_customers_end_is_done() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Short Lived").await;
        let user = kit.customer_user(customer).await;
        admin.customers().delete_customer(customer).await;
        // The event's payload is the bare id.
        kit.drain_jobs().await;
        user.tenancy().get_sidebar_links().refused(401).await;
    });
}

/// Counts of a filter, or the order, would give the limit away.
#[test]
fn credit_limits_are_no_filter_and_no_order() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        save(
            &admin,
            new_customer("Wattle Works").credit_limit(dec(5000.0)),
        )
        .await;
        for query in ["filter=creditLimit gt 1", "sorting=creditLimit"] {
            let path = format!("/api/customer/customer/getCustomers?{query}");
            admin.get(&path).await.expect_error(400);
        }
    });
}

#[test]
fn a_customer_outlives_its_organisation_unit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.identity();
        let north = NewUnit::new().display_name("North").parent_id(Null);
        let north = calls.create_organization_unit(north).await;
        let depot = NewUnit::new().display_name("Depot").parent_id(north.id);
        let depot = calls.create_organization_unit(depot).await;
        let created = save(
            &admin,
            new_customer("Wattle Works").organization_unit_id(depot.id),
        )
        .await;
        assert_eq!(created.organization_unit_id, Some(depot.id));
        calls.delete_organization_unit(north.id).await;
        kit.drain_jobs().await;
        let remaining = admin.customers().get_customer_for_edit(created.id).await;
        assert_eq!(remaining.customer.organization_unit_id, None);
    });
}

#[test]
fn what_a_change_leaves_out_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let stopped = new_customer("Slow Payers")
            .mobile("0400 000 000")
            .account_status(AccountStatus::CreditStop);
        let created = save(&admin, stopped).await;
        assert_eq!(
            (created.account_status, created.is_active),
            (AccountStatus::CreditStop, false)
        );
        let renamed = save(&admin, new_customer("Slow Payers Pty").id(created.id)).await;
        assert_eq!(renamed.company_name.as_deref(), Some("Slow Payers Pty"));
        let stored = |one: &Customer| {
            (
                (one.account_status, one.is_active, one.mobile.clone()),
                (one.code.clone(), one.type_),
                (one.date_of_registration.clone(), one.customer_guid.clone()),
            )
        };
        assert_eq!(stored(&renamed), stored(&created));
        let change = CustomerRequest::new()
            .id(created.id)
            .mobile(Null)
            .customer_guid(ANOTHER_GUID);
        let emptied = save(&admin, change).await;
        assert_eq!(
            (emptied.mobile, emptied.company_name.as_deref()),
            (None, Some("Slow Payers Pty"))
        );
    });
}

#[test]
fn a_customer_is_made_found_and_changed() {
    on_both(|kit| async move {
        let dispatcher = kit.user("Admin").await;
        let calls = dispatcher.customers();
        let new = new_customer("O'Neil & Sons")
            .email("kim@oneil.example")
            .credit_limit(12500.55);
        let created = save(&dispatcher, new).await;
        assert_eq!(created.code, "C00001");
        assert_eq!(created.account_status, AccountStatus::Active);
        assert_eq!(created.credit_limit, Some(dec(12500.55)));
        assert_eq!(created.row_version, 1);

        let filter = "contains(tolower(companyName),'o''neil') or id eq 999999";
        let results = calls
            .get_customers()
            .filter(filter)
            .max_result_count(1)
            .await;
        assert_eq!(results.total_count, 1);
        assert_eq!(results.items[0].id, created.id);
        // Names of paths and parameters compare without case.
        let by_guid = format!(
            "/api/customer/customer/getcustomers?Filter=customerGuid eq guid'{}'",
            created.customer_guid
        );
        assert_eq!(dispatcher.get(&by_guid).await.result()["totalCount"], 1);

        let form = calls.get_customer_for_edit(created.id).response().await;
        let mut change = form.result()["customer"].take();
        change["companyName"] = json!("O'Neil Group");
        change["customerGuid"] = json!(ANOTHER_GUID);
        let change = SaveCustomer::new().customer(Raw(change));
        let changed = calls.create_or_update_customer(change.clone()).await;
        assert_eq!(
            changed.customer.company_name.as_deref(),
            Some("O'Neil Group")
        );
        assert_eq!(
            changed.customer.customer_guid, created.customer_guid,
            "the identity cannot be changed"
        );
        calls.create_or_update_customer(change).refused(409).await;
    });
}

#[test]
fn a_customers_user_sees_that_customer_alone() {
    on_both(|kit| async move {
        let own = given::customer(&kit, "Own Company").await;
        let user = kit.customer_user(own).await;
        let current = user.customers().get_current_customer().await;
        assert_eq!(current.customer.id, own);
        user.customers().get_customers().refused(403).await;
        kit.user("Admin")
            .await
            .customers()
            .get_current_customer()
            .refused(404)
            .await;
    });
}

#[test]
fn a_customer_can_want_a_reference_on_every_booking() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let (of_one, of_two) = (kit.customer_user(one).await, kit.customer_user(two).await);
        let calls = admin.customers();
        let change = || AllCustomerSettingsRequest::new().customer_id(one);
        let off = FieldRequirement {
            is_enable: false,
            is_required: false,
        };
        let initial = AllCustomerSettings {
            customer_id: one,
            row_version: 0,
            cost_center_settings: off.clone(),
            reference_settings: off.clone(),
            booking_settings: BookingSettings {
                atl: false,
                notification: false,
            },
        };
        let stored = calls.get_all_settings().customer_id(one).await;
        assert_eq!(stored, initial);
        let required = || {
            FieldRequirementRequest::new()
                .is_enable(true)
                .is_required(true)
        };
        let with_all = change()
            .cost_center_settings(required())
            .reference_settings(required())
            .booking_settings(BookingSettingsRequest::new().atl(true));
        of_one
            .customers()
            .update_all_settings(with_all.clone())
            .refused(403)
            .await;
        let saved = calls.update_all_settings(with_all).await;
        assert_eq!((saved.booking_settings.atl, saved.row_version), (true, 1));
        assert_eq!(of_one.customers().get_all_settings().await, saved);
        of_two
            .customers()
            .get_all_settings()
            .customer_id(one)
            .refused(404)
            .await;
        calls.get_all_settings().refused(400).await;
        calls
            .update_all_settings(change().row_version(0))
            .refused(409)
            .await;
        let reset = change()
            .row_version(1)
            .booking_settings(BookingSettingsRequest::new());
        let stored = calls.update_all_settings(reset).await;
        let on = FieldRequirement {
            is_enable: true,
            is_required: true,
        };
        assert_eq!(
            (&stored.reference_settings, stored.booking_settings.atl),
            (&on, false)
        );
        // Null resets a group; missing ones stay; without a version the last write wins.
        let back = calls
            .update_all_settings(change().cost_center_settings(Null))
            .await;
        assert_eq!(
            (&back.cost_center_settings, &back.reference_settings),
            (&off, &on)
        );
        let invalid = AllCustomerSettingsRequest::new()
            .reference_settings(FieldRequirementRequest::new().is_enable(Raw("perhaps")))
            .booking_settings(BookingSettingsRequest::new().atl(Raw(7)));
        assert_eq!(
            calls.update_all_settings(invalid).invalid_members().await,
            [
                "referenceSettings.isEnable",
                "bookingSettings.atl",
                "customerId"
            ]
        );
        calls
            .update_all_settings(change().row_version(stored.row_version))
            .refused(409)
            .await;
        calls
            .update_all_settings(change().cost_center_settings(required()))
            .await;
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .customers()
            .get_all_settings()
            .customer_id(one)
            .refused(404)
            .await;

        let (from, to) = given::addresses();
        let mut booking = json!({"customer": {"id": one}, "fromAddress": from, "toAddress": to,
            "items": given::quote_request(one)["items"]});
        let save = async |booking: &Value| {
            let body = json!({"bookings": [{"booking": booking}], "operations": []});
            admin
                .post("/api/booking/booking/createorupdatebatchbooking", body)
                .await
        };
        let missing =
            ["reference", "costCenter"].map(|name| format!("bookings[0].booking.customer.{name}"));
        let failed =
            save(&booking).await.result()["failBookings"][0]["errorInfo"]["validationErrors"]
                .take();
        let members: Vec<&Value> = failed
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| &field["members"][0])
            .collect();
        assert_eq!(members, missing.each_ref());
        booking["customer"]["reference"] = json!("PO-7");
        booking["customer"]["costCenter"] = json!("Sales");
        assert_eq!(save(&booking).await.result()["failBookings"], json!([]));
        booking["customer"] = json!({"id": two});
        assert_eq!(save(&booking).await.result()["failBookings"], json!([]));
    });
}

#[test]
fn customers_are_imported_from_a_table() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let import = async |table: &str, dry_run: bool| {
            let file = ("customers.csv", table.as_bytes());
            let sent = admin
                .post_file("/api/core/file/uploadasset", &[], file)
                .await
                .result();
            let body = json!({"fileId": sent["fileId"], "dryRun": dry_run});
            let path = "/api/customer/customer/importcustomers";
            admin.post(path, body).await.result()
        };
        let known = save(&admin, new_customer("Bluegum Wines")).await;
        let table = format!(
            "companyName,code,type,email,suburb,postCode,creditLimit,isActive\n\
             Swan Cellars,,Prepaid,hi@swan.test,Richmond,3121,500,true\n\
             Bluegum Vines,{code},,,Darwin,0800,,\n\
             ,,,,,,,\n\
             ,X9,,,,,,\n\
             Odd Mail,,,no address,,,,\n",
            code = known.code
        );
        let expected = import(&table, true).await;
        assert_eq!(
            [
                &expected["inserted"],
                &expected["updated"],
                &expected["refused"]
            ],
            [&json!(1), &json!(1), &json!(2)],
            "{expected}"
        );
        let names = async || {
            let path = "/api/customer/customer/getCustomers?maxResultCount=100";
            admin.get(path).await.result()["items"].to_string()
        };
        assert!(!names().await.contains("Swan Cellars"));
        assert_eq!(import(&table, false).await, expected);
        let stored = names().await;
        for text in [
            "Swan Cellars",
            "Bluegum Vines",
            "\"postCode\":\"0800\"",
            "Prepaid",
        ] {
            assert!(stored.contains(text), "{text}: {stored}");
        }
        let errors = expected["validationErrors"].as_array().unwrap();
        let texts: Vec<&str> = errors
            .iter()
            .filter_map(|error| error["errorInfo"].as_str())
            .collect();
        assert_eq!(texts[0], "companyName is required");
        assert!(texts[1].starts_with("email "), "{texts:?}");
        let path = "/api/customer/customer/importcustomers";
        kit.user("Driver")
            .await
            .post(path, json!({"fileId": 1}))
            .await
            .expect_error(403);
    });
}
