//! What the platform's administrators do with tenants: finding, renaming, giving, closing.

use kernel::{
    Change, Error, FieldError, Host, ListQuery, PageOf, Refusal, Result, Scope, Where,
    audit::{CREATED, DELETED, Entry},
    db::{Col, Mode},
    ids::{EditionId, TenantId},
    message, validate,
};
use serde::Serialize;

use super::{Directory, features};
use crate::{
    TenantUse,
    model::{
        FeatureValue, NewTenant, TenantState,
        platform::{
            Edition, EditionRow, GivenFeature, TenantFeatures, TenantForEdit, TenantForm,
            TenantItem, TenantRow,
        },
    },
    rules::{self, features::Values},
    store::{self, platform as rows},
};

const PLATFORMS_OWN: Refusal = Refusal::new(1010, "The platform's own tenant stays as it is.");
const IN_USE: Refusal = Refusal::new(1011, "The tenant is in use.");
const EDITION_IN_USE: Refusal = Refusal::new(1012, "The edition is in use.");

/// The platform's own tenant, whose people run the platform; none until an operator has made it.
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

/// Makes a tenant in the scope's transaction, which is in that tenant from then on.
pub async fn create_tenant_in(scope: &mut Scope, new: NewTenant) -> Result<TenantId> {
    let new = rules::checked(new)?;
    if let Some(edition) = new.edition {
        let known = across(scope).find::<EditionRow>(edition).await;
        known
            .map_err(|_| Error::invalid("editionId", message!("is no edition of this platform")))?;
    }
    let taken = taken(scope, "hosts", &new.hosts, None).await?;
    if !taken.is_empty() {
        return Err(Error::Invalid(taken));
    }
    let id = store::insert(scope, &new).await?;
    if scope.tenant.0 != 0 {
        let entry = Entry::new(TENANT, id, CREATED).named(&new.name);
        scope.record(
            entry
                .with("name", (), &new.name)
                .with("hosts", (), &new.hosts)
                .with("editionId", (), new.edition),
        );
    }
    if new.is_platform {
        rows::mark(scope, id).await?;
        // Its people run the platform and ship nothing.
        let off = scope
            .host()
            .features()
            .iter()
            .map(|one| (one.name.to_owned(), "false".to_owned()))
            .collect();
        rows::give(scope, id, &off).await?;
    }
    scope.enter(id).await?;
    Ok(id)
}

/// A page of all tenants.
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

async fn one(wide: &mut Scope, id: TenantId) -> Result<TenantItem> {
    let row: TenantRow = wide.find(id).await?;
    let hosts = rows::hosts(wide, id, id)
        .await?
        .remove(&id)
        .unwrap_or_default();
    Ok(item(row, hosts))
}

/// One tenant with everything the platform can change of it.
pub(crate) async fn for_edit(scope: &Scope, id: TenantId) -> Result<TenantForEdit> {
    let mut wide = scope.in_tenant(TenantId(0));
    let tenant = one(&mut wide, id).await?;
    let given = rows::given(&mut wide, id).await?;
    let edition = match tenant.edition_id {
        Some(edition) => wide.find::<EditionRow>(edition).await?.features,
        None => Values::new(),
    };
    let all = features::of_tenant(scope.host(), id, None).await?;
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

/// Changes a tenant's name, host names, time zone and edition, all or nothing.
pub(crate) async fn change(mut scope: Scope, change: Change<TenantForm>) -> Result<()> {
    if change.is_new() {
        return Err(Error::invalid("tenant.id", message!("is required")));
    }
    let mut wide = across(&scope);
    let before = one(&mut wide, TenantId(change.id())).await?;
    let mut form = scope
        .edit_over(change, Some(TenantForm::from(&before)))?
        .record;
    form.name = form.name.trim().to_owned();
    let mut wrong = validate::check("tenant", &form);
    if let Some(edition) = form.edition_id
        && wide.find::<EditionRow>(edition).await.is_err()
    {
        wrong.push(FieldError::new(
            "tenant.editionId",
            message!("is no edition of this platform"),
        ));
    }
    drop(wide);
    let misnamed = rules::check_hosts("tenant.hosts", &mut form.hosts);
    let is_misnamed = |member: &str| misnamed.iter().any(|field| field.member == member);
    if !is_misnamed("tenant.hosts") {
        let taken = taken(&scope, "tenant.hosts", &form.hosts, Some(form.id)).await?;
        wrong.extend(
            taken
                .into_iter()
                .filter(|field| !is_misnamed(&field.member)),
        );
    }
    wrong.extend(misnamed);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
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
    tell(&mut scope, TENANT, id, "name", &before.name, &name);
    tell(
        &mut scope,
        TENANT,
        id,
        "timezone",
        &before.timezone,
        &timezone,
    );
    tell(
        &mut scope,
        TENANT,
        id,
        "editionId",
        before.edition_id,
        edition_id,
    );
    tell(&mut scope, TENANT, id, "hosts", &before.hosts, &hosts);
    scope.commit().await?;
    scope.port::<Directory>()?.forget(id);
    Ok(())
}

/// A scope that reads the platform's lists, aside from what the scope itself will write.
fn across(scope: &Scope) -> Scope {
    scope.sibling(Mode::Read).in_tenant(TenantId(0))
}

/// Which of the host names belong to a tenant other than this one.
async fn taken(
    scope: &Scope,
    member: &str,
    hosts: &[String],
    own: Option<TenantId>,
) -> Result<Vec<FieldError>> {
    let mut taken = Vec::new();
    for (at, host) in hosts.iter().enumerate() {
        let owner = super::any_by_host(scope.host(), host).await?;
        if owner.is_some_and(|owner| Some(owner.id) != own) {
            taken.push(rules::host_is_taken(format!("{member}[{at}]"), host));
        }
    }
    Ok(taken)
}

/// What the record of changes calls them.
const TENANT: &str = "Tenant";
const EDITION: &str = "Edition";

/// Has a change recorded in the platform's own tenant; the operator's commands have none, and are not recorded.
fn tell(
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

/// Gives a tenant features beside its edition, or takes them back.
pub async fn give_features(
    scope: &Scope,
    id: TenantId,
    values: &[(String, Option<String>)],
) -> Result<()> {
    features::checked_values(scope.host(), values)?;
    one(&mut scope.in_tenant(TenantId(0)), id).await?;
    let mut own = scope.sibling(Mode::Write);
    let mut given = rows::given(&mut own, id).await?;
    for (name, value) in values {
        let before = match value {
            Some(value) => given.insert(name.clone(), value.clone()),
            None => given.remove(name),
        };
        tell(
            &mut own,
            TENANT,
            id,
            &format!("features.{name}"),
            before,
            value,
        );
    }
    rows::give(&mut own, id, &given).await?;
    own.commit().await?;
    scope.port::<Directory>()?.forget(id);
    Ok(())
}

/// Opens or closes a tenant in the scope's transaction; the platform's own stays open. After the save call [`seen`].
pub async fn set_state_in(scope: &mut Scope, id: TenantId, state: TenantState) -> Result<()> {
    let tenant = super::tenant(scope.host(), id)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    if tenant.is_platform {
        return Err(
            PLATFORMS_OWN.because(message!("The platform's own tenant cannot be suspended."))
        );
    }
    if !store::set_state(scope, id, state).await? {
        return Err(Error::NotFound("The tenant"));
    }
    tell(
        scope,
        TENANT,
        id,
        "state",
        tenant.state.word(),
        state.word(),
    );
    Ok(())
}

/// Forgets what is remembered of a tenant: a saved scope has changed it.
pub fn seen(host: &Host, id: TenantId) -> Result<()> {
    host.port::<Directory>()?.forget(id);
    Ok(())
}

/// Takes a tenant away in the scope's transaction, which is in that tenant from then on, unless something of it is still
/// needed. Its secrets go, its rows stay where nobody reaches them. After the save call [`seen`].
pub async fn delete_in(scope: &mut Scope, id: TenantId) -> Result<()> {
    let tenant = super::tenant(scope.host(), id)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    if tenant.is_platform {
        return Err(PLATFORMS_OWN.because(message!("The platform's own tenant cannot be deleted.")));
    }
    let uses = scope
        .port::<dyn TenantUse>()?
        .uses(scope.host(), id)
        .await?;
    if let Some(uses) = uses
        .into_iter()
        .reduce(|one, other| message!("{one} and {other}"))
    {
        return Err(IN_USE.because(message!(
            "{tenant} has {uses}: suspend it instead.",
            tenant = tenant.name
        )));
    }
    rows::bury(scope, id).await?;
    tell(scope, TENANT, id, "state", tenant.state.word(), "Deleted");
    scope.enter(id).await?;
    store::settings::drop_all_secrets(scope).await
}

/// A page of the editions.
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

/// Makes an edition or changes one.
pub(crate) async fn save_edition(mut scope: Scope, change: Change<Edition>) -> Result<Edition> {
    let before: Option<EditionRow> = match change.id() {
        0 => None,
        id => Some(across(&scope).find(EditionId(id)).await?),
    };
    let mut edition = scope
        .edit_over(change, before.clone().map(Edition::from))?
        .record;
    edition.name = edition.name.trim().to_owned();
    edition.display_name = edition.display_name.trim().to_owned();
    let mut wrong = validate::check("edition", &edition);
    let values: Vec<_> = edition
        .feature_values
        .into_iter()
        .map(|one| (one.name, one.value))
        .collect();
    match features::checked_values(scope.host(), &values).map_err(|error| within("edition", error))
    {
        Err(Error::Invalid(fields)) => wrong.extend(fields),
        checked => checked?,
    }
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
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
                let made = Entry::new(EDITION, id, CREATED).named(&display_name);
                scope.record(made.with("features", (), &values));
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
            tell(&mut scope, EDITION, id, "name", &old_name, &name);
            tell(
                &mut scope,
                EDITION,
                id,
                "displayName",
                &old_display_name,
                &display_name,
            );
            tell(&mut scope, EDITION, id, "features", &features, &values);
            id
        }
    };
    scope.commit().await?;
    scope.port::<Directory>()?.forget_features();
    self::edition(&scope, id).await
}

/// Takes an edition away that no tenant has.
pub(crate) async fn delete_edition(scope: &Scope, id: EditionId) -> Result<()> {
    let row: EditionRow = scope.in_tenant(TenantId(0)).find(id).await?;
    let mut own = scope.sibling(Mode::Write);
    match rows::tenants_of_edition(&mut own, id).await? {
        0 => rows::drop_edition(&mut own, id).await?,
        1 => {
            return Err(EDITION_IN_USE.because(message!(
                "One tenant has the edition {edition}.",
                edition = row.display_name
            )));
        }
        count => {
            return Err(EDITION_IN_USE.because(message!(
                "{count} tenants have the edition {edition}.",
                edition = row.display_name
            )));
        }
    }
    if own.tenant.0 != 0 {
        own.record(Entry::new(EDITION, id, DELETED).named(&row.display_name));
    }
    own.commit().await
}

/// The error with its members inside another: what a part does not know of the whole it was sent in.
pub fn within(outer: &str, error: Error) -> Error {
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
