//! Files that are stored as they arrive and read as they are sent: no more of one than a few MiB is in memory.

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

/// What is sent to the store at once; S3 takes no smaller parts.
const PART: usize = 5 * 1024 * 1024;
const PARTS_UNDER_WAY: usize = 2;
/// Below the tenant's own folder: what is here is known to the files area, which may do away with what it does not know.
const FOLDER: &str = "assets";

/// A file that is being stored. It is there once it is finished, and not before.
pub struct FileWriter {
    key: String,
    out: BufWriter,
    size: usize,
    most: usize,
    hash: Sha256,
}

/// A file that was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub key: String,
    pub size: usize,
    /// In hex.
    pub sha256: String,
}

/// A file of the store that was found by listing.
#[derive(Debug, Clone)]
pub struct Found {
    pub key: String,
    pub stored: DateTime<Utc>,
}

/// A file's pieces as they come.
pub type Pieces = BoxStream<'static, Result<Bytes>>;

impl FileStore {
    /// Begins a file of at most so many bytes, which may be more than a document has: an invoice, a price list.
    pub fn begin(&self, tenant: TenantId, most: usize) -> Result<FileWriter> {
        let name = random_token()?;
        let key = format!("{tenant}/{FOLDER}/{}/{name}", &name[..2]);
        let out = BufWriter::with_capacity(self.0.clone(), ObjectPath::from(key.as_str()), PART);
        Ok(FileWriter {
            key,
            out: out.with_max_concurrency(PARTS_UNDER_WAY),
            size: 0,
            most,
            hash: Sha256::new(),
        })
    }

    /// The content behind a key of this tenant piece by piece, and its size.
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

    /// Every file of the tenant that was begun here.
    pub fn list(&self, tenant: TenantId) -> BoxStream<'static, Result<Found>> {
        let folder = ObjectPath::from(format!("{tenant}/{FOLDER}"));
        let found = |meta: object_store::ObjectMeta| Found {
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
    /// Takes the next piece; refuses what is past the limit.
    pub async fn write(&mut self, piece: Bytes) -> Result<()> {
        self.size += piece.len();
        if self.size > self.most {
            return Err(Error::TooLarge(self.most));
        }
        self.hash.update(&piece);
        self.out.put(piece).await.map_err(Error::internal)
    }

    /// The file is there now.
    pub async fn finish(mut self) -> Result<Stored> {
        self.out.shutdown().await.map_err(Error::internal)?;
        Ok(Stored {
            key: self.key,
            size: self.size,
            sha256: hex::encode(self.hash.finalize()),
        })
    }

    /// The file will never be there; what was sent is taken back.
    pub async fn give_up(mut self) {
        if let Err(error) = self.out.abort().await {
            tracing::warn!(error = %error, "a file that was given up could not be taken back");
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
        let found: Vec<Found> = files.list(TenantId(1)).try_collect().await.unwrap();
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
        writer.give_up().await;
        let mut writer = files.begin(TenantId(1), 20 * 1024 * 1024).unwrap();
        writer
            .write(Bytes::from(vec![7; 6 * 1024 * 1024]))
            .await
            .unwrap();
        writer.give_up().await;
        assert_eq!(files.list(TenantId(1)).count().await, 0);
    }
}
