//! Tenants' files, stored once under a random name in a local folder or an S3-compatible store.

mod kinds;
pub mod picture;
mod place;
mod writer;

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, path::Path as ObjectPath};

use crate::{
    error::{Error, Result},
    ids::TenantId,
};

pub use kinds::{HEAD_BYTES, MEDIA_TYPES, detect_media_type, safe_media_type};
pub use writer::{FileWriter, ListedFile, Pieces, StoredFile};

pub const MAX_BYTES: usize = 50 * 1024 * 1024;

/// The store of file contents; names and owners are rows of the areas.
#[derive(Clone)]
pub struct FileStore(Arc<dyn ObjectStore>);

impl FileStore {
    /// Stores a file and returns its key. The key is unguessable and includes the tenant.
    pub async fn put(&self, tenant: TenantId, content: impl Into<Bytes>) -> Result<String> {
        let content = content.into();
        if content.len() > MAX_BYTES {
            return Err(Error::TooLarge(MAX_BYTES));
        }
        let name = random_token()?;
        let key = format!("{tenant}/{}/{name}", &name[..2]);
        let payload = PutPayload::from_bytes(content);
        self.0
            .put(&ObjectPath::from(key.as_str()), payload)
            .await
            .map_err(Error::internal)?;
        Ok(key)
    }

    /// Loads the content of a key of this tenant; another tenant's key is not found.
    pub async fn get(&self, tenant: TenantId, key: &str) -> Result<Bytes> {
        let path = Self::path(tenant, key)?;
        match self.0.get(&path).await {
            Ok(found) => found.bytes().await.map_err(Error::internal),
            Err(object_store::Error::NotFound { .. }) => Err(Error::NotFound("The file")),
            Err(error) => Err(Error::internal(error)),
        }
    }

    pub async fn delete(&self, tenant: TenantId, key: &str) -> Result<()> {
        match self.0.delete(&Self::path(tenant, key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(Error::internal(error)),
        }
    }

    fn path(tenant: TenantId, key: &str) -> Result<ObjectPath> {
        let is_own = key.strip_prefix(&format!("{tenant}/")).is_some_and(|rest| {
            rest.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_'))
        });
        if is_own {
            Ok(ObjectPath::from(key))
        } else {
            Err(Error::NotFound("The file"))
        }
    }
}

/// Returns 32 random bytes as text, for unguessable keys and links.
pub fn random_token() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    Ok(BASE64.encode(bytes))
}

/// Returns a strong entity tag: the same for the same content.
pub fn entity_tag(content: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(content);
    format!("\"{}\"", BASE64.encode(&digest[..18]))
}

/// None for content not known to be harmless.
pub fn sniff_media_type(content: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 6] = [
        (b"%PDF-", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF8", "image/gif"),
        (b"PK\x03\x04", "application/zip"),
        (b"^XA", "application/zpl"),
    ];
    KNOWN
        .iter()
        .find(|(start, _)| content.starts_with(start))
        .map(|(_, media_type)| *media_type)
}

const MAX_NAME_CHARACTERS: usize = 120;
/// A longer suffix is part of the name, not an extension.
const MAX_EXTENSION_CHARACTERS: usize = 16;

/// Makes a name safe in a header and on any disk: no folders or control characters, at most 120
/// characters. The extension is kept.
pub fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .map(|c| {
            if c.is_control() || "\"<>:|?*;%".contains(c) {
                '_'
            } else {
                c
            }
        })
        .collect();
    let clean = clean.trim().trim_start_matches('.');
    let (stem, extension) = match clean.rsplit_once('.') {
        Some((stem, extension)) if extension.chars().count() <= MAX_EXTENSION_CHARACTERS => {
            (stem, format!(".{extension}"))
        }
        _ => (clean, String::new()),
    };
    let max_stem = MAX_NAME_CHARACTERS - extension.chars().count();
    let short: String = stem.chars().take(max_stem).collect();
    let short = format!("{}{extension}", short.trim_end());
    if short.is_empty() {
        "file".to_owned()
    } else {
        short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_is_its_tenants_alone() {
        let folder = std::env::temp_dir().join(format!("waybill-files-{}", uuid::Uuid::now_v7()));
        let files = FileStore::local(&folder).unwrap();
        let key = files.put(TenantId(1), "label".as_bytes()).await.unwrap();
        assert_eq!(
            files.get(TenantId(1), &key).await.unwrap(),
            "label".as_bytes()
        );
        assert!(matches!(
            files.get(TenantId(2), &key).await,
            Err(Error::NotFound(_))
        ));
        assert!(matches!(
            files.get(TenantId(1), "1/../../secret.key").await,
            Err(Error::NotFound(_))
        ));
        files.delete(TenantId(1), &key).await.unwrap();
        files.delete(TenantId(1), &key).await.unwrap();
        assert!(matches!(
            files.get(TenantId(1), &key).await,
            Err(Error::NotFound(_))
        ));
    }

    #[tokio::test]
    async fn a_file_has_a_limit() {
        let folder = std::env::temp_dir().join(format!("waybill-files-{}", uuid::Uuid::now_v7()));
        let files = FileStore::local(&folder).unwrap();
        let refused = files.put(TenantId(1), vec![0; MAX_BYTES + 1]).await;
        assert!(matches!(refused, Err(Error::TooLarge(MAX_BYTES))));
    }

    #[test]
    fn names_lose_what_could_hurt() {
        assert_eq!(safe_name("../../etc/passwd"), "passwd");
        assert_eq!(safe_name("a\r\nb\".pdf"), "a__b_.pdf");
        assert_eq!(safe_name("..."), "file");
        assert_eq!(
            safe_name(&format!("{}.pdf", "ä".repeat(300))),
            format!("{}.pdf", "ä".repeat(116))
        );
        assert_eq!(
            safe_name(&format!("a.{}", "b".repeat(300))).chars().count(),
            120
        );
        assert_eq!(safe_name("manifest.tar.gz"), "manifest.tar.gz");
    }

    #[test]
    fn content_is_known_by_its_start() {
        assert_eq!(sniff_media_type(b"%PDF-1.7"), Some("application/pdf"));
        assert_eq!(sniff_media_type(b"<svg onload=alert(1)>"), None);
    }
}
