//! Labels of many bookings as one file: order, formats and failures.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::io::{Cursor, Read};

use data::{
    db::{Mode, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

async fn create_booking(client: &Client, customer: CustomerId, carrier: &str) -> i64 {
    saved_id(
        &save(
            client,
            &quote_booking(client, customer, carrier).await,
            &["Book"],
        )
        .await,
    )
}

async fn print(client: &Client, ids: &[i64], format: &str) -> Value {
    let body = json!({"bookingIds": ids, "operations": ["PrintLabel"], "labelFormat": format});
    client
        .post(&format!("{BASE}/runbulkoperation"), body)
        .await
        .result()
}

async fn download(client: &Client, token: &Value) -> ApiResponse {
    client
        .get(&format!(
            "/api/booking/File/DownloadDocument?token={}",
            token.as_str().unwrap()
        ))
        .await
}

async fn connote(client: &Client, id: i64) -> String {
    get(client, id).await["consignmentId"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn count(content: &[u8], words: &[u8]) -> usize {
    content
        .windows(words.len())
        .filter(|part| *part == words)
        .count()
}

#[test]
fn labels_of_many_bookings_are_one_file_in_the_order_of_the_list() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(create_booking(&admin, customer, "own-fleet").await);
        }
        let order = [ids[2], ids[0], ids[1]];
        let printed = bulk(&admin, &order, "PrintLabel").await;
        assert!(
            printed["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == true),
            "{printed}"
        );
        assert_eq!(printed["label"].as_array().unwrap().len(), 1, "{printed}");
        let file = download(&admin, &printed["label"][0]).await;
        assert_eq!(file.headers["content-type"], "application/pdf");
        assert!(
            file.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains("labels-3.pdf")
        );
        assert_eq!(count(&file.body, b"/MediaBox"), 9);

        let sheets = download(&admin, &print(&admin, &order, "A4").await["label"][0]).await;
        assert_eq!(
            count(&sheets.body, b"/MediaBox"),
            3,
            "nine labels on three sheets"
        );

        let zpl = download(&admin, &print(&admin, &order, "Zpl").await["label"][0]).await;
        assert_eq!(zpl.headers["content-type"], "application/zpl");
        assert_eq!((count(&zpl.body, b"^XA"), count(&zpl.body, b"^XZ")), (9, 9));

        let pictures = download(&admin, &print(&admin, &order, "Png").await["label"][0]).await;
        assert_eq!(pictures.headers["content-type"], "application/zip");
        let mut zip = zip::ZipArchive::new(Cursor::new(pictures.body)).unwrap();
        let mut expected = Vec::new();
        for id in order {
            let connote = connote(&admin, id).await;
            for piece in 1..=3 {
                let name = format!("{:04}-label-{connote}-{piece}.png", expected.len() + 1);
                let mut picture = Vec::new();
                zip.by_name(&name)
                    .unwrap()
                    .read_to_end(&mut picture)
                    .unwrap();
                assert!(picture.starts_with(b"\x89PNG"), "{name}");
                expected.push(name);
            }
        }
        assert_eq!(zip.len(), expected.len());

        for id in ids {
            let history = get(&admin, id).await["operationHistory"].clone();
            let message: Vec<&str> = history
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["operation"].as_str().unwrap())
                .collect();
            assert_eq!(
                message[2..],
                ["PrintLabel", "ReprintLabel", "ReprintLabel", "ReprintLabel"],
                "{history}"
            );
        }
        let invalid =
            json!({"bookingIds": order, "operations": ["PrintLabel"], "labelFormat": "Papyrus"});
        let refused = admin
            .post(&format!("{BASE}/runbulkoperation"), invalid)
            .await
            .expect_error(400);
        assert!(refused.to_string().contains("labelFormat"), "{refused}");
    });
}

#[test]
fn a_file_of_labels_is_for_who_had_it_made() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let ids = [
            create_booking(&admin, customer, "own-fleet").await,
            create_booking(&admin, customer, "own-fleet").await,
        ];
        let token = print(&admin, &ids, "Zpl").await["label"][0].clone();
        assert_eq!(download(&admin, &token).await.status, 200);
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        for other in [
            kit.user("Admin").await,
            kit.customer_user(customer).await,
            elsewhere,
        ] {
            download(&other, &token).await.expect_error(404);
        }
        download(&kit.guest(), &token).await.expect_error(401);
        // The customer's users print their own only.
        let theirs = kit.customer_user(customer).await;
        let token = print(&theirs, &ids, "A4").await["label"][0].clone();
        assert_eq!(download(&theirs, &token).await.status, 200);
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        let none = print(&outsider, &ids, "Pdf").await;
        assert_eq!(none["label"], json!([]), "{none}");
        assert!(
            none["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == false),
            "{none}"
        );
    });
}

async fn replace_label(kit: &Kit, id: i64, content: &[u8]) {
    let mut scope = kit.scope(Mode::Write);
    let key = scope
        .host()
        .files()
        .put(scope.tenant, content.to_vec())
        .await
        .unwrap();
    let sql = tsql!(
        "UPDATE booking_documents SET file_key = $3 WHERE tenant_id = $1 AND booking_id = $2"
    );
    scope
        .rows(sql, vec![Val::I64(id), Val::Text(key)])
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn a_label_that_cannot_be_printed_is_told_and_the_rest_is_printed() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::australia_post(&kit, &admin, "POST").await;
        let own = create_booking(&admin, customer, "own-fleet").await;
        let failing = create_booking(&admin, customer, "own-fleet").await;
        let carriers = create_booking(&admin, customer, "australia-post").await;
        let unbooked = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        bulk(&admin, &[failing], "PrintLabel").await;
        replace_label(&kit, failing, b"this is no label").await;

        let ids = [unbooked, own, failing, carriers];
        let told = |answer: &Value| -> Vec<bool> {
            let results = answer["results"].as_array().unwrap();
            ids.iter()
                .map(|id| {
                    results
                        .iter()
                        .find(|result| result["bookingId"] == *id)
                        .unwrap()["success"]
                        == true
                })
                .collect()
        };
        let pdf = print(&admin, &ids, "Pdf").await;
        assert_eq!(told(&pdf), [false, true, false, true], "{pdf}");
        assert!(pdf.to_string().contains("not a readable PDF"), "{pdf}");
        let file = download(&admin, &pdf["label"][0]).await;
        assert!(file.body.starts_with(b"%PDF-"));
        let own_pages = count(
            &download(&admin, &print(&admin, &[own], "Pdf").await["label"][0])
                .await
                .body,
            b"/MediaBox",
        );
        assert!(
            count(&file.body, b"/MediaBox") > own_pages,
            "the carrier's pages are in it too"
        );

        // A carrier's PDF can't be converted for thermal printers; own labels are redrawn.
        let zpl = print(&admin, &ids, "Zpl").await;
        assert_eq!(told(&zpl), [false, true, false, false], "{zpl}");
        assert!(
            zpl.to_string().contains("which cannot be printed as ZPL"),
            "{zpl}"
        );
        assert_eq!(
            count(&download(&admin, &zpl["label"][0]).await.body, b"^XA"),
            own_pages
        );
        let none = print(&admin, &[carriers], "Png").await;
        assert_eq!(
            (&none["label"], &none["results"][0]["success"]),
            (&json!([]), &json!(false)),
            "{none}"
        );
    });
}

#[test]
fn files_of_labels_are_kept_for_a_day() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let ids = [
            create_booking(&admin, customer, "own-fleet").await,
            create_booking(&admin, customer, "own-fleet").await,
        ];
        let old = print(&admin, &ids, "Zpl").await["label"][0].clone();
        let mut scope = kit.scope(Mode::Write);
        let long_ago = scope.now() - chrono::TimeDelta::hours(25);
        let sql = tsql!("UPDATE booking_prints SET creation_time = $2 WHERE tenant_id = $1");
        scope
            .rows(sql, vec![data::db::Col::val(&long_ago)])
            .await
            .unwrap();
        let day = scope.now().date_naive();
        scope.publish(&tenancy::DAY_BEGAN, &day).await.unwrap();
        scope.commit().await.unwrap();
        let new = print(&admin, &ids, "Zpl").await["label"][0].clone();
        kit.drain_jobs().await;
        download(&admin, &old).await.expect_error(404);
        assert_eq!(download(&admin, &new).await.status, 200);
    });
}

#[test]
fn labels_are_counted_before_they_are_made() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(create_booking(&admin, customer, "own-fleet").await);
        }
        let sql = tsql!("UPDATE bookings SET total_items = 2999 WHERE tenant_id = $1 AND id = $2");
        let mut scope = kit.scope(Mode::Write);
        scope.rows(sql, vec![Val::I64(ids[1])]).await.unwrap();
        scope.commit().await.unwrap();
        let printed = print(&admin, &ids, "Pdf").await;
        let results = printed["results"].as_array().unwrap();
        let told = |id: i64| {
            results
                .iter()
                .find(|result| result["bookingId"] == id)
                .unwrap()
        };
        assert_eq!(
            (&told(ids[0])["success"], &told(ids[2])["success"]),
            (&json!(true), &json!(true))
        );
        let refused = told(ids[1]);
        let message = "The file would have more than 3000 labels. Print this one separately.";
        assert_eq!(
            (&refused["success"], &refused["message"]),
            (&json!(false), &json!(message))
        );
        let file = download(&admin, &printed["label"][0]).await;
        assert_eq!(count(&file.body, b"/MediaBox"), 6);
        let history = get(&admin, ids[1]).await["operationHistory"].to_string();
        assert!(!history.contains("PrintLabel"), "{history}");
        let alone = print(&admin, &[ids[1]], "Pdf").await;
        assert_eq!(alone["results"][0]["success"], true, "{alone}");
    });
}
