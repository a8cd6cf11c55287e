//! Carrier invoice imports: matching, rejection, duplicates, and file formats.

use rust_xlsxwriter::{Format, Workbook};
use serde_json::json;
use testkit::{given, on_both};

use super::{
    BASE, FILE, HEAD, assert_sums, begin, create_booking, download, get_reconciliation, import,
    import_with, line, office,
};

#[test]
fn an_invoice_is_matched_with_what_was_booked() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let first = create_booking(&kit, &office, "ABC000123", None).await;
        let second = create_booking(&kit, &office, "ABC000124", Some("PO-77")).await;
        let table = format!(
            "{HEAD}abc-000123,,ROAD,Road,12,0.1,20.00,2.00,INV-1,2026-10-01\n\
             ABC000123,,FUEL,Fuel levy,12,0.1,2.00,0.20,INV-1,2026-10-01\n\
             ,PO-77,ROAD,Road,10,,25.00,2.50,INV-1,2026-10-01\n\
             ABC000123001,,ROAD,Road,1,,5.00,0.50,INV-1,2026-10-01\n\
             NOBODYS-1,,ROAD,Road,1,,9.00,0.90,INV-1,2026-10-01\n"
        );
        let all = import(&kit, &office.admin, &table).await;
        assert_eq!(
            (&all["status"], &all["charges"], &all["bookings"]),
            (&json!("AwaitingApproval"), &json!(5), &json!(4))
        );
        assert_sums(&all);
        let exact = line(&all, "abc-000123");
        assert_eq!(
            (&exact["bookingId"], &exact["status"]),
            (&json!(first), &json!("Matched"))
        );
        assert_eq!(
            (&exact["carrierQuotedAmount"], &exact["chargedWeight"]),
            (&json!(22), &json!(12))
        );
        assert_eq!(exact["customerId"], json!(office.customer));
        let lines = all["bookingReconciliations"].as_array().unwrap();
        let by_reference = lines
            .iter()
            .find(|line| line["reference"] == "PO-77")
            .unwrap();
        assert_eq!(
            (&by_reference["bookingId"], &by_reference["matchedBy"]),
            (&json!(second), &json!("Reference"))
        );
        // At cost the customer would pay less than the carrier charges.
        assert_eq!(
            (&by_reference["status"], &by_reference["holds"]),
            (&json!("Held"), &json!(["SellUnderCost"]))
        );
        let near = line(&all, "ABC000123001");
        assert_eq!(
            (&near["status"], &near["proposedBookingId"]),
            (&json!("Unmatched"), &json!(first))
        );

        let list = office
            .admin
            .get(&format!(
                "{BASE}/GetReconciliations?filter=carrier eq 'own-fleet'"
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
        assert_eq!(list["items"][0]["totals"], all["totals"]);
        let held = format!(
            "{BASE}/GetReconciliationBookings?id={}&filter=status eq 'Held'",
            all["id"]
        );
        assert_eq!(office.admin.get(&held).await.result()["totalCount"], 1);
        // Without an id the lines of all reconciliations.
        let held = format!("{BASE}/GetReconciliationBookings?filter=status eq 'Held'");
        let lines = office.admin.get(&held).await.result();
        assert_eq!(lines["totalCount"], 1);
        assert_eq!(lines["items"][0]["reconciliationId"], all["id"]);

        let unmatched = download(&office.admin, &all["invalidBookingFileGuid"]).await;
        assert_eq!(unmatched.lines().count(), 3, "{unmatched}");
        assert!(unmatched.contains("NOBODYS-1") && !unmatched.contains("abc-000123,"));
        assert_eq!(download(&office.admin, &all["fileGuid"]).await, table);
        let export = office
            .admin
            .post(&format!("{BASE}/exportCsv"), json!({"id": all["id"]}))
            .await
            .result();
        assert_eq!(export["fileType"], "text/csv");
        let export = download(&office.admin, &export["fileToken"]).await;
        assert!(
            export.contains("PO-77") && export.contains("SellUnderCost"),
            "{export}"
        );

        let outsider = kit.another_tenant().await.user("Admin").await;
        let path = format!(
            "{FILE}/DownloadReconciliationCSV?assetId={}",
            all["fileGuid"].as_str().unwrap()
        );
        outsider.get(&path).await.expect_error(404);
        kit.user("Dispatcher")
            .await
            .get(&path)
            .await
            .expect_error(403);
    });
}

#[test]
fn an_invoice_is_known_again() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let table = format!("{HEAD}ABC1,,ROAD,,,,20.00,2.00,INV-9,2026-10-01\n");
        let one = import(&kit, &office.admin, &table).await;
        let repeat = begin(&office.admin, &table, json!({}))
            .await
            .expect_error(400);
        assert_eq!(repeat["code"], 4401);
        let other = import(
            &kit,
            &office.admin,
            format!("{HEAD}ABC2,,ROAD,,,,20.00,2.00,inv 9,2026-10-01\n"),
        )
        .await;
        assert_eq!(
            (&other["status"], &other["bookings"]),
            (&json!("Failed"), &json!(0))
        );
        assert!(
            other["failure"].as_str().unwrap().contains("already"),
            "{other}"
        );
        assert_eq!(other["bookingReconciliations"], json!([]));
        office
            .admin
            .delete(&format!("{BASE}/DeleteReconciliations?id={}", one["id"]))
            .await
            .result();
        office
            .admin
            .get(&format!(
                "{BASE}/GetReconciliationForApproval?id={}",
                one["id"]
            ))
            .await
            .expect_error(404);
        assert_eq!(
            import(&kit, &office.admin, &table).await["status"],
            "AwaitingApproval"
        );
    });
}

#[test]
fn a_consignment_that_is_invoiced_twice_is_held() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        create_booking(&kit, &office, "ABC000123", None).await;
        let invoice =
            |number: &str| format!("{HEAD}ABC000123,,ROAD,,,,20.00,2.00,{number},2026-10-01\n");
        import(&kit, &office.admin, invoice("INV-1")).await;
        let second = import(&kit, &office.admin, invoice("INV-2")).await;
        let line = line(&second, "ABC000123");
        assert_eq!(
            (&line["status"], &line["holds"]),
            (&json!("Held"), &json!(["TwiceInvoiced"]))
        );
    });
}

#[test]
fn a_second_invoice_is_not_compared_with_the_quote_again() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        create_booking(&kit, &office, "ABC000123", None).await;
        let table = format!(
            "{HEAD}ABC000123,,ROAD,,,,20.00,2.00,INV-1,\nABC000123,,FUEL,,,,2.00,0.20,INV-1,\n"
        );
        let first = import(&kit, &office.admin, table).await;
        assert_eq!(line(&first, "ABC000123")["status"], "Matched");
        let table = format!("{HEAD}ABC000123,,TAIL,,,,15.00,1.50,INV-2,\n");
        let second = import(&kit, &office.admin, table).await;
        assert_sums(&second);
        let line = line(&second, "ABC000123");
        assert_eq!(
            (&line["status"], &line["holds"]),
            (&json!("Held"), &json!(["TwiceInvoiced"]))
        );
        assert_eq!(
            (&line["carrierQuotedAmount"], &line["differenceAmount"]),
            (&json!(0), &json!(15))
        );
    });
}

#[test]
fn a_second_invoice_is_compared_with_the_quote_that_the_first_gives_up() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let admin = &office.admin;
        let other = create_booking(&kit, &office, "ABC000129", None).await;
        for way in ["Reject", "Delete", "Match"] {
            create_booking(&kit, &office, way, None).await;
            let invoice = |number: &str| {
                format!("{HEAD}{way},,ROAD,,,,20,2,{number},\n{way},,FUEL,,,,2,0.2,{number},\n")
            };
            let first = import(&kit, admin, invoice(&format!("{way}-1"))).await;
            let second = import(&kit, admin, invoice(&format!("{way}-2"))).await;
            let line_id = &line(&first, way)["id"];
            assert_eq!(line(&second, way)["differenceAmount"], 22);
            match way {
                "Reject" => {
                    let path = format!("{BASE}/ProcessReconciliationBookings");
                    let body = json!({"id": first["id"], "operation": way, "ids": [line_id],
                        "note": "Never carried"});
                    admin.post(&path, body).await.result();
                }
                "Delete" => {
                    let path = format!("{BASE}/DeleteReconciliations?id={}", first["id"]);
                    admin.delete(&path).await.result();
                }
                _ => {
                    let path = format!("{BASE}/MatchReconciliationBooking");
                    let body = json!({"id": line_id, "bookingId": other});
                    admin.post(&path, body).await.result();
                }
            }
            let after = get_reconciliation(admin, &second["id"]).await;
            assert_sums(&after);
            let line = line(&after, way);
            assert_eq!(
                (&line["carrierQuotedAmount"], &line["differenceAmount"]),
                (&json!(22), &json!(0)),
                "{way}: {line}"
            );
            assert_eq!(
                (&line["status"], &line["holds"], &line["matchedBy"]),
                (&json!("Matched"), &json!([]), &json!("Consignment")),
                "{way}: {line}"
            );
        }
    });
}

#[test]
fn a_file_with_wrong_lines_is_refused_with_all_of_them() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let table = format!(
            "{HEAD}ABC1,,ROAD,,,,abc,2.00,INV-1,2026-10-01\nABC2,,ROAD,,-1,,20.00,,INV-1,soon\n"
        );
        let failed = import(&kit, &office.admin, &table).await;
        assert_eq!(failed["status"], "Failed");
        let actual: Vec<(i64, &str)> = failed["lineErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| {
                (
                    error["index"].as_i64().unwrap(),
                    error["column"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            actual,
            [
                (1, "taxExclusiveAmount"),
                (2, "invoiceDate"),
                (2, "chargedWeight")
            ]
        );
        for (content, says) in [
            ("a,b\n1,2\n", "tax exclusive amount"),
            (HEAD, "no lines"),
            ("\n", "empty"),
        ] {
            let failed = import(&kit, &office.admin, content).await;
            assert_eq!(failed["status"], "Failed", "{content}");
            assert!(
                failed["failure"].as_str().unwrap().contains(says),
                "{failed}"
            );
        }
        office
            .admin
            .delete(&format!("{BASE}/DeleteReconciliations?id={}", failed["id"]))
            .await
            .result();
    });
}

#[test]
fn carriers_write_in_their_own_way() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        create_booking(&kit, &office, "ABC000123", None).await;
        let template = json!({"template": {
            "name": "Spedition", "carrier": "own-fleet", "weightUnit": "lb", "decimalSign": "Comma",
            "columns": [
                {"field": "consignmentId", "heading": "Frachtbrief"},
                {"field": "taxExclusiveAmount", "heading": "Geb\u{fc}hr"},
                {"field": "chargedWeight", "heading": "Gewicht"},
            ],
        }});
        let template = office
            .admin
            .post(&format!("{BASE}/CreateOrUpdateTemplate"), template)
            .await
            .result();
        // Windows-1252, decimal commas, pounds.
        let table = b"Frachtbrief;Geb\xfchr;Gewicht\nABC000123;22,00;100,00\n";
        let by =
            json!({"templateId": template["template"]["id"], "carrierAccountId": office.account});
        let all = import_with(&kit, &office.admin, table, by).await;
        let line = line(&all, "ABC000123");
        assert_eq!(
            (&line["status"], &line["chargedWeight"]),
            (&json!("Matched"), &json!(45.3592))
        );
    });
}

#[test]
fn another_tenants_consignment_is_nobodys() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        let theirs = office(&other).await;
        create_booking(&other, &theirs, "ABC000123", None).await;
        let own = office(&kit).await;
        let all = import(
            &kit,
            &own.admin,
            format!("{HEAD}ABC000123,,ROAD,,,,20.00,2.00,INV-1,2026-10-01\n"),
        )
        .await;
        let line = line(&all, "ABC000123");
        assert_eq!(
            (&line["status"], &line["proposedBookingId"]),
            (&json!("Unmatched"), &json!(null))
        );
    });
}

#[test]
fn what_is_no_invoice_is_refused_before_it_is_read() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let path = format!("{BASE}/importCsv");
        let unknown = json!({"fileName": "invoice.csv", "carrierCode": "own-fleet"});
        assert_eq!(
            office.admin.post(&path, unknown).await.invalid_members(),
            ["fileName"]
        );
        let no_carrier = begin(&office.admin, HEAD, json!({"carrierCode": "nobody"})).await;
        assert_eq!(no_carrier.invalid_members(), ["carrierCode"]);
        let post = given::australia_post(&kit, &office.admin, "POST").await;
        let other = begin(&office.admin, HEAD, json!({"carrierAccountId": post})).await;
        assert_eq!(other.invalid_members(), ["carrierAccountId"]);
        office
            .admin
            .get(&format!("{BASE}/GetImportStatus?importToken=1"))
            .await
            .expect_error(404);
        kit.user("Dispatcher")
            .await
            .post(&path, json!({}))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_hundred_lines_of_one_consignment_are_one() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let lines: String = (0..100)
            .map(|at| format!("ABC1,,S{at},,,,0.01,0.00,INV-1,\n"))
            .collect();
        let all = import(&kit, &office.admin, format!("{HEAD}{lines}")).await;
        assert_eq!(
            (&all["bookings"], &all["totals"]["carrierInvoicedAmount"]),
            (&json!(1), &json!(1))
        );
        assert_sums(&get_reconciliation(&office.admin, &all["id"]).await);
    });
}

#[test]
fn a_workbook_is_an_invoice_too() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        create_booking(&kit, &office, "ABC000123", None).await;
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        sheet
            .write_row(
                0,
                0,
                [
                    "Consignment ID",
                    "Service Code",
                    "Tax Exclusive Amount",
                    "Invoice Date",
                ],
            )
            .unwrap();
        let day = Format::new().set_num_format("d/m/yyyy");
        for (row, code, amount) in [(1, "ROAD", 20.0), (2, "FUEL", 2.0)] {
            sheet.write_row(row, 0, ["ABC000123", code]).unwrap();
            sheet.write_number(row, 2, amount).unwrap();
            sheet
                .write_number_with_format(row, 3, 46_054, &day)
                .unwrap();
        }
        let all = import(&kit, &office.admin, book.save_to_buffer().unwrap()).await;
        let line = line(&all, "ABC000123");
        assert_eq!(
            (&line["status"], &line["carrierInvoicedAmount"]),
            (&json!("Matched"), &json!(22))
        );
        assert_eq!(
            line["bookingReconciliationServices"][0]["invoiceDate"],
            "2026-02-01"
        );
    });
}

#[test]
fn thousands_of_unknown_consignments_are_a_file_of_their_own() {
    on_both(|kit| async move {
        const LINES: usize = 5_000;
        let office = office(&kit).await;
        create_booking(&kit, &office, "ABC000123", None).await;
        // The duplicate lies between batches, its charges far apart.
        let mut table = HEAD.to_owned();
        for at in 0..LINES {
            table.push_str(&format!("XYZ{at:07},,ROAD,,,,0.10,0.01,INV-1,\n"));
            if at == 10 || at == LINES - 10 {
                table.push_str("ABC000123,,ROAD,,,,11.00,1.10,INV-1,\n");
            }
        }
        let all = import(&kit, &office.admin, table).await;
        assert_eq!(
            (&all["charges"], &all["bookings"]),
            (&json!(LINES + 2), &json!(LINES + 1))
        );
        assert_eq!(all["totals"]["carrierInvoicedAmount"], 522);
        assert_eq!(all["bookingReconciliationCount"], json!(LINES + 1));
        let existing = format!(
            "{BASE}/GetReconciliationBookings?id={}&filter=status ne 'Unmatched'",
            all["id"]
        );
        let existing = office.admin.get(&existing).await.result();
        assert_eq!(
            (
                &existing["totalCount"],
                &existing["items"][0]["carrierInvoicedAmount"]
            ),
            (&json!(1), &json!(22))
        );
        let unmatched = download(&office.admin, &all["invalidBookingFileGuid"]).await;
        assert_eq!(unmatched.lines().count(), LINES + 1);
    });
}
