//! The web application: its pages with their content security policies, its files, and plugin
//! front ends.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use web::page::{self, Page, list_files, sri};

use crate::ports::installed::InstalledPlugins;

pub struct Web {
    folder: PathBuf,
    /// The page as built, and the integrity of its scripts.
    built: String,
    integrity: BTreeMap<String, String>,
    page: RwLock<Arc<CurrentPage>>,
    /// The page of the driver pages, which have no plugins. `None` if they are not built.
    driver_page: Option<Page>,
}

struct CurrentPage {
    generation: String,
    page: Page,
}

/// The conformance kit's page for front ends; not visited by users.
const KIT: &str = "kit/";
/// The driver pages: a separate page with separate scripts.
const DRIVER: &str = "driver/";
/// Below the driver pages, but the shell's: an invited driver has no account yet.
const DRIVER_JOIN: &str = "driver/join";
/// The driver pages' service worker. A worker has the policy of its file, and fetches the pages
/// and their parts from the host.
const DRIVER_WORKER: &str = "driver/sw.js";
const WORKER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
/// Files that are served with their policies, and never as they are.
const PAGES: [&str; 2] = ["index.html", "driver/index.html"];
const CACHE_FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

impl Web {
    /// `None` if the folder holds no built application.
    pub fn read(folder: &Path, plugins: &InstalledPlugins) -> anyhow::Result<Option<Self>> {
        let index = folder.join("index.html");
        if !index.is_file() {
            return Ok(None);
        }
        let mut integrity = BTreeMap::new();
        let mut driver_integrity = BTreeMap::new();
        for (name, path) in list_files(folder)? {
            if name.ends_with(".js") && !name.starts_with(KIT) {
                let scripts = match name.starts_with(DRIVER) {
                    true => &mut driver_integrity,
                    false => &mut integrity,
                };
                scripts.insert(format!("/{name}"), sri(&std::fs::read(path)?));
            }
        }
        let built = std::fs::read_to_string(index)?;
        let page = RwLock::new(Arc::new(current(&built, &integrity, plugins)?));
        Ok(Some(Self {
            folder: folder.to_owned(),
            built,
            integrity,
            page,
            driver_page: read_driver_page(folder, &driver_integrity)?,
        }))
    }

    /// Rebuilt after changes of the installed plugins.
    fn current(&self, plugins: &InstalledPlugins) -> Arc<CurrentPage> {
        let page = self
            .page
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if page.generation == plugins.front_end_hash() {
            return page;
        }
        // The page was valid at startup.
        let Ok(page) = current(&self.built, &self.integrity, plugins).map(Arc::new) else {
            return page;
        };
        *self.page.write().unwrap_or_else(PoisonError::into_inner) = page.clone();
        page
    }

    pub async fn handle(&self, plugins: &InstalledPlugins, request: Request<Body>) -> Response {
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = request.uri().path();
        if let Some(rest) = path.strip_prefix("/plugins/") {
            let file = match rest.splitn(3, '/').collect::<Vec<_>>()[..] {
                [id, hash, file] => plugins.file(id, hash, file),
                _ => None,
            };
            return match file {
                Some(file) => file_response(&file, CACHE_FOREVER).await,
                None => StatusCode::NOT_FOUND.into_response(),
            };
        }
        let name = path.trim_start_matches('/');
        let safe = name
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
            && !name.contains('\\');
        if safe && !PAGES.contains(&name) {
            let file = self.folder.join(name);
            if !name.starts_with(KIT) && file.is_file() {
                let in_part = name.strip_prefix(DRIVER).unwrap_or(name);
                if in_part.starts_with("assets/") {
                    return asset_response(&file, request.headers()).await;
                }
                let mut response = file_response(&file, NO_CACHE).await;
                if name == DRIVER_WORKER {
                    let headers = response.headers_mut();
                    headers.insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
                }
                return response;
            }
            // A missing script must not return the page.
            if Path::new(name).extension().is_some() {
                return StatusCode::NOT_FOUND.into_response();
            }
        }
        match &self.driver_page {
            Some(page) if is_driver_page(name) => page.to_response(),
            _ => self.current(plugins).page.to_response(),
        }
    }
}

async fn file_response(path: &Path, cache: HeaderValue) -> Response {
    match tokio::fs::read(path).await {
        Ok(content) => page::file_response(&path.to_string_lossy(), content, cache),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The build's compressed copy for clients that accept it: compressing a page's scripts for each
/// of them takes longer than all calls of that page.
async fn asset_response(path: &Path, request: &HeaderMap) -> Response {
    let mut response = match compressed_copy(path, request).await {
        Some(content) => {
            let name = path.to_string_lossy();
            let mut response = page::file_response(&name, content, CACHE_FOREVER);
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
            response
        }
        None => file_response(path, CACHE_FOREVER).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

async fn compressed_copy(path: &Path, request: &HeaderMap) -> Option<Vec<u8>> {
    if !accepts_brotli(request) {
        return None;
    }
    let mut copy = path.as_os_str().to_owned();
    copy.push(".br");
    tokio::fs::read(copy).await.ok()
}

/// RFC 9110, 12.5.3; `q=0` excludes a coding.
fn accepts_brotli(request: &HeaderMap) -> bool {
    let values = request.get_all(header::ACCEPT_ENCODING);
    let mut codings = values
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        name.eq_ignore_ascii_case("br")
            && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
    })
}

fn read_driver_page(
    folder: &Path,
    integrity: &BTreeMap<String, String>,
) -> anyhow::Result<Option<Page>> {
    let file = folder.join(DRIVER).join("index.html");
    if !file.is_file() {
        return Ok(None);
    }
    let built = std::fs::read_to_string(file)?;
    let page = Page::from_built(&built, integrity).map_err(|words| anyhow::anyhow!(words))?;
    Ok(Some(page.with_devices()))
}

/// `name` is the address without its first slash.
fn is_driver_page(name: &str) -> bool {
    let is_below = |base: &str| {
        name.strip_prefix(base.trim_end_matches('/'))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    is_below(DRIVER) && !is_below(DRIVER_JOIN)
}

fn current(
    built: &str,
    own: &BTreeMap<String, String>,
    plugins: &InstalledPlugins,
) -> anyhow::Result<CurrentPage> {
    let generation = plugins.front_end_hash();
    let mut integrity = plugins.integrity();
    integrity.extend(own.iter().map(|(path, sum)| (path.clone(), sum.clone())));
    let page = Page::from_built(built, &integrity).map_err(|words| anyhow::anyhow!(words))?;
    Ok(CurrentPage { generation, page })
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    fn accepting(codings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(codings))])
    }

    #[test]
    fn brotli_is_accepted_by_name_unless_its_weight_is_zero() {
        for codings in ["br", "gzip, deflate, br, zstd", "gzip;q=1, BR ; q=0.2"] {
            assert!(accepts_brotli(&accepting(codings)), "{codings}");
        }
        for codings in [
            "",
            "gzip",
            "br;q=0",
            "gzip, br; q=0.000",
            "br;q=x",
            "brotli",
        ] {
            assert!(!accepts_brotli(&accepting(codings)), "{codings}");
        }
        assert!(!accepts_brotli(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn assets_are_sent_as_the_build_compressed_them() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("first-1.js");
        std::fs::write(&script, "plain").unwrap();
        std::fs::write(folder.path().join("first-1.js.br"), "compressed").unwrap();
        let small = folder.path().join("small-2.css");
        std::fs::write(&small, "small").unwrap();

        let br = Some("br");
        let all = "gzip, br";
        for (file, codings, content, encoding, media_type) in [
            (&script, all, "compressed", br, "text/javascript"),
            (&script, "gzip", "plain", None, "text/javascript"),
            (&small, all, "small", None, "text/css"),
        ] {
            let response = asset_response(file, &accepting(codings)).await;
            let headers = response.headers().clone();
            let header = |name| headers.get(name).map(|value| value.to_str().unwrap());
            assert_eq!(header(header::CONTENT_ENCODING), encoding);
            assert_eq!(header(header::CONTENT_TYPE), Some(media_type));
            assert_eq!(header(header::VARY), Some("accept-encoding"));
            assert!(header(header::CACHE_CONTROL).unwrap().contains("immutable"));
            let body = response.into_body().collect().await.unwrap().to_bytes();
            assert_eq!(body, content.as_bytes());
        }
        let missing = asset_response(&folder.path().join("gone-3.js"), &accepting("br")).await;
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn the_driver_pages_are_those_below_their_address() {
        for name in ["driver", "driver/", "driver/stop/7", "driver/joined"] {
            assert!(is_driver_page(name), "{name}");
        }
        for name in ["", "drivers", "drivers/map", "driver/join", "driver/join/x"] {
            assert!(!is_driver_page(name), "{name}");
        }
    }
}
