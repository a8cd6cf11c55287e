//! Location of the file store: a local folder or a bucket of an S3-compatible store.

use std::{path::Path, sync::Arc};

use anyhow::{Context, bail};
use object_store::{
    ObjectStore, aws::AmazonS3Builder, local::LocalFileSystem, prefix::PrefixStore,
};
// Its client needs the TLS of this crate.
use reqwest as _;

use super::FileStore;
use crate::config::Config;

impl FileStore {
    /// Opens the configured store: `s3://bucket/prefix`, by default the data folder.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        match &config.files {
            None => Self::local(&config.data),
            Some(place) => match place.strip_prefix("s3://") {
                Some(bucket) if !bucket.is_empty() => Self::s3(config, bucket),
                _ => bail!(
                    "WAYBILL_FILES must be s3://bucket or s3://bucket/prefix; left out, files stay in the data folder"
                ),
            },
        }
    }

    pub fn local(data: &Path) -> anyhow::Result<Self> {
        let folder = data.join("files");
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(folder)?)))
    }

    fn s3(config: &Config, place: &str) -> anyhow::Result<Self> {
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        // Missing settings come from S3's standard sources: AWS_… and the machine's role.
        let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
        if let Some(region) = &config.files_region {
            builder = builder.with_region(region);
        }
        if let Some(endpoint) = &config.files_endpoint {
            // Plain HTTP is used only for a server configured with it.
            builder = builder
                .with_endpoint(endpoint)
                .with_allow_http(endpoint.starts_with("http://"));
        }
        if let Some(key) = &config.files_access_key {
            builder = builder.with_access_key_id(key);
        }
        if let Some(secret) = &config.files_secret_key {
            builder = builder.with_secret_access_key(secret.expose());
        }
        // The client uses the process-wide TLS provider; every caller installs the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let store: Arc<dyn ObjectStore> = Arc::new(builder.build().context("the store of files")?);
        let prefix = prefix.trim_matches('/');
        Ok(Self(if prefix.is_empty() {
            store
        } else {
            Arc::new(PrefixStore::new(store, prefix))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    #[test]
    fn a_place_is_a_bucket_or_the_data_folder() {
        let config = |files: &str| Config {
            files: Some(files.to_owned()),
            ..Config::default()
        };
        let s3 = Config {
            files_endpoint: Some("http://127.0.0.1:1".to_owned()),
            files_region: Some("eu-central-1".to_owned()),
            files_access_key: Some("key".to_owned()),
            files_secret_key: Some(Secret::new("pa55")),
            ..config("s3://waybill/files")
        };
        assert!(FileStore::open(&s3).is_ok());
        assert!(
            !format!("{s3:?}").contains("pa55"),
            "a secret is not printed with the settings"
        );
        for wrong in ["bucket", "https://bucket.example", "s3://"] {
            assert!(FileStore::open(&config(wrong)).is_err(), "{wrong}");
        }
    }
}
