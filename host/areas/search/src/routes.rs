//! Route of the search call.

use data::{
    Needs, Result, Scope,
    search::{self, SearchQuestion, SearchResults},
};
use web::Routes;

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
