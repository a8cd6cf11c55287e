//! Rate cards: created, listed, changed, retired and deleted, with their terms.

use data::db::{Col, Mode, PlatformSql};
use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{CARD, list_member, new_card, new_rate, rate_body};

#[test]
fn cards_are_made_read_listed_and_changed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let terms = json!({
            "cubicAllowance": 333, "itemsPriced": "Each", "rounding": {"step": 0.05, "mode": "Up"},
            "fuelLevies": [{"fromDate": "2026-01-01", "percent": 18.25}],
            "levies": [{"code": "TL", "name": "Tail lift", "feeType": "TailLift", "amount": 55.1,
                "when": {"case": "Option", "option": "Tail Lift"}}],
            "holidays": [{"date": "2026-01-26", "name": "Australia Day"}],
        });
        let body = json!({"rateCard": {
            "code": " ROAD-26 ", "name": "Road", "kind": "Cost", "customerId": customer, "currency": "nzd",
            "effectiveDate": "2026-01-01", "expireDate": "2026-12-31", "terms": terms,
        }});
        let created = admin
            .post(&format!("{CARD}/rate-card"), body)
            .await
            .result()["rateCard"]
            .clone();
        let said = |name: &str| created[name].clone();
        assert_eq!(
            [
                "code",
                "version",
                "kind",
                "currency",
                "isActive",
                "engine",
                "customerId"
            ]
            .map(said),
            [
                json!("ROAD-26"),
                json!(1),
                json!("Cost"),
                json!("NZD"),
                json!(true),
                json!(""),
                json!(customer)
            ]
        );
        assert_eq!(created["terms"]["levies"][0]["when"]["option"], "tail-lift");
        assert_eq!(created["terms"]["levies"][0]["amount"], json!(55.1));
        assert_eq!(created["terms"]["fallsBackToWiderZones"], false);
        let read = admin
            .get(&format!("{CARD}/rate-card?id={}", created["id"]))
            .await
            .result();
        assert_eq!(read["rateCard"], created);
        let change = |row_version: i64| json!({"rateCard": {"id": created["id"], "rowVersion": row_version, "name": "Road 26", "version": 7}});
        let changed = admin
            .put(&format!("{CARD}/rate-card"), change(1))
            .await
            .result()["rateCard"]
            .clone();
        assert_eq!(
            (&changed["name"], &changed["version"]),
            (&json!("Road 26"), &json!(1))
        );
        assert_eq!(changed["terms"], created["terms"]);
        admin
            .put(&format!("{CARD}/rate-card"), change(1))
            .await
            .expect_error(409);
        let plain = new_card(&admin, "AIR").await;
        assert_eq!(
            (&plain["kind"], &plain["currency"]),
            (&json!("Sale"), &json!("AUD"))
        );
        assert_eq!(plain["terms"]["cubicAllowance"], 250);
        for (filter, codes) in [
            ("kind eq 'Cost'", vec!["ROAD-26"]),
            ("effectiveDate ge 2026-01-01", vec!["ROAD-26"]),
            ("effectiveDate gt 2026-01-01", vec![]),
            ("expireDate eq null and isActive eq true", vec!["AIR"]),
            ("version eq 1", vec!["AIR", "ROAD-26"]),
        ] {
            let results = list_member(
                &admin,
                &format!("{CARD}/rate-cards?sorting=code&filter={filter}"),
                "code",
            )
            .await;
            assert_eq!(results, codes, "{filter}");
        }
        let line = admin
            .get(&format!("{CARD}/rate-cards?filter=code eq 'AIR'"))
            .await
            .result()["items"][0]
            .clone();
        assert_eq!(line.get("terms"), None);
        admin
            .delete(&format!("{CARD}/rate-card?id={}", plain["id"]))
            .await
            .result();
        admin
            .get(&format!("{CARD}/rate-card?id={}", plain["id"]))
            .await
            .expect_error(404);
    });
}

#[test]
fn what_is_wrong_with_a_card_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = new_card(&admin, "ROAD").await;
        let path = format!("{CARD}/rate-card");
        let invalid = json!({"rateCard": {
            "code": "", "name": "x".repeat(129), "currency": "XXQ", "kind": "Gift",
            "effectiveDate": "2026-02-01", "expireDate": "2026-01-01",
            "terms": {"cubicAllowance": 0, "levies": [{"code": "Z", "name": "Z", "feeType": "Admin", "amount": 1,
                "when": {"case": "Zone", "zone": "MEL"}}]},
        }});
        let members = admin.post(&path, invalid).await.invalid_members();
        let wanted = [
            "rateCard.kind",
            "rateCard.code",
            "rateCard.name",
            "rateCard.currency",
            "rateCard.expireDate",
            "rateCard.terms.cubicAllowance",
            "rateCard.terms.levies[0].when.zone",
        ];
        assert_eq!(members, wanted);
        let repeat = json!({"rateCard": {"code": "road", "name": "Again"}});
        assert_eq!(
            admin.post(&path, repeat).await.invalid_members(),
            ["rateCard.code"]
        );
        let existing = json!({"rateCard": {"id": card["id"], "name": "Road"}});
        assert_eq!(
            admin.post(&path, existing).await.invalid_members(),
            ["rateCard.id"]
        );
        let unknown = json!({"rateCard": {"code": "NEW", "name": "New"}});
        assert_eq!(
            admin.put(&path, unknown).await.invalid_members(),
            ["rateCard.id"]
        );
        let nobodys = json!({"rateCard": {"code": "OWN", "name": "Own", "customerId": 987654}});
        admin.post(&path, nobodys).await.expect_error(404);
        kit.user("Warehouse")
            .await
            .get(&format!("{CARD}/rate-cards"))
            .await
            .expect_error(403);
    });
}

#[test]
fn cards_are_retired_one_by_one_and_the_reason_is_kept() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = new_card(&admin, "ROAD").await;
        let body =
            json!({"operation": "Retire", "ids": [987654, card["id"]], "note": "New fuel prices"});
        let done = admin
            .post(&format!("{CARD}/process-rate-cards"), body)
            .await
            .result();
        assert_eq!(done[0]["success"], false);
        assert_eq!(done[0]["message"], "The rate card was not found.");
        assert_eq!(
            (&done[1]["id"], &done[1]["success"]),
            (&card["id"], &json!(true))
        );
        let read = admin
            .get(&format!("{CARD}/rate-card?id={}", card["id"]))
            .await
            .result();
        assert_eq!(read["rateCard"]["isActive"], false);
        let of_card = format!("entityType eq 'RateCard' and entityId eq {}", card["id"]);
        let history = admin
            .get(&format!(
                "/api/core/auditlog/getentitychanges?filter={of_card}"
            ))
            .await
            .result();
        assert!(history.to_string().contains("New fuel prices"), "{history}");
        for (body, member) in [
            (json!({"operation": "Retire", "ids": []}), "ids"),
            (
                json!({"operation": "Sell", "ids": [card["id"]]}),
                "operation",
            ),
            (
                json!({"operation": "Retire", "ids": [card["id"]], "note": "x".repeat(4001)}),
                "note",
            ),
        ] {
            let answer = admin
                .post(&format!("{CARD}/process-rate-cards"), body)
                .await;
            assert_eq!(answer.invalid_members(), [member]);
        }
    });
}

#[test]
fn a_card_is_a_draft_until_it_is_first_in_force() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{CARD}/rate-card");
        let state = async |card: &Value| {
            let read = admin
                .get(&format!("{CARD}/rate-card?id={}", card["id"]))
                .await
                .result();
            (
                read["rateCard"]["isActive"].clone(),
                read["rateCard"]["isDraft"].clone(),
            )
        };
        let process = async |card: &Value, operation: &str| {
            let body = json!({"operation": operation, "ids": [card["id"]]});
            admin
                .post(&format!("{CARD}/process-rate-cards"), body)
                .await
                .result()
        };
        let draft = json!({"rateCard": {"code": "NEXT", "name": "Next year", "isActive": false}});
        let card = admin.post(&path, draft).await.result()["rateCard"].clone();
        assert_eq!(state(&card).await, (json!(false), json!(true)));
        let named = json!({"rateCard": {"id": card["id"], "name": "Next"}});
        admin.put(&path, named).await.result();
        assert_eq!(state(&card).await, (json!(false), json!(true)));
        process(&card, "Activate").await;
        assert_eq!(state(&card).await, (json!(true), json!(false)));
        process(&card, "Retire").await;
        assert_eq!(state(&card).await, (json!(false), json!(false)));
        // Without a word of it a card is in force at once.
        let card = new_card(&admin, "ROAD").await;
        assert_eq!(state(&card).await, (json!(true), json!(false)));
    });
}

#[test]
fn a_deleted_card_takes_all_that_it_has() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let given = super::create_card(&admin, "ROAD").await;
        super::new_place(&admin, given.mel, json!({"postCode": "3000"})).await;
        let rate = new_rate(&admin, rate_body(given.road, "MEL", "SYD", json!({}))).await;
        admin
            .delete(&format!("{CARD}/rate-card?id={}", given.card))
            .await
            .result();
        admin
            .get(&format!("{}/zone?id={}", super::ZONE, given.mel))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{}/rate?id={}", super::RATE, rate["id"]))
            .await
            .expect_error(404);
        admin
            .get(&format!("{}/rates?rateCardId={}", super::RATE, given.card))
            .await
            .expect_error(404);
    });
}

#[test]
fn an_engine_gets_the_version_of_the_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        super::new_card(&admin, "ROAD").await;
        let card = async || {
            let scope = &mut kit.scope(Mode::Read);
            let today = rates::today_of(scope).await.unwrap();
            rates::price::tariff_of_code(scope, "ROAD", today)
                .await
                .unwrap()
        };
        let first = card().await.unwrap();
        assert_eq!((first.engine.as_str(), first.version), ("zone-rates", 1));
        let version = async |date: &str| {
            let body = json!({"id": first.id, "effectiveDate": date});
            admin
                .post(&format!("{CARD}/new-version"), body)
                .await
                .result()["rateCard"]["id"]
                .as_i64()
                .unwrap()
        };
        let second = version("2020-01-01").await;
        version("2099-01-01").await;
        assert_eq!(card().await.unwrap().id.0, second);
        let body = json!({"operation": "Retire", "ids": [second]});
        admin
            .post(&format!("{CARD}/process-rate-cards"), body)
            .await
            .result();
        assert!(card().await.is_none());
    });
}

#[test]
fn listeners_are_told_once_of_what_changes_in_a_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let told = async || {
            let mut scope = kit.scope(Mode::Read);
            let of_cards = PlatformSql(
                "SELECT CAST(COUNT(*) AS BIGINT) FROM outbox WHERE name = 'rates.card-changed' AND for_tenant = $1",
            );
            scope
                .platform(of_cards, vec![kit.tenant.val()])
                .await
                .unwrap()[0]
                .get::<i64>(0)
                .unwrap()
        };
        let card = super::create_card(&admin, "ROAD").await;
        // The card, two services, three zones.
        assert_eq!(told().await, 6);
        super::new_place(&admin, card.mel, json!({"postCode": "3000"})).await;
        let rate = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        assert_eq!(told().await, 8);
        admin
            .post(
                &format!("{CARD}/copy-rate-card"),
                json!({"id": card.card, "code": "B", "name": "B"}),
            )
            .await
            .result();
        let next = json!({"id": card.card, "effectiveDate": "2026-07-01"});
        admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result();
        assert_eq!(told().await, 10);
        admin
            .delete(&format!("{}/rate?id={}", super::RATE, rate["id"]))
            .await
            .result();
        admin
            .delete(&format!("{}/rate?id={}", super::RATE, rate["id"]))
            .await
            .expect_error(404);
        assert_eq!(told().await, 11);
    });
}
