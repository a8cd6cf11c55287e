//! Route of the OpenAPI document.

use std::sync::OnceLock;

use data::{Error, Needs, Result, Scope};
use web::{
    Area, Raw, Routes,
    area::DeclarationError,
    http::{IntoResponse, Method, Response, header},
};

/// Serves `GET /api/openapi.json`, without the response envelope.
pub fn area() -> Area {
    Area::new("openapi").routes(Routes::new("/api").raw(
        Method::GET,
        "openapi.json",
        Needs::Nothing,
        0,
        document,
    ))
}

/// Returns the document's text, computed once.
pub fn text() -> Result<String, DeclarationError> {
    let document = web::openapi::document(&crate::boot::areas_with_openapi())?;
    Ok(format!("{document:#}\n"))
}

async fn document(_: Scope, _: Raw) -> Result<Response> {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = match TEXT.get() {
        Some(text) => text,
        None => {
            let text = text().map_err(Error::internal)?;
            TEXT.get_or_init(|| text)
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response())
}
