//! The lane matrix: columns, atomic saves, and the rules of single rates.

use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{CardFixture, RATE, create_card, list_member, new_rate, rate_body};

fn path(of: &CardFixture, beside: &str) -> String {
    format!(
        "{RATE}/matrix?rateCardId={}&rateServiceId={}&calculationMethod=PerKg{beside}",
        of.card, of.road
    )
}

async fn read(client: &Client, of: &CardFixture, beside: &str) -> Value {
    client.get(&path(of, beside)).await.result()
}

fn save_body(of: &CardFixture, rates: Value, deleted: Value) -> Value {
    json!({"rateServiceId": of.road, "rates": rates, "deleted": deleted})
}

fn new_cell(from: &str, to: &str, value: f64) -> Value {
    json!({"fromZone": from, "toZone": to, "calculationMethod": "PerKg", "minimum": 5,
        "rateDetails": [{"rateType": "Break", "break": null, "value": value}]})
}

fn lanes(matrix: &Value) -> Vec<(String, String, f64)> {
    let list = |name: &str| matrix["rates"][name].as_array().unwrap().clone();
    let zone = |at: &Value| {
        matrix["zones"][usize::try_from(at.as_u64().unwrap()).unwrap()]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (from, to, minimum) = (list("from"), list("to"), list("minimum"));
    let mut all: Vec<_> = (0..from.len())
        .map(|at| {
            (
                zone(&from[at]),
                zone(&to[at]),
                minimum[at].as_f64().unwrap(),
            )
        })
        .collect();
    all.sort_by(|one, other| one.partial_cmp(other).unwrap());
    all
}

#[test]
fn the_rates_of_a_day_are_read_as_columns() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let first = new_rate(
            &admin,
            rate_body(card.road, "MEL", "SYD", json!({"expireDate": "2026-06-30"})),
        )
        .await;
        let terms = json!({"effectiveDate": "2026-07-01", "reciprocal": true, "transitTime": 2, "minimum": 11.25});
        let second = new_rate(&admin, rate_body(card.road, "MEL", "SYD", terms)).await;
        new_rate(&admin, rate_body(card.road, "SYD", "REST", json!({}))).await;
        new_rate(&admin, rate_body(card.express, "SYD", "REST", json!({}))).await;
        new_rate(
            &admin,
            rate_body(
                card.road,
                "REST",
                "REST",
                json!({"calculationMethod": "PerItem"}),
            ),
        )
        .await;

        let june = read(&admin, &card, "&day=2026-06-30").await;
        let lane = |from: &str, to: &str, minimum| (from.to_owned(), to.to_owned(), minimum);
        assert_eq!(
            lanes(&june),
            [lane("MEL", "SYD", 9.5), lane("SYD", "REST", 9.5)]
        );
        assert_eq!(
            (&june["totalCount"], &june["isCut"], &june["day"]),
            (&json!(2), &json!(false), &json!("2026-06-30"))
        );
        let codes: Vec<&Value> = june["zones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|zone| &zone["code"])
            .collect();
        assert_eq!(codes, ["MEL", "REST", "SYD"]);
        assert_eq!(june["rates"]["id"][0], first["id"]);
        assert_eq!(
            (&june["rates"]["dated"], &june["rates"]["ownTerms"]),
            (&json!([0]), &json!([]))
        );
        let shape = json!([{"accumulative": false, "lines":
            [{"rateType": "Basic", "break": null}, {"rateType": "Break", "break": null}]}]);
        assert_eq!(
            (&june["shapes"], &june["rates"]["shape"]),
            (&shape, &json!([0, 0]))
        );
        assert_eq!(
            june["rates"]["prices"],
            json!([10, 0, 0, 1.25, 10, 0, 0, 1.25])
        );

        let july = read(&admin, &card, "&day=2026-07-01").await;
        assert_eq!(
            lanes(&july),
            [lane("MEL", "SYD", 11.25), lane("SYD", "REST", 9.5)]
        );
        let at = july["rates"]["id"]
            .as_array()
            .unwrap()
            .iter()
            .position(|id| *id == second["id"])
            .unwrap();
        assert_eq!(
            (&july["rates"]["reciprocal"], &july["rates"]["ownTerms"]),
            (&json!([at]), &json!([at]))
        );
        let any = admin
            .get(&path(&card, "").replace("&calculationMethod=PerKg", ""))
            .await
            .result();
        assert_eq!(
            (&any["calculationMethod"], lanes(&any).len()),
            (&json!("PerKg"), 2)
        );
        let count = |method: &str, count: i64| json!({"calculationMethod": method, "count": count});
        assert_eq!(
            any["methods"],
            json!([count("PerKg", 2), count("PerItem", 1)])
        );
        assert_eq!(
            lanes(&read(&admin, &card, "&day=2026-07-01&from=mel").await),
            [lane("MEL", "SYD", 11.25)]
        );
        assert_eq!(
            lanes(&read(&admin, &card, "&day=2026-07-01&to=zone re").await),
            [lane("SYD", "REST", 9.5)]
        );
        assert!(lanes(&read(&admin, &card, "&from=nowhere").await).is_empty());
    });
}

#[test]
fn what_is_no_matrix_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let rate_card = create_card(&admin, "ROAD").await;
        let air = create_card(&admin, "AIR").await;
        let get = async |card: i64, service: i64, method: &str| {
            let path = format!(
                "{RATE}/matrix?rateCardId={card}&rateServiceId={service}&calculationMethod={method}"
            );
            admin.get(&path).await
        };
        get(rate_card.card, air.road, "PerKg")
            .await
            .expect_error(404);
        assert_eq!(
            get(rate_card.card, rate_card.road, "PerMoon")
                .await
                .invalid_members(),
            ["calculationMethod"]
        );
        assert_eq!(
            admin
                .get(&path(&rate_card, "&day=1899-12-31"))
                .await
                .invalid_members(),
            ["day"]
        );
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        outsider.get(&path(&rate_card, "")).await.expect_error(404);
        let cell = save_body(&rate_card, json!([new_cell("MEL", "SYD", 1.0)]), json!([]));
        outsider
            .put(&format!("{RATE}/matrix"), cell.clone())
            .await
            .expect_error(404);
        let own = create_card(&outsider, "ROAD").await;
        let theirs = new_rate(&admin, rate_body(rate_card.road, "MEL", "SYD", json!({}))).await;
        let changed = save_body(
            &own,
            json!([{"id": theirs["id"], "rowVersion": 1, "minimum": 1}]),
            json!([]),
        );
        let answer = outsider.put(&format!("{RATE}/matrix"), changed).await;
        assert_eq!(answer.invalid_members(), ["rates[0].id"]);
        let deleted = save_body(
            &own,
            json!([]),
            json!([{"id": theirs["id"], "rowVersion": 1}]),
        );
        assert_eq!(
            outsider
                .put(&format!("{RATE}/matrix"), deleted)
                .await
                .invalid_members(),
            ["deleted[0].id"]
        );
        assert_eq!(lanes(&read(&admin, &rate_card, "").await).len(), 1);
        kit.user("Driver")
            .await
            .put(&format!("{RATE}/matrix"), cell)
            .await
            .expect_error(403);
    });
}

#[test]
fn all_cells_are_saved_together() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let terms = json!({"transitTime": 3, "cutOffTime": "16:30"});
        let changed = new_rate(&admin, rate_body(card.road, "MEL", "SYD", terms)).await;
        let deleted = new_rate(&admin, rate_body(card.road, "SYD", "SYD", json!({}))).await;
        let body = save_body(
            &card,
            json!([
                new_cell("mel", "mel", 1.5),
                {"id": changed["id"], "rowVersion": 1, "minimum": 2,
                    "rateDetails": [{"rateType": "Break", "break": 5, "value": 2}, {"rateType": "Break", "break": null, "value": 1}]},
                new_cell("SYD", "SYD", 2.5),
            ]),
            json!([{"id": deleted["id"], "rowVersion": 1}]),
        );
        let saved = admin
            .put(&format!("{RATE}/matrix"), body.clone())
            .await
            .result();
        let rates = saved["rates"].as_array().unwrap();
        assert_eq!(rates.len(), 3);
        assert_eq!(rates[1], json!({"id": changed["id"], "rowVersion": 2}));
        assert_eq!(
            saved["warnings"][0]["members"],
            json!(["rates[1].rateDetails[1].value"])
        );
        let lane = |from: &str, to: &str, minimum| (from.to_owned(), to.to_owned(), minimum);
        let all = [
            lane("MEL", "MEL", 5.0),
            lane("MEL", "SYD", 2.0),
            lane("SYD", "SYD", 5.0),
        ];
        assert_eq!(lanes(&read(&admin, &card, "").await), all);
        let one = format!(
            "{RATE}/service-rate?rateCardId={}&serviceId={}&entityId={}",
            card.card, card.road, changed["id"]
        );
        let one = admin.get(&one).await.result()["items"][0].clone();
        assert_eq!(
            (&one["transitTime"], &one["cutOffTime"], &one["rowVersion"]),
            (&json!(3), &json!("16:30"), &json!(2))
        );
        let history = format!(
            "/api/core/auditlog/getentitychanges?entityType=Rate&entityId={}",
            changed["id"]
        );
        let history = admin.get(&history).await.result();
        assert!(history["totalCount"].as_i64().unwrap() >= 2, "{history}");
        let answer = admin.put(&format!("{RATE}/matrix"), body).await;
        assert_eq!(
            answer.invalid_members(),
            ["rates[1].rowVersion", "deleted[0].id"]
        );
        assert_eq!(lanes(&read(&admin, &card, "").await), all);
    });
}

#[test]
fn one_wrong_cell_keeps_all_from_being_saved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let existing = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let refused = async |rates: Value, deleted: Value| {
            let answer = admin
                .put(&format!("{RATE}/matrix"), save_body(&card, rates, deleted))
                .await;
            answer.expect_error(400);
            answer.invalid_members()
        };
        let negative = json!({"id": existing["id"], "rowVersion": 1, "minimum": -1});
        let nowhere = new_cell("NOWHERE", "SYD", 1.0);
        let good = new_cell("REST", "SYD", 1.0);
        assert_eq!(
            refused(json!([good, negative, nowhere]), json!([])).await,
            ["rates[1].minimum", "rates[2].fromZone"]
        );
        assert_eq!(
            refused(
                json!([new_cell("MEL", "SYD", 1.0), new_cell("SYD", "MEL", 1.0)]),
                json!([])
            )
            .await,
            ["rates[0].effectiveDate"]
        );
        let duplicate = json!([new_cell("SYD", "REST", 1.0), new_cell("syd", "rest", 2.0)]);
        assert_eq!(
            refused(duplicate, json!([])).await,
            ["rates[0].effectiveDate", "rates[1].effectiveDate"]
        );
        let mut both_ways = [new_cell("SYD", "REST", 1.0), new_cell("REST", "SYD", 2.0)];
        both_ways
            .iter_mut()
            .for_each(|cell| cell["reciprocal"] = json!(true));
        assert_eq!(
            refused(json!(both_ways), json!([])).await,
            ["rates[0].effectiveDate", "rates[1].effectiveDate"]
        );
        let unseen = json!([{"id": existing["id"], "minimum": 1}]);
        assert_eq!(refused(unseen, json!([])).await, ["rates[0].rowVersion"]);
        let current = json!({"id": existing["id"], "rowVersion": 1});
        assert_eq!(
            refused(json!([current]), json!([current])).await,
            ["deleted[0].id"]
        );
        let express =
            json!([{"id": existing["id"], "rowVersion": 1, "rateServiceId": card.express}]);
        assert_eq!(
            refused(express, json!([])).await,
            ["rates[0].rateServiceId"]
        );
        assert_eq!(refused(json!([]), json!([])).await, ["rates"]);
        let burst: Vec<Value> = (0..5_001).map(|_| new_cell("MEL", "MEL", 1.0)).collect();
        assert_eq!(refused(json!(burst), json!([])).await, ["rates"]);
        let all = format!("{RATE}/rates?rateCardId={}", card.card);
        assert_eq!(
            list_member(&admin, &all, "id").await,
            [existing["id"].clone()]
        );
    });
}

#[test]
fn a_burst_of_the_largest_size_is_saved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let zones = 70;
        for at in 0..zones {
            super::new_zone(&admin, card.card, &format!("Z{at:02}")).await;
        }
        let lane = |at: usize| {
            new_cell(
                &format!("Z{:02}", at / zones),
                &format!("Z{:02}", at % zones),
                1.0,
            )
        };
        let all: Vec<Value> = (0..zones * zones).map(lane).collect();
        let saved = admin
            .put(
                &format!("{RATE}/matrix"),
                save_body(&card, json!(all), json!([])),
            )
            .await
            .result();
        let current = saved["rates"].as_array().unwrap();
        assert_eq!(current.len(), 4_900);
        let dearer: Vec<Value> = current
            .iter()
            .map(|rate| json!({"id": rate["id"], "rowVersion": rate["rowVersion"], "minimum": 6}))
            .collect();
        admin
            .put(
                &format!("{RATE}/matrix"),
                save_body(&card, json!(dearer), json!([])),
            )
            .await
            .result();
        let matrix = read(&admin, &card, "").await;
        assert_eq!(
            (
                &matrix["totalCount"],
                matrix["shapes"].as_array().unwrap().len()
            ),
            (&json!(4_900), 1)
        );
        assert!(lanes(&matrix).iter().all(|(_, _, minimum)| *minimum == 6.0));
    });
}

#[test]
fn more_rates_than_come_at_once_are_counted_until_the_zones_are_fewer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let one = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        new_rate(&admin, rate_body(card.road, "SYD", "REST", json!({}))).await;
        let mut scope = kit.scope(Mode::Write);
        let many = tsql!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
             INSERT INTO rates (tenant_id, row_version, rate_card_id, rate_service_id, from_zone, to_zone,
               calculation_method, reciprocal, accumulative, minimum, rate_details)
             SELECT tenant_id, 1, rate_card_id, rate_service_id, from_zone, to_zone, calculation_method, reciprocal,
               accumulative, minimum, rate_details FROM rates CROSS JOIN n WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(many, vec![Val::I64(one["id"].as_i64().unwrap())])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let matrix = read(&admin, &card, "").await;
        assert_eq!(
            (&matrix["totalCount"], &matrix["isCut"]),
            (&json!(50_002), &json!(true))
        );
        assert!(matrix["rates"]["id"].as_array().unwrap().is_empty());
        let fewer = read(&admin, &card, "&from=syd").await;
        assert_eq!(
            (&fewer["totalCount"], &fewer["isCut"], lanes(&fewer).len()),
            (&json!(1), &json!(false), 1)
        );
        assert_eq!(fewer["zones"].as_array().unwrap().len(), 3);
    });
}

#[test]
fn of_two_who_save_the_same_cells_at_once_one_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let path = format!("{RATE}/matrix");
        let existing = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let put_body = |value: f64| {
            let change = json!({"id": existing["id"], "rowVersion": 1, "minimum": value});
            admin.put(
                &path,
                save_body(
                    &card,
                    json!([new_cell("SYD", "REST", value), change]),
                    json!([]),
                ),
            )
        };
        let (one, two, three) = tokio::join!(put_body(1.0), put_body(2.0), put_body(3.0));
        let mut answers = [one, two, three].map(|answer| answer.status.as_u16());
        answers.sort_unstable();
        assert_eq!(answers, [200, 400, 400]);
        let matrix = read(&admin, &card, "").await;
        assert_eq!(
            (lanes(&matrix).len(), &matrix["rates"]["rowVersion"]),
            (2, &json!([2, 1]))
        );
    });
}
