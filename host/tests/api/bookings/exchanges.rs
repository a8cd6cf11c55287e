//! Carrier requests and responses in the booking's log.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{BASE, bulk, quote_booking, save, saved_id};

#[test]
fn the_log_holds_what_the_carrier_was_sent_and_what_came_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let customer_client = kit.customer_user(customer).await;
        let booking = quote_booking(&admin, customer, "australia-post").await;
        let answer = save(&admin, &booking, &["Book", "PrintLabel"]).await;
        let id = saved_id(&answer);
        let connote = answer["successBookings"][0]["booking"]["consignmentId"]
            .as_str()
            .unwrap();
        bulk(&admin, &[id], "Cancel").await;

        let path = format!("{BASE}/getOperationLog?id={id}");
        let log = admin.get(&path).await.result();
        let exchanges = log["carrierExchanges"].as_array().unwrap();
        let operations: Vec<&Value> = exchanges
            .iter()
            .map(|exchange| &exchange["operation"])
            .collect();
        assert_eq!(
            operations,
            [&json!("Book"), &json!("PrintLabel"), &json!("Cancel")],
            "{log}"
        );
        let read = |at: usize, side: &str| -> Value {
            serde_json::from_str(exchanges[at][side].as_str().unwrap()).unwrap()
        };
        let sent = read(0, "sent");
        assert_eq!(sent["consignment"]["to"]["suburb"], "Parramatta");
        assert_eq!(read(0, "answered")["connote"], connote);
        assert_eq!(read(1, "answered")["mediaType"], "application/pdf");
        assert_eq!(exchanges[0]["isWhole"], true);
        for secret in [kit.australia_post.password(), kit.australia_post.api_key()] {
            assert!(!log.to_string().contains(secret), "{log}");
        }
        assert_eq!(
            customer_client.get(&path).await.result()["carrierExchanges"],
            json!([])
        );
    });
}
