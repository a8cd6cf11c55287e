//! Dispatch dates: sent to the carrier, and the start of the transit time.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, get, office, save, saved_id};

const ZONE: Tz = chrono_tz::Australia::Sydney;

fn next_working_day(day: NaiveDate) -> NaiveDate {
    let later = (1..).map(|days| day + Days::new(days));
    later
        .into_iter()
        .find(|day| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun))
        .unwrap()
}

/// Books goods ready at a time; returns dispatch date, arrival and transit days.
async fn book_ready_at(
    admin: &Client,
    customer: CustomerId,
    ready: Option<Value>,
) -> (NaiveDate, NaiveDate, u64) {
    let request = given::quote_request(customer);
    let answer = given::quotes(admin, request.clone()).await;
    let quote = &answer["quotes"][0];
    let (from, to) = given::addresses();
    let mut booking = json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": quote["id"],
    });
    if let Some(ready) = ready {
        booking["pickupReadyTime"] = ready;
    }
    let id = saved_id(&save(admin, &booking, &["Book"]).await);
    let log = admin
        .get(&format!("{BASE}/getOperationLog?id={id}"))
        .await
        .result();
    let sent: Value =
        serde_json::from_str(log["carrierExchanges"][0]["sent"].as_str().unwrap()).unwrap();
    let consignment = &sent["consignment"];
    let sent_day = consignment["dispatchDate"]
        .as_str()
        .or(consignment["dispatch_date"].as_str());
    let eta: DateTime<Utc> = get(admin, id).await["eta"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let days = quote["service"]["transitTime"].as_u64().unwrap();
    (
        sent_day.unwrap().parse().unwrap(),
        eta.with_timezone(&ZONE).date_naive(),
        days,
    )
}

fn days_after(day: NaiveDate, days: u64) -> NaiveDate {
    (0..days).fold(day, |day, _| next_working_day(day))
}

#[test]
fn goods_leave_on_the_next_working_day() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let today = Utc::now().with_timezone(&ZONE).date_naive();
        let settings = json!({
            "general": {"timezone": "Australia/Sydney"}, "bookings": {"holidays": [today, next_working_day(today)]},
        });
        given::change_settings(&kit, settings).await;
        let leaves = next_working_day(next_working_day(today));
        let (sent_day, arrives, days) = book_ready_at(&admin, customer, None).await;
        assert_eq!((sent_day, arrives), (leaves, days_after(leaves, days)));
        let named_items = days_after(leaves, 3);
        let saturday = (1..8)
            .map(|days| named_items + Days::new(days))
            .find(|day| day.weekday() == Weekday::Sat)
            .unwrap();
        let ready = saturday.and_time(NaiveTime::from_hms_opt(10, 0, 0).unwrap());
        let (sent_day, arrives, days) =
            book_ready_at(&admin, customer, Some(json!(ready.to_string()))).await;
        assert_eq!(
            (sent_day, arrives),
            (
                next_working_day(saturday),
                days_after(next_working_day(saturday), days)
            )
        );
        let ready = ZONE
            .from_local_datetime(&named_items.and_time(NaiveTime::from_hms_opt(10, 0, 0).unwrap()))
            .unwrap();
        let (sent_day, arrives, days) =
            book_ready_at(&admin, customer, Some(json!(ready.to_utc()))).await;
        assert_eq!(
            (sent_day, arrives),
            (named_items, days_after(named_items, days))
        );
    });
}
