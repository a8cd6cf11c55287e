//! The calls of the record of changes.

use kernel::{Empty, ListQuery, PageOf, Result, Routes, Scope};

use crate::{
    access::AUDIT_LOGS,
    model::{ChangeItem, ChangesQuestion},
    service, store,
};

pub(crate) fn audit() -> Routes {
    Routes::at("/api/core/auditlog")
        .list("getentitychanges", AUDIT_LOGS, get_changes)
        .get("getentitytypes", AUDIT_LOGS, get_types)
}

async fn get_changes(
    mut scope: Scope,
    asked: ChangesQuestion,
    list: ListQuery,
) -> Result<PageOf<ChangeItem>> {
    service::page(&mut scope, asked, &list).await
}

async fn get_types(mut scope: Scope, _: Empty) -> Result<Vec<String>> {
    store::types(&mut scope).await
}
