//! The web application: its page with the security policy, its files, and the faces of plugins.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use axum::{
    body::Body,
    http::{HeaderValue, Method, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use plugins::InstalledPort;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::ports::installed::{InstalledPlugins, files, sri};

/// The built web application.
pub struct Web {
    folder: PathBuf,
    /// The page as built, and the integrity of its own scripts.
    built: String,
    integrity: BTreeMap<String, String>,
    /// The page for what is installed at the moment.
    page: RwLock<Arc<Page>>,
}

/// The page of one generation of plugins; the nonce is written in at each request.
struct Page {
    generation: String,
    text: String,
    import_map_hash: String,
}

/// Where the built page leaves room for what only the server knows.
const HEAD_PLACE: &str = "<!--waybill:head-->";
/// Where each answer's own nonce is written in.
const NONCE_PLACE: &str = "__WAYBILL_NONCE__";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

impl Web {
    /// Reads the page once; none when the folder holds no built application.
    pub fn read(folder: &Path, plugins: &InstalledPlugins) -> anyhow::Result<Option<Self>> {
        let index = folder.join("index.html");
        if !index.is_file() {
            return Ok(None);
        }
        let mut integrity = BTreeMap::new();
        for (name, path) in files(folder)? {
            if name.ends_with(".js") {
                integrity.insert(format!("/{name}"), sri(&std::fs::read(path)?));
            }
        }
        let built = std::fs::read_to_string(index)?;
        anyhow::ensure!(built.contains(HEAD_PLACE), "the built page has no {HEAD_PLACE}");
        let page = RwLock::new(Arc::new(Page::make(&built, &integrity, plugins)));
        Ok(Some(Self { folder: folder.to_owned(), built, integrity, page }))
    }

    /// The page for what is installed now; made anew when that has changed.
    fn current(&self, plugins: &InstalledPlugins) -> Arc<Page> {
        let page = self.page.read().unwrap_or_else(PoisonError::into_inner).clone();
        if page.generation == plugins.generation() {
            return page;
        }
        let page = Arc::new(Page::make(&self.built, &self.integrity, plugins));
        *self.page.write().unwrap_or_else(PoisonError::into_inner) = page.clone();
        page
    }

    /// Answers a request that is not for the API.
    pub async fn answer(&self, plugins: &InstalledPlugins, request: Request<Body>) -> Response {
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = request.uri().path();
        if let Some(rest) = path.strip_prefix("/plugins/") {
            let found = match rest.splitn(3, '/').collect::<Vec<_>>()[..] {
                [id, hash, file] => plugins.file(id, hash, file),
                _ => None,
            };
            return match found {
                Some(file) => self.file(&file, FOREVER).await,
                None => StatusCode::NOT_FOUND.into_response(),
            };
        }
        let name = path.trim_start_matches('/');
        let safe = name.split('/').all(|part| !part.is_empty() && part != "." && part != "..") && !name.contains('\\');
        if safe && name != "index.html" {
            let file = self.folder.join(name);
            if file.is_file() {
                let cache = if name.starts_with("assets/") { FOREVER } else { ASK_AGAIN };
                return self.file(&file, cache).await;
            }
            // A script that is gone must not be answered with a page.
            if Path::new(name).extension().is_some() {
                return StatusCode::NOT_FOUND.into_response();
            }
        }
        self.page(plugins)
    }

    fn page(&self, plugins: &InstalledPlugins) -> Response {
        let page = self.current(plugins);
        let mut bytes = [0; 16];
        if getrandom::fill(&mut bytes).is_err() {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        let nonce = BASE64.encode(bytes);
        let policy = policy(&page.import_map_hash, &nonce);
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::REFERRER_POLICY, "same-origin".to_owned()),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            (header::X_FRAME_OPTIONS, "DENY".to_owned()),
        ];
        let mut response = (StatusCode::OK, headers, page.text.replace(NONCE_PLACE, &nonce)).into_response();
        let more = response.headers_mut();
        more.insert("integrity-policy", HeaderValue::from_static("blocked-destinations=(script)"));
        more.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
        more.insert("permissions-policy", HeaderValue::from_static("geolocation=(), microphone=(), camera=()"));
        response
    }

    async fn file(&self, path: &Path, cache: HeaderValue) -> Response {
        let Ok(content) = tokio::fs::read(path).await else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let media_type = match path.extension().and_then(|extension| extension.to_str()) {
            Some("js" | "mjs") => "text/javascript",
            Some("css") => "text/css",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("ico") => "image/x-icon",
            Some("json" | "map") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("woff2") => "font/woff2",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        let mut response = ([(header::CONTENT_TYPE, media_type)], content).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, cache);
        response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }
}

impl Page {
    fn make(built: &str, own: &BTreeMap<String, String>, plugins: &InstalledPlugins) -> Self {
        let generation = plugins.generation();
        let mut integrity = plugins.integrity();
        integrity.extend(own.iter().map(|(path, sum)| (path.clone(), sum.clone())));
        let import_map = import_map(&integrity);
        let import_map_hash = format!("sha256-{}", BASE64.encode(Sha256::digest(&import_map)));
        let head = format!(
            "<script type=\"importmap\">{import_map}</script><meta property=\"csp-nonce\" nonce=\"{NONCE_PLACE}\">"
        );
        Self { generation, text: built.replacen(HEAD_PLACE, &head, 1), import_map_hash }
    }
}

/// What may run in the page: its own scripts and those whose hashes the import map names; nothing inline but that map.
fn policy(import_map_hash: &str, nonce: &str) -> String {
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' '{import_map_hash}'"),
        format!("style-src 'self' 'nonce-{nonce}'"),
        "connect-src 'self'".to_owned(),
        "img-src 'self' data: blob:".to_owned(),
        "font-src 'self'".to_owned(),
        "worker-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        "form-action 'self'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
        "object-src 'none'".to_owned(),
        "require-trusted-types-for 'script'".to_owned(),
        "trusted-types default".to_owned(),
    ]
    .join("; ")
}

/// The import map's text; `<` is escaped so that no file name can end the script.
fn import_map(integrity: &BTreeMap<String, String>) -> String {
    json!({ "integrity": integrity }).to_string().replace('<', "\\u003c")
}
