//! Change log: author, time, old and new values; access and retention.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use data::{
    Caller,
    audit::Entry,
    db::{Col, Mode, PlatformSql},
    ids::{TenantId, UserId},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both, on_host};
use work::{
    event::ScopeEvents,
    job::{NewJob, ScopeJobs},
};

const CHANGES: &str = "/api/core/auditlog/getentitychanges";
const SAVE_CUSTOMER: &str = "/api/customer/customer/createorupdatecustomer";

async fn entries(client: &Client, query: &str) -> Vec<Value> {
    let list = client
        .get(&format!("{CHANGES}?maxResultCount=1000&{query}"))
        .await
        .result();
    list["items"].as_array().unwrap().clone()
}

fn property(entry: &Value, name: &str) -> Value {
    let changes = entry["changes"].as_array().unwrap();
    changes
        .iter()
        .find(|change| change["propertyName"] == name)
        .cloned()
        .unwrap_or_default()
}

async fn session(kit: &Kit, client: &Client) -> data::caller::Session {
    let host = kit.app.host();
    let results = host
        .gate()
        .session(host, client.token.as_deref().unwrap(), None)
        .await
        .unwrap()
        .unwrap();
    (*results).clone()
}

#[test]
fn a_change_says_who_when_what_was_and_what_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let start = Utc::now() - TimeDelta::seconds(1);
        let form = json!({"customer": {"companyName": "Bluegum Wines", "creditLimit": 1000.5, "paymentTerms": "7 days"}});
        let created = admin.post(SAVE_CUSTOMER, form).await.result()["customer"].clone();
        let mut form = created.clone();
        form["companyName"] = json!("Redgum Wines");
        form["creditLimit"] = json!(2000.25);
        form["address"] = json!({"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"});
        let answer = admin.post(SAVE_CUSTOMER, json!({"customer": form})).await;
        let request_id = answer.headers["x-request-id"].to_str().unwrap().to_owned();
        answer.result();
        admin
            .delete(&format!(
                "/api/customer/customer/deleteCustomer?id={}",
                created["id"]
            ))
            .await
            .result();

        let all = entries(
            &admin,
            &format!("entityType=Customer&entityId={}", created["id"]),
        )
        .await;
        let kinds: Vec<&str> = all
            .iter()
            .map(|entry| entry["changeType"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["Deleted", "Updated", "Created"]);
        let me = session(&kit, &admin).await;
        for entry in &all {
            assert_eq!(
                (&entry["userId"], &entry["userName"]),
                (&json!(me.user), &json!(me.user_name))
            );
            assert_eq!(entry["impersonatorId"], Value::Null);
            let time: chrono::DateTime<Utc> =
                entry["creationTime"].as_str().unwrap().parse().unwrap();
            assert!(start <= time && time <= Utc::now() + TimeDelta::seconds(1));
        }
        let updated = &all[1];
        assert_eq!(updated["requestId"], json!(request_id));
        assert_eq!(updated["entityName"], "Redgum Wines");
        assert_eq!(
            property(updated, "companyName"),
            json!({"propertyName": "companyName", "originalValue": "Bluegum Wines", "newValue": "Redgum Wines"})
        );
        let limit = property(updated, "creditLimit");
        assert_eq!(
            (&limit["originalValue"], &limit["newValue"]),
            (&json!(1000.5), &json!(2000.25))
        );
        assert_eq!(
            property(updated, "address")["newValue"]["suburb"],
            "Richmond"
        );
        assert_eq!(updated["changes"].as_array().unwrap().len(), 3, "{updated}");
        assert_eq!(property(&all[2], "paymentTerms")["newValue"], "7 days");
        assert_eq!(
            property(&all[2], "paymentTerms")["originalValue"],
            Value::Null
        );
        assert_eq!(
            property(&all[0], "companyName")["originalValue"],
            "Redgum Wines"
        );
        assert_eq!(property(&all[0], "companyName")["newValue"], Value::Null);
    });
}

#[test]
fn what_is_undone_or_refused_leaves_no_entry() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Stays").await;
        let count = async || {
            entries(&admin, &format!("entityType=Customer&entityId={customer}"))
                .await
                .len()
        };
        let before = count().await;
        let mut scope = kit.scope(Mode::Write);
        let mut row: customers::rows::Customer = scope.find(customer).await.unwrap();
        row.company_name = Some("Undone".to_owned());
        scope.update(&mut row).await.unwrap();
        scope.note("Customer", customer, "groups", 1, 2);
        drop(scope);
        let mut scope = kit.scope(Mode::Write);
        scope.note("Customer", customer, "groups", 1, 2);
        scope.rollback();
        scope.commit().await.unwrap();
        let stale = json!({"customer": {"id": customer, "companyName": "Stale", "rowVersion": 99}});
        admin.post(SAVE_CUSTOMER, stale).await.expect_error(409);
        let invalid =
            json!({"customer": {"id": customer, "companyName": "Wrong", "email": "nobody"}});
        admin.post(SAVE_CUSTOMER, invalid).await.expect_error(400);
        assert_eq!(count().await, before);
        // An unchanged save leaves no entry.
        let same = admin
            .get(&format!(
                "/api/customer/customer/getCustomerForEdit?id={customer}"
            ))
            .await
            .result();
        admin.post(SAVE_CUSTOMER, same).await.result();
        assert_eq!(count().await, before);
    });
}

#[test]
fn an_impersonator_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut someone = session(&kit, &admin).await;
        someone.impersonator = Some(UserId(987));
        let customer = given::customer(&kit, "Changed by another").await;
        let mut scope = kit.scope(Mode::Write);
        scope.caller = Caller::User(Arc::new(someone));
        let mut row: customers::rows::Customer = scope.find(customer).await.unwrap();
        row.abn = Some("51824753556".to_owned());
        scope.update(&mut row).await.unwrap();
        scope.commit().await.unwrap();
        let results = entries(&admin, "filter=impersonatorId eq 987").await;
        assert_eq!(results.len(), 1);
        assert_eq!(property(&results[0], "abn")["newValue"], "51824753556");
    });
}

#[test]
fn notes_and_happenings_are_entries_too() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Noted").await;
        let mut scope = kit.scope(Mode::Write);
        scope.note("Customer", customer, "groups", ["a"], ["a", "b"]);
        let mut row: customers::rows::Customer = scope.find(customer).await.unwrap();
        row.sales_person = Some("Kim".to_owned());
        scope.update(&mut row).await.unwrap();
        scope.commit().await.unwrap();
        let mut scope = kit.scope(Mode::Write);
        let refused = Entry::new("Session", UserId(987_654), "SignInRefused")
            .with_author(UserId(987_654), "mia")
            .with_name("mia");
        scope.record(refused.with_change("reason", None::<&str>, "wrong password"));
        scope.commit().await.unwrap();

        let results = entries(&admin, &format!("entityType=Customer&entityId={customer}")).await;
        assert_eq!(
            property(&results[0], "groups")["newValue"],
            json!(["a", "b"])
        );
        assert_eq!(
            property(&results[0], "salesPerson")["newValue"],
            "Kim",
            "one transaction, one entry: {results:?}"
        );
        assert_eq!(
            (results[0]["userId"].clone(), results[0]["userName"].clone()),
            (Value::Null, json!("System"))
        );
        let results = entries(&admin, "entityType=Session&userId=987654").await;
        assert_eq!(results[0]["changeType"], "SignInRefused");
        assert_eq!(
            (&results[0]["userName"], &results[0]["entityName"]),
            (&json!("mia"), &json!("mia"))
        );
        assert_eq!(
            property(&results[0], "reason")["newValue"],
            "wrong password"
        );
        let types = admin
            .get("/api/core/auditlog/getentitytypes")
            .await
            .result();
        let types: Vec<&str> = types
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_str().unwrap())
            .collect();
        assert!(
            types.contains(&"Customer") && types.contains(&"Session"),
            "{types:?}"
        );
        assert!(types.windows(2).all(|pair| pair[0] < pair[1]));
    });
}

#[test]
fn no_secret_is_ever_recorded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "AP-1").await;
        let all = entries(&admin, "").await;
        let of_account = all
            .iter()
            .find(|entry| entry["entityType"] == "CarrierAccount")
            .unwrap();
        assert_eq!(of_account["entityId"], account);
        assert!(all.iter().any(|entry| entry["entityType"] == "User"));
        let text = serde_json::to_string(&all).unwrap();
        for secret in [
            kit.australia_post.password(),
            kit.australia_post.api_key(),
            testkit::PASSWORD,
            "$argon2",
            "s1.",
        ] {
            assert!(!text.contains(secret), "{secret} is in the record");
        }
        let settings = json!({"tax": {"gst": 12}, "email": {"smtpHost": "mail.example", "smtpPassword": "hunter2hunter2"}});
        admin
            .put("/api/core/tenantsettings/updateallsettings", settings)
            .await
            .result();
        let results = entries(&admin, "entityType=TenantSettings").await;
        assert_eq!(property(&results[0], "tax.gst")["newValue"], 12);
        assert_eq!(
            property(&results[0], "email.smtpPassword")["newValue"],
            "changed"
        );
        assert!(!serde_json::to_string(&results).unwrap().contains("hunter2"));
    });
}

#[test]
fn a_booking_is_followed_without_its_logs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Books").await;
        given::own_fleet(&kit, &admin, "OWN").await;
        let (from, to) = given::addresses();
        let request = given::quote_request(customer);
        let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"]});
        let batch = json!({"bookings": [{"booking": booking}], "operations": []});
        let saved = admin
            .post("/api/booking/booking/createorupdatebatchbooking", batch)
            .await
            .result();
        let id = saved["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("{saved}"));
        let results = entries(&admin, &format!("entityType=Booking&entityId={id}")).await;
        assert_eq!(results.len(), 1, "{results:?}");
        assert_eq!(
            property(&results[0], "toAddress")["newValue"]["suburb"],
            "Parramatta"
        );
        assert_eq!(
            property(&results[0], "customer.id")["newValue"],
            json!(customer)
        );
        let types = admin
            .get("/api/core/auditlog/getentitytypes")
            .await
            .result()
            .to_string();
        for log in [
            "OperationEntry",
            "TrackingEvent",
            "QuoteRequest",
            "Session\"",
            "EntityChange",
        ] {
            assert!(!types.contains(log), "{log} in {types}");
        }
    });
}

#[test]
fn the_record_is_read_by_those_who_may_in_their_tenant() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let customer = given::customer(&kit, "Private").await;
        dispatcher.get(CHANGES).await.expect_error(403);
        kit.guest().get(CHANGES).await.expect_error(401);
        let outsider = kit.another_tenant().await.user("Admin").await;
        assert!(entries(&outsider, "entityType=Customer").await.is_empty());

        let list = async |query: &str| entries(&admin, query).await.len();
        let narrow = format!("entityType=Customer&entityId={customer}");
        assert_eq!(list(&narrow).await, 1);
        let today = Utc::now();
        let day = |days: i64| {
            (today + TimeDelta::days(days))
                .format("%Y-%m-%d")
                .to_string()
        };
        assert_eq!(
            list(&format!("{narrow}&from={}&to={}", day(-2), day(2))).await,
            1
        );
        assert_eq!(list(&format!("{narrow}&from={}", day(2))).await, 0);
        assert_eq!(list(&format!("{narrow}&to={}", day(-2))).await, 0);
        assert_eq!(
            list(&format!(
                "filter=entityType eq 'Customer' and entityId eq {customer}"
            ))
            .await,
            1
        );
        assert_eq!(list("filter=changeType eq 'Deleted'").await, 0);
        for (query, member) in [
            ("from=yesterday", "from"),
            ("to=1", "to"),
            ("filter=secret eq 1", "filter"),
        ] {
            assert_eq!(
                admin
                    .get(&format!("{CHANGES}?{query}"))
                    .await
                    .invalid_members(),
                [member]
            );
        }
        let page = admin
            .get(&format!("{CHANGES}?sorting=creationTime&maxResultCount=1"))
            .await
            .result();
        assert_eq!(page["items"].as_array().unwrap().len(), 1);
        assert!(page["totalCount"].as_i64().unwrap() > 1);
    });
}

#[test]
fn old_entries_are_swept_as_the_tenant_wishes() {
    // The nightly job is every tenant's.
    on_host("audit-nightly", |kit| async move {
        let admin = kit.user("Admin").await;
        let other = kit.another_tenant().await;
        let (old, other_old) = (
            given::customer(&kit, "Old").await,
            given::customer(&other, "Old").await,
        );
        let age = tsql!(
            "UPDATE entity_changes SET creation_time = $2 WHERE tenant_id = $1 AND entity_id = $3"
        );
        for (kit, customer) in [(&kit, old), (&other, other_old)] {
            let mut scope = kit.scope(Mode::Write);
            let then = scope.now() - TimeDelta::days(60);
            scope
                .rows(age, vec![then.val(), customer.val()])
                .await
                .unwrap();
            scope.commit().await.unwrap();
        }
        given::customer(&kit, "New").await;
        let there = async || {
            let all = entries(&admin, "entityType=Customer").await;
            all.iter()
                .map(|entry| entry["entityName"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let day_begins = async || {
            let mut scope = kit.scope(Mode::Write);
            scope
                .publish(&tenancy::DAY_BEGAN, &Default::default())
                .await
                .unwrap();
            scope.commit().await.unwrap();
            kit.drain_jobs().await;
        };
        day_begins().await;
        assert_eq!(
            there().await,
            ["New", "Old"],
            "two years are kept unless said"
        );
        let keep = |days: i64| json!({"audit": {"retentionDays": days}});
        let update = "/api/core/tenantsettings/updateallsettings";
        assert_eq!(
            admin.put(update, keep(29)).await.invalid_members(),
            ["audit.retentionDays"]
        );
        admin.put(update, keep(0)).await.result();
        day_begins().await;
        assert_eq!(there().await, ["New", "Old"]);
        admin.put(update, keep(30)).await.result();
        day_begins().await;
        assert_eq!(there().await, ["New"]);
        let other_admin = other.user("Admin").await;
        assert_eq!(
            entries(&other_admin, "entityType=Customer").await.len(),
            1,
            "each tenant keeps its own as it wishes"
        );

        // The nightly job sweeps every tenant and schedules the next.
        other_admin.put(update, keep(30)).await.result();
        let mut scope = kit.app.host().scope(TenantId(0), Mode::Write);
        scope
            .enqueue(NewJob::new("tenancy.daily", json!({})))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(entries(&other_admin, "entityType=Customer").await.len(), 0);
        let next = PlatformSql(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM jobs WHERE kind = 'tenancy.daily' AND state = 'waiting'",
        );
        let mut scope = kit.app.host().scope(TenantId(0), Mode::Read);
        let pending: i64 = scope.platform(next, Vec::new()).await.unwrap()[0]
            .get(0)
            .unwrap();
        assert_eq!(pending, 1);
    });
}
