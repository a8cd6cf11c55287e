//! File store on an S3-compatible server, if configured:
//! `WAYBILL_TEST_S3=http://127.0.0.1:5123/bucket`.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use bytes::Bytes;
use data::{
    Error,
    config::Config,
    files::{FileStore, ListedFile},
    ids::TenantId,
    secrets::Secret,
};
use futures_util::TryStreamExt;

/// Variable with server and bucket; the bucket is created if permitted. Keys: `WAYBILL_TEST_S3_KEY`
/// and `WAYBILL_TEST_S3_SECRET`, arbitrary if the server needs none.
const SERVER: &str = "WAYBILL_TEST_S3";

async fn store(prefix: &str) -> Option<FileStore> {
    let place = std::env::var(SERVER)
        .ok()
        .filter(|place| !place.is_empty())?;
    let (endpoint, bucket) = place
        .rsplit_once('/')
        .expect("the server's address ends in a bucket");
    let _ = rustls::crypto::ring::default_provider().install_default();
    // Fails if the bucket exists or the server needs a signature.
    let _ = reqwest::Client::new().put(&place).send().await;
    let said = |name: &str| std::env::var(name).unwrap_or_else(|_| "testing".to_owned());
    let config = Config {
        files: Some(format!("s3://{bucket}/{prefix}")),
        files_endpoint: Some(endpoint.to_owned()),
        files_region: Some("us-east-1".to_owned()),
        files_access_key: Some(said("WAYBILL_TEST_S3_KEY")),
        files_secret_key: Some(Secret::new(said("WAYBILL_TEST_S3_SECRET"))),
        ..Config::default()
    };
    Some(FileStore::open(&config).unwrap())
}

async fn read(files: &FileStore, tenant: TenantId, key: &str) -> Vec<u8> {
    let (_, pieces) = files.stream(tenant, key).await.unwrap();
    pieces
        .try_fold(Vec::new(), |all, piece| async move {
            Ok([all, piece.to_vec()].concat())
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn files_are_kept_in_a_bucket() {
    let prefix = format!("run-{}", uuid::Uuid::now_v7().simple());
    let Some(files) = store(&prefix).await else {
        return;
    };
    let tenant = TenantId(7);
    let key = files.put(tenant, "label".as_bytes()).await.unwrap();
    assert_eq!(files.get(tenant, &key).await.unwrap(), "label".as_bytes());
    assert!(matches!(
        files.get(TenantId(8), &key).await,
        Err(Error::NotFound(_))
    ));

    for size in [3, 13 * 1024 * 1024] {
        let mut writer = files.begin(tenant, 20 * 1024 * 1024).unwrap();
        let mut remaining = size;
        while remaining > 0 {
            let piece = remaining.min(700_001);
            writer.write(Bytes::from(vec![b'x'; piece])).await.unwrap();
            remaining -= piece;
        }
        let stored = writer.finish().await.unwrap();
        assert_eq!(
            (stored.size, read(&files, tenant, &stored.key).await.len()),
            (size, size)
        );
    }
    let mut writer = files.begin(tenant, 20 * 1024 * 1024).unwrap();
    for _ in 0..8 {
        writer
            .write(Bytes::from(vec![b'x'; 1024 * 1024]))
            .await
            .unwrap();
    }
    writer.abort().await;

    let listed: Vec<ListedFile> = files.list(tenant).try_collect().await.unwrap();
    assert_eq!(listed.len(), 2, "what was given up is not there");
    let other = store(&format!("{prefix}-other")).await.unwrap();
    assert!(
        matches!(other.get(tenant, &key).await, Err(Error::NotFound(_))),
        "a prefix is a place of its own"
    );
    for found in &listed {
        files.delete(tenant, &found.key).await.unwrap();
        files.delete(tenant, &found.key).await.unwrap();
    }
    files.delete(tenant, &key).await.unwrap();
    assert!(matches!(
        files.get(tenant, &key).await,
        Err(Error::NotFound(_))
    ));
    assert!(
        files
            .list(tenant)
            .try_collect::<Vec<_>>()
            .await
            .unwrap()
            .is_empty()
    );
}
