//! Routes of view configurations.

use crate::access::VIEW_CONFIGURATIONS;
use data::{
    ById, Change, Empty, Error, Needs, PageOf, Result, Scope, Where,
    ids::{UserId, ViewConfigurationId},
};
use web::Routes;

use super::{
    model::{OneView, SaveView, ViewConfiguration, ViewRow, ViewsQuestion},
    rules,
};

pub(crate) fn views() -> Routes {
    Routes::new("/api/core/ViewConfiguration")
        .get("GetViewConfigurations", Needs::SignedIn, get_views)
        .post("CreateOrUpdateViewConfiguration", Needs::SaveOwn, save)
        .delete("DeleteViewConfiguration", Needs::SignedIn, delete)
}

fn user(scope: &Scope) -> Result<UserId> {
    scope.caller.user().ok_or(Error::Unauthorized)
}

async fn get_views(mut scope: Scope, question: ViewsQuestion) -> Result<PageOf<ViewConfiguration>> {
    let user = user(&scope)?;
    let view = question
        .view
        .map(|view| view.trim().to_owned())
        .filter(|view| !view.is_empty());
    let is_customer = scope.caller.customer().is_some();
    let mut rows = scope
        .all::<ViewRow>(
            Where::all()
                .eq(ViewRow::USER_ID, user)
                .eq_some(ViewRow::VIEW_NAME, view.clone()),
        )
        .await?;
    for flag in [ViewRow::SHOW_TO_ALL_USERS, ViewRow::SHOW_TO_CUSTOMER_USERS] {
        let shared = Where::all()
            .eq(flag, true)
            .eq_some(ViewRow::VIEW_NAME, view.clone());
        for row in scope.all::<ViewRow>(shared).await? {
            if rules::is_visible(&row, user, is_customer)
                && rows.iter().all(|known| known.id != row.id)
            {
                rows.push(row);
            }
        }
    }
    rows.sort_by(|a, b| (&a.view_name, &a.key, a.id).cmp(&(&b.view_name, &b.key, b.id)));
    let items: Vec<ViewConfiguration> = rows
        .into_iter()
        .map(|row| rules::to_view(row, user))
        .collect();
    Ok(PageOf {
        total_count: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
    })
}

/// Private rows need the owner, shared ones the permission.
async fn find_changeable(scope: &mut Scope, id: ViewConfigurationId) -> Result<ViewRow> {
    let user = user(scope)?;
    let row: ViewRow = scope.find(id).await?;
    if !rules::is_visible(&row, user, scope.caller.customer().is_some()) {
        return Err(Error::NotFound("The view configuration"));
    }
    if row.is_shared() {
        scope.require(VIEW_CONFIGURATIONS)?;
    }
    Ok(row)
}

async fn save(
    mut scope: Scope,
    SaveView {
        view_configuration: sent,
    }: SaveView,
) -> Result<OneView> {
    let user = user(&scope)?;
    let stored = find_stored(&mut scope, user, &sent).await?;
    let before = stored.clone().map(|row| rules::to_view(row, user));
    let mut view = scope.edit(sent.over(before)).await?.record;
    rules::check(&mut view)?;
    let creation_time = scope.now();
    let mut row = stored.unwrap_or_else(|| ViewRow {
        user_id: user,
        creation_time,
        ..ViewRow::default()
    });
    rules::apply(&mut row, view);
    if row.is_shared() {
        scope.require(VIEW_CONFIGURATIONS)?;
    }
    if row.is_default {
        clear_defaults(&mut scope, &row).await?;
    }
    if row.id.0 != 0 {
        scope.update(&mut row).await?;
    } else {
        if scope
            .count::<ViewRow>(Where::all().eq(ViewRow::USER_ID, user))
            .await?
            >= rules::MAX_COUNT
        {
            return Err(rules::TOO_MANY.into());
        }
        scope.insert(&mut row).await?;
    }
    scope.commit().await?;
    Ok(OneView {
        view_configuration: rules::to_view(row, user),
    })
}

async fn find_stored(
    scope: &mut Scope,
    user: UserId,
    change: &Change<ViewConfiguration>,
) -> Result<Option<ViewRow>> {
    let sent = change.input();
    let id = if change.is_new() {
        let same = Where::all()
            .eq(ViewRow::USER_ID, user)
            .eq(ViewRow::VIEW_NAME, sent.view.trim().to_owned())
            .eq(ViewRow::KEY, sent.key.trim().to_owned());
        scope.first::<ViewRow>(same).await?.map(|row| row.id)
    } else {
        Some(sent.id)
    };
    match id {
        Some(id) => Ok(Some(find_changeable(scope, id).await?)),
        None => Ok(None),
    }
}

/// The tenant's shared ones, or the owner's private ones.
async fn clear_defaults(scope: &mut Scope, chosen: &ViewRow) -> Result<()> {
    let mut same = Where::all()
        .eq(ViewRow::VIEW_NAME, chosen.view_name.clone())
        .eq(ViewRow::IS_DEFAULT, true);
    if !chosen.is_shared() {
        same = same.eq(ViewRow::USER_ID, chosen.user_id);
    }
    for mut other in scope.all::<ViewRow>(same).await? {
        if other.id != chosen.id && other.is_shared() == chosen.is_shared() {
            other.is_default = false;
            scope.update(&mut other).await?;
        }
    }
    Ok(())
}

async fn delete(mut scope: Scope, ById { id }: ById<ViewConfigurationId>) -> Result<Empty> {
    let row = find_changeable(&mut scope, id).await?;
    scope.delete::<ViewRow>(row.id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
