//! Imports and exports of rates and zones: atomic, errors by line and column, undo.

use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{RATE, ZONE, create_card, list_member, new_rate};

pub async fn import(
    kit: &Kit,
    client: &Client,
    path: &str,
    card: i64,
    table: impl AsRef<[u8]>,
    dry_run: bool,
) -> (String, Value) {
    let (card, dry_run) = (card.to_string(), dry_run.to_string());
    let fields = [("rateCardId", card.as_str()), ("dryRun", dry_run.as_str())];
    let answer = client
        .post_part(path, &fields, ("csvFile", "table.csv", table.as_ref()))
        .await;
    let token = answer.result()["importToken"].as_str().unwrap().to_owned();
    let status = format!("{RATE}/import-status?importToken={token}");
    assert_eq!(client.get(&status).await.result()["isCompleted"], false);
    kit.drain_jobs().await;
    let status = client.get(&status).await.result();
    assert_eq!(
        (&status["isCompleted"], &status["failure"]),
        (&json!(true), &json!(null)),
        "{status}"
    );
    (token, status)
}

pub async fn import_rates(
    kit: &Kit,
    client: &Client,
    card: i64,
    table: impl AsRef<[u8]>,
    dry_run: bool,
) -> (String, Value) {
    import(
        kit,
        client,
        &format!("{RATE}/import-rate"),
        card,
        table,
        dry_run,
    )
    .await
}

pub fn counts(status: &Value) -> [i64; 4] {
    ["inserted", "updated", "unchanged", "refused"].map(|name| status[name].as_i64().unwrap())
}

fn errors(status: &Value) -> Vec<(i64, String)> {
    let all = status["validationErrors"].as_array().unwrap().iter();
    all.map(|one| {
        (
            one["index"].as_i64().unwrap(),
            one["column"].as_str().unwrap().to_owned(),
        )
    })
    .collect()
}

async fn minimums(client: &Client, card: i64) -> Vec<Value> {
    list_member(
        client,
        &format!("{RATE}/rates?rateCardId={card}&sorting=minimum"),
        "minimum",
    )
    .await
}

pub const HEAD: &str = "fromZone,toZone,service,calculationMethod,reciprocal,minimum,effectiveDate,expireDate,rateType,break,basic,value\n";

#[test]
fn a_price_list_is_imported_whole_and_undone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-26").await;
        new_rate(
            &admin,
            super::rate_body(card.road, "MEL", "SYD", json!({"minimum": 1})),
        )
        .await;
        new_rate(
            &admin,
            super::rate_body(card.road, "MEL", "MEL", json!({"minimum": 2})),
        )
        .await;
        let table = format!(
            "{HEAD}mel,syd,road,PerKg,no,20,,,Basic,,8.5,0\nmel,syd,road,PerKg,no,20,,,Break,100,,1.5\n\
             mel,syd,road,PerKg,no,20,,,Break,,,1.2\nSYD,MEL,ROAD,PerKg,no,21,,,Break,,,2\n\
             MEL,MEL,ROAD,PerKg,no,2,,,Basic,,10,\nMEL,MEL,ROAD,PerKg,no,2,,,Break,,,1.25\n"
        );
        let (_, seen) = import_rates(&kit, &admin, card.card, table.as_str(), true).await;
        assert_eq!(
            (counts(&seen), &seen["total"]),
            ([1, 1, 1, 0], &json!(6)),
            "{seen}"
        );
        assert_eq!(minimums(&admin, card.card).await, [json!(1), json!(2)]);
        let (token, done) = import_rates(&kit, &admin, card.card, table.as_str(), false).await;
        assert_eq!(counts(&done), [1, 1, 1, 0], "{done}");
        assert_eq!(
            minimums(&admin, card.card).await,
            [json!(2), json!(20), json!(21)]
        );
        let lane = format!(
            "{RATE}/rates?rateCardId={}&fromZone=MEL&toZone=SYD",
            card.card
        );
        let changed = list_member(&admin, &lane, "rateDetails").await;
        assert_eq!(changed[0].as_array().unwrap().len(), 3);
        let (again, same) = import_rates(&kit, &admin, card.card, table.as_str(), false).await;
        assert_eq!(counts(&same), [0, 0, 3, 0], "{same}");

        let exported = admin
            .get(&format!("{RATE}/export-rate?rateCardId={}", card.card))
            .await;
        assert_eq!(exported.headers["content-type"], "text/csv; charset=utf-8");
        let exported = String::from_utf8(exported.body.to_vec()).unwrap();
        let (_, same) = import_rates(&kit, &admin, card.card, exported.as_str(), true).await;
        assert_eq!(counts(&same), [0, 0, 3, 0], "{exported}");

        let undo = async |token: &str| {
            admin
                .post(
                    &format!("{RATE}/undo-import"),
                    json!({"importToken": token}),
                )
                .await
        };
        assert_eq!(undo(&again).await.expect_error(400)["code"], 2401);
        assert_eq!(
            undo(&token).await.result(),
            json!({"removed": 2, "restored": 1})
        );
        assert_eq!(minimums(&admin, card.card).await, [json!(1), json!(2)]);
        assert_eq!(undo(&token).await.expect_error(400)["code"], 2401);

        // Imports are undone in reverse order, and not if rates were created since.
        let one = format!("{HEAD}MEL,SYD,ROAD,PerKg,no,30,,,Break,,,1\n");
        let (first, _) = import_rates(&kit, &admin, card.card, one.as_str(), false).await;
        let (second, _) =
            import_rates(&kit, &admin, card.card, one.replace(",30,", ",31,"), false).await;
        assert_eq!(undo(&first).await.expect_error(400)["code"], 2402);
        let live = admin
            .get(&format!(
                "{RATE}/rates?rateCardId={}&fromZone=MEL&toZone=SYD",
                card.card
            ))
            .await
            .result();
        admin
            .delete(&format!("{RATE}/rate?id={}", live["items"][0]["id"]))
            .await
            .result();
        new_rate(
            &admin,
            super::rate_body(card.road, "MEL", "SYD", json!({"minimum": 40})),
        )
        .await;
        assert_eq!(undo(&second).await.expect_error(400)["code"], 2403);
        assert_eq!(minimums(&admin, card.card).await, [json!(2), json!(40)]);

        let stored = format!("{HEAD}REST,SYD,ROAD,PerKg,no,50,,,Break,,,1\n");
        import_rates(&kit, &admin, card.card, stored.as_str(), false).await;
        let (last, _) = import_rates(
            &kit,
            &admin,
            card.card,
            stored.replace(",50,", ",51,"),
            false,
        )
        .await;
        let live = admin
            .get(&format!(
                "{RATE}/rates?rateCardId={}&fromZone=REST",
                card.card
            ))
            .await
            .result();
        admin
            .delete(&format!("{RATE}/rate?id={}", live["items"][0]["id"]))
            .await
            .result();
        admin
            .delete(&format!("{ZONE}/zone?id={}", card.rest))
            .await
            .result();
        assert_eq!(undo(&last).await.expect_error(400)["code"], 2403);
    });
}

#[test]
fn a_table_with_a_wrong_line_stores_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let rate_card = create_card(&admin, "ROAD-26").await;
        let dated = json!({"minimum": 1, "effectiveDate": "2026-01-01"});
        new_rate(
            &admin,
            super::rate_body(rate_card.road, "MEL", "SYD", dated),
        )
        .await;
        let table = format!(
            "{HEAD}MEL,SYD,ROAD,PerKg,no,x,,,Break,,,1\nMEL,MOON,AIR,PerKg,no,1,,,Break,,,1\n\
             SYD,MEL,ROAD,PerKg,no,1,,,Break,10,,1\nSYD,MEL,ROAD,PerKg,no,1,,,Break,5,,1\n\
             MEL,SYD,ROAD,PerKg,no,1,2026-07-01,,Break,,,1\nSYD,SYD,ROAD,PerKg,no,1,,,Break,,,1\n\
             syd,syd,road,PerKg,no,2,,,Break,,,1\nSYD,REST,ROAD,PerMoon,no,1,,,Wide,,,1\n\
             REST,SYD,ROAD,PerKg,no,1,2026-07-01,2026-06-30,Break,,,1\nREST,MEL,ROAD,PerKg,no,1,,,Break,,,1\n"
        );
        let (_, done) = import_rates(&kit, &admin, rate_card.card, table.as_str(), false).await;
        let column = |line: i64, column: &str| (line, column.to_owned());
        let expected = [
            column(1, "minimum"),
            column(2, "service"),
            column(2, "toZone"),
            column(4, "break"),
            column(5, "effectiveDate"),
            column(7, "effectiveDate"),
            column(8, "rateType"),
            column(9, "expireDate"),
        ];
        assert_eq!(
            (errors(&done), counts(&done)),
            (expected.to_vec(), [0, 0, 0, 8]),
            "{done}"
        );
        assert_eq!(minimums(&admin, rate_card.card).await, [json!(1)]);
        let (_, done) =
            import_rates(&kit, &admin, rate_card.card, "zone,price\nMEL,1\n", false).await;
        assert_eq!(errors(&done), [column(0, "file")], "{done}");

        let path = format!("{RATE}/import-rate");
        let nothing = admin
            .post_part(&path, &[("rateCardId", "1")], ("other", "a.csv", b"a"))
            .await;
        assert_eq!(nothing.invalid_members(), ["csvFile"]);
        let cardless = admin
            .post_part(&path, &[], ("csvFile", "a.csv", b"a,b\n"))
            .await;
        assert_eq!(cardless.invalid_members(), ["rateCardId"]);
        let duplicate = admin
            .post_part(
                &path,
                &[("dryRun", "perhaps")],
                ("csvFile", "a.csv", b"a,b\n"),
            )
            .await;
        assert_eq!(duplicate.invalid_members(), ["dryRun"]);
        let (token, _) = import_rates(&kit, &admin, rate_card.card, table.as_str(), true).await;
        let other = kit.another_tenant().await.user("Admin").await;
        let card = rate_card.card.to_string();
        other
            .post_part(
                &path,
                &[("rateCardId", &card)],
                ("csvFile", "a.csv", b"a,b\n"),
            )
            .await
            .expect_error(404);
        other
            .get(&format!("{RATE}/import-status?importToken={token}"))
            .await
            .expect_error(404);
        other
            .post(
                &format!("{RATE}/undo-import"),
                json!({"importToken": token}),
            )
            .await
            .expect_error(404);
        other
            .get(&format!("{RATE}/export-rate?rateCardId={card}"))
            .await
            .expect_error(404);
        other
            .get(&format!("{ZONE}/export-zone?rateCardId={card}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn the_trades_line_for_a_lane_is_read_as_it_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-26").await;
        let table = "Carrier;Rate Card;Service;From Zone;To Zone;Reciprocal;Cubic Conversion;Basic;Minimum;\
             Break Type;From;To;Price;Break Type;From;To;Price\r\n\
             Fleet;Road 26;ROAD;MEL;SYD;Y;333;8,50;25;WEIGHT;0;100;0,55;WEIGHT;101;99999;0,45\r\n\
             Fleet;Road 26;EXPRESS;MEL;SYD;N;;;30;PALLET;0;;95;;;;\r\n";
        let (_, done) = import_rates(&kit, &admin, card.card, table, false).await;
        assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
        let rates = admin
            .get(&format!(
                "{RATE}/rates?rateCardId={}&sorting=minimum",
                card.card
            ))
            .await
            .result();
        let road = &rates["items"][0];
        assert_eq!(
            (&road["calculationMethod"], &road["cubicAllowance"]),
            (&json!("PerKg"), &json!(333))
        );
        let expected = json!([
            {"rateType": "Basic", "break": null, "basic": 8.5, "value": 0},
            {"rateType": "Break", "break": 100, "basic": 0, "value": 0.55},
            {"rateType": "Break", "break": null, "basic": 0, "value": 0.45},
        ]);
        assert_eq!(road["rateDetails"], expected);
        assert_eq!(rates["items"][1]["calculationMethod"], "PerPallet");
        let back = "Service;From Zone;To Zone;Reciprocal;Break Type;From;To;Price\nROAD;SYD;MEL;Y;WEIGHT;0;;1\n";
        let (_, done) = import_rates(&kit, &admin, card.card, back, false).await;
        assert_eq!(errors(&done), [(1, "reciprocal".to_owned())], "{done}");
    });
}

#[test]
fn a_map_of_zones_is_imported_and_exported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-26").await;
        let path = format!("{ZONE}/import-zone");
        let table = "zone,postCode,suburb,countryCode,stateCode,postCodeTo,zoneName\nMEL,3000,,,,3207,\n\
             mel,3121,Richmond,AU,,,\nTAS,,,AU,TAS,,Tasmania\nNZ,,,NZ,,,\n";
        let (_, seen) = import(&kit, &admin, &path, card.card, table, true).await;
        assert_eq!(counts(&seen), [4, 0, 0, 0], "{seen}");
        let zones = format!("{ZONE}/zones?rateCardId={}&sorting=code", card.card);
        assert_eq!(
            list_member(&admin, &zones, "code").await,
            ["MEL", "REST", "SYD"]
        );
        let (_, done) = import(&kit, &admin, &path, card.card, table, false).await;
        assert_eq!(counts(&done), [4, 0, 0, 0], "{done}");
        assert_eq!(
            list_member(&admin, &zones, "code").await,
            ["MEL", "NZ", "REST", "SYD", "TAS"]
        );
        assert_eq!(list_member(&admin, &zones, "name").await[4], "Tasmania");

        let exported = admin
            .get(&format!("{ZONE}/export-zone?rateCardId={}", card.card))
            .await;
        let exported = String::from_utf8(exported.body.to_vec()).unwrap();
        let (_, same) = import(&kit, &admin, &path, card.card, exported.as_str(), false).await;
        assert_eq!(counts(&same), [0, 0, 4, 0], "{exported}");
        let moved = "zone,postCode,suburb,countryCode\nREST,3121,richmond,\n";
        let (_, done) = import(&kit, &admin, &path, card.card, moved, false).await;
        assert_eq!(counts(&done), [0, 1, 0, 0], "{done}");
        let places = format!("{ZONE}/zone-locations?zoneId={}", card.rest);
        assert_eq!(list_member(&admin, &places, "suburb").await, ["Richmond"]);

        let invalid =
            "zone,postCode,suburb\n,3000,\nMEL,,Richmond\nMEL,312,\nMEL,3500,\nSYD,3500,\n";
        let (_, done) = import(&kit, &admin, &path, card.card, invalid, false).await;
        let column = |line: i64, column: &str| (line, column.to_owned());
        let expected = [
            column(1, "zone"),
            column(2, "postCode"),
            column(3, "postCode"),
            column(5, "postCode"),
        ];
        assert_eq!(
            (errors(&done), counts(&done)),
            (expected.to_vec(), [0, 0, 0, 4]),
            "{done}"
        );
    });
}

#[test]
fn an_error_names_one_line_and_its_row() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-27").await;
        let table = format!(
            "{HEAD}MEL,REST,ROAD,PerKg,no,1,,,Break,,,1\nMEL,SYD,ROAD,PerKg,no,2,,,Break,,,1\n\
             SYD,REST,ROAD,PerKg,no,3,,,Break,,,1\nMEL,SYD,ROAD,PerKg,no,4,,,Break,,,2\n"
        );
        let (_, done) = import_rates(&kit, &admin, card.card, table.as_str(), true).await;
        let error = &done["validationErrors"][0];
        assert_eq!(
            (&error["index"], &error["row"]),
            (&json!(4), &json!(5)),
            "{done}"
        );
        assert_eq!(error["message"], "overlaps the rate of row 3");
    });
}

#[test]
fn pallets_of_the_trades_file_are_pallets() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "PALLETS").await;
        for table in [
            "Service,From Zone,To Zone,Item Type,Break Type,From,To,Price\nROAD,MEL,SYD,PALLET,ITEM,0,99999,80\n",
            "Service,From Zone,To Zone,Break Type,Item Type,From,To,Price\nROAD,SYD,MEL,ITEM,PALLET,0,99999,80\n",
        ] {
            let (_, done) = import_rates(&kit, &admin, card.card, table, false).await;
            assert_eq!(counts(&done), [1, 0, 0, 0], "{done}");
        }
        let methods = list_member(
            &admin,
            &format!("{RATE}/rates?rateCardId={}", card.card),
            "calculationMethod",
        )
        .await;
        assert_eq!(methods, [json!("PerPallet"), json!("PerPallet")]);
    });
}
