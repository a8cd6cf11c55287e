//! Route of the search call.

use kernel::{
    Needs, Result, Routes, Scope,
    search::{self, SearchQuestion, SearchResults},
};

use crate::model::SearchQuery;

pub(crate) fn table() -> Routes {
    Routes::new("/api/search").post("", Needs::SignedIn, search)
}

async fn search(
    scope: Scope,
    SearchQuery { query, customer_id }: SearchQuery,
) -> Result<SearchResults> {
    search::search(&scope, &SearchQuestion::new(query.as_deref(), customer_id)?).await
}
