//! Carrier deliveries: stored, processed, retried, deduplicated; pushed tracking.

use data::{
    db::{Col, Mode, PlatformSql, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_host};
use work::job::{NewJob, ScopeJobs};

use super::{BASE, ENDPOINTS, PUSH, SECRET, post, save_store, signed};

/// Returns the deliveries once they match; another test may be running the job.
async fn deliveries(
    kit: &Kit,
    admin: &Client,
    plugin: &str,
    expected: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    let path = format!("/api/plugins/getdeliveries?id={plugin}&sorting=id");
    for _ in 0..60 {
        kit.drain_jobs().await;
        let list = admin.get(&path).await.result();
        let items = list["items"].as_array().cloned().unwrap_or_default();
        if expected(&items) {
            return items;
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    panic!(
        "the deliveries are not as expected: {}",
        admin.get(&path).await.result()
    );
}

#[test]
fn a_delivery_is_worked_off_once_and_repeats_are_dropped() {
    on_host("plugin endpoints", |kit| async move {
        ENDPOINTS.install(&kit).await;
        let admin = kit.user("Admin").await;
        save_store(&admin, ENDPOINTS.id, None).await;
        let path = format!("{BASE}/queued");
        let send = |event: &str, body: &'static str| {
            let client = kit
                .guest()
                .with_header("x-sum", &signed(body))
                .with_header("x-event-id", event);
            let path = path.clone();
            async move { post(&client, &path, body).await.status.as_u16() }
        };
        assert_eq!(send("e1", "one").await, 202);
        assert_eq!(send("e1", "one").await, 200, "it was told before");
        assert_eq!(send("e2", "one").await, 202);
        assert_eq!(send("e3", "never").await, 202);
        let states = |items: &[Value]| -> Vec<String> {
            items
                .iter()
                .map(|item| item["state"].as_str().unwrap_or_default().to_owned())
                .collect()
        };
        let tried =
            |item: &Value| item["attempts"].as_i64() > Some(0) && item["state"] == "Waiting";
        let actual = deliveries(&kit, &admin, ENDPOINTS.id, |items| {
            states(items)[..2] == ["Done", "Done"] && items.get(2).is_some_and(tried)
        });
        let response = actual.await;
        assert_eq!(response.len(), 3);
        assert_eq!(send("e1", "one").await, 200, "it was worked off before");
        let failed = &response[2];
        assert_eq!(
            (&failed["eventId"], &failed["bytes"]),
            (&json!("e3"), &json!(5))
        );
        assert!(
            failed["lastError"]
                .as_str()
                .unwrap()
                .contains("I can't take this"),
            "{failed}"
        );
        assert!(failed["nextAt"].is_string());
        assert!(!json!(response).to_string().contains(SECRET));

        let id = failed["id"].as_i64().unwrap();
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!(
            "UPDATE plugin_deliveries SET attempts = 9, next_at = $3 WHERE tenant_id = $1 AND id = $2"
        );
        let now = scope.now();
        scope
            .rows(sql, vec![Val::I64(id), now.val()])
            .await
            .unwrap();
        scope
            .enqueue(NewJob::new("plugins.deliver", json!({"id": id})))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let given_up = deliveries(&kit, &admin, ENDPOINTS.id, |items| {
            items[2]["state"] == "Failed"
        })
        .await;
        assert_eq!(given_up[2]["attempts"], 10);
        admin
            .post("/api/plugins/retrydelivery", json!({"id": id}))
            .await
            .result();
        let repeat = deliveries(&kit, &admin, ENDPOINTS.id, |items| tried(&items[2])).await;
        assert!(
            repeat[2]["attempts"].as_i64() < Some(9),
            "it has all its tries again: {}",
            repeat[2]
        );
        let done = response[0]["id"].clone();
        admin
            .post("/api/plugins/retrydelivery", json!({"id": done}))
            .await
            .expect_error(400);
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .post("/api/plugins/retrydelivery", json!({"id": id}))
            .await
            .expect_error(404);
    });
}

/// Stores a delivery that the plugin has refused once, and removes the job of its next attempt.
async fn store_refused(kit: &Kit, admin: &Client) -> i64 {
    ENDPOINTS.install(kit).await;
    save_store(admin, ENDPOINTS.id, None).await;
    assert_eq!(send_queued(kit, "never").await, 202);
    let stored = deliveries(kit, admin, ENDPOINTS.id, |items| {
        items
            .first()
            .is_some_and(|item| item["attempts"] != 0 && item["state"] == "Waiting")
    })
    .await;
    let mut scope = kit.scope(Mode::Write);
    let jobs = PlatformSql("DELETE FROM jobs WHERE for_tenant = $1 AND kind = 'plugins.deliver'");
    let tenant = scope.tenant.val();
    scope.platform(jobs, vec![tenant]).await.unwrap();
    scope.commit().await.unwrap();
    stored[0]["id"].as_i64().unwrap()
}

async fn send_queued(kit: &Kit, body: &str) -> u16 {
    let client = kit.guest().with_header("x-sum", &signed(body));
    post(&client, &format!("{BASE}/queued"), body)
        .await
        .status
        .as_u16()
}

/// The attempt of a host that dies after `seconds`.
async fn set_working(kit: &Kit, id: i64, seconds: i64) {
    let mut scope = kit.scope(Mode::Write);
    let sql = tsql!(
        "UPDATE plugin_deliveries SET state = 'Working', attempts = 1, body = $3, next_at = $4
         WHERE tenant_id = $1 AND id = $2"
    );
    let next = scope.now() + chrono::TimeDelta::seconds(seconds);
    let body = Val::Text("b25l".to_owned());
    scope
        .rows(sql, vec![Val::I64(id), body, next.val()])
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn a_delivery_whose_host_was_lost_is_worked_off_later() {
    on_host("plugin endpoints", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = store_refused(&kit, &admin).await;
        let operations = async || {
            let path = format!("/api/plugins/getdeliveries?id={}", ENDPOINTS.id);
            admin.get(&path).await.result()["items"][0]["allowedOperations"].clone()
        };
        set_working(&kit, id, 60).await;
        assert_eq!(operations().await, json!([]));
        set_working(&kit, id, -1).await;
        assert_eq!(operations().await, json!(["Retry"]));

        // The job runs again before the attempt counts as lost.
        set_working(&kit, id, 2).await;
        let mut scope = kit.scope(Mode::Write);
        let job = NewJob::new("plugins.deliver", json!({"id": id}));
        scope.enqueue(job).await.unwrap();
        scope.commit().await.unwrap();
        let done = deliveries(&kit, &admin, ENDPOINTS.id, |items| {
            items[0]["state"] == "Done"
        })
        .await;
        assert_eq!(done[0]["attempts"], 2, "{}", done[0]);

        let mut scope = kit.scope(Mode::Read);
        let sql = tsql!(
            "SELECT body, CAST(headers AS TEXT) FROM plugin_deliveries WHERE tenant_id = $1 AND id = $2"
        );
        let rows = scope.rows(sql, vec![Val::I64(id)]).await.unwrap();
        let (body, headers): (String, String) = (rows[0].get(0).unwrap(), rows[0].get(1).unwrap());
        assert_eq!((body.as_str(), headers.as_str()), ("", "[]"));
        assert_eq!(send_queued(&kit, "never").await, 200, "it is still known");
    });
}

#[test]
fn the_bodies_of_a_tenants_pending_deliveries_are_bounded() {
    on_host("plugin endpoints", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = store_refused(&kit, &admin).await;
        let set = async |state: &str, bytes: i64| {
            let mut scope = kit.scope(Mode::Write);
            let sql = tsql!(
                "UPDATE plugin_deliveries SET state = $3, bytes = $4 WHERE tenant_id = $1 AND id = $2"
            );
            let values = vec![Val::I64(id), Val::Text(state.to_owned()), bytes.val()];
            scope.rows(sql, values).await.unwrap();
            scope.commit().await.unwrap();
        };
        let full = 256 * 1024 * 1024;
        for state in ["Waiting", "Working"] {
            set(state, full).await;
            assert_eq!(send_queued(&kit, "one").await, 503, "{state}");
        }
        set("Waiting", full - 3).await;
        assert_eq!(send_queued(&kit, "one").await, 202);
        set("Failed", full).await;
        assert_eq!(send_queued(&kit, "two").await, 202);
    });
}

#[test]
fn tracking_that_a_carrier_pushes_moves_its_bookings() {
    on_host("plugin endpoints", |kit| async move {
        PUSH.install(&kit).await;
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = booked(&admin, customer).await;
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!(
            "UPDATE bookings SET carrier = 'push-guest', consignment_id = 'PG1' WHERE tenant_id = $1 AND id = $2"
        );
        scope.rows(sql, vec![Val::I64(id)]).await.unwrap();
        let at = (scope.now() - chrono::TimeDelta::minutes(5)).to_rfc3339();
        scope.commit().await.unwrap();

        let path = "/api/plugins/push-guest/tracking";
        let body = format!("PG1 ev-1 {at} InTransit\nSTRANGER ev-2 {at} Delivered");
        assert_eq!(post(&kit.guest(), path, &body).await.status, 202);
        assert_eq!(
            post(&kit.guest(), path, &body).await.status,
            200,
            "the same words are the same delivery"
        );
        assert_eq!(
            post(&kit.guest(), path, &format!("{body}\n")).await.status,
            202
        );
        let done =
            |items: &[Value]| items.len() == 2 && items.iter().all(|item| item["state"] == "Done");
        deliveries(&kit, &admin, PUSH.id, done).await;
        let booking = admin
            .get(&format!("/api/booking/booking/getbookingforEdit?Id={id}"))
            .await
            .result();
        assert_eq!(booking["bookingStatus"], "InTransit");
        assert_eq!(
            booking["trackingDetails"].as_array().unwrap().len(),
            1,
            "told twice, kept once: {booking}"
        );

        // An unknown status changes nothing and is kept verbatim.
        assert_eq!(
            post(&kit.guest(), path, &format!("PG1 ev-3 {at} Teleported"))
                .await
                .status,
            202
        );
        let done =
            |items: &[Value]| items.len() == 3 && items.iter().all(|item| item["state"] == "Done");
        deliveries(&kit, &admin, PUSH.id, done).await;
        let booking = admin
            .get(&format!("/api/booking/booking/getbookingforEdit?Id={id}"))
            .await
            .result();
        assert_eq!(booking["bookingStatus"], "InTransit");
        let message = booking["trackingDetails"][1]["details"].as_array().unwrap();
        assert!(
            message.contains(&json!({"key": "carrierStatus", "value": "Teleported"})),
            "{booking}"
        );
    });
}

async fn booked(admin: &Client, customer: CustomerId) -> i64 {
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    let answer = given::quotes(admin, request.clone()).await;
    let (from, to) = given::addresses();
    let booking = json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
    });
    let body = json!({"bookings": [{"booking": booking}], "operations": ["Book"]});
    let saved = admin
        .post("/api/booking/booking/createorupdatebatchbooking", body)
        .await
        .result();
    saved["successBookings"][0]["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("not saved: {saved}"))
}
