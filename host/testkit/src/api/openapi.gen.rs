//! Calls and types of openapi, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct OpenapiCalls<'a>(pub(super) &'a Client);

impl<'a> OpenapiCalls<'a> {
    /// `GET /api/openapi.json`
    pub fn open_api_json(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/openapi.json").unwrapped()
    }
}
