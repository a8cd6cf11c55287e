//! Transport documents: kinds, access, and updates.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{BASE, bulk, office, quote_booking, save, saved_id};

const NOTE: i64 = 3;
const DANGEROUS_GOODS: i64 = 6;
const COMMERCIAL_INVOICE: i64 = 7;
const PACKING_LIST: i64 = 10;

fn path(id: i64, document_type: i64) -> String {
    format!("{BASE}/getDocuments?DocumentType={document_type}&BookingId={id}")
}

async fn tokens(client: &Client, id: i64, document_type: i64) -> Vec<Value> {
    client.get(&path(id, document_type)).await.result()["tokens"]
        .as_array()
        .unwrap()
        .clone()
}

async fn file(client: &Client, token: &Value) -> Vec<u8> {
    let token = token.as_str().unwrap();
    let answer = client
        .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
        .await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(answer.headers["content-type"], "application/pdf");
    assert!(answer.body.starts_with(b"%PDF-"));
    answer.body
}

#[test]
fn a_booked_consignment_has_the_papers_that_its_goods_need() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        for kind in [NOTE, DANGEROUS_GOODS, COMMERCIAL_INVOICE, PACKING_LIST] {
            assert!(
                tokens(&admin, id, kind).await.is_empty(),
                "nothing before the carrier has it"
            );
        }
        assert_eq!(
            bulk(&admin, &[id], "Book").await["results"][0]["success"],
            true
        );
        for kind in [NOTE, PACKING_LIST] {
            let created = tokens(&admin, id, kind).await;
            assert_eq!(created.len(), 1);
            file(&admin, &created[0]).await;
            assert_eq!(
                tokens(&admin, id, kind).await,
                created,
                "the same paper is one paper"
            );
        }
        for kind in [DANGEROUS_GOODS, COMMERCIAL_INVOICE] {
            assert!(
                tokens(&admin, id, kind).await.is_empty(),
                "its goods are neither dangerous nor valued"
            );
        }
        let theirs = kit.customer_user(customer).await;
        let note = tokens(&theirs, id, NOTE).await;
        file(&theirs, &note[0]).await;
        let outsider = testkit::given::customer(&kit, "Harbour Tools").await;
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        let download = format!(
            "/api/booking/File/DownloadDocument?token={}",
            note[0].as_str().unwrap()
        );
        for other in [kit.customer_user(outsider).await, elsewhere] {
            other.get(&path(id, NOTE)).await.expect_error(404);
            other.get(&download).await.expect_error(404);
        }
        assert_eq!(
            admin.get(&path(id, 50)).await.invalid_members(),
            ["DocumentType"]
        );

        assert_eq!(
            bulk(&admin, &[id], "Cancel").await["results"][0]["success"],
            true
        );
        assert!(
            tokens(&admin, id, NOTE).await.is_empty(),
            "a cancelled consignment goes nowhere"
        );
    });
}

#[test]
fn papers_follow_the_booking() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["items"][0]["itemValue"] = json!(25.5);
        let id = saved_id(&save(&admin, &booking, &["Book"]).await);
        let before = tokens(&admin, id, COMMERCIAL_INVOICE).await;
        let first = file(&admin, &before[0]).await;
        let change = json!({"bookingId": id, "consignmentId": "SCF-CORRECTED-1"});
        admin
            .put(&format!("{BASE}/updateBookingDetails"), change)
            .await
            .result();
        let after = tokens(&admin, id, COMMERCIAL_INVOICE).await;
        assert_eq!(after, before, "its token stays");
        assert_ne!(
            file(&admin, &after[0]).await,
            first,
            "and what it says follows the booking"
        );
        let (one, two) = tokio::join!(tokens(&admin, id, NOTE), tokens(&admin, id, NOTE));
        for token in [&one[0], &two[0]] {
            file(&admin, token).await;
        }
    });
}
