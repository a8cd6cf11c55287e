//! Lists of uninvoiced bookings and of recharges.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use bookings::ServiceDetail;
use carriage::money::Amount;
use data::{
    db::{Mode, Val},
    ids::BookingId,
    tsql,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::lists::{column, insert_bookings};

const BASE: &str = "/api/booking/booking";

async fn list(client: &Client, name: &str, query: &str) -> Value {
    client.get(&format!("{BASE}/{name}?{query}")).await.result()
}

#[test]
fn what_a_carrier_has_is_invoiced_once() {
    use bookings::Status::{Booked, Cancelled, Delivered, InTransit, Quoted};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = insert_bookings(
            &kit,
            "Bluegum",
            account,
            &[Quoted, Booked, InTransit, Delivered, Cancelled],
        )
        .await;
        let other = insert_bookings(&kit, "Harbour", account, &[Booked]).await;
        let name = "getbookingsforinvoice";
        let all = list(
            &admin,
            name,
            &format!("customerId={customer}&sorting=bookingDate"),
        )
        .await;
        assert_eq!(all["totalCount"], 3, "{all}");
        assert_eq!(
            column(&all, "bookingStatus"),
            ["Booked", "InTransit", "Delivered"].map(Value::from)
        );
        assert_eq!(list(&admin, name, "").await["totalCount"], 4);
        let filtered = list(&admin, name, "filter=bookingStatus eq 'Delivered'").await;
        assert_eq!(filtered["totalCount"], 1);

        let id = all["items"][0]["id"].as_i64().unwrap();
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!("UPDATE bookings SET invoice_id = 7 WHERE tenant_id = $1 AND id = $2");
        scope.rows(sql, vec![Val::I64(id)]).await.unwrap();
        scope.commit().await.unwrap();
        assert_eq!(
            list(&admin, name, &format!("customerId={customer}")).await["totalCount"],
            2
        );

        let user = kit.customer_user(customer).await;
        let own_rows = list(&user, name, "").await;
        assert_eq!(own_rows["totalCount"], 2);
        assert_eq!(
            own_rows["items"][0]["pricingDetail"]["carrierTotal"],
            json!(null)
        );
        assert_eq!(
            list(&user, name, &format!("customerId={other}")).await["totalCount"],
            0
        );
        assert_eq!(
            list(&kit.another_tenant().await.user("Admin").await, name, "").await["totalCount"],
            0
        );
        kit.guest()
            .get(&format!("{BASE}/{name}"))
            .await
            .expect_error(401);
    });
}

#[test]
fn what_is_charged_again_waits_for_its_invoice() {
    use bookings::Status::{Booked, Delivered};
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = insert_bookings(&kit, "Bluegum", account, &[Booked, Delivered]).await;
        let name = "getbookingsforrecharge";
        assert_eq!(list(&admin, name, "").await["totalCount"], 0);
        let booked =
            list(&admin, "getbookings", "filter=bookingStatus eq 'Delivered'").await["items"][0]
                .clone();
        let id = BookingId(booked["id"].as_i64().unwrap());
        let charge = async |amounts: &[i64]| {
            let line = |(at, amount): (usize, &i64)| {
                let amount = Amount::untaxed(Decimal::from(*amount), "AUD");
                ServiceDetail::new(&format!("LINE{at}"), "Re-weighed", at > 0, amount)
            };
            let mut scope = kit.scope(Mode::Write);
            bookings::set_recharge(
                &mut scope,
                id,
                amounts.iter().enumerate().map(line).collect(),
            )
            .await
            .unwrap();
            scope.commit().await.unwrap();
        };
        // A zero line is left out.
        charge(&[45, 0, 5]).await;
        let pending = list(&admin, name, &format!("customerId={customer}")).await;
        assert_eq!(pending["totalCount"], 1, "{pending}");
        assert_eq!(
            pending["items"][0]["rechargeDetail"]["total"]["total"].as_f64(),
            Some(55.0)
        );
        let dear = list(&admin, name, "filter=rechargeDetail/total/total gt 55").await;
        assert_eq!(dear["totalCount"], 0);
        let own_rows = list(&kit.customer_user(customer).await, name, "").await;
        assert_eq!(
            own_rows["items"][0]["rechargeDetail"]["carrierTotal"],
            json!(null)
        );
        assert_eq!(
            own_rows["items"][0]["rechargeDetail"]["total"]["total"].as_f64(),
            Some(55.0)
        );
        charge(&[0]).await;
        assert_eq!(list(&admin, name, "").await["totalCount"], 0);
    });
}
