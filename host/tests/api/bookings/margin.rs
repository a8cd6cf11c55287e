//! Margins by customer, carrier, lane and month, and the worst lanes, for users who may see costs.

use chrono::{Days, Utc};
use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

const MARGIN: &str = "/api/booking/margin";

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}

/// Returns a period around today in every time zone.
fn period() -> String {
    let today = Utc::now().date_naive();
    format!(
        "fromDate={}&toDate={}",
        today - Days::new(1),
        today + Days::new(1)
    )
}

#[test]
fn margins_are_the_sums_of_the_bookings() {
    on_both(|kit| async move {
        let (admin, one) = office(&kit).await;
        let other = given::customer(&kit, "Wattle Works").await;
        let accounts = admin
            .get("/api/carrier/carrieraccount/getcarrieraccounts")
            .await
            .result();
        let markup = json!({"carrierAccounts": [{"carrierAccountId": accounts["items"][0]["id"],
            "rate": {"calcMethod": "Percentage", "value": 25}}]});
        admin
            .post("/api/booking/Markup/CreateOrUpdateMarkup", markup)
            .await
            .result();
        let first = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, one, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        saved_id(
            &save(
                &admin,
                &quote_booking(&admin, one, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let third = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, other, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        saved_id(&save(&admin, &quote_booking(&admin, one, "own-fleet").await, &[]).await);
        let cancelled = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, one, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[cancelled], "Cancel").await;
        let price = get(&admin, first).await["pricingDetail"].clone();
        let sold = cents(&price["total"]["taxExclusiveAmount"]);
        let cost = cents(&price["carrierTotal"]["taxExclusiveAmount"]);
        assert!(sold > cost && cost > 0);

        let by = async |by: &str, more: &str| {
            admin
                .get(&format!("{MARGIN}/getmargins?by={by}&{}{more}", period()))
                .await
                .result()
        };
        let customers = by("Customer", "").await;
        assert_eq!(
            (&customers["currency"], &customers["isTruncated"]),
            (&json!("AUD"), &json!(false))
        );
        let total = &customers["total"];
        assert_eq!(
            (
                &total["bookings"],
                cents(&total["sold"]),
                cents(&total["cost"])
            ),
            (&json!(3), 3 * sold, 3 * cost)
        );
        assert_eq!(
            (cents(&total["quoted"]), cents(&total["margin"])),
            (3 * sold, 3 * (sold - cost))
        );
        let percent = total["marginPercent"].as_f64().unwrap();
        assert!(
            (percent - 20.0).abs() < 0.1,
            "a markup of 25 % leaves a fifth of the price, not {percent} %"
        );
        let rows = customers["rows"].as_array().unwrap();
        let actual: Vec<(&Value, &Value)> = rows
            .iter()
            .map(|row| (&row["name"], &row["bookings"]))
            .collect();
        assert_eq!(
            actual,
            [
                (&json!("Bluegum Wines"), &json!(2)),
                (&json!("Wattle Works"), &json!(1))
            ]
        );
        assert_eq!(rows[0]["key"], one.to_string());
        let carriers = by("Carrier", "").await;
        assert_eq!(
            (&carriers["rows"][0]["key"], &carriers["total"]),
            (&json!("own-fleet"), total)
        );
        let lanes = by("lane", "").await;
        assert_eq!(
            (
                &lanes["rows"][0]["fromRegion"],
                &lanes["rows"][0]["toRegion"]
            ),
            (&json!("AU-VIC"), &json!("AU-NSW"))
        );
        let months = by("Month", "").await;
        let months = months["rows"].as_array().unwrap().iter();
        assert_eq!(
            months
                .map(|row| row["bookings"].as_i64().unwrap())
                .sum::<i64>(),
            3
        );
        assert_eq!(
            by("Lane", &format!("&customerId={other}")).await["total"]["bookings"],
            1
        );
        assert_eq!(
            by("Lane", "&carrier=nobody").await["total"]["marginPercent"],
            Value::Null
        );
        assert_eq!(by("Lane", "&carrier=own-fleet").await["total"], *total);

        let line = price["serviceDetails"][0]["serviceCode"].clone();
        let cheap = json!({"bookingId": third,
            "pricingInfo": [{"serviceCode": line, "taxExclusiveAmount": 1, "tax": 0.1}]});
        admin
            .put(&format!("{BASE}/updateBookingDetails"), cheap)
            .await
            .result();
        let changed = by("Customer", &format!("&customerId={other}")).await["total"].clone();
        assert_eq!(cents(&changed["quoted"]), sold);
        assert!(cents(&changed["sold"]) < sold && cents(&changed["cost"]) == cost);
        let worst = admin
            .get(&format!("{MARGIN}/getworstlanes?{}", period()))
            .await
            .result();
        assert_eq!(worst["lanes"][0]["name"], "AU-VIC → AU-NSW");
        assert_eq!(worst["lanes"][0]["bookings"], 3);
    });
}

#[test]
fn insurance_is_told_by_itself() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let insurance = json!({"standard": {"multiplier": 0.01}});
        admin
            .put(
                "/api/core/tenantsettings/updateallsettings",
                json!({ "insurance": insurance }),
            )
            .await
            .result();
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["isInsured"] = json!(true);
        booking["insuredValue"] = json!(2000);
        booking["insuranceType"] = json!("Standard");
        let id = saved_id(&save(&admin, &booking, &["Book"]).await);
        let price = get(&admin, id).await["pricingDetail"].clone();
        let answer = admin
            .get(&format!("{MARGIN}/getmargins?by=Month&{}", period()))
            .await
            .result();
        let total = &answer["total"];
        assert_eq!(cents(&total["insurance"]), 2000);
        assert_eq!(
            cents(&total["sold"]),
            cents(&price["total"]["taxExclusiveAmount"]) - 2000
        );
    });
}

#[test]
fn margins_are_for_those_who_may_see_costs() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (margins, worst) = (
            format!("{MARGIN}/getmargins?by=Lane&{}", period()),
            format!("{MARGIN}/getworstlanes?{}", period()),
        );
        let user = kit.customer_user(customer).await;
        for path in [&margins, &worst] {
            user.get(path).await.expect_error(403);
            kit.guest().get(path).await.expect_error(401);
        }
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        assert!(id > 0);
        let outsider = kit.another_tenant().await.user("Admin").await;
        assert_eq!(
            outsider.get(&margins).await.result()["total"]["bookings"],
            0
        );
        let members = async |query: &str| {
            admin
                .get(&format!("{MARGIN}/getmargins?{query}"))
                .await
                .invalid_members()
        };
        assert_eq!(
            members("by=Lane&fromDate=2026-02-01&toDate=2026-01-01").await,
            ["toDate"]
        );
        assert_eq!(
            members("by=Lane&fromDate=2020-01-01&toDate=2026-01-01").await,
            ["toDate"]
        );
        assert_eq!(
            members("by=Weight&fromDate=2026-01-01&toDate=2026-01-31").await,
            ["by"]
        );
        let unknown = admin.get(&format!("{margins}&customerId=999999")).await;
        unknown.expect_error(404);
    });
}
