//! The component in the real engine, with records in memory: rows, totals and errors.

use std::sync::Arc;

use engine::{FaultKind, wit};
use serde_json::{Value, json};
use waybill_plugin_testing::{Rig, Sheet, request};

async fn rig(bookings: Vec<Value>) -> Rig {
    let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["daybook"], &[])
        .await
        .expect("a rig");
    rig.host.put_records("bookings", bookings);
    rig
}

fn booking(carrier: &str, status: &str, weight: f64) -> Value {
    json!({
        "carrier": carrier, "bookingStatus": status, "totalItems": 2, "totalWeight": { "value": weight },
        "pricingDetail": { "total": { "total": 12.5 } }, "bookingDate": "2026-03-02T01:00:00Z",
    })
}

#[tokio::test]
async fn a_day_is_summed_by_carrier_and_status() {
    let rig = rig(vec![
        booking("post", "Delivered", 1.5),
        booking("fleet", "Booked", 2.0),
        booking("post", "Delivered", 0.25),
    ])
    .await;
    let report = rig.report("daybook");
    let listed = report
        .list_reports(rig.plugin_call(json!({}), &[]))
        .await
        .expect("reports");
    assert_eq!(listed[0].id, "by-carrier");
    let sheet = Arc::new(Sheet::default());
    let parameters = json!({ "from": "2026-03-02", "carrier": "d'Or" }).to_string();
    let summary = report
        .run(
            rig.plugin_call(json!({}), &[]),
            "by-carrier".into(),
            parameters,
            sheet.clone(),
        )
        .await;
    let summary = summary.expect("a report");
    assert_eq!(
        (summary.rows, summary.notes),
        (2, vec!["3 bookings in all, 3.75 kg".to_owned()])
    );
    assert_eq!(
        sheet.columns(),
        ["carrier", "status", "bookings", "pieces", "weight", "price"]
    );
    let expected = [
        ["fleet", "Booked", "1", "2", "2", "12.5"],
        ["post", "Delivered", "2", "4", "1.75", "25"],
    ];
    assert_eq!(
        sheet.texts(),
        expected.map(|row| row.map(str::to_owned).to_vec())
    );
    assert!(
        rig.host.filters()[0].contains("carrier eq 'd''Or'"),
        "{:?}",
        rig.host.filters()
    );
}

#[tokio::test]
async fn many_bookings_are_read_in_batches() {
    let rig = rig((0..1_234).map(|_| booking("post", "Booked", 1.0)).collect()).await;
    let sheet = Arc::new(Sheet::default());
    let parameters = json!({ "from": "2026-03-01", "to": "2026-03-31" }).to_string();
    let daybook = rig.report("daybook");
    let run = daybook.run(
        rig.plugin_call(json!({}), &[]),
        "by-carrier".into(),
        parameters,
        sheet.clone(),
    );
    assert_eq!(run.await.expect("a report").rows, 1);
    assert_eq!(sheet.texts()[0][2], "1234");
    assert_eq!(rig.host.filters().len(), 3);
}

#[tokio::test]
async fn what_is_wrong_with_a_run_is_named() {
    let rig = rig(vec![booking("post", "Booked", 1.0)]).await;
    let report = rig.report("daybook");
    let run = async |id: &str, parameters: Value, sheet: Sheet| {
        let context = rig.plugin_call(json!({}), &[]);
        report
            .run(context, id.into(), parameters.to_string(), Arc::new(sheet))
            .await
            .expect_err("refused")
    };
    let unknown = run("by-moon", json!({}), Sheet::default()).await;
    assert_eq!(unknown.kind, FaultKind::NotFound);
    for (parameters, member) in [
        (json!({}), "from"),
        (json!({ "from": "now" }), "from"),
        (json!({ "from": "2026-03-02", "to": "2026-03-01" }), "to"),
    ] {
        let FaultKind::InvalidInput(fields) =
            run("by-carrier", parameters, Sheet::default()).await.kind
        else {
            panic!("{member}")
        };
        assert!(
            fields.iter().any(|field| field.member == member),
            "{fields:?}"
        );
    }
    let closed = run(
        "by-carrier",
        json!({ "from": "2026-03-02" }),
        Sheet::closing_after(0),
    )
    .await;
    assert_eq!(
        closed.kind,
        FaultKind::Rejected {
            code: "CLOSED".into(),
            http_status: None
        }
    );
}

#[tokio::test]
async fn a_person_without_bookings_to_list_is_told_so() {
    let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["daybook"], &[])
        .await
        .expect("a rig");
    let parameters = json!({ "from": "2026-03-02" }).to_string();
    let context = rig.plugin_call(json!({}), &[]);
    let fault = rig
        .report("daybook")
        .run(
            context,
            "by-carrier".into(),
            parameters,
            Arc::new(Sheet::default()),
        )
        .await;
    let fault = fault.expect_err("no source");
    assert_eq!(fault.kind, FaultKind::Unsupported, "{fault}");
}

#[tokio::test]
async fn todays_sums_are_answered_as_json() {
    let rig = rig(vec![booking("post", "Booked", 1.5)]).await;
    let endpoint = rig.endpoint("daybook");
    let answer = endpoint
        .handle(
            rig.plugin_call(json!({}), &[]),
            request("GET", "/today", &[], ""),
        )
        .await;
    let answer: wit::WebResponse = answer.expect("an answer");
    let told: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(
        (answer.status, &told["day"], &told["total"]["bookings"]),
        (200, &json!("2026-03-02"), &json!(1))
    );
    let nowhere = endpoint
        .handle(
            rig.plugin_call(json!({}), &[]),
            request("POST", "/today", &[], ""),
        )
        .await;
    assert_eq!(
        nowhere.expect_err("nothing there").kind,
        FaultKind::NotFound
    );
}
