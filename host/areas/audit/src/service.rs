//! Listing and retention of the audit log.

use chrono::TimeDelta;
use data::{ListQuery, PageOf, Result, Scope, Where, audit::EntityChange};

use crate::{
    model::{ChangeItem, ChangesQuestion},
    rules::{self, End},
    store,
};

pub(crate) async fn page(
    scope: &mut Scope,
    query: ChangesQuestion,
    list: &ListQuery,
) -> Result<PageOf<ChangeItem>> {
    let tenant = tenancy::settings(scope).await?;
    let zone = tenant.timezone.parse().unwrap_or(chrono_tz::UTC);
    let some = |text: Option<String>| {
        text.map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    let mut narrow = Where::all()
        .eq_some(EntityChange::ENTITY_TYPE, some(query.entity_type))
        .eq_some(EntityChange::ENTITY_ID, query.entity_id)
        .eq_some(EntityChange::USER_ID, query.user_id);
    if let Some(from) = some(query.from) {
        narrow = narrow.ge(
            EntityChange::CREATION_TIME,
            rules::parse_time("from", &from, zone, End::From)?,
        );
    }
    if let Some(to) = some(query.to) {
        narrow = narrow.le(
            EntityChange::CREATION_TIME,
            rules::parse_time("to", &to, zone, End::To)?,
        );
    }
    Ok(scope
        .page::<EntityChange>(list, narrow)
        .await?
        .map(ChangeItem::from))
}

/// Deletes entries past the tenant's retention. Saves the scope.
pub(crate) async fn sweep(scope: &mut Scope) -> Result<()> {
    let days = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .audit
        .retention_days;
    if days == 0 {
        return Ok(());
    }
    let before = scope.now() - TimeDelta::days(days);
    loop {
        let deleted = store::delete_before(scope, before).await?;
        scope.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}
