//! The web application: its page with the security policy, its files, and the faces of plugins.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use axum::{
    body::Body,
    http::{HeaderValue, Method, Request, StatusCode},
    response::{IntoResponse, Response},
};
use kernel::page::{self, Page, files, sri};

use crate::ports::installed::InstalledPlugins;

/// The built web application.
pub struct Web {
    folder: PathBuf,
    /// The page as built, and the integrity of its own scripts.
    built: String,
    integrity: BTreeMap<String, String>,
    /// The page for what is installed at the moment.
    page: RwLock<Arc<Current>>,
}

/// The page of one generation of plugins.
struct Current {
    generation: String,
    page: Page,
}

/// The page that the conformance kit opens faces in: it comes with the application and is nothing that people visit.
const KIT: &str = "kit/";
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
            if name.ends_with(".js") && !name.starts_with(KIT) {
                integrity.insert(format!("/{name}"), sri(&std::fs::read(path)?));
            }
        }
        let built = std::fs::read_to_string(index)?;
        let page = RwLock::new(Arc::new(current(&built, &integrity, plugins)?));
        Ok(Some(Self {
            folder: folder.to_owned(),
            built,
            integrity,
            page,
        }))
    }

    /// The page for what is installed now; made anew when that has changed.
    fn current(&self, plugins: &InstalledPlugins) -> Arc<Current> {
        let page = self
            .page
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if page.generation == plugins.faces() {
            return page;
        }
        // It was read as a page at the start and can be made again.
        let Ok(page) = current(&self.built, &self.integrity, plugins).map(Arc::new) else {
            return page;
        };
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
        let safe = name
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
            && !name.contains('\\');
        if safe && name != "index.html" {
            let file = self.folder.join(name);
            if !name.starts_with(KIT) && file.is_file() {
                let cache = if name.starts_with("assets/") {
                    FOREVER
                } else {
                    ASK_AGAIN
                };
                return self.file(&file, cache).await;
            }
            // A script that is gone must not be answered with a page.
            if Path::new(name).extension().is_some() {
                return StatusCode::NOT_FOUND.into_response();
            }
        }
        self.current(plugins).page.answer()
    }

    async fn file(&self, path: &Path, cache: HeaderValue) -> Response {
        match tokio::fs::read(path).await {
            Ok(content) => page::file(&path.to_string_lossy(), content, cache),
            Err(_) => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

/// The page for these plugins, whose scripts run beside its own.
fn current(
    built: &str,
    own: &BTreeMap<String, String>,
    plugins: &InstalledPlugins,
) -> anyhow::Result<Current> {
    let generation = plugins.faces();
    let mut integrity = plugins.integrity();
    integrity.extend(own.iter().map(|(path, sum)| (path.clone(), sum.clone())));
    let page = Page::make(built, &integrity).map_err(|words| anyhow::anyhow!(words))?;
    Ok(Current { generation, page })
}
