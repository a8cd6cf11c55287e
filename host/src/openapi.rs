//! The call that describes all calls.

use std::sync::OnceLock;

use kernel::{
    Area, Error, Needs, Raw, Result, Routes, Scope,
    area::Misfit,
    http::{IntoResponse, Method, Response, header},
};

/// `GET /api/openapi.json`, not wrapped in the envelope.
pub fn area() -> Area {
    Area::new("openapi").routes(Routes::at("/api").raw(
        Method::GET,
        "openapi.json",
        Needs::Nothing,
        0,
        document,
    ))
}

/// The document's text, the same at every call of one program.
pub fn text() -> Result<String, Misfit> {
    let document = kernel::openapi::document(&crate::boot::areas_with_openapi())?;
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
