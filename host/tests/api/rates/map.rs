//! The map of a card's zones: its points, and what no coordinates are known of.

use serde_json::{Value, json};
use testkit::on_both;

use super::{ZONE, given, new_place};

#[test]
fn zones_are_points_on_a_map() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let empty = admin
            .get(&format!("{ZONE}/map?rateCardId={}", of.card))
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
            of.mel,
            json!({"postCode": "3000", "postCodeTo": "3207"}),
        )
        .await;
        new_place(
            &admin,
            of.syd,
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        new_place(&admin, of.syd, json!({"postCode": "0001"})).await;
        new_place(&admin, of.rest, json!({"stateCode": "NSW"})).await;
        new_place(&admin, of.rest, json!({"countryCode": "NO"})).await;
        let map = admin
            .get(&format!("{ZONE}/map?rateCardId={}", of.card))
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
        let named: Vec<&Value> = map["unlocatedExamples"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| &place["countryCode"])
            .collect();
        assert_eq!(named, ["AU", "NO"]);

        let points = &map["points"];
        let column = |name: &str| points[name].as_array().unwrap().clone();
        let (zone, code) = (column("zone"), column("postCode"));
        let of_code = |wanted: &str| -> Vec<Value> {
            (0..zone.len())
                .filter(|at| code[*at] == wanted)
                .map(|at| zone[at].clone())
                .collect()
        };
        // Richmond is in a zone of its own, the other suburbs of its post code are in the range.
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

        // An address falls in active zones only.
        let off = json!({"zone": {"id": of.mel, "isActive": false}});
        admin.put(&format!("{ZONE}/zone"), off).await.result();
        let map = admin
            .get(&format!("{ZONE}/map?rateCardId={}", of.card))
            .await
            .result();
        assert_eq!(map["zones"].as_array().unwrap().len(), 2);
        assert_eq!(map["places"], 4);
        let stranger = kit.another_tenant().await.user("Admin").await;
        stranger
            .get(&format!("{ZONE}/map?rateCardId={}", of.card))
            .await
            .refused(404);
    });
}
