//! Packages in an OCI registry: pushed to and pulled from a stand-in.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use engine::package::pack;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const USER: &str = "robot";
const PASSWORD: &str = "pass:word-that-nobody-sees";
const TOKEN: &str = "a-token-of-the-stand-in";

/// State of the registry: blobs by digest, uploads by number, manifests by tag and digest.
#[derive(Default)]
struct RegistryState {
    blobs: BTreeMap<String, Vec<u8>>,
    uploads: Vec<Vec<u8>>,
    manifests: BTreeMap<String, Vec<u8>>,
}

#[derive(Clone, Default)]
struct Registry {
    held: Arc<Mutex<RegistryState>>,
    address: Arc<Mutex<String>>,
}

impl Registry {
    async fn start() -> Self {
        let registry = Self::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        *registry.address.lock().unwrap() = listener.local_addr().unwrap().to_string();
        let router = Router::new().fallback(answer).with_state(registry.clone());
        tokio::spawn(async move {
            axum::serve(
                listener,
                router.layer(axum::extract::DefaultBodyLimit::disable()),
            )
            .await
        });
        registry
    }

    fn state(&self) -> MutexGuard<'_, RegistryState> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reference(&self, name: &str) -> String {
        format!("{}/{name}", self.address.lock().unwrap())
    }

    /// Tampers with a tagged manifest, like a malicious registry; digests would reveal it.
    fn change(&self, tag: &str, change: impl FnOnce(&mut Value)) {
        let mut held = self.state();
        let mut manifest: Value = serde_json::from_slice(&held.manifests[tag]).unwrap();
        change(&mut manifest);
        held.manifests
            .insert(tag.to_owned(), serde_json::to_vec(&manifest).unwrap());
    }
}

fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(bytes)))
}

fn with(status: StatusCode, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
    let headers = headers
        .iter()
        .fold(Response::builder().status(status), |made, (name, value)| {
            made.header(*name, *value)
        });
    headers.body(body.into()).unwrap()
}

async fn answer(
    State(registry): State<Registry>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path();
    let query = uri.query().unwrap_or_default();
    let displayed = headers
        .get("authorization")
        .and_then(|shown| shown.to_str().ok())
        .unwrap_or_default();
    if path == "/token" {
        return match displayed == format!("Basic {}", STANDARD.encode(format!("{USER}:{PASSWORD}")))
        {
            true => with(StatusCode::OK, &[], json!({"token": TOKEN}).to_string()),
            false => with(StatusCode::UNAUTHORIZED, &[], "{}"),
        };
    }
    if displayed != format!("Bearer {TOKEN}") {
        let request = format!(
            "Bearer realm=\"http://{}\",service=\"stand-in\"",
            registry.reference("token")
        );
        return with(
            StatusCode::UNAUTHORIZED,
            &[("www-authenticate", &request)],
            "{}",
        );
    }
    let mut held = registry.state();
    let missing = || {
        with(
            StatusCode::NOT_FOUND,
            &[],
            json!({"errors": [{"code": "NAME_UNKNOWN", "message": "no"}]}).to_string(),
        )
    };
    let Some((name, rest)) = path
        .strip_prefix("/v2/plugins/ferry/")
        .and_then(|rest| rest.split_once('/'))
    else {
        return if path == "/v2/" {
            with(StatusCode::OK, &[], "{}")
        } else {
            missing()
        };
    };
    match (method.as_str(), name, rest.strip_prefix("uploads/")) {
        ("POST", "blobs", Some("")) => {
            held.uploads.push(Vec::new());
            let place = format!("/v2/plugins/ferry/blobs/uploads/{}", held.uploads.len() - 1);
            with(StatusCode::ACCEPTED, &[("location", &place)], "")
        }
        ("PATCH" | "PUT", "blobs", Some(number)) => {
            let upload = &mut held.uploads[number.parse::<usize>().unwrap()];
            upload.extend_from_slice(&body);
            let (bytes, end) = (upload.clone(), upload.len().saturating_sub(1));
            if method == Method::PATCH {
                return with(
                    StatusCode::ACCEPTED,
                    &[("location", path), ("range", &format!("0-{end}"))],
                    "",
                );
            }
            let digest = digest(&bytes);
            assert!(query.replace("%3A", ":").contains(&digest), "{query}");
            let place = format!("/v2/plugins/ferry/blobs/{digest}");
            held.blobs.insert(digest, bytes);
            with(StatusCode::CREATED, &[("location", &place)], "")
        }
        ("GET" | "HEAD", "blobs", _) => match held.blobs.get(rest) {
            Some(bytes) => with(StatusCode::OK, &[], bytes.clone()),
            None => missing(),
        },
        ("PUT", "manifests", _) => {
            let digest = digest(&body);
            held.manifests.insert(rest.to_owned(), body.to_vec());
            held.manifests.insert(digest.clone(), body.to_vec());
            let place = format!("/v2/plugins/ferry/manifests/{digest}");
            with(
                StatusCode::CREATED,
                &[("location", &place), ("docker-content-digest", &digest)],
                "",
            )
        }
        ("GET" | "HEAD", "manifests", _) => match held.manifests.get(rest) {
            Some(bytes) => {
                let headers = [
                    ("content-type", "application/vnd.oci.image.manifest.v1+json"),
                    ("docker-content-digest", &digest(bytes)),
                ];
                with(StatusCode::OK, &headers, bytes.clone())
            }
            None => missing(),
        },
        _ => missing(),
    }
}

async fn waybill(docker: &Path, who: Option<(&str, &str)>, words: &[&str]) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_waybill"));
    program
        .arg("plugin")
        .args(words)
        .env("DOCKER_CONFIG", docker);
    for name in ["WAYBILL_REGISTRY_USER", "WAYBILL_REGISTRY_PASSWORD"] {
        program.env_remove(name);
    }
    if let Some((user, password)) = who {
        program
            .env("WAYBILL_REGISTRY_USER", user)
            .env("WAYBILL_REGISTRY_PASSWORD", password);
    }
    let output: Output = tokio::task::spawn_blocking(move || program.output())
        .await
        .unwrap()
        .unwrap();
    let message = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        !message.contains(PASSWORD) && !message.contains(TOKEN),
        "no secret is said: {message}"
    );
    (output.status.success(), message)
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "waybill-test-registry-{}",
        uuid::Uuid::now_v7().simple()
    ));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_goes_to_a_registry_and_comes_back_as_it_was() {
    let (registry, folder) = (Registry::start().await, folder());
    let package = pack(&testkit::plugins_folder().join("zone-rates")).unwrap();
    let (file, back) = (folder.join("a.wbp"), folder.join("b.wbp"));
    let (file, back) = (file.to_str().unwrap(), back.to_str().unwrap());
    fs::write(file, &package).unwrap();
    let (tag, own) = (
        registry.reference("plugins/ferry:1.0.0"),
        Some((USER, PASSWORD)),
    );

    for who in [None, Some((USER, "wrong"))] {
        let (done, said) = waybill(&folder, who, &["push", file, &tag, "--plain-http"]).await;
        assert!(!done && said.contains("did not do it"), "{said}");
    }
    assert!(registry.state().manifests.is_empty() && registry.state().blobs.is_empty());
    let (done, said) = waybill(&folder, own, &["push", file, &tag, "--plain-http"]).await;
    assert!(
        done && said.contains("zone-rates") && said.contains("Nobody has signed it"),
        "{said}"
    );
    let digest = said
        .split("@sha256:")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next())
        .unwrap()
        .to_owned();
    let manifest: Value = serde_json::from_slice(&registry.state().manifests["1.0.0"]).unwrap();
    assert_eq!(
        manifest["artifactType"],
        "application/vnd.waybill.plugin.v1"
    );
    assert_eq!(manifest["layers"][0]["size"], package.len());

    // By tag with docker's credentials, and by digest.
    let auths = json!({"auths": {registry.reference("v2/"): {"auth": STANDARD.encode(format!("{USER}:{PASSWORD}"))}}});
    fs::write(folder.join("config.json"), auths.to_string()).unwrap();
    let exact = registry.reference(&format!("plugins/ferry@sha256:{digest}"));
    for reference in [&tag, &exact] {
        let (done, said) = waybill(
            &folder,
            None,
            &["pull", reference, "--plain-http", "--out", back],
        )
        .await;
        assert!(
            done && said.contains("signed by nobody") && said.contains(&digest),
            "{said}"
        );
        assert!(fs::read(back).unwrap() == package);
        fs::remove_file(back).unwrap();
    }
    let (done, said) = waybill(
        &folder,
        own,
        &[
            "pull",
            &registry.reference("plugins/ferry:9"),
            "--plain-http",
        ],
    )
    .await;
    assert!(!done && said.contains("did not do it"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_the_package_is_not_written() {
    let (registry, folder) = (Registry::start().await, folder());
    let package = pack(&testkit::plugins_folder().join("zone-rates")).unwrap();
    let file = folder.join("a.wbp");
    fs::write(&file, &package).unwrap();
    let (tag, own) = (
        registry.reference("plugins/ferry:1.0.0"),
        Some((USER, PASSWORD)),
    );
    let out = folder.join("b.wbp");
    let refused = async |words: &str| {
        let pull = ["pull", &tag, "--plain-http", "--out", out.to_str().unwrap()];
        let (done, said) = waybill(&folder, own, &pull).await;
        assert!(!done && said.contains(words), "{words}: {said}");
        assert!(!out.exists(), "{words}");
    };
    let push = ["push", file.to_str().unwrap(), &tag, "--plain-http"];
    assert!(waybill(&folder, own, &push).await.0);
    let (sound, blob) = (
        registry.state().manifests["1.0.0"].clone(),
        digest(&package),
    );

    registry.state().blobs.get_mut(&blob).unwrap()[100] ^= 0xff;
    refused("did not do it").await;
    registry
        .state()
        .blobs
        .get_mut(&blob)
        .unwrap()
        .extend([0; 4096]);
    refused("more than the").await;
    registry.state().blobs.insert(blob, package);
    registry.change("1.0.0", |manifest| {
        manifest["layers"][0]["size"] = json!(1_i64 << 40)
    });
    refused("1 to 26214400 are taken").await;
    registry
        .state()
        .manifests
        .insert("1.0.0".into(), sound.clone());
    registry.change("1.0.0", |manifest| {
        manifest["layers"][0]["mediaType"] = json!("application/zip")
    });
    refused("is no plugin package").await;

    // By digest, another manifest is detected.
    let exact = registry.reference(&format!("plugins/ferry@{}", digest(&sound)));
    registry
        .state()
        .manifests
        .insert(digest(&sound), b"{\"schemaVersion\": 2}".to_vec());
    let pull = [
        "pull",
        &exact,
        "--plain-http",
        "--out",
        out.to_str().unwrap(),
    ];
    assert!(!waybill(&folder, own, &pull).await.0 && !out.exists());

    for (words, told) in [
        (
            &[
                "push",
                "a.wbp",
                "registry.example.com/ferry:1",
                "--plain-http",
            ][..],
            "cannot read",
        ),
        (
            &[
                "push",
                file.to_str().unwrap(),
                "registry.example.com/ferry:1",
                "--plain-http",
            ],
            "on this machine",
        ),
        (
            &["push", file.to_str().unwrap(), &exact, "--plain-http"],
            "push to a tag",
        ),
        (&["pull", "Not A Reference"], "is no reference"),
    ] {
        let (done, said) = waybill(&folder, own, words).await;
        assert!(!done && said.contains(told), "{told}: {said}");
    }
    fs::remove_dir_all(folder).unwrap();
}
