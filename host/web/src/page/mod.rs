//! Serving of a built page: security policy, import map with every script's hash, and media types.

pub mod frame;

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::json;
use sha2::{Digest, Sha256, Sha384};

const HEAD_PLACEHOLDER: &str = "<!--waybill:head-->";
/// Placeholder for the nonce of each response.
const NONCE_PLACEHOLDER: &str = "__WAYBILL_NONCE__";

/// A page with its import map; each response inserts its nonce.
pub struct Page {
    text: String,
    import_map_hash: String,
    uses_devices: bool,
}

impl Page {
    /// `integrity` is by script path. Fails without placeholders.
    pub fn from_built(built: &str, integrity: &BTreeMap<String, String>) -> Result<Self, String> {
        if !built.contains(HEAD_PLACEHOLDER) {
            return Err(format!("the built page has no {HEAD_PLACEHOLDER}"));
        }
        let import_map = import_map(integrity);
        let import_map_hash = format!("sha256-{}", BASE64.encode(Sha256::digest(&import_map)));
        let head = format!(
            "<script type=\"importmap\">{import_map}</script><meta property=\"csp-nonce\" nonce=\"{NONCE_PLACEHOLDER}\">"
        );
        Ok(Self {
            text: built.replacen(HEAD_PLACEHOLDER, &head, 1),
            import_map_hash,
            uses_devices: false,
        })
    }

    /// Permits the camera, the device's position, and WebAssembly, which decodes barcodes.
    #[must_use]
    pub fn with_devices(self) -> Self {
        Self {
            uses_devices: true,
            ..self
        }
    }

    /// Returns the page with all headers and a fresh nonce.
    pub fn to_response(&self) -> Response {
        let mut bytes = [0; 16];
        if getrandom::fill(&mut bytes).is_err() {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        let nonce = BASE64.encode(bytes);
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (
                header::CONTENT_SECURITY_POLICY,
                policy(&self.import_map_hash, &nonce, self.uses_devices),
            ),
            (header::REFERRER_POLICY, "same-origin".to_owned()),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            (header::X_FRAME_OPTIONS, "DENY".to_owned()),
        ];
        let mut response = (
            StatusCode::OK,
            headers,
            self.text.replace(NONCE_PLACEHOLDER, &nonce),
        )
            .into_response();
        let more = response.headers_mut();
        more.insert(
            "integrity-policy",
            HeaderValue::from_static("blocked-destinations=(script)"),
        );
        more.insert(
            "cross-origin-opener-policy",
            HeaderValue::from_static("same-origin"),
        );
        more.insert(
            "permissions-policy",
            HeaderValue::from_static(permissions(self.uses_devices)),
        );
        response
    }
}

const fn permissions(uses_devices: bool) -> &'static str {
    match uses_devices {
        true => "geolocation=(self), microphone=(), camera=(self)",
        false => "geolocation=(), microphone=(), camera=()",
    }
}

/// The page's own scripts and those in the import map, the only inline one.
fn policy(import_map_hash: &str, nonce: &str, uses_devices: bool) -> String {
    let wasm = match uses_devices {
        true => " 'wasm-unsafe-eval'",
        false => "",
    };
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self' '{import_map_hash}'{wasm}"),
        format!("style-src 'self' 'nonce-{nonce}'"),
        "connect-src 'self'".to_owned(),
        "img-src 'self' data: blob:".to_owned(),
        "font-src 'self'".to_owned(),
        // Plugin documents, each with its own policy.
        "frame-src 'self'".to_owned(),
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

/// `<` is escaped so that no file name can end the script.
fn import_map(integrity: &BTreeMap<String, String>) -> String {
    json!({ "integrity": integrity })
        .to_string()
        .replace('<', "\\u003c")
}

pub fn file_response(path: &str, content: Vec<u8>, cache: HeaderValue) -> Response {
    let media_type = match Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str())
    {
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
    response.headers_mut().insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

pub fn sri(content: &[u8]) -> String {
    format!("sha384-{}", BASE64.encode(Sha384::digest(content)))
}

pub fn list_files(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let mut found_files = BTreeMap::new();
    let mut open = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = open.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            } else {
                found_files.insert(name, entry.path());
            }
        }
    }
    Ok(found_files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_takes_nothing_from_elsewhere() {
        let policy = policy("sha256-map", "n", false);
        for directive in [
            "script-src 'self' 'sha256-map'",
            "frame-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(
                policy.split("; ").any(|one| one == directive),
                "{directive}: {policy}"
            );
        }
        assert!(!policy.contains("http"), "{policy}");
    }

    #[test]
    fn a_page_with_devices_is_wider_by_them_alone() {
        let built = format!("<head>{HEAD_PLACEHOLDER}</head>");
        let page = || Page::from_built(&built, &BTreeMap::new()).unwrap();
        let header = |page: &Page, name: &str| {
            let response = page.to_response();
            let text = response.headers()[name].to_str().unwrap();
            // The nonce differs in each response.
            let parts = text.split("; ").filter(|part| !part.contains("nonce-"));
            parts.map(str::to_owned).collect::<Vec<_>>()
        };
        let (plain, wide) = (page(), page().with_devices());
        assert_eq!(
            header(&plain, "permissions-policy"),
            ["geolocation=(), microphone=(), camera=()"]
        );
        assert_eq!(
            header(&wide, "permissions-policy"),
            ["geolocation=(self), microphone=(), camera=(self)"]
        );
        let policy = header(&plain, "content-security-policy");
        let widened: Vec<String> = policy
            .iter()
            .map(|part| match part.starts_with("script-src ") {
                true => format!("{part} 'wasm-unsafe-eval'"),
                false => part.clone(),
            })
            .collect();
        assert_eq!(header(&wide, "content-security-policy"), widened);
        assert!(!policy.join(" ").contains("wasm"), "{policy:?}");
    }
}
