//! Routes of the record of changes.

use data::{Empty, ListQuery, PageOf, Result, Scope};
use web::Routes;

use crate::{
    access::AUDIT_LOGS,
    model::{ChangeItem, ChangesQuestion},
    service, store,
};

pub(crate) fn audit() -> Routes {
    Routes::new("/api/core/auditlog")
        .list("getentitychanges", AUDIT_LOGS, get_changes)
        .get("getentitytypes", AUDIT_LOGS, get_types)
}

async fn get_changes(
    mut scope: Scope,
    query: ChangesQuestion,
    list: ListQuery,
) -> Result<PageOf<ChangeItem>> {
    service::page(&mut scope, query, &list).await
}

async fn get_types(mut scope: Scope, _: Empty) -> Result<Vec<String>> {
    store::load_entity_types(&mut scope).await
}
