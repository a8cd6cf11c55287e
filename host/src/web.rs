//! The web application: its page with the content security policy, its files, and plugin front
//! ends.

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
use web::page::{self, Page, list_files, sri};

use crate::ports::installed::InstalledPlugins;

pub struct Web {
    folder: PathBuf,
    /// The page as built, and the integrity of its scripts.
    built: String,
    integrity: BTreeMap<String, String>,
    page: RwLock<Arc<CurrentPage>>,
}

struct CurrentPage {
    generation: String,
    page: Page,
}

/// The conformance kit's page for front ends; not visited by users.
const KIT: &str = "kit/";
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
        for (name, path) in list_files(folder)? {
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
                Some(file) => self.file(&file, CACHE_FOREVER).await,
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
                    CACHE_FOREVER
                } else {
                    NO_CACHE
                };
                return self.file(&file, cache).await;
            }
            // A missing script must not return the page.
            if Path::new(name).extension().is_some() {
                return StatusCode::NOT_FOUND.into_response();
            }
        }
        self.current(plugins).page.to_response()
    }

    async fn file(&self, path: &Path, cache: HeaderValue) -> Response {
        match tokio::fs::read(path).await {
            Ok(content) => page::file_response(&path.to_string_lossy(), content, cache),
            Err(_) => StatusCode::NOT_FOUND.into_response(),
        }
    }
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
