//! Markup previews on past quotes, without saving.

use chrono::{Days, Utc};
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{MARKUP, cents, percent, quotes, road, sums};

async fn preview(admin: &Client, markups: Value) -> testkit::ApiResponse {
    let today = Utc::now().date_naive();
    let body = json!({"markups": markups, "fromDate": today - Days::new(1), "toDate": today + Days::new(1)});
    admin.post(&format!("{MARKUP}/PreviewMarkups"), body).await
}

#[test]
fn unsaved_markups_are_tried_on_quotes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let of_one = quotes(&admin, one, json!({})).await;
        let of_other = quotes(&admin, other, json!({})).await;
        let cost = |all: &[Value]| all.iter().map(|quote| sums(quote).0).sum::<i64>();
        let draft =
            json!({"carrierAccounts": [{"carrierAccountId": account, "rate": percent(100)}]});

        let all = preview(&admin, draft.clone()).await.result();
        let total = &all["total"];
        let count = of_one.len() + of_other.len();
        assert_eq!(
            (&total["quotes"], &total["changed"]),
            (&json!(count), &json!(count)),
            "{all}"
        );
        let full = cost(&of_one) + cost(&of_other);
        assert_eq!(
            (cents(&total["before"]), cents(&total["after"])),
            (full, 2 * full)
        );
        assert_eq!(
            (
                &all["isTruncated"],
                all["customers"].as_array().unwrap().len()
            ),
            (&json!(false), 2)
        );
        assert_eq!(all["accounts"][0]["carrierAccountId"], account);
        let largest = all["largest"].as_array().unwrap();
        let differences: Vec<i64> = largest
            .iter()
            .map(|one| cents(&one["after"]) - cents(&one["before"]))
            .collect();
        assert!(differences.is_sorted_by(|a, b| a >= b), "{differences:?}");

        let mut of_customer = draft;
        of_customer["customerId"] = json!(one);
        let all = preview(&admin, of_customer).await.result();
        assert_eq!(
            (&all["total"]["quotes"], &all["total"]["changed"]),
            (&json!(count), &json!(of_one.len()))
        );
        assert_eq!(cents(&all["total"]["after"]), full + cost(&of_one));
        assert_eq!(all["customers"][0]["name"], "Bluegum Wines");

        assert_eq!(
            admin.get(&format!("{MARKUP}/GetMarkup")).await.result()["carrierAccounts"],
            json!([])
        );
        let (cost, sold) = sums(&road(&admin, one).await);
        assert_eq!(cost, sold);
    });
}

#[test]
fn a_preview_is_checked_as_a_save_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let draft = json!({"carrierAccounts": [{"carrierAccountId": account, "rate": percent(5)}]});
        assert_eq!(
            preview(&admin, draft.clone()).await.expect_error(400)["code"],
            4310
        );
        let invalid =
            json!({"carrierAccounts": [{"carrierAccountId": account, "rate": percent(5_000)}]});
        assert_eq!(
            preview(&admin, invalid).await.invalid_members(),
            ["carrierAccounts[0].rate.value"]
        );
        let both = json!({"customerId": customer, "markUpType": 2, "carrierAccounts": []});
        assert_eq!(
            preview(&admin, both).await.invalid_members(),
            ["markUpType"]
        );
        let backwards = json!({"markups": draft, "fromDate": "2026-01-02", "toDate": "2026-01-01"});
        let backwards = admin
            .post(&format!("{MARKUP}/PreviewMarkups"), backwards)
            .await;
        assert_eq!(backwards.invalid_members(), ["toDate"]);
        preview(&kit.user("Dispatcher").await, draft.clone())
            .await
            .expect_error(403);
        preview(&kit.customer_user(customer).await, draft.clone())
            .await
            .expect_error(403);
        preview(&kit.another_tenant().await.user("Admin").await, draft)
            .await
            .expect_error(404);
    });
}
