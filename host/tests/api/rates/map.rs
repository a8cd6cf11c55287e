//! Zone maps of a card: points, and places without coordinates.

use serde_json::{Value, json};
use testkit::on_both;

use super::{ZONE, create_card, new_place};

#[test]
fn zones_are_points_on_a_map() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let empty = admin
            .get(&format!("{ZONE}/map?rateCardId={}", card.card))
            .await
            .result();
        assert_eq!(
            (
                &empty["places"],
                empty["points"]["zone"].as_array().unwrap().len()
            ),
            (&json!(0), 0)
        );

        new_place(
            &admin,
            card.mel,
            json!({"postCode": "3000", "postCodeTo": "3207"}),
        )
        .await;
        new_place(
            &admin,
            card.syd,
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        new_place(&admin, card.syd, json!({"postCode": "0001"})).await;
        new_place(&admin, card.rest, json!({"stateCode": "NSW"})).await;
        new_place(&admin, card.rest, json!({"countryCode": "NO"})).await;
        let map = admin
            .get(&format!("{ZONE}/map?rateCardId={}", card.card))
            .await
            .result();
        let codes: Vec<&Value> = map["zones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|zone| &zone["code"])
            .collect();
        assert_eq!(codes, ["MEL", "REST", "SYD"]);
        assert_eq!((&map["places"], &map["unlocated"]), (&json!(5), &json!(2)));
        let named_items: Vec<&Value> = map["unlocatedExamples"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| &place["countryCode"])
            .collect();
        assert_eq!(named_items, ["AU", "NO"]);

        let points = &map["points"];
        let column = |name: &str| points[name].as_array().unwrap().clone();
        let (zone, code) = (column("zone"), column("postCode"));
        let of_code = |wanted: &str| -> Vec<Value> {
            (0..zone.len())
                .filter(|at| code[*at] == wanted)
                .map(|at| zone[at].clone())
                .collect()
        };
        // Richmond has its own zone; other suburbs of its postcode are in the range.
        assert_eq!(of_code("3121"), [json!(0), json!(2)]);
        assert_eq!(
            (of_code("2000"), of_code("4000")),
            (vec![json!(1)], vec![Value::Null])
        );
        let at = (0..zone.len())
            .find(|at| code[*at] == "3121" && zone[*at] == 2)
            .unwrap();
        assert_eq!(
            (column("latitude")[at].as_f64().unwrap() * 100.0).round(),
            -3782.0
        );
        assert_eq!(map["zones"][2]["localities"], 1);
        assert!(
            ["latitude", "longitude", "localities"]
                .iter()
                .all(|name| column(name).len() == zone.len())
        );

        let off = json!({"zone": {"id": card.mel, "isActive": false}});
        admin.put(&format!("{ZONE}/zone"), off).await.result();
        let map = admin
            .get(&format!("{ZONE}/map?rateCardId={}", card.card))
            .await
            .result();
        assert_eq!(map["zones"].as_array().unwrap().len(), 2);
        assert_eq!(map["places"], 4);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{ZONE}/map?rateCardId={}", card.card))
            .await
            .expect_error(404);
    });
}
