//! Streaming of files to and from the store, with at most a few MiB in memory.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use object_store::{ObjectStoreExt, buffered::BufWriter, path::Path as ObjectPath};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use super::{FileStore, random_token};
use crate::{
    error::{Error, Result},
    ids::TenantId,
};

/// Size of one part of an upload; S3 takes no smaller parts.
const PART_BYTES: usize = 5 * 1024 * 1024;
const MAX_CONCURRENT_PARTS: usize = 2;
/// Subfolder of the tenant's folder. The files area knows its contents and may delete unknown
/// files.
const FOLDER: &str = "assets";

/// A file being stored. It exists only once it is finished.
pub struct FileWriter {
    key: String,
    writer: BufWriter,
    size: usize,
    max_bytes: usize,
    hash: Sha256,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub key: String,
    pub size: usize,
    pub sha256: String,
}

#[derive(Debug, Clone)]
pub struct ListedFile {
    pub key: String,
    pub stored: DateTime<Utc>,
}

pub type Pieces = BoxStream<'static, Result<Bytes>>;

impl FileStore {
    /// Begins a file of at most `max_bytes` bytes, which may exceed a document's limit: an invoice,
    /// a price list.
    pub fn begin(&self, tenant: TenantId, max_bytes: usize) -> Result<FileWriter> {
        let name = random_token()?;
        let key = format!("{tenant}/{FOLDER}/{}/{name}", &name[..2]);
        let out =
            BufWriter::with_capacity(self.0.clone(), ObjectPath::from(key.as_str()), PART_BYTES);
        Ok(FileWriter {
            key,
            writer: out.with_max_concurrency(MAX_CONCURRENT_PARTS),
            size: 0,
            max_bytes,
            hash: Sha256::new(),
        })
    }

    /// Streams the content of a key of this tenant, and returns its size.
    pub async fn stream(&self, tenant: TenantId, key: &str) -> Result<(u64, Pieces)> {
        match self.0.get(&Self::path(tenant, key)?).await {
            Ok(found) => Ok((
                found.meta.size,
                found.into_stream().map_err(Error::internal).boxed(),
            )),
            Err(object_store::Error::NotFound { .. }) => Err(Error::NotFound("The file")),
            Err(error) => Err(Error::internal(error)),
        }
    }

    /// Lists the tenant's files that were written by a [`FileWriter`].
    pub fn list(&self, tenant: TenantId) -> BoxStream<'static, Result<ListedFile>> {
        let folder = ObjectPath::from(format!("{tenant}/{FOLDER}"));
        let found = |meta: object_store::ObjectMeta| ListedFile {
            key: meta.location.into(),
            stored: meta.last_modified,
        };
        self.0
            .list(Some(&folder))
            .map_ok(found)
            .map_err(Error::internal)
            .boxed()
    }
}

impl FileWriter {
    pub async fn write(&mut self, piece: Bytes) -> Result<()> {
        self.size += piece.len();
        if self.size > self.max_bytes {
            return Err(Error::TooLarge(self.max_bytes));
        }
        self.hash.update(&piece);
        self.writer.put(piece).await.map_err(Error::internal)
    }

    /// Completes the file and makes it visible.
    pub async fn finish(mut self) -> Result<StoredFile> {
        self.writer.shutdown().await.map_err(Error::internal)?;
        Ok(StoredFile {
            key: self.key,
            size: self.size,
            sha256: hex::encode(self.hash.finalize()),
        })
    }

    pub async fn abort(mut self) {
        if let Err(error) = self.writer.abort().await {
            tracing::warn!(error = %error, "failed to abort an upload to the store");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> FileStore {
        let folder = std::env::temp_dir().join(format!("waybill-writer-{}", uuid::Uuid::now_v7()));
        FileStore::local(&folder).unwrap()
    }

    async fn all(pieces: Pieces) -> Vec<u8> {
        pieces
            .try_fold(Vec::new(), |all, piece| async move {
                Ok([all, piece.to_vec()].concat())
            })
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn a_file_is_stored_piece_by_piece() {
        let files = store();
        let mut writer = files.begin(TenantId(1), 20 * 1024 * 1024).unwrap();
        for _ in 0..12 {
            writer
                .write(Bytes::from(vec![7; 1024 * 1024]))
                .await
                .unwrap();
        }
        let stored = writer.finish().await.unwrap();
        assert_eq!((stored.size, stored.sha256.len()), (12 * 1024 * 1024, 64));
        let (size, pieces) = files.stream(TenantId(1), &stored.key).await.unwrap();
        assert_eq!(
            (size, all(pieces).await.len()),
            (12 * 1024 * 1024, 12 * 1024 * 1024)
        );
        assert!(matches!(
            files.stream(TenantId(2), &stored.key).await,
            Err(Error::NotFound(_))
        ));
        let found: Vec<ListedFile> = files.list(TenantId(1)).try_collect().await.unwrap();
        assert_eq!(
            found.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(),
            [stored.key.as_str()]
        );
        assert_eq!(files.list(TenantId(2)).count().await, 0);
    }

    #[tokio::test]
    async fn what_is_too_large_or_given_up_is_not_there() {
        let files = store();
        let mut writer = files.begin(TenantId(1), 10).unwrap();
        writer
            .write(Bytes::from_static(b"0123456789"))
            .await
            .unwrap();
        assert!(matches!(
            writer.write(Bytes::from_static(b"!")).await,
            Err(Error::TooLarge(10))
        ));
        writer.abort().await;
        let mut writer = files.begin(TenantId(1), 20 * 1024 * 1024).unwrap();
        writer
            .write(Bytes::from(vec![7; 6 * 1024 * 1024]))
            .await
            .unwrap();
        writer.abort().await;
        assert_eq!(files.list(TenantId(1)).count().await, 0);
    }
}
