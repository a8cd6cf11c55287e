//! The lane matrix: read as columns, saved all or nothing, held to the rules of single rates.

use kernel::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{Given, RATE, a_rate, given, listed, new_rate};

fn path(of: &Given, beside: &str) -> String {
    format!(
        "{RATE}/matrix?rateCardId={}&rateServiceId={}&calculationMethod=PerKg{beside}",
        of.card, of.road
    )
}

async fn read(client: &Client, of: &Given, beside: &str) -> Value {
    client.get(&path(of, beside)).await.result()
}

fn sent(of: &Given, rates: Value, deleted: Value) -> Value {
    json!({"rateServiceId": of.road, "rates": rates, "deleted": deleted})
}

fn new_cell(from: &str, to: &str, value: f64) -> Value {
    json!({"fromZone": from, "toZone": to, "calculationMethod": "PerKg", "minimum": 5,
        "rateDetails": [{"rateType": "Break", "break": null, "value": value}]})
}

/// The lanes of a matrix, each with its minimum.
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
        let of = given(&admin, "ROAD").await;
        let first = new_rate(
            &admin,
            a_rate(of.road, "MEL", "SYD", json!({"expireDate": "2026-06-30"})),
        )
        .await;
        let terms = json!({"effectiveDate": "2026-07-01", "reciprocal": true, "transitTime": 2, "minimum": 11.25});
        let second = new_rate(&admin, a_rate(of.road, "MEL", "SYD", terms)).await;
        new_rate(&admin, a_rate(of.road, "SYD", "REST", json!({}))).await;
        new_rate(&admin, a_rate(of.express, "SYD", "REST", json!({}))).await;
        new_rate(
            &admin,
            a_rate(
                of.road,
                "REST",
                "REST",
                json!({"calculationMethod": "PerItem"}),
            ),
        )
        .await;

        let june = read(&admin, &of, "&day=2026-06-30").await;
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
        // Lines that are the same are told once; the prices follow one another.
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

        let july = read(&admin, &of, "&day=2026-07-01").await;
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
        // The method that most rates have is taken where none is named.
        let any = admin
            .get(&path(&of, "").replace("&calculationMethod=PerKg", ""))
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
        // Zones are found by code or name, whatever the case.
        assert_eq!(
            lanes(&read(&admin, &of, "&day=2026-07-01&from=mel").await),
            [lane("MEL", "SYD", 11.25)]
        );
        assert_eq!(
            lanes(&read(&admin, &of, "&day=2026-07-01&to=zone re").await),
            [lane("SYD", "REST", 9.5)]
        );
        assert!(lanes(&read(&admin, &of, "&from=nowhere").await).is_empty());
    });
}

#[test]
fn what_is_no_matrix_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let air = given(&admin, "AIR").await;
        let get = async |card: i64, service: i64, method: &str| {
            let path = format!(
                "{RATE}/matrix?rateCardId={card}&rateServiceId={service}&calculationMethod={method}"
            );
            admin.get(&path).await
        };
        get(of.card, air.road, "PerKg").await.refused(404);
        assert_eq!(
            get(of.card, of.road, "PerMoon").await.invalid_members(),
            ["calculationMethod"]
        );
        assert_eq!(
            admin
                .get(&path(&of, "&day=1899-12-31"))
                .await
                .invalid_members(),
            ["day"]
        );
        // Another tenant's card and service are not there, for reading and for saving.
        let other = kit.another_tenant().await;
        let stranger = other.user("Admin").await;
        stranger.get(&path(&of, "")).await.refused(404);
        let cell = sent(&of, json!([new_cell("MEL", "SYD", 1.0)]), json!([]));
        stranger
            .put(&format!("{RATE}/matrix"), cell.clone())
            .await
            .refused(404);
        let own = given(&stranger, "ROAD").await;
        let theirs = new_rate(&admin, a_rate(of.road, "MEL", "SYD", json!({}))).await;
        let changed = sent(
            &own,
            json!([{"id": theirs["id"], "rowVersion": 1, "minimum": 1}]),
            json!([]),
        );
        let answer = stranger.put(&format!("{RATE}/matrix"), changed).await;
        assert_eq!(answer.invalid_members(), ["rates[0].id"]);
        let deleted = sent(
            &own,
            json!([]),
            json!([{"id": theirs["id"], "rowVersion": 1}]),
        );
        assert_eq!(
            stranger
                .put(&format!("{RATE}/matrix"), deleted)
                .await
                .invalid_members(),
            ["deleted[0].id"]
        );
        assert_eq!(lanes(&read(&admin, &of, "").await).len(), 1);
        // Who may not edit rates does not.
        kit.user("Driver")
            .await
            .put(&format!("{RATE}/matrix"), cell)
            .await
            .refused(403);
    });
}

#[test]
fn all_cells_are_saved_together() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let terms = json!({"transitTime": 3, "cutOffTime": "16:30"});
        let changed = new_rate(&admin, a_rate(of.road, "MEL", "SYD", terms)).await;
        let gone = new_rate(&admin, a_rate(of.road, "SYD", "SYD", json!({}))).await;
        let body = sent(
            &of,
            json!([
                new_cell("mel", "mel", 1.5),
                {"id": changed["id"], "rowVersion": 1, "minimum": 2,
                    "rateDetails": [{"rateType": "Break", "break": 5, "value": 2}, {"rateType": "Break", "break": null, "value": 1}]},
                // The lane is free: its rate is deleted in the same call.
                new_cell("SYD", "SYD", 2.5),
            ]),
            json!([{"id": gone["id"], "rowVersion": 1}]),
        );
        let saved = admin
            .put(&format!("{RATE}/matrix"), body.clone())
            .await
            .result();
        let rates = saved["rates"].as_array().unwrap();
        assert_eq!(rates.len(), 3);
        assert_eq!(rates[1], json!({"id": changed["id"], "rowVersion": 2}));
        // A little more than five kilograms costs less than five: it is kept and told.
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
        assert_eq!(lanes(&read(&admin, &of, "").await), all);
        let one = format!(
            "{RATE}/service-rate?rateCardId={}&serviceId={}&entityId={}",
            of.card, of.road, changed["id"]
        );
        let one = admin.get(&one).await.result()["items"][0].clone();
        // What was not sent stays.
        assert_eq!(
            (&one["transitTime"], &one["cutOffTime"], &one["rowVersion"]),
            (&json!(3), &json!("16:30"), &json!(2))
        );
        // Each rate has its own entry in the record of changes.
        let history = format!(
            "/api/core/auditlog/getentitychanges?entityType=Rate&entityId={}",
            changed["id"]
        );
        let history = admin.get(&history).await.result();
        assert!(history["totalCount"].as_i64().unwrap() >= 2, "{history}");
        // The same again is stale: every cell says so, and nothing of it is done.
        let answer = admin.put(&format!("{RATE}/matrix"), body).await;
        assert_eq!(
            answer.invalid_members(),
            ["rates[1].rowVersion", "deleted[0].id"]
        );
        assert_eq!(lanes(&read(&admin, &of, "").await), all);
    });
}

#[test]
fn one_wrong_cell_keeps_all_from_being_saved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let known = new_rate(&admin, a_rate(of.road, "MEL", "SYD", json!({}))).await;
        let refused = async |rates: Value, deleted: Value| {
            let answer = admin
                .put(&format!("{RATE}/matrix"), sent(&of, rates, deleted))
                .await;
            answer.refused(400);
            answer.invalid_members()
        };
        let negative = json!({"id": known["id"], "rowVersion": 1, "minimum": -1});
        let nowhere = new_cell("NOWHERE", "SYD", 1.0);
        let good = new_cell("REST", "SYD", 1.0);
        assert_eq!(
            refused(json!([good, negative, nowhere]), json!([])).await,
            ["rates[1].minimum", "rates[2].fromZone"]
        );
        // A rate that is there already, and two for one lane in one call.
        assert_eq!(
            refused(
                json!([new_cell("MEL", "SYD", 1.0), new_cell("SYD", "MEL", 1.0)]),
                json!([])
            )
            .await,
            ["rates[0].effectiveDate"]
        );
        let twice = json!([new_cell("SYD", "REST", 1.0), new_cell("syd", "rest", 2.0)]);
        assert_eq!(
            refused(twice, json!([])).await,
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
        // A version is needed, and each rate comes once.
        let unseen = json!([{"id": known["id"], "minimum": 1}]);
        assert_eq!(refused(unseen, json!([])).await, ["rates[0].rowVersion"]);
        let seen = json!({"id": known["id"], "rowVersion": 1});
        assert_eq!(
            refused(json!([seen]), json!([seen])).await,
            ["deleted[0].id"]
        );
        let express = json!([{"id": known["id"], "rowVersion": 1, "rateServiceId": of.express}]);
        assert_eq!(
            refused(express, json!([])).await,
            ["rates[0].rateServiceId"]
        );
        assert_eq!(refused(json!([]), json!([])).await, ["rates"]);
        let burst: Vec<Value> = (0..5_001).map(|_| new_cell("MEL", "MEL", 1.0)).collect();
        assert_eq!(refused(json!(burst), json!([])).await, ["rates"]);
        let all = format!("{RATE}/rates?rateCardId={}", of.card);
        assert_eq!(listed(&admin, &all, "id").await, [known["id"].clone()]);
    });
}

#[test]
fn a_burst_of_the_largest_size_is_saved() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let zones = 70;
        for at in 0..zones {
            super::new_zone(&admin, of.card, &format!("Z{at:02}")).await;
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
            .put(&format!("{RATE}/matrix"), sent(&of, json!(all), json!([])))
            .await
            .result();
        let seen = saved["rates"].as_array().unwrap();
        assert_eq!(seen.len(), 4_900);
        let dearer: Vec<Value> = seen
            .iter()
            .map(|rate| json!({"id": rate["id"], "rowVersion": rate["rowVersion"], "minimum": 6}))
            .collect();
        admin
            .put(
                &format!("{RATE}/matrix"),
                sent(&of, json!(dearer), json!([])),
            )
            .await
            .result();
        let matrix = read(&admin, &of, "").await;
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
        let of = given(&admin, "ROAD").await;
        let one = new_rate(&admin, a_rate(of.road, "MEL", "SYD", json!({}))).await;
        new_rate(&admin, a_rate(of.road, "SYD", "REST", json!({}))).await;
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
        let matrix = read(&admin, &of, "").await;
        assert_eq!(
            (&matrix["totalCount"], &matrix["isCut"]),
            (&json!(50_002), &json!(true))
        );
        assert!(matrix["rates"]["id"].as_array().unwrap().is_empty());
        let fewer = read(&admin, &of, "&from=syd").await;
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
        let of = given(&admin, "ROAD").await;
        let path = format!("{RATE}/matrix");
        let known = new_rate(&admin, a_rate(of.road, "MEL", "SYD", json!({}))).await;
        let put = |value: f64| {
            let change = json!({"id": known["id"], "rowVersion": 1, "minimum": value});
            admin.put(
                &path,
                sent(
                    &of,
                    json!([new_cell("SYD", "REST", value), change]),
                    json!([]),
                ),
            )
        };
        let (one, two, three) = tokio::join!(put(1.0), put(2.0), put(3.0));
        let mut answers = [one, two, three].map(|answer| answer.status.as_u16());
        answers.sort_unstable();
        assert_eq!(answers, [200, 400, 400]);
        let matrix = read(&admin, &of, "").await;
        assert_eq!(
            (lanes(&matrix).len(), &matrix["rates"]["rowVersion"]),
            (2, &json!([2, 1]))
        );
    });
}
