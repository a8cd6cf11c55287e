//! `waybill plugin push` and `pull`: packages in any registry that speaks the OCI distribution protocol.

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
use engine::package::{PACKAGE_MOST, Package};
use oci_client::{
    Client, Reference, RegistryOperation,
    client::{ClientConfig, ClientProtocol, Config, ImageLayer},
    manifest::OciImageManifest,
};
use tokio::io::AsyncWrite;

use super::{Say, credentials};

/// What such a thing is to a registry.
const ARTIFACT: &str = "application/vnd.waybill.plugin.v1";
/// Its one layer: the package as it is, with its signatures.
const PACKAGE: &str = "application/vnd.waybill.plugin.package.v1+zip";
/// There is nothing to say besides; the standard has a type for that.
const NOTHING: &str = "application/vnd.oci.empty.v1+json";
/// So long the other side may be silent.
const SILENCE: Duration = Duration::from_secs(60);
const CONNECTING: Duration = Duration::from_secs(20);

#[derive(Args)]
pub struct PushOptions {
    /// The package.
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
pub struct PullOptions {
    #[command(flatten)]
    place: Place,
    /// Where to write it; left out: <id>-<version>.wbp in this folder.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct Place {
    /// registry/name:tag, or registry/name@sha256:… to pull exactly one package. Who we are there comes from
    /// WAYBILL_REGISTRY_USER and WAYBILL_REGISTRY_PASSWORD, or from docker's config.json.
    reference: String,
    /// Speak HTTP without TLS; to a registry on this machine only.
    #[arg(long)]
    plain_http: bool,
}

impl Place {
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
        // TLS is ours alone: a provider that is there already is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let config = ClientConfig {
            protocol: if self.plain_http {
                ClientProtocol::Http
            } else {
                ClientProtocol::Https
            },
            platform_resolver: None,
            read_timeout: Some(SILENCE),
            connect_timeout: Some(CONNECTING),
            user_agent: concat!("waybill/", env!("CARGO_PKG_VERSION")),
            ..ClientConfig::default()
        };
        Ok((Client::try_from(config)?, reference))
    }
}

/// Puts a package into a registry, as it is, and tells the digest that it can be pulled by.
pub async fn push(options: &PushOptions, say: Say<'_>) -> anyhow::Result<()> {
    let bytes = std::fs::read(&options.file)
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    // What nobody could install is not pushed.
    let package = Package::read(&bytes)?;
    let (client, reference) = options.place.open()?;
    if reference.digest().is_some() {
        bail!("push to a tag (registry/name:tag): the digest is made by what is pushed");
    }
    let who = credentials::of(reference.resolve_registry())?;
    let named =
        |name: &str, value: &str| (format!("org.opencontainers.image.{name}"), value.to_owned());
    let (id, version) = (&package.manifest.id, &package.manifest.version);
    let title = BTreeMap::from([named("title", &format!("{id}-{version}.wbp"))]);
    let about = BTreeMap::from([
        named("title", &package.manifest.name),
        named("version", version),
    ]);
    let layers = [ImageLayer::new(bytes, PACKAGE.to_owned(), Some(title))];
    let config = Config::new(&b"{}"[..], NOTHING.to_owned(), None);
    let manifest = OciImageManifest {
        artifact_type: Some(ARTIFACT.to_owned()),
        ..OciImageManifest::build(&layers, &config, Some(about))
    };
    client
        .auth(&reference, &who, RegistryOperation::Push)
        .await
        .with_context(|| refused(&reference))?;
    client
        .push(&reference, &layers, config, &who, Some(manifest))
        .await
        .with_context(|| refused(&reference))?;
    let digest = client
        .fetch_manifest_digest(&reference, &who)
        .await
        .with_context(|| refused(&reference))?;
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

/// Fetches a package from a registry; its digest and its signatures are checked before it is written.
pub async fn pull(options: &PullOptions, say: Say<'_>) -> anyhow::Result<()> {
    let (client, reference) = options.place.open()?;
    let who = credentials::of(reference.resolve_registry())?;
    let (manifest, digest) = client
        .pull_image_manifest(&reference, &who)
        .await
        .with_context(|| refused(&reference))?;
    let layer = match manifest.layers.as_slice() {
        [layer] if layer.media_type == PACKAGE => layer,
        _ => bail!("{reference} is no plugin package: one layer of the type {PACKAGE} is expected"),
    };
    let size = usize::try_from(layer.size)
        .ok()
        .filter(|size| (1..=PACKAGE_MOST).contains(size));
    let Some(size) = size else {
        bail!(
            "{reference} says that it has {} bytes; 1 to {PACKAGE_MOST} are taken",
            layer.size
        );
    };
    let mut taken = Bounded {
        bytes: Vec::new(),
        most: size,
    };
    client
        .pull_blob(&reference, layer, &mut taken)
        .await
        .with_context(|| refused(&reference))?;
    let package = Package::read(&taken.bytes)
        .with_context(|| format!("what {reference} holds can't be read"))?;
    // The library compares, too; a package is run by others, so nothing here rests on that.
    if layer.digest != format!("sha256:{}", package.digest) {
        bail!("{reference} gave another package than its manifest names");
    }
    let (id, version) = (&package.manifest.id, &package.manifest.version);
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{id}-{version}.wbp")));
    std::fs::write(&out, &taken.bytes)
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

fn refused(reference: &Reference) -> String {
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

/// Takes so many bytes and no more, whatever the other side sends.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl AsyncWrite for Bounded {
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
