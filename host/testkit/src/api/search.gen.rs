//! Calls and types of search, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct SearchCalls<'a>(pub(super) &'a Client);

impl<'a> SearchCalls<'a> {
    /// `POST /api/search`
    pub fn search(self, body: SearchRequest) -> Call<'a, BTreeMap<String, Vec<SearchHit>>> {
        Call::new(self.0, Method::POST, "/api/search").body(body.into())
    }
}

requests! {
    SearchRequest {
        customer_id: CustomerId = "customerId",
        query: String = "query",
    }
}

responses! {
    SearchHit {
        details: String = member "details",
        ref_: String = member "ref",
        title: String = member "title",
        type_: String = member "type",
    }
}
