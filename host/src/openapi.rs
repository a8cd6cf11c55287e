//! The call that describes all calls.

use kernel::{
    Area, Needs, Raw, Result, Routes, Scope,
    http::{IntoResponse, Method, Response, header},
};

/// `GET /api/openapi.json`, not wrapped in the envelope.
pub fn area() -> Area {
    Area::new("openapi").routes(Routes::at("/api").raw(Method::GET, "openapi.json", Needs::Nothing, 0, document))
}

/// The document's text, the same at every call of one program.
pub fn text() -> String {
    let mut areas = crate::app::areas();
    areas.push(area());
    format!("{:#}\n", kernel::openapi::document(&areas))
}

async fn document(_: Scope, _: Raw) -> Result<Response> {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(text);
    Ok(([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response())
}
