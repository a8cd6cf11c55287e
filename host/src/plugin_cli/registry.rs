//! `waybill plugin push` and `pull`: packages in OCI registries.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    pin::Pin,
    task::{Context as Task, Poll},
    time::Duration,
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use engine::package::{MAX_PACKAGE, Package};
use oci_client::{
    Client, Reference, RegistryOperation,
    client::{ClientConfig, ClientProtocol, Config, ImageLayer},
    manifest::OciImageManifest,
};
use tokio::io::AsyncWrite;

use super::{Print, credentials};

/// OCI artifact type of a package.
const ARTIFACT_TYPE: &str = "application/vnd.waybill.plugin.v1";
const LAYER_TYPE: &str = "application/vnd.waybill.plugin.package.v1+zip";
/// The standard's type of an empty configuration.
const EMPTY_CONFIG_TYPE: &str = "application/vnd.oci.empty.v1+json";
/// Idle timeout of a transfer.
const READ_TIMEOUT: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Args)]
pub struct PushOptions {
    /// The package.
    file: PathBuf,
    #[command(flatten)]
    place: RegistryOptions,
}

#[derive(Args)]
pub struct PullOptions {
    #[command(flatten)]
    place: RegistryOptions,
    /// Output file; defaults to <id>-<version>.wbp in this folder.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct RegistryOptions {
    /// registry/name:tag, or registry/name@sha256:… for an exact package. Credentials come from
    /// WAYBILL_REGISTRY_USER and WAYBILL_REGISTRY_PASSWORD, or from docker's config.json.
    reference: String,
    /// Use HTTP without TLS, for a registry on this machine only.
    #[arg(long)]
    plain_http: bool,
}

impl RegistryOptions {
    fn open(&self) -> anyhow::Result<(Client, Reference)> {
        let reference: Reference = self.reference.parse().map_err(|error| {
            anyhow!(
                "{:?} is no reference such as registry.example.com/plugins/ferry:1.0.0: {error}",
                self.reference
            )
        })?;
        if self.plain_http && !is_loopback(reference.resolve_registry()) {
            bail!(
                "--plain-http is for a registry on this machine (localhost, 127.0.0.1, [::1]), not {}",
                reference.registry()
            );
        }
        let _ = rustls::crypto::ring::default_provider().install_default();
        let config = ClientConfig {
            protocol: if self.plain_http {
                ClientProtocol::Http
            } else {
                ClientProtocol::Https
            },
            platform_resolver: None,
            read_timeout: Some(READ_TIMEOUT),
            connect_timeout: Some(CONNECT_TIMEOUT),
            user_agent: concat!("waybill/", env!("CARGO_PKG_VERSION")),
            ..ClientConfig::default()
        };
        Ok((Client::try_from(config)?, reference))
    }
}

pub async fn push(options: &PushOptions, say: Print<'_>) -> anyhow::Result<()> {
    let bytes = std::fs::read(&options.file)
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    // Rejects packages that can't be installed.
    let package = Package::read(&bytes)?;
    let (client, reference) = options.place.open()?;
    if reference.digest().is_some() {
        bail!("push to a tag (registry/name:tag): the digest is made by what is pushed");
    }
    let credentials = credentials::load(reference.resolve_registry())?;
    let file_name =
        |name: &str, value: &str| (format!("org.opencontainers.image.{name}"), value.to_owned());
    let (id, version) = (&package.manifest.id, &package.manifest.version);
    let title = BTreeMap::from([file_name("title", &format!("{id}-{version}.wbp"))]);
    let annotations = BTreeMap::from([
        file_name("title", &package.manifest.name),
        file_name("version", version),
    ]);
    let layers = [ImageLayer::new(bytes, LAYER_TYPE.to_owned(), Some(title))];
    let config = Config::new(&b"{}"[..], EMPTY_CONFIG_TYPE.to_owned(), None);
    let manifest = OciImageManifest {
        artifact_type: Some(ARTIFACT_TYPE.to_owned()),
        ..OciImageManifest::build(&layers, &config, Some(annotations))
    };
    client
        .auth(&reference, &credentials, RegistryOperation::Push)
        .await
        .with_context(|| pull_error(&reference))?;
    client
        .push(&reference, &layers, config, &credentials, Some(manifest))
        .await
        .with_context(|| pull_error(&reference))?;
    let digest = client
        .fetch_manifest_digest(&reference, &credentials)
        .await
        .with_context(|| pull_error(&reference))?;
    say(&format!("{id} {version} is at {reference}"));
    say(&format!(
        "Exactly this package: {}/{}@{digest}",
        reference.registry(),
        reference.repository()
    ));
    if package.signers.is_empty() {
        say(
            "Nobody has signed it: whoever pulls it can't install it on a host that takes signed packages alone.",
        );
    }
    Ok(())
}

/// Checks digest and signatures before writing.
pub async fn pull(options: &PullOptions, say: Print<'_>) -> anyhow::Result<()> {
    let (client, reference) = options.place.open()?;
    let credentials = credentials::load(reference.resolve_registry())?;
    let (manifest, digest) = client
        .pull_image_manifest(&reference, &credentials)
        .await
        .with_context(|| pull_error(&reference))?;
    let layer = match manifest.layers.as_slice() {
        [layer] if layer.media_type == LAYER_TYPE => layer,
        _ => bail!(
            "{reference} is no plugin package: one layer of the type {LAYER_TYPE} is expected"
        ),
    };
    let size = usize::try_from(layer.size)
        .ok()
        .filter(|size| (1..=MAX_PACKAGE).contains(size));
    let Some(size) = size else {
        bail!(
            "{reference} says that it has {} bytes; 1 to {MAX_PACKAGE} are taken",
            layer.size
        );
    };
    let mut buffer = BoundedWriter {
        bytes: Vec::new(),
        most: size,
    };
    client
        .pull_blob(&reference, layer, &mut buffer)
        .await
        .with_context(|| pull_error(&reference))?;
    let package = Package::read(&buffer.bytes)
        .with_context(|| format!("what {reference} holds can't be read"))?;
    // The library checks too; packages are executed.
    if layer.digest != format!("sha256:{}", package.digest) {
        bail!("{reference} gave another package than its manifest names");
    }
    let (id, version) = (&package.manifest.id, &package.manifest.version);
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{id}-{version}.wbp")));
    std::fs::write(&out, &buffer.bytes)
        .with_context(|| format!("cannot write {}", out.display()))?;
    let signed = match package.signers.as_slice() {
        [] => "signed by nobody".to_owned(),
        keys => format!(
            "signed by {}",
            keys.iter()
                .map(|key| key.fingerprint())
                .collect::<Vec<_>>()
                .join(", ")
        ),
    };
    say(&format!(
        "{} ({} KiB), {signed}",
        out.display(),
        size.div_ceil(1024)
    ));
    say(&format!("Digest: {digest}"));
    Ok(())
}

fn pull_error(reference: &Reference) -> String {
    format!("the registry {} did not do it", reference.registry())
}

fn is_loopback(registry: &str) -> bool {
    let host = match registry.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => registry.split(':').next().unwrap_or_default(),
    };
    host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// A writer that fails beyond a maximum size.
struct BoundedWriter {
    bytes: Vec<u8>,
    most: usize,
}

impl AsyncWrite for BoundedWriter {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Task<'_>,
        more: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.bytes.len() + more.len() > self.most {
            return Poll::Ready(Err(io::Error::other(format!(
                "more than the {} bytes it said",
                self.most
            ))));
        }
        self.bytes.extend_from_slice(more);
        Poll::Ready(Ok(more.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_spoken_to_without_tls() {
        for near in [
            "localhost",
            "localhost:5000",
            "127.0.0.1:5000",
            "[::1]:5000",
        ] {
            assert!(is_loopback(near), "{near}");
        }
        for far in [
            "registry.example.com",
            "localhost.example.com:80",
            "10.0.0.1:5000",
            "127.0.0.1.example.com",
        ] {
            assert!(!is_loopback(far), "{far}");
        }
    }
}
