//! Pickups, manifests, and recovery of operations.

mod manifests;

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;
use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::job::{NewJob, ScopeJobs};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

const PICKUP: &str = "/api/booking/pickup";
const MANIFEST: &str = "/api/booking/manifest";

async fn list(client: &Client, path: &str) -> Value {
    client.get(path).await.result()
}

fn message_of(result: &Value) -> String {
    result["message"]
        .as_str()
        .unwrap_or_else(|| panic!("not refused: {result}"))
        .to_owned()
}

async fn create_manifested(kit: &Kit, count: usize) -> (Client, data::ids::CustomerId, Vec<i64>) {
    let (admin, customer) = office(kit).await;
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        ));
    }
    let answer = bulk(&admin, &ids, "Manifest").await;
    assert!(
        answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .all(|result| result["success"] == true),
        "{answer}"
    );
    (admin, customer, ids)
}

#[test]
fn one_collection_takes_what_one_sender_has() {
    on_both(|kit| async move {
        let (admin, customer, ids) = create_manifested(&kit, 2).await;
        let early = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let answer = bulk(&admin, &[ids[0], ids[1], early], "BookPickup").await;
        let entry_for = |id: i64| {
            let results = answer["results"].as_array().unwrap();
            results
                .iter()
                .find(|result| result["bookingId"] == id)
                .unwrap()
                .clone()
        };
        assert_eq!(
            (&entry_for(ids[0])["success"], &entry_for(ids[1])["success"]),
            (&json!(true), &json!(true)),
            "{answer}"
        );
        assert_eq!(entry_for(early)["success"], false, "{answer}");
        assert!(
            message_of(&entry_for(early)).contains("possible when the booking is Manifested"),
            "{answer}"
        );
        let (one, two) = (get(&admin, ids[0]).await, get(&admin, ids[1]).await);
        assert_eq!(
            (&one["bookingStatus"], &two["bookingStatus"]),
            (&json!("PickupBooked"), &json!("PickupBooked"))
        );
        assert_eq!(one["pickupRequestId"], two["pickupRequestId"]);
        assert_eq!(one["pendingOperation"], Value::Null);

        let pickups = list(
            &admin,
            &format!("{PICKUP}/getpickups?filter=status eq 'Booked'"),
        )
        .await;
        assert_eq!(pickups["totalCount"], 1, "{pickups}");
        let pickup = &pickups["items"][0];
        assert_eq!(
            (&pickup["number"], &pickup["pieces"]),
            (&one["pickupRequestId"], &json!(6)),
            "{pickup}"
        );
        let day: NaiveDate = pickup["pickupDay"].as_str().unwrap().parse().unwrap();
        assert!(
            !matches!(day.weekday(), Weekday::Sat | Weekday::Sun),
            "{day}"
        );
        let full = list(&admin, &format!("{PICKUP}/getpickup?id={}", pickup["id"])).await;
        assert_eq!(full["bookingIds"], json!(ids));

        let repeat = bulk(&admin, &ids, "BookPickup").await;
        assert!(
            repeat["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == false),
            "{repeat}"
        );
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        outsider
            .post(
                &format!("{PICKUP}/cancelpickup"),
                json!({"id": pickup["id"]}),
            )
            .await
            .expect_error(404);
        assert_eq!(
            list(&outsider, &format!("{PICKUP}/getpickups")).await["totalCount"],
            0
        );
        admin
            .post(
                &format!("{PICKUP}/cancelpickup"),
                json!({"id": pickup["id"]}),
            )
            .await
            .result();
        let back = get(&admin, ids[0]).await;
        assert_eq!(
            (&back["bookingStatus"], &back["pickupRequestId"]),
            (&json!("Manifested"), &Value::Null)
        );
        let duplicate = admin
            .post(
                &format!("{PICKUP}/cancelpickup"),
                json!({"id": pickup["id"]}),
            )
            .await;
        assert_eq!(duplicate.expect_error(400)["code"], 4101);
        let second = bulk(&admin, &ids, "BookPickup").await;
        assert_eq!(second["results"][0]["success"], true, "{second}");
        assert_ne!(
            get(&admin, ids[0]).await["pickupRequestId"],
            one["pickupRequestId"]
        );
    });
}

#[test]
fn two_who_book_at_once_get_one_collection() {
    on_both(|kit| async move {
        let (admin, _, ids) = create_manifested(&kit, 1).await;
        let (one, two) = tokio::join!(
            bulk(&admin, &ids, "BookPickup"),
            bulk(&admin, &ids, "BookPickup")
        );
        let won = [&one, &two]
            .iter()
            .filter(|answer| answer["results"][0]["success"] == true)
            .count();
        assert_eq!(won, 1, "{one} {two}");
        assert_eq!(
            list(&admin, &format!("{PICKUP}/getpickups")).await["totalCount"],
            1
        );
    });
}

#[test]
fn after_a_crash_the_collection_is_found_and_not_booked_twice() {
    on_both(|kit| async move {
        let (admin, _, ids) = create_manifested(&kit, 1).await;
        bulk(&admin, &ids, "BookPickup").await;
        let before = get(&admin, ids[0]).await["pickupRequestId"].clone();
        let pickup = list(&admin, &format!("{PICKUP}/getpickups")).await["items"][0]["id"].clone();
        // A host crashed between the carrier's response and the save.
        let mut scope = kit.scope(Mode::Write);
        let pickups =
            tsql!("UPDATE pickups SET status = 'Booking', number = NULL WHERE tenant_id = $1");
        scope.rows(pickups, Vec::new()).await.unwrap();
        let bookings = tsql!(
            "UPDATE bookings SET booking_status = 'Manifested', intent = 'BookPickup', pickup_request_id = NULL
             WHERE tenant_id = $1 AND id = $2"
        );
        scope.rows(bookings, vec![Val::I64(ids[0])]).await.unwrap();
        scope
            .enqueue(NewJob::new(
                "bookings.settle-pickup",
                json!({"pickupId": pickup, "attempt": 1}),
            ))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let after = get(&admin, ids[0]).await;
        assert_eq!(
            (&after["bookingStatus"], &after["pickupRequestId"]),
            (&json!("PickupBooked"), &before)
        );
        assert_eq!(after["pendingOperation"], Value::Null);
    });
}

#[test]
fn a_pickup_of_an_account_that_is_switched_off_is_given_up() {
    on_both(|kit| async move {
        let (admin, _, ids) = create_manifested(&kit, 1).await;
        bulk(&admin, &ids, "BookPickup").await;
        let pickup = list(&admin, &format!("{PICKUP}/getpickups")).await["items"][0]["id"].clone();
        let mut scope = kit.scope(Mode::Write);
        for sql in [
            tsql!("UPDATE pickups SET status = 'Booking', number = NULL WHERE tenant_id = $1"),
            tsql!(
                "UPDATE bookings SET booking_status = 'Manifested', intent = 'BookPickup',
                   pickup_request_id = NULL WHERE tenant_id = $1"
            ),
            tsql!("UPDATE carrier_accounts SET is_active = FALSE WHERE tenant_id = $1"),
        ] {
            scope.rows(sql, Vec::new()).await.unwrap();
        }
        let settle = json!({"pickupId": pickup, "attempt": 1});
        let settle = NewJob::new("bookings.settle-pickup", settle);
        scope.enqueue(settle).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let after = get(&admin, ids[0]).await;
        assert_eq!(
            (&after["bookingStatus"], &after["pendingOperation"]),
            (&json!("Manifested"), &Value::Null)
        );
    });
}

#[test]
fn a_carrier_that_books_no_collections_says_so() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let booking = quote_booking(&admin, customer, "australia-post").await;
        let id = saved_id(&save(&admin, &booking, &["Book", "Manifest"]).await);
        let answer = bulk(&admin, &[id], "BookPickup").await;
        assert_eq!(
            message_of(&answer["results"][0]),
            "Pickups cannot be booked with this carrier."
        );
        assert_eq!(get(&admin, id).await["bookingStatus"], "Manifested");
        let (address, _) = given::addresses();
        let request = json!({"carrierAccountId": account, "address": address});
        let checked = admin
            .post(&format!("{PICKUP}/checkaddress"), request)
            .await
            .result();
        assert_eq!(checked["isChecked"], false, "{checked}");
        let nowhere = json!({"carrierAccountId": account, "address": {"countryCode": "AU"}});
        admin
            .post(&format!("{PICKUP}/checkaddress"), nowhere)
            .await
            .expect_error(400);
    });
}

#[test]
fn holidays_weekends_and_cut_offs_move_the_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        // A Wednesday at least a week ahead, at noon in the tenant's zone.
        let mut day = (Utc::now() + TimeDelta::days(7)).date_naive();
        while day.weekday() != Weekday::Wed {
            day = day + Days::new(1);
        }
        let path =
            format!("{PICKUP}/getpickupday?carrierAccountId={account}&readyTime={day}T12:00:00");
        let results = list(&admin, &path).await;
        assert_eq!(
            (&results["day"], &results["moved"]),
            (&json!(day), &Value::Null),
            "{results}"
        );
        let many: Vec<NaiveDate> = day.iter_days().take(201).collect();
        let settings = "/api/core/tenantsettings/updateallsettings";
        let invalid = admin
            .put(settings, json!({"bookings": {"holidays": many}}))
            .await;
        assert_eq!(invalid.invalid_members(), ["bookings.holidays"]);
        given::change_settings(&kit, json!({"bookings": {"holidays": [day]}})).await;
        let results = list(&admin, &path).await;
        assert_eq!(
            (&results["day"], &results["moved"]),
            (&json!(day + Days::new(1)), &json!("DayOff")),
            "{results}"
        );
        let bad = format!("{PICKUP}/getpickupday?carrierAccountId={account}&readyTime=soon");
        assert_eq!(admin.get(&bad).await.invalid_members(), ["readyTime"]);
        admin
            .get(&format!("{PICKUP}/getpickupday?carrierAccountId=999999999"))
            .await
            .expect_error(404);
    });
}

#[test]
fn goods_arrive_on_working_days() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let arrives = async || -> NaiveDate {
            let id = saved_id(
                &save(
                    &admin,
                    &quote_booking(&admin, customer, "own-fleet").await,
                    &["Book"],
                )
                .await,
            );
            let eta = get(&admin, id).await["eta"]
                .as_str()
                .unwrap()
                .parse::<DateTime<Utc>>()
                .unwrap();
            eta.with_timezone(&Tz::Australia__Melbourne).date_naive()
        };
        let day = arrives().await;
        assert!(
            !matches!(day.weekday(), Weekday::Sat | Weekday::Sun),
            "{day}"
        );
        let off: Vec<NaiveDate> = day.iter_days().take(9).collect();
        given::change_settings(&kit, json!({"bookings": {"holidays": off}})).await;
        let mut next = day + Days::new(9);
        while matches!(next.weekday(), Weekday::Sat | Weekday::Sun) {
            next = next + Days::new(1);
        }
        assert_eq!(arrives().await, next);
        assert_eq!(
            list(&admin, "/api/core/configuration/getconfiguration").await["holidays"],
            json!(off)
        );
    });
}

#[test]
fn a_price_is_taken_anew_until_it_is_booked() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let before = get(&admin, id).await;
        let answer = bulk(&admin, &[id], "Requote").await;
        assert_eq!(answer["results"][0]["success"], true, "{answer}");
        let after = get(&admin, id).await;
        assert_ne!(after["quoteId"], before["quoteId"]);
        for same in ["bookingStatus", "carrierAccountId", "carrierServiceCode"] {
            assert_eq!(after[same], before[same], "{same}");
        }
        assert_eq!(
            after["pricingDetail"]["total"],
            before["pricingDetail"]["total"]
        );
        assert_eq!(
            after["operationHistory"]
                .as_array()
                .unwrap()
                .last()
                .unwrap()["operation"],
            "Requote"
        );
        bulk(&admin, &[id], "Book").await;
        let late = bulk(&admin, &[id], "Requote").await;
        assert!(
            message_of(&late["results"][0]).starts_with("Requote is not possible"),
            "{late}"
        );
    });
}

#[test]
fn documents_are_mailed_to_the_bookings_address() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["customer"]["email"] = json!("dock@bluegum.example");
        let id = saved_id(&save(&admin, &booking, &["Book"]).await);
        let early = bulk(&admin, &[id], "EmailDocuments").await;
        assert!(
            message_of(&early["results"][0]).contains("no documents yet"),
            "{early}"
        );
        bulk(&admin, &[id], "PrintLabel").await;
        let answer = bulk(&admin, &[id], "EmailDocuments").await;
        assert_eq!(answer["results"][0]["success"], true, "{answer}");
        kit.drain_jobs().await;
        inbox.next_email_to("dock@bluegum.example").await;
        let log = admin
            .get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .result();
        let last = log["integrationLog"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()
            .clone();
        assert_eq!(
            (&last["operation"], &last["value"]),
            (&json!("EmailDocuments"), &json!("dock@bluegum.example"))
        );
    });
}

#[test]
fn a_day_begins_by_the_tenants_clock_before_and_after_it_changes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        given::change_settings(
            &kit,
            json!({"general": {"timezone": "Australia/Melbourne"}}),
        )
        .await;
        // The year after next: clocks go back on a Sunday in April at three, forward in October at
        // two.
        let year = Utc::now().year() + 2;
        let first_sunday = |month| {
            let first = NaiveDate::from_ymd_opt(year, month, 1).unwrap();
            first
                .iter_days()
                .find(|day| day.weekday() == Weekday::Sun)
                .unwrap()
        };
        for (month, before, after) in [(4, 11, 10), (10, 10, 11)] {
            let sunday = first_sunday(month);
            let (friday, monday) = (sunday - Days::new(2), sunday + Days::new(1));
            let entry_for = |day: NaiveDate, hour: u32, offset: i64| {
                let utc = day.and_hms_opt(hour, 0, 0).unwrap() - TimeDelta::hours(offset);
                json!(
                    utc.and_utc()
                        .to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
                )
            };
            let path = |time: String| {
                format!("{PICKUP}/getpickupday?carrierAccountId={account}&readyTime={time}")
            };
            let results = list(&admin, &path(format!("{friday}T10:00"))).await;
            assert_eq!(
                (&results["day"], &results["readyTime"]),
                (&json!(friday), &entry_for(friday, 10, before)),
                "{results}"
            );
            // Half past two exists twice, or not at all.
            let results = list(&admin, &path(format!("{sunday}T02:30"))).await;
            assert_eq!(
                (&results["day"], &results["moved"]),
                (&json!(monday), &json!("DayOff")),
                "{results}"
            );
            assert_eq!(
                results["readyTime"],
                entry_for(monday, 9, after),
                "{results}"
            );
            assert_eq!(
                results["closingTime"],
                entry_for(monday, 17, after),
                "{results}"
            );
        }
    });
}
