//! Platform administration of tenants and editions.

use data::{
    Change, Error, FieldError, Host, ListQuery, PageOf, Refusal, Result, Scope, Where,
    audit::{CREATED, DELETED, Entry},
    db::{Col, Mode},
    ids::{EditionId, TenantId},
    message, validate,
};
use serde::Serialize;

use crate::{
    TenantUse,
    features::rules::Values,
    platform::{
        model::{
            Edition, EditionRow, GivenFeature, TenantFeatures, TenantForEdit, TenantForm,
            TenantItem, TenantRow,
        },
        store as rows,
    },
    tenants::{
        self,
        model::{FeatureValue, NewTenant, TenantState},
    },
};
use crate::{features, tenants::service::Directory};

const IS_PLATFORM_TENANT: Refusal =
    Refusal::new(1010, "The platform's own tenant can't be changed.");
const IN_USE: Refusal = Refusal::new(1011, "The tenant is in use.");
const EDITION_IN_USE: Refusal = Refusal::new(1012, "The edition is in use.");

/// Returns the platform tenant. None until an operator creates it.
pub async fn platform_tenant(host: &Host) -> Result<Option<TenantId>> {
    let directory = host.port::<Directory>()?;
    if let Some(known) = directory.platform.get(&()) {
        return Ok(known);
    }
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let found = rows::platform(&mut tx).await?;
    directory.platform.insert((), found);
    Ok(found)
}

/// The scope then belongs to the new tenant.
pub async fn create_tenant_in(scope: &mut Scope, new: NewTenant) -> Result<TenantId> {
    let new = tenants::rules::validate_new_tenant(new)?;
    if let Some(edition) = new.edition {
        let found_edition = platform_reader(scope).find::<EditionRow>(edition).await;
        found_edition.map_err(|_| {
            Error::invalid("editionId", message!("is not an edition of this platform"))
        })?;
    }
    let taken_hosts = find_taken_hosts(scope, "hosts", &new.hosts, None).await?;
    if !taken_hosts.is_empty() {
        return Err(Error::Invalid(taken_hosts));
    }
    let id = tenants::store::insert(scope, &new).await?;
    if scope.tenant.0 != 0 {
        let entry = Entry::new(TENANT, id, CREATED).with_name(&new.name);
        scope.record(
            entry
                .with_change("name", (), &new.name)
                .with_change("hosts", (), &new.hosts)
                .with_change("editionId", (), new.edition),
        );
    }
    if new.is_platform {
        rows::mark(scope, id).await?;
        // The platform tenant ships nothing.
        let off = scope
            .host()
            .features()
            .iter()
            .map(|one| (one.name.to_owned(), "false".to_owned()))
            .collect();
        rows::set_granted(scope, id, &off).await?;
    }
    scope.enter(id).await?;
    Ok(id)
}

pub async fn page(scope: &Scope, list: &ListQuery) -> Result<PageOf<TenantItem>> {
    let mut wide = scope.in_tenant(TenantId(0));
    let page = wide.page::<TenantRow>(list, Where::all()).await?;
    let ids = || page.items.iter().map(|row| row.id);
    let (first, last) = (
        ids().min().unwrap_or_default(),
        ids().max().unwrap_or_default(),
    );
    let mut hosts = rows::hosts(&mut wide, first, last).await?;
    Ok(page.map(|row| item(row.clone(), hosts.remove(&row.id).unwrap_or_default())))
}

fn item(row: TenantRow, hosts: Vec<String>) -> TenantItem {
    TenantItem {
        id: row.id,
        row_version: row.row_version,
        name: row.name,
        state: row.state,
        hosts,
        timezone: row.timezone,
        base_currency: row.base_currency,
        edition_id: row.edition_id,
        edition_name: row.edition_name,
        is_platform: row.is_platform,
        creation_time: row.creation_time,
    }
}

async fn load_item(wide: &mut Scope, id: TenantId) -> Result<TenantItem> {
    let row: TenantRow = wide.find(id).await?;
    let hosts = rows::hosts(wide, id, id)
        .await?
        .remove(&id)
        .unwrap_or_default();
    Ok(item(row, hosts))
}

pub(crate) async fn for_edit(scope: &Scope, id: TenantId) -> Result<TenantForEdit> {
    let mut wide = scope.in_tenant(TenantId(0));
    let tenant = load_item(&mut wide, id).await?;
    let given = rows::load_granted(&mut wide, id).await?;
    let edition = match tenant.edition_id {
        Some(edition) => wide.find::<EditionRow>(edition).await?.features,
        None => Values::new(),
    };
    let all = features::service::tenant_features(scope.host(), id, None).await?;
    let feature_values = all
        .feature_values
        .into_iter()
        .map(|FeatureValue { name, value }| GivenFeature {
            own: given.get(&name).cloned(),
            edition: edition.get(&name).cloned(),
            value: value.unwrap_or_default(),
            name,
        })
        .collect();
    Ok(TenantForEdit {
        tenant,
        features: TenantFeatures {
            feature_values,
            features: all.features,
        },
    })
}

/// Changes a tenant's name, host names, time zone and edition, all or none.
pub(crate) async fn change(mut scope: Scope, change: Change<TenantForm>) -> Result<()> {
    if change.is_new() {
        return Err(Error::invalid("tenant.id", message!("is required")));
    }
    let mut wide = platform_reader(&scope);
    let before = load_item(&mut wide, TenantId(change.id())).await?;
    let mut form = scope
        .edit(change.over(Some(TenantForm::from(&before))))
        .await?
        .record;
    form.name = form.name.trim().to_owned();
    let mut errors = validate::check("tenant", &form);
    if let Some(edition) = form.edition_id
        && wide.find::<EditionRow>(edition).await.is_err()
    {
        errors.push(FieldError::new(
            "tenant.editionId",
            message!("is not an edition of this platform"),
        ));
    }
    drop(wide);
    let misnamed = tenants::rules::check_hosts("tenant.hosts", &mut form.hosts);
    let is_misnamed = |member: &str| misnamed.iter().any(|field| field.member == member);
    if !is_misnamed("tenant.hosts") {
        let taken_hosts =
            find_taken_hosts(&scope, "tenant.hosts", &form.hosts, Some(form.id)).await?;
        errors.extend(
            taken_hosts
                .into_iter()
                .filter(|field| !is_misnamed(&field.member)),
        );
    }
    errors.extend(misnamed);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let TenantForm {
        id,
        name,
        hosts,
        timezone,
        edition_id,
        ..
    } = form;
    rows::change(
        &mut scope,
        (id, before.row_version),
        (&name, &timezone),
        edition_id,
    )
    .await?;
    for host in before.hosts.iter().filter(|host| !hosts.contains(host)) {
        rows::drop_host(&mut scope, id, host).await?;
    }
    for host in hosts.iter().filter(|host| !before.hosts.contains(host)) {
        rows::add_host(&mut scope, id, host).await?;
    }
    record_change(&mut scope, TENANT, id, "name", &before.name, &name);
    record_change(
        &mut scope,
        TENANT,
        id,
        "timezone",
        &before.timezone,
        &timezone,
    );
    record_change(
        &mut scope,
        TENANT,
        id,
        "editionId",
        before.edition_id,
        edition_id,
    );
    record_change(&mut scope, TENANT, id, "hosts", &before.hosts, &hosts);
    scope.commit().await?;
    scope.port::<Directory>()?.clear_tenant(id);
    Ok(())
}

/// Independent of the caller's transaction.
fn platform_reader(scope: &Scope) -> Scope {
    scope.sibling(Mode::Read).in_tenant(TenantId(0))
}

/// Returns the host names that belong to other tenants.
async fn find_taken_hosts(
    scope: &Scope,
    member: &str,
    hosts: &[String],
    own: Option<TenantId>,
) -> Result<Vec<FieldError>> {
    let mut taken = Vec::new();
    for (at, host) in hosts.iter().enumerate() {
        let owner = crate::tenants::service::find_any_by_host(scope.host(), host).await?;
        if owner.is_some_and(|owner| Some(owner.id) != own) {
            taken.push(tenants::rules::host_is_taken(
                format!("{member}[{at}]"),
                host,
            ));
        }
    }
    Ok(taken)
}

/// Entity names in the record of changes.
const TENANT: &str = "Tenant";
const EDITION: &str = "Edition";

fn record_change(
    scope: &mut Scope,
    what: &str,
    id: impl Col,
    property: &str,
    old: impl Serialize,
    new: impl Serialize,
) {
    if scope.tenant.0 != 0 {
        scope.note(what, id, property, old, new);
    }
}

/// Overrides the edition.
pub async fn grant_features(
    scope: &Scope,
    id: TenantId,
    values: &[(String, Option<String>)],
) -> Result<()> {
    features::service::checked_values(scope.host(), values)?;
    load_item(&mut scope.in_tenant(TenantId(0)), id).await?;
    let mut own = scope.sibling(Mode::Write);
    let mut given = rows::load_granted(&mut own, id).await?;
    for (name, value) in values {
        let before = match value {
            Some(value) => given.insert(name.clone(), value.clone()),
            None => given.remove(name),
        };
        record_change(
            &mut own,
            TENANT,
            id,
            &format!("features.{name}"),
            before,
            value,
        );
    }
    rows::set_granted(&mut own, id, &given).await?;
    own.commit().await?;
    scope.port::<Directory>()?.clear_tenant(id);
    Ok(())
}

/// The platform tenant stays open. The caller clears the cached tenant after the commit.
pub async fn set_state_in(scope: &mut Scope, id: TenantId, state: TenantState) -> Result<()> {
    let tenant = crate::tenants::service::tenant(scope.host(), id)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    if tenant.is_platform {
        return Err(IS_PLATFORM_TENANT
            .with_message(message!("The platform's own tenant cannot be suspended.")));
    }
    if !tenants::store::set_state(scope, id, state).await? {
        return Err(Error::NotFound("The tenant"));
    }
    record_change(
        scope,
        TENANT,
        id,
        "state",
        tenant.state.as_str(),
        state.as_str(),
    );
    Ok(())
}

pub fn clear_cached_tenant(host: &Host, id: TenantId) -> Result<()> {
    host.port::<Directory>()?.clear_tenant(id);
    Ok(())
}

/// The scope then belongs to the deleted tenant. Its secrets are deleted; other rows stay,
/// unreachable. The caller clears the cached tenant after the commit.
pub async fn delete_in(scope: &mut Scope, id: TenantId) -> Result<()> {
    let tenant = crate::tenants::service::tenant(scope.host(), id)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    if tenant.is_platform {
        return Err(IS_PLATFORM_TENANT
            .with_message(message!("The platform's own tenant cannot be deleted.")));
    }
    let uses = scope
        .port::<dyn TenantUse>()?
        .uses(scope.host(), id)
        .await?;
    if let Some(uses) = uses
        .into_iter()
        .reduce(|one, other| message!("{one} and {other}"))
    {
        return Err(IN_USE.with_message(message!(
            "{tenant} has {uses}: suspend it instead.",
            tenant = tenant.name
        )));
    }
    rows::soft_delete(scope, id).await?;
    record_change(scope, TENANT, id, "state", tenant.state.as_str(), "Deleted");
    scope.enter(id).await?;
    crate::settings::store::drop_all_secrets(scope).await
}

pub(crate) async fn editions(scope: &Scope, list: &ListQuery) -> Result<PageOf<Edition>> {
    Ok(scope
        .in_tenant(TenantId(0))
        .page::<EditionRow>(list, Where::all())
        .await?
        .map(Edition::from))
}

pub(crate) async fn edition(scope: &Scope, id: EditionId) -> Result<Edition> {
    Ok(scope
        .in_tenant(TenantId(0))
        .find::<EditionRow>(id)
        .await?
        .into())
}

pub(crate) async fn save_edition(mut scope: Scope, change: Change<Edition>) -> Result<Edition> {
    let before: Option<EditionRow> = match change.id() {
        0 => None,
        id => Some(platform_reader(&scope).find(EditionId(id)).await?),
    };
    let mut edition = scope
        .edit(change.over(before.clone().map(Edition::from)))
        .await?
        .record;
    edition.name = edition.name.trim().to_owned();
    edition.display_name = edition.display_name.trim().to_owned();
    let mut errors = validate::check("edition", &edition);
    let values: Vec<_> = edition
        .feature_values
        .into_iter()
        .map(|one| (one.name, one.value))
        .collect();
    match features::service::checked_values(scope.host(), &values)
        .map_err(|error| prefix_fields("edition", error))
    {
        Err(Error::Invalid(fields)) => errors.extend(fields),
        checked => checked?,
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let (name, display_name) = (edition.name, edition.display_name);
    let values: Values = values
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    let id = match before {
        None => {
            let id = rows::add_edition(&mut scope, &name, &display_name, &values).await?;
            if scope.tenant.0 != 0 {
                let created = Entry::new(EDITION, id, CREATED).with_name(&display_name);
                scope.record(created.with_change("features", (), &values));
            }
            id
        }
        Some(EditionRow {
            id,
            row_version,
            name: old_name,
            display_name: old_display_name,
            features,
            ..
        }) => {
            rows::change_edition(&mut scope, (id, row_version), &name, &display_name, &values)
                .await?;
            record_change(&mut scope, EDITION, id, "name", &old_name, &name);
            record_change(
                &mut scope,
                EDITION,
                id,
                "displayName",
                &old_display_name,
                &display_name,
            );
            record_change(&mut scope, EDITION, id, "features", &features, &values);
            id
        }
    };
    scope.commit().await?;
    scope.port::<Directory>()?.clear_features();
    crate::platform::service::edition(&scope, id).await
}

pub(crate) async fn delete_edition(scope: &Scope, id: EditionId) -> Result<()> {
    let row: EditionRow = scope.in_tenant(TenantId(0)).find(id).await?;
    let mut own = scope.sibling(Mode::Write);
    match rows::tenants_of_edition(&mut own, id).await? {
        0 => rows::drop_edition(&mut own, id).await?,
        1 => {
            return Err(EDITION_IN_USE.with_message(message!(
                "One tenant has the edition {edition}.",
                edition = row.display_name
            )));
        }
        count => {
            return Err(EDITION_IN_USE.with_message(message!(
                "{count} tenants have the edition {edition}.",
                edition = row.display_name
            )));
        }
    }
    if own.tenant.0 != 0 {
        own.record(Entry::new(EDITION, id, DELETED).with_name(&row.display_name));
    }
    own.commit().await
}

/// Prefixes the error's fields with the path of the enclosing field.
pub fn prefix_fields(outer: &str, error: Error) -> Error {
    match error {
        Error::Invalid(fields) => Error::Invalid(
            fields
                .into_iter()
                .map(|field| FieldError {
                    member: format!("{outer}.{}", field.member),
                    ..field
                })
                .collect(),
        ),
        other => other,
    }
}
