//! Files and documents: upload, download, deletion and access.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod documents;
mod s3;

use axum::{body::Body, http::Request};
use chrono::TimeDelta;
use data::{
    db::{Col, Mode},
    tsql,
};
use futures_util::TryStreamExt;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

const UPLOAD: &str = "/api/core/file/uploadasset";
const DOWNLOAD: &str = "/api/core/file/downloadasset";
const DELETE: &str = "/api/core/file/deleteasset";
const UPLOAD_DOCUMENT: &str = "/api/core/Document/UploadDocument";
const DOCUMENTS: &str = "/api/core/Document/GetDocuments";
const DOWNLOAD_DOCUMENT: &str = "/api/core/Document/DownloadDocument";
const DELETE_DOCUMENTS: &str = "/api/core/Document/DeleteDocuments";
const SETTINGS: &str = "/api/core/tenantsettings/updateallsettings";

const PDF: &[u8] = b"%PDF-1.7 not much of a document";

async fn upload(client: &Client, name: &str, content: &[u8]) -> Value {
    client
        .post_file(UPLOAD, &[], (name, content))
        .await
        .result()
}

fn asset_id(uploaded: &Value) -> String {
    uploaded["assetId"].as_str().unwrap().to_owned()
}

async fn count_stored(kit: &Kit) -> usize {
    kit.app
        .host()
        .files()
        .list(kit.tenant)
        .try_collect::<Vec<_>>()
        .await
        .unwrap()
        .len()
}

#[test]
fn a_file_comes_back_as_it_was_sent() {
    on_both(|kit| async move {
        let user = kit.user("Dispatcher").await;
        let sent = upload(&user, "../../etc/Bänke;1.pdf", PDF).await;
        assert_eq!(
            (&sent["mediaType"], &sent["size"]),
            (&json!("application/pdf"), &json!(PDF.len()))
        );
        assert_eq!(sent["fileName"], "Bänke_1.pdf");
        assert!(sent["fileId"].as_i64().unwrap() > 0);
        let back = user
            .get(&format!("{DOWNLOAD}?assetId={}", asset_id(&sent)))
            .await;
        assert_eq!((back.status.as_u16(), back.body.as_slice()), (200, PDF));
        let header = |name: &str| back.headers[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "application/pdf");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("content-length"), PDF.len().to_string());
        assert!(header("content-disposition").starts_with("attachment; "));
        assert!(header("content-security-policy").contains("sandbox"));
        let delete_path = format!("{DELETE}?assetId={}", asset_id(&sent));
        user.delete(&delete_path).await.result();
        user.delete(&delete_path).await.expect_error(404);
        user.get(&format!("{DOWNLOAD}?assetId={}", asset_id(&sent)))
            .await
            .expect_error(404);
        assert_eq!(count_stored(&kit).await, 0);
    });
}

#[test]
fn what_a_browser_would_run_is_a_download_of_bytes() {
    on_both(|kit| async move {
        let user = kit.user("Dispatcher").await;
        for (name, content, known_as) in [
            (
                "picture.png",
                "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
                "image/svg+xml",
            ),
            (
                "note.txt",
                "<!DOCTYPE html><script>alert(1)</script>",
                "text/html",
            ),
        ] {
            let sent = upload(&user, name, content.as_bytes()).await;
            assert_eq!(sent["mediaType"], known_as);
            let back = user
                .get(&format!("{DOWNLOAD}?assetId={}", asset_id(&sent)))
                .await;
            assert_eq!(back.headers["content-type"], "application/octet-stream");
            assert!(
                back.headers["content-disposition"]
                    .to_str()
                    .unwrap()
                    .starts_with("attachment")
            );
            assert_eq!(
                back.headers["content-security-policy"],
                "sandbox; default-src 'none'"
            );
        }
        for (name, content) in [
            ("a.pdf", &b"MZ\x90\0\x03"[..]),
            ("a.png", b"\x7fELF\x02"),
            ("a.txt", b"a\0b"),
            ("a.pdf", b""),
        ] {
            assert_eq!(
                user.post_file(UPLOAD, &[], (name, content))
                    .await
                    .invalid_members(),
                ["file"],
                "{name}"
            );
        }
    });
}

#[test]
fn size_and_kinds_are_the_tenants_to_set() {
    on_both(|kit| async move {
        let (admin, user) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let limits = json!({"files": {"maxMegabytes": 1, "allowedTypes": ["application/pdf"]}});
        admin.put(SETTINGS, limits).await.result();
        let large = [PDF, &vec![b' '; 1024 * 1024]].concat();
        user.post_file(UPLOAD, &[], ("large.pdf", &large))
            .await
            .expect_error(413);
        assert_eq!(
            user.post_file(UPLOAD, &[], ("a.txt", b"words"))
                .await
                .invalid_members(),
            ["file"]
        );
        let largest = [PDF, &vec![b' '; 1024 * 1024 - PDF.len()]].concat();
        assert_eq!(
            upload(&user, "large.pdf", &largest).await["size"],
            1024 * 1024
        );
        assert_eq!(count_stored(&kit).await, 1, "what was refused is not kept");
        let invalid = json!({"files": {"maxMegabytes": 51, "allowedTypes": ["text/x"]}});
        assert_eq!(
            admin.put(SETTINGS, invalid).await.invalid_members(),
            ["files.maxMegabytes", "files.allowedTypes[0]"]
        );
    });
}

#[test]
fn a_body_without_end_is_cut_off() {
    on_both(|kit| async move {
        let user = kit.user("Dispatcher").await;
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
        let piece = bytes::Bytes::from(vec![b'a'; 1024 * 1024]);
        let accepted = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let count = accepted.clone();
        let pieces = std::iter::once(bytes::Bytes::from(head))
            .chain(std::iter::repeat(piece))
            .take(2000)
            .map(move |piece| {
                count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Ok::<_, std::io::Error>(piece)
            });
        let request = Request::post(UPLOAD)
            .header("host", &user.host_name)
            .header(
                "authorization",
                format!("Bearer {}", user.token.as_deref().unwrap()),
            )
            .header("content-type", "multipart/form-data; boundary=b")
            .body(Body::from_stream(futures_util::stream::iter(pieces)))
            .unwrap();
        let answer = kit.app.handle(request).await;
        assert_eq!(answer.status(), 413);
        let accepted = accepted.load(std::sync::atomic::Ordering::Relaxed);
        assert!(
            accepted < 60,
            "{accepted} MiB were read of a body that may have 25"
        );
        assert_eq!(count_stored(&kit).await, 0);
    });
}

#[test]
fn a_form_must_be_one() {
    on_both(|kit| async move {
        let user = kit.user("Dispatcher").await;
        assert_eq!(
            user.post_text(UPLOAD, "{}").await.invalid_members(),
            ["body"]
        );
        let form = |text: &str| Some(("multipart/form-data; boundary=b", text.as_bytes().to_vec()));
        let send = async |text: &str| {
            user.send(axum::http::Method::POST, UPLOAD, form(text))
                .await
        };
        assert_eq!(send("--b--\r\n").await.invalid_members(), ["file"]);
        assert_eq!(send("--b\r\nnothing").await.invalid_members(), ["body"]);
        let part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nwords\r\n";
        assert_eq!(
            send(&format!("{part}{part}--b--\r\n"))
                .await
                .invalid_members(),
            ["file"]
        );
        let cut = format!("{part}--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nno end");
        assert_eq!(send(&cut).await.invalid_members(), ["body"]);
        let nameless =
            "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nwords\r\n--b--\r\n";
        assert_eq!(send(nameless).await.invalid_members(), ["file"]);
        assert_eq!(count_stored(&kit).await, 0);
        kit.guest()
            .post_file(UPLOAD, &[], ("a.txt", b"words"))
            .await
            .expect_error(401);
        assert_eq!(
            user.get(&format!("{DOWNLOAD}?assetId=7"))
                .await
                .invalid_members(),
            ["assetId"]
        );
    });
}

#[test]
fn a_file_is_its_senders_and_of_the_same_customer() {
    on_both(|kit| async move {
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let sender = kit.customer_user(one).await;
        let (colleague, rival) = (kit.customer_user(one).await, kit.customer_user(two).await);
        let (dispatcher, admin) = (kit.user("Dispatcher").await, kit.user("Admin").await);
        let outsider = kit.another_tenant().await.user("Admin").await;
        let id = asset_id(&upload(&sender, "a.pdf", PDF).await);
        let path = format!("{DOWNLOAD}?assetId={id}");
        for reader in [&sender, &colleague, &admin] {
            assert_eq!(reader.get(&path).await.status.as_u16(), 200);
        }
        for other in [&rival, &dispatcher, &outsider] {
            other.get(&path).await.expect_error(404);
            other
                .delete(&format!("{DELETE}?assetId={id}"))
                .await
                .expect_error(404);
        }
        colleague
            .delete(&format!("{DELETE}?assetId={id}"))
            .await
            .expect_error(404);
        kit.guest().get(&path).await.expect_error(401);
        admin
            .delete(&format!("{DELETE}?assetId={id}"))
            .await
            .result();
    });
}

#[test]
fn what_nobody_needs_is_swept_away() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "One").await.to_string();
        let old = asset_id(&upload(&admin, "old.pdf", PDF).await);
        let texts = [("entityType", "Customer"), ("entityId", customer.as_str())];
        admin
            .post_file(UPLOAD_DOCUMENT, &texts, ("kept.pdf", PDF))
            .await
            .result();
        let mut scope = kit.scope(Mode::Write);
        let age = tsql!("UPDATE files SET creation_time = $2 WHERE tenant_id = $1");
        let then = scope.now() - TimeDelta::days(2);
        scope.rows(age, vec![then.val()]).await.unwrap();
        scope.commit().await.unwrap();
        let new = asset_id(&upload(&admin, "new.pdf", PDF).await);
        assert_eq!(count_stored(&kit).await, 3);

        let mut scope = kit.scope(Mode::Write);
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        admin
            .get(&format!("{DOWNLOAD}?assetId={old}"))
            .await
            .expect_error(404);
        assert_eq!(
            admin
                .get(&format!("{DOWNLOAD}?assetId={new}"))
                .await
                .status
                .as_u16(),
            200
        );
        let unchanged = admin
            .get(&format!(
                "{DOCUMENTS}?entityType=Customer&entityId={customer}"
            ))
            .await
            .result();
        assert_eq!(
            (unchanged["totalCount"].clone(), count_stored(&kit).await),
            (json!(1), 2)
        );
    });
}

/// Attaches a file in a transaction that is still open when this returns.
async fn begin_attaching(kit: &Kit, asset: &str) -> tokio::task::JoinHandle<()> {
    let mut scope = kit.scope(Mode::Write);
    let asset = asset.parse().unwrap();
    ::files::retain(&mut scope, asset).await.unwrap();
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        scope.commit().await.unwrap();
    })
}

#[test]
fn a_file_that_is_being_attached_is_not_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let deleted = asset_id(&upload(&admin, "deleted.pdf", PDF).await);
        let attaching = begin_attaching(&kit, &deleted).await;
        let path = format!("{DELETE}?assetId={deleted}");
        admin.delete(&path).await.expect_error_code(1401);
        attaching.await.unwrap();

        let swept = asset_id(&upload(&admin, "swept.pdf", PDF).await);
        let mut scope = kit.scope(Mode::Write);
        let age = tsql!("UPDATE files SET creation_time = $2 WHERE tenant_id = $1");
        let then = scope.now() - TimeDelta::days(2);
        scope.rows(age, vec![then.val()]).await.unwrap();
        scope.commit().await.unwrap();
        let attaching = begin_attaching(&kit, &swept).await;
        let mut scope = kit.scope(Mode::Write);
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        attaching.await.unwrap();
        for asset in [deleted, swept] {
            let back = admin.get(&format!("{DOWNLOAD}?assetId={asset}")).await;
            assert_eq!(back.body, PDF);
        }
    });
}

/// A stray object has no row. Its age comes from the store, so the test changes it on disk.
#[test]
fn what_the_store_holds_alone_is_swept_away() {
    on_both(|kit| async move {
        let host = kit.app.host();
        let mut writer = host.files().begin(kit.tenant, 100).unwrap();
        writer
            .write(bytes::Bytes::from_static(b"stray"))
            .await
            .unwrap();
        let stray = writer.finish().await.unwrap().key;
        let sweep = async || {
            let mut scope = kit.scope(Mode::Write);
            scope
                .publish(&tenancy::DAY_BEGAN, &Default::default())
                .await
                .unwrap();
            scope.commit().await.unwrap();
            kit.drain_jobs().await;
        };
        sweep().await;
        assert_eq!(
            count_stored(&kit).await,
            1,
            "it may be one that is being sent right now"
        );
        let file = host.config().data.join("files").join(&stray);
        let two_days = std::time::Duration::from_secs(2 * 24 * 3600);
        let then = std::time::SystemTime::now() - two_days;
        std::fs::File::options()
            .write(true)
            .open(file)
            .unwrap()
            .set_modified(then)
            .unwrap();
        sweep().await;
        assert_eq!(count_stored(&kit).await, 0);
    });
}
