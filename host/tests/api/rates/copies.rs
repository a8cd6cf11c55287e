//! Copies of large cards: made by a job, seen once they are whole, and gone where they were cancelled.

use std::fmt::Write;

use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{CARD, RATE, given, imports, listed, new_card, new_place};

/// A card of 10,008 rates.
async fn large(kit: &Kit, client: &Client) -> i64 {
    let of = given(client, "LARGE").await;
    new_place(client, of.mel, json!({"postCode": "3000"})).await;
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
    let (_, done) = imports::import_rates(kit, client, of.card, table, false).await;
    assert_eq!(imports::counts(&done), [10_008, 0, 0, 0], "{done}");
    of.card
}

async fn count(client: &Client, card: &Value) -> Value {
    client
        .get(&format!("{RATE}/rates?rateCardId={card}&maxResultCount=1"))
        .await
        .result()["totalCount"]
        .clone()
}

async fn cards(client: &Client) -> Vec<Value> {
    listed(client, &format!("{CARD}/rate-cards?sorting=id"), "code").await
}

#[test]
fn a_large_card_is_copied_by_a_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = large(&kit, &admin).await;
        let path = format!("{CARD}/copy-rate-card");
        let job = |id: &Value| format!("/api/core/jobs/getjob?id={id}");
        let taken = json!({"id": card, "code": "large", "name": "Again"});
        assert_eq!(admin.post(&path, taken).await.invalid_members(), ["code"]);
        let copy = json!({"id": card, "code": "COPY", "name": "Copy"});
        let begun = admin.post(&path, copy.clone()).await.result();
        assert_eq!(begun["rateCard"], json!(null));
        assert_eq!(cards(&admin).await, ["LARGE"]);
        kit.drain_jobs().await;
        let told = admin.get(&job(&begun["jobId"])).await.result();
        assert_eq!(
            (&told["state"], &told["done"], &told["total"]),
            (&json!("done"), &json!(10_008), &json!(10_008))
        );
        let made = &told["result"]["card"];
        assert_eq!(cards(&admin).await, ["LARGE", "COPY"]);
        assert_eq!(count(&admin, made).await, 10_008);
        let whole = admin
            .get(&format!("{CARD}/rate-card?id={made}"))
            .await
            .result();
        assert_eq!(
            (
                &whole["rateCard"]["isActive"],
                &whole["rateCard"]["version"]
            ),
            (&json!(true), &json!(1))
        );
        let compared = admin
            .get(&format!(
                "{CARD}/compare-rate-cards?id={card}&otherId={made}"
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

        // The next version ends the one before, as it does where a card is small.
        let next = json!({"id": card, "effectiveDate": "2027-01-01"});
        let begun = admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result();
        kit.drain_jobs().await;
        let made = admin.get(&job(&begun["jobId"])).await.result()["result"]["card"].clone();
        let made = admin
            .get(&format!("{CARD}/rate-card?id={made}"))
            .await
            .result()["rateCard"]
            .clone();
        assert_eq!(
            (&made["version"], &made["effectiveDate"]),
            (&json!(2), &json!("2027-01-01"))
        );
        let before = admin
            .get(&format!("{CARD}/rate-card?id={card}"))
            .await
            .result();
        assert_eq!(before["rateCard"]["expireDate"], "2026-12-31");

        // A code that was taken meanwhile is told when the job comes to it; what is cancelled leaves nothing.
        let third = json!({"id": card, "code": "THIRD", "name": "Third"});
        let begun = admin.post(&path, third).await.result();
        new_card(&admin, "THIRD").await;
        kit.drain_jobs().await;
        let told = admin.get(&job(&begun["jobId"])).await.result();
        assert_eq!(
            told["result"]["refused"], "code: is the code of another rate card",
            "{told}"
        );
        assert_eq!(told["result"]["card"], json!(null));
        let begun = admin
            .post(
                &path,
                json!({"id": card, "code": "FOURTH", "name": "Fourth"}),
            )
            .await
            .result();
        admin
            .post("/api/core/jobs/canceljob", json!({"id": begun["jobId"]}))
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(cards(&admin).await, ["LARGE", "COPY", "LARGE", "THIRD"]);
    });
}
