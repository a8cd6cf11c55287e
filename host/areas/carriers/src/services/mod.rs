//! Carrier services per tenant, with names and enabled state.

pub(crate) mod store;

use std::collections::{BTreeMap, HashMap};

use data::{
    FieldError, ListQuery, New, PageOf, Result, Scope, Where,
    db::{Entity, Mode},
    ids::{CarrierAccountId, CarrierServiceId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    accounts,
    model::{AccountService, CarrierAccount, CarrierService},
    port::CarrierPort,
};

/// API view of a service.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceView {
    pub id: CarrierServiceId,
    pub name: String,
    pub code: String,
    /// Enabled for at least one of the requested accounts.
    pub is_assigned: bool,
    pub is_active: bool,
    pub carrier_code: String,
    /// Carrier name, or its code if not installed.
    pub carrier_name: String,
    pub carrier_id: Option<i64>,
    pub is_additional: bool,
    pub exceptions: Option<String>,
    pub exception_keywords: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerQuery {
    customer_id: Option<CustomerId>,
}

pub async fn list(
    mut scope: Scope,
    parent: CustomerQuery,
    query: ListQuery,
) -> Result<PageOf<ServiceView>> {
    insert_missing_for_enabled(&scope).await?;
    let narrow = match parent.customer_id {
        None => Where::all(),
        Some(customer) => {
            customers::find(&mut scope, customer).await?;
            let usable = accounts::list_usable(&mut scope, Some(customer)).await?;
            let carriers: Vec<String> = usable
                .into_iter()
                .map(|account| account.carrier_code)
                .collect();
            Where::all().is_in(CarrierService::CARRIER_CODE, &carriers)
        }
    };
    let page = scope.page::<CarrierService>(&query, narrow).await?;
    let assigned = scope.all::<AccountService>(Where::all()).await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    Ok(page.map(|service| view(service, &assigned, &names)))
}

/// Services of the account's carrier with their state for the account.
pub async fn list_for_account(
    scope: &mut Scope,
    account: &CarrierAccount,
) -> Result<Vec<ServiceView>> {
    let assigned = scope
        .all::<AccountService>(Where::all().eq(AccountService::CARRIER_ACCOUNT_ID, account.id))
        .await?;
    let services = scope
        .all::<CarrierService>(
            Where::all().eq(CarrierService::CARRIER_CODE, account.carrier_code.clone()),
        )
        .await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    Ok(services
        .into_iter()
        .map(|service| view(service, &assigned, &names))
        .collect())
}

/// Filters services that belong to another carrier.
pub async fn filter_foreign(
    scope: &mut Scope,
    carrier: &str,
    ids: &[CarrierServiceId],
) -> Result<Option<FieldError>> {
    if ids.is_empty() {
        return Ok(None);
    }
    let existing = scope
        .all::<CarrierService>(Where::all().eq(CarrierService::CARRIER_CODE, carrier.to_owned()))
        .await?;
    let foreign = ids
        .iter()
        .find(|id| !existing.iter().any(|service| service.id == **id));
    Ok(foreign.map(|id| {
        FieldError::new(
            "activeCarrierServiceIds",
            message!("{id} is not a service of this carrier"),
        )
    }))
}

pub async fn assign(
    scope: &mut Scope,
    account: CarrierAccountId,
    ids: &[CarrierServiceId],
) -> Result<()> {
    for old in scope
        .all::<AccountService>(Where::all().eq(AccountService::CARRIER_ACCOUNT_ID, account))
        .await?
    {
        scope.delete::<AccountService>(old.id).await?;
    }
    for id in ids {
        scope
            .create(New::<AccountService> {
                carrier_account_id: account,
                carrier_service_id: *id,
            })
            .await?;
    }
    Ok(())
}

/// Carrier and code of every service of the tenant.
pub async fn codes(scope: &mut Scope) -> Result<HashMap<CarrierServiceId, (String, String)>> {
    let services = scope.all::<CarrierService>(Where::all()).await?;
    Ok(services
        .into_iter()
        .map(|service| (service.id, (service.carrier_code, service.code)))
        .collect())
}

/// Inserts the installed carrier's services that are missing in the tenant.
pub async fn insert_missing(scope: &mut Scope, carrier: &str) -> Result<()> {
    let Some(info) = scope
        .port::<dyn CarrierPort>()?
        .carrier(scope.tenant, carrier)
    else {
        return Ok(());
    };
    let existing = scope
        .all::<CarrierService>(Where::all().eq(CarrierService::CARRIER_CODE, carrier.to_owned()))
        .await?;
    for service in info.services {
        if existing.iter().any(|known| known.code == service.code) {
            continue;
        }
        store::insert_if_missing(scope, carrier, service).await?;
    }
    Ok(())
}

/// The same for all enabled carriers, in a separate write transaction because lists only read.
async fn insert_missing_for_enabled(scope: &Scope) -> Result<()> {
    let mut reader = scope.sibling(Mode::Read);
    let mut unknown = Vec::new();
    for carrier in accounts::enabled_carriers(scope).await? {
        let existing = reader
            .count::<CarrierService>(Where::all().eq(CarrierService::CARRIER_CODE, carrier.clone()))
            .await?;
        let offered = scope
            .port::<dyn CarrierPort>()?
            .carrier(scope.tenant, &carrier)
            .map_or(0, |info| info.services.len() as i64);
        if existing < offered {
            unknown.push(carrier);
        }
    }
    // One connection at a time: holding one while waiting for another can deadlock.
    drop(reader);
    let mut writer = scope.sibling(Mode::Write);
    for carrier in unknown {
        insert_missing(&mut writer, &carrier).await?;
    }
    writer.commit().await
}

fn view(
    service: CarrierService,
    assigned: &[AccountService],
    names: &BTreeMap<String, String>,
) -> ServiceView {
    ServiceView {
        is_assigned: assigned
            .iter()
            .any(|row| row.carrier_service_id == service.id()),
        id: service.id,
        name: service.name,
        code: service.code,
        is_active: service.is_active,
        carrier_name: names
            .get(&service.carrier_code)
            .unwrap_or(&service.carrier_code)
            .clone(),
        carrier_code: service.carrier_code,
        carrier_id: None,
        is_additional: service.is_additional,
        exceptions: service.exceptions,
        exception_keywords: service.exception_keywords,
    }
}
