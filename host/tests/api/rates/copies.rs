//! Copies of large cards: made by a job, visible once complete, removed when cancelled.

use std::fmt::Write;

use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{CARD, RATE, create_card, imports, list_member, new_card, new_place};

async fn create_large_card(kit: &Kit, client: &Client) -> i64 {
    let card = create_card(client, "LARGE").await;
    new_place(client, card.mel, json!({"postCode": "3000"})).await;
    let mut table = imports::HEAD.to_owned();
    let first = chrono::NaiveDate::from_ymd_opt(2030, 1, 1).unwrap();
    for service in ["ROAD", "EXPRESS"] {
        for (from, to) in ["MEL", "SYD", "REST"]
            .iter()
            .flat_map(|from| ["MEL", "SYD", "REST"].map(|to| (from, to)))
        {
            for day in first.iter_days().take(556) {
                let _ = writeln!(
                    table,
                    "{from},{to},{service},PerKg,no,1,{day},{day},Break,,,1"
                );
            }
        }
    }
    let (_, done) = imports::import_rates(kit, client, card.card, table, false).await;
    assert_eq!(imports::counts(&done), [10_008, 0, 0, 0], "{done}");
    card.card
}

async fn count(client: &Client, card: &Value) -> Value {
    client
        .get(&format!("{RATE}/rates?rateCardId={card}&maxResultCount=1"))
        .await
        .result()["totalCount"]
        .clone()
}

async fn cards(client: &Client) -> Vec<Value> {
    list_member(client, &format!("{CARD}/rate-cards?sorting=id"), "code").await
}

#[test]
fn a_large_card_is_copied_by_a_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_large_card(&kit, &admin).await;
        let path = format!("{CARD}/copy-rate-card");
        let job = |id: &Value| format!("/api/core/jobs/getjob?id={id}");
        let duplicate = json!({"id": card, "code": "large", "name": "Again"});
        assert_eq!(
            admin.post(&path, duplicate).await.invalid_members(),
            ["code"]
        );
        let copy = json!({"id": card, "code": "COPY", "name": "Copy"});
        let response = admin.post(&path, copy.clone()).await.result();
        assert_eq!(response["rateCard"], json!(null));
        assert_eq!(cards(&admin).await, ["LARGE"]);
        kit.drain_jobs().await;
        let details = admin.get(&job(&response["jobId"])).await.result();
        assert_eq!(
            (&details["state"], &details["done"], &details["total"]),
            (&json!("done"), &json!(10_008), &json!(10_008))
        );
        let created = &details["result"]["card"];
        assert_eq!(cards(&admin).await, ["LARGE", "COPY"]);
        assert_eq!(count(&admin, created).await, 10_008);
        let full = admin
            .get(&format!("{CARD}/rate-card?id={created}"))
            .await
            .result();
        assert_eq!(
            (&full["rateCard"]["isDraft"], &full["rateCard"]["version"]),
            (&json!(true), &json!(1))
        );
        let compared = admin
            .get(&format!(
                "{CARD}/compare-rate-cards?id={card}&otherId={created}"
            ))
            .await
            .result();
        assert_eq!(
            (
                &compared["totals"]["added"],
                &compared["totals"]["removed"],
                &compared["totals"]["changed"]
            ),
            (&json!(0), &json!(0), &json!(0))
        );

        let next = json!({"id": card, "effectiveDate": "2027-01-01"});
        let response = admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result();
        kit.drain_jobs().await;
        let created = admin.get(&job(&response["jobId"])).await.result()["result"]["card"].clone();
        let created = admin
            .get(&format!("{CARD}/rate-card?id={created}"))
            .await
            .result()["rateCard"]
            .clone();
        assert_eq!(
            (&created["version"], &created["effectiveDate"]),
            (&json!(2), &json!("2027-01-01"))
        );
        let before = admin
            .get(&format!("{CARD}/rate-card?id={card}"))
            .await
            .result();
        assert_eq!(before["rateCard"]["expireDate"], "2026-12-31");

        let third = json!({"id": card, "code": "THIRD", "name": "Third"});
        let response = admin.post(&path, third).await.result();
        new_card(&admin, "THIRD").await;
        kit.drain_jobs().await;
        let details = admin.get(&job(&response["jobId"])).await.result();
        assert_eq!(
            details["result"]["refused"], "Code: is the code of another rate card",
            "{details}"
        );
        assert_eq!(details["result"]["card"], json!(null));
        let response = admin
            .post(
                &path,
                json!({"id": card, "code": "FOURTH", "name": "Fourth"}),
            )
            .await
            .result();
        admin
            .post("/api/core/jobs/canceljob", json!({"id": response["jobId"]}))
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(cards(&admin).await, ["LARGE", "COPY", "LARGE", "THIRD"]);
    });
}
