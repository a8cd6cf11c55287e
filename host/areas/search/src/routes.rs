//! The one call of search.

use kernel::{
    Needs, Result, Routes, Scope,
    search::{self, Answer, Question},
};

use crate::model::SearchQuery;

pub(crate) fn table() -> Routes {
    Routes::at("/api/search").post("", Needs::SignedIn, search)
}

async fn search(scope: Scope, SearchQuery { query, customer_id }: SearchQuery) -> Result<Answer> {
    search::search(&scope, &Question::new(query.as_deref(), customer_id)?).await
}
