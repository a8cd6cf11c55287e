//! Imports from workbooks, and a card's import history.

use rust_xlsxwriter::{Format, Workbook, Worksheet};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{
    RATE, ZONE, create_card,
    imports::{HEAD, counts, import, import_rates},
    list_member, new_place, new_rate, rate_body,
};

fn workbook(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().unwrap()
}

fn errors(status: &Value) -> Vec<Value> {
    let all = status["validationErrors"].as_array().unwrap().iter();
    all.map(|one| json!([one["index"], one["column"], one["cell"], one["message"]]))
        .collect()
}

#[test]
fn a_workbook_of_rates_is_read_by_its_cells() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let rate_card = create_card(&admin, "ROAD-26").await;
        let columns: Vec<&str> = HEAD.trim_end().split(',').collect();
        let fill = |sheet: &mut Worksheet, price: &str| {
            let day = Format::new().set_num_format("d/m/yyyy");
            sheet.write_string(0, 0, "Prices 2026").unwrap();
            sheet.write_row(0, 0, columns.clone()).unwrap();
            sheet
                .merge_range(1, 0, 2, 0, "MEL", &Format::new())
                .unwrap();
            for (row, zone) in [(1, "SYD"), (2, "REST")] {
                sheet
                    .write_row(row, 1, [zone, "ROAD", "PerKg", "no"])
                    .unwrap();
                sheet.write_number(row, 5, 0.1 + 0.2).unwrap();
                sheet
                    .write_number_with_format(row, 6, 46_054, &day)
                    .unwrap();
                sheet.write_string(row, 8, "Break").unwrap();
            }
            sheet.write_number(1, 11, 1.25).unwrap();
            match price.parse::<f64>() {
                Ok(price) => sheet.write_number(2, 11, price).unwrap(),
                Err(_) => sheet.write_string(2, 11, price).unwrap(),
            };
        };
        let invalid = workbook(|sheet| fill(sheet, "dear"));
        let (_, seen) = import_rates(&kit, &admin, rate_card.card, invalid, true).await;
        let expected = json!([
            2,
            "value",
            "L3",
            "must be a number, with a point before its decimals"
        ]);
        assert_eq!(
            (errors(&seen), counts(&seen)),
            (vec![expected], [0, 0, 0, 1]),
            "{seen}"
        );
        let (_, done) = import_rates(
            &kit,
            &admin,
            rate_card.card,
            workbook(|sheet| fill(sheet, "2")),
            false,
        )
        .await;
        assert_eq!(
            (counts(&done), &done["total"]),
            ([2, 0, 0, 0], &json!(2)),
            "{done}"
        );
        let rates = admin
            .get(&format!(
                "{RATE}/rates?rateCardId={}&sorting=toZone",
                rate_card.card
            ))
            .await
            .result();
        let first = &rates["items"][0];
        assert_eq!(
            (&first["fromZone"], &first["toZone"]),
            (&json!("MEL"), &json!("REST"))
        );
        assert_eq!(
            (&first["minimum"], &first["effectiveDate"]),
            (&json!(0.3), &json!("2026-02-01"))
        );

        let lanes = workbook(|sheet| {
            let headings = [
                "Service",
                "From Zone",
                "To Zone",
                "Break Type",
                "From",
                "To",
                "Price",
            ];
            let repeat = ["Break Type", "From", "To", "Price"];
            sheet
                .write_row(0, 0, headings.into_iter().chain(repeat))
                .unwrap();
            sheet
                .write_row(
                    1,
                    0,
                    [
                        "ROAD", "SYD", "MEL", "WEIGHT", "0", "5", "1", "WEIGHT", "7", "x",
                    ],
                )
                .unwrap();
        });
        let (_, seen) = import_rates(&kit, &admin, rate_card.card, lanes, true).await;
        let cells: Vec<Value> = errors(&seen)
            .iter()
            .map(|error| json!([error[1], error[2]]))
            .collect();
        assert_eq!(
            cells,
            [json!(["to", "J2"]), json!(["from", "I2"])],
            "{seen}"
        );

        let path = format!("{RATE}/import-rate");
        let card = rate_card.card.to_string();
        let old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
        let refused = admin
            .post_part(
                &path,
                &[("rateCardId", &card)],
                ("csvFile", "rates.xls", old),
            )
            .await;
        assert_eq!(refused.invalid_members(), ["file"]);
        let (_, done) = import_rates(
            &kit,
            &admin,
            rate_card.card,
            b"PK\x03\x04 and nothing",
            false,
        )
        .await;
        let damaged = "is damaged or not a readable workbook; save it again as .xlsx or CSV";
        assert_eq!(errors(&done), [json!([0, "file", null, damaged])]);
    });
}

#[test]
fn what_is_exported_as_a_workbook_is_imported_again() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-26").await;
        new_place(
            &admin,
            card.mel,
            json!({"postCode": "0800", "suburb": "Darwin"}),
        )
        .await;
        new_place(
            &admin,
            card.syd,
            json!({"postCode": "2000", "postCodeTo": "2234"}),
        )
        .await;
        let related =
            json!({"cutOffTime": "16:30", "cubicAllowance": 167.5, "effectiveDate": "2026-01-31"});
        new_rate(&admin, rate_body(card.road, "MEL", "SYD", related)).await;
        new_rate(
            &admin,
            rate_body(
                card.express,
                "SYD",
                "REST",
                json!({"reciprocal": true, "transitTime": 2}),
            ),
        )
        .await;
        let export = async |path: String| {
            let answer = admin.get(&path).await;
            let media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
            assert_eq!(answer.headers["content-type"], media_type);
            assert_eq!(
                answer.headers["content-length"],
                answer.body.len().to_string().as_str()
            );
            answer
        };
        let rates = export(format!(
            "{RATE}/export-rate?rateCardId={}&format=xlsx",
            card.card
        ))
        .await;
        let name = rates.headers["content-disposition"].to_str().unwrap();
        assert!(name.contains("rates-ROAD-26-1.xlsx"), "{name}");
        let (_, same) = import_rates(&kit, &admin, card.card, &rates.body, true).await;
        assert_eq!(counts(&same), [0, 0, 2, 0], "{same}");
        let zones = export(format!(
            "{ZONE}/export-zone?rateCardId={}&format=xlsx",
            card.card
        ))
        .await;
        let path = format!("{ZONE}/import-zone");
        let (_, same) = import(&kit, &admin, &path, card.card, &zones.body, true).await;
        assert_eq!(counts(&same), [0, 0, 2, 0], "{same}");
        let unknown = admin
            .get(&format!(
                "{RATE}/export-rate?rateCardId={}&format=pdf",
                card.card
            ))
            .await;
        assert_eq!(unknown.invalid_members(), ["format"]);
    });
}

async fn imports(client: &Client, card: i64) -> Vec<Value> {
    let path = format!("{RATE}/imports?rateCardId={card}&sorting=id desc");
    client.get(&path).await.result()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn imports_are_listed_and_the_last_is_undone_by_anybody_who_may() {
    on_both(|kit: Kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD-26").await;
        let one = format!("{HEAD}MEL,SYD,ROAD,PerKg,no,30,,,Break,,,1\n");
        import_rates(&kit, &admin, card.card, &one, true).await;
        let (first, _) = import_rates(&kit, &admin, card.card, &one, false).await;
        import_rates(&kit, &admin, card.card, &one, false).await;
        let path = format!("{ZONE}/import-zone");
        let (zones, _) = import(
            &kit,
            &admin,
            &path,
            card.card,
            "zone,postCode\nMEL,3000\n",
            false,
        )
        .await;
        let two = one.replace(",30,", ",31,") + "SYD,MEL,ROAD,PerKg,no,5,,,Break,,,1\n";
        let (last, _) = import_rates(&kit, &admin, card.card, &two, false).await;
        let all = imports(&admin, card.card).await;
        let told = |one: &Value| {
            json!([
                one["importToken"],
                one["kind"],
                one["inserted"],
                one["updated"],
                one["canBeUndone"]
            ])
        };
        let expected = [
            json!([last, "Rates", 1, 1, true]),
            json!([zones, "Zones", 1, 0, false]),
            json!([first, "Rates", 1, 0, false]),
        ];
        assert_eq!(all.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(
            (&all[0]["fileName"], &all[0]["undoneTime"]),
            (&json!("table.csv"), &json!(null))
        );
        assert!(
            !all[0]["userName"].as_str().unwrap().is_empty() && all[0]["creationTime"].is_string()
        );

        let colleague = kit.user("Admin").await;
        let undo = format!("{RATE}/undo-import");
        assert_eq!(
            colleague
                .post(&undo, json!({"importToken": zones}))
                .await
                .expect_error(400)["code"],
            2401
        );
        let undone = colleague
            .post(&undo, json!({"importToken": last}))
            .await
            .result();
        assert_eq!(undone, json!({"removed": 2, "restored": 1}));
        let all = imports(&admin, card.card).await;
        assert_eq!(
            (&all[0]["removed"], &all[0]["restored"]),
            (&json!(2), &json!(1))
        );
        assert!(all[0]["undoneTime"].is_string() && all[0]["undoneUserName"].is_string());
        assert!(all.iter().all(|one| one["canBeUndone"] == false), "{all:?}");
        assert_eq!(
            colleague
                .post(&undo, json!({"importToken": last}))
                .await
                .expect_error(400)["code"],
            2401
        );

        let other = kit.another_tenant().await.user("Admin").await;
        other
            .get(&format!("{RATE}/imports?rateCardId={}", card.card))
            .await
            .expect_error(404);
        other
            .post(&undo, json!({"importToken": first}))
            .await
            .expect_error(404);
        let minimums = format!("{RATE}/rates?rateCardId={}&sorting=minimum", card.card);
        assert_eq!(list_member(&admin, &minimums, "minimum").await, [json!(30)]);
    });
}
