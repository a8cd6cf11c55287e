//! Attached files: the carrier's consignment note and the manifest sheet.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, bulk, office, quote_booking, save, saved_id};

const MANIFEST: i64 = 2;
const NOTE: i64 = 3;

async fn upload(client: &Client, name: &str, content: &[u8]) -> Value {
    client
        .post_file("/api/core/file/uploadasset", &[], (name, content))
        .await
        .result()["assetId"]
        .clone()
}

async fn tokens(client: &Client, id: i64, kind: i64) -> Vec<String> {
    let answer = client
        .get(&format!(
            "{BASE}/getDocuments?DocumentType={kind}&BookingId={id}"
        ))
        .await
        .result();
    answer["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|token| token.as_str().unwrap().to_owned())
        .collect()
}

async fn content(client: &Client, token: &str) -> Vec<u8> {
    let file = client
        .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
        .await;
    assert_eq!(file.status, 200);
    file.body.to_vec()
}

#[test]
fn files_of_the_carrier_become_documents_of_the_booking() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let path = format!("{BASE}/updateBookingDetails");
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let drawn = tokens(&admin, id, NOTE).await;
        assert!(tokens(&admin, id, MANIFEST).await.is_empty());
        let note = upload(&admin, "note.pdf", b"%PDF-1.7 the carrier's note").await;
        let sheet = upload(&admin, "sheet.png", b"\x89PNG\r\n\x1a\n a sheet").await;
        admin
            .put(
                &path,
                json!({"bookingId": id, "connoteFile": note, "manifestFile": sheet}),
            )
            .await
            .result();
        let stored = tokens(&admin, id, NOTE).await;
        assert_eq!(stored.len(), 1);
        assert_ne!(stored, drawn);
        assert_eq!(
            content(&admin, &stored[0]).await,
            b"%PDF-1.7 the carrier's note"
        );
        let sheets = tokens(&admin, id, MANIFEST).await;
        assert_eq!(
            content(&admin, &sheets[0]).await,
            b"\x89PNG\r\n\x1a\n a sheet"
        );
        admin
            .put(&path, json!({"bookingId": id, "note": "Label redone."}))
            .await
            .result();
        assert_eq!(tokens(&admin, id, NOTE).await, stored);
        bulk(&admin, &[id], "Manifest").await;
        assert_eq!(tokens(&admin, id, MANIFEST).await.len(), 2);
        let user = kit.customer_user(customer).await;
        content(&user, &stored[0]).await;
        let better = upload(&admin, "better.pdf", b"%PDF-1.7 a better one").await;
        admin
            .put(&path, json!({"bookingId": id, "connoteFile": better}))
            .await
            .result();
        assert_eq!(tokens(&user, id, NOTE).await, stored);
        assert_eq!(content(&user, &stored[0]).await, b"%PDF-1.7 a better one");
        let log = admin
            .get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .result();
        assert!(log.to_string().contains("connoteFile better.pdf"), "{log}");
    });
}

#[test]
fn an_attached_file_is_mailed_at_once_and_only_staff_attach_one() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let path = format!("{BASE}/updateBookingDetails");
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let note = upload(&admin, "note.pdf", b"%PDF-1.7 the carrier's note").await;
        let mail = json!({"bookingId": id, "connoteFile": note, "sendEmail": true, "email": "lee@example.test"});
        admin.put(&path, mail).await.result();
        kit.drain_jobs().await;
        inbox.next_email_to("lee@example.test").await;

        let user = kit.customer_user(customer).await;
        let own = upload(&user, "note.pdf", b"%PDF-1.7 mine").await;
        let refused = user
            .put(&path, json!({"bookingId": id, "connoteFile": own}))
            .await;
        assert_eq!(refused.invalid_members(), ["connoteFile"]);
        let text = upload(&admin, "note.txt", b"no document").await;
        let missing = "0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10";
        let invalid = json!({"bookingId": id, "connoteFile": text, "manifestFile": missing});
        assert_eq!(
            admin.put(&path, invalid).await.invalid_members(),
            ["connoteFile", "manifestFile"]
        );
        let unread = json!({"bookingId": id, "connoteFile": "note.pdf"});
        assert_eq!(
            admin.put(&path, unread).await.invalid_members(),
            ["connoteFile"]
        );
        assert_eq!(
            content(&admin, &tokens(&admin, id, NOTE).await[0]).await,
            b"%PDF-1.7 the carrier's note"
        );
    });
}
