//! Mappings of customers to carrier accounts.

pub(crate) mod store;

use std::collections::BTreeMap;

use data::{
    ListQuery, New, PageOf, Result, Scope, Where,
    ids::{CarrierAccountId, CarrierMappingId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use work::event::ScopeEvents;

use crate::{
    model::{CarrierAccount, Mapping},
    port::CarrierPort,
};

/// API view of a mapping.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MappingView {
    id: CarrierMappingId,
    carrier_account_id: CarrierAccountId,
    carrier_account_code: String,
    carrier_account_name: String,
    carrier_id: Option<i64>,
    carrier_code: String,
    carrier_name: String,
    customer_id: CustomerId,
    is_own: bool,
    is_active: bool,
    carrier_account_public_logo: Option<String>,
    carrier_account_private_logo: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerQuery {
    customer_id: Option<CustomerId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MapAccounts {
    customer_id: CustomerId,
    /// Accounts the customer may use, replacing earlier ones; empty: no restriction.
    carrier_account_ids: Vec<CarrierAccountId>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mapped {
    carrier_account_mappings: Vec<MappingView>,
}

pub async fn list(
    mut scope: Scope,
    parent: CustomerQuery,
    query: ListQuery,
) -> Result<PageOf<MappingView>> {
    let narrow = Where::all().eq_some(Mapping::CUSTOMER_ID, parent.customer_id);
    let page = scope.page::<Mapping>(&query, narrow).await?;
    let ids: Vec<_> = page
        .items
        .iter()
        .map(|mapping| mapping.carrier_account_id)
        .collect();
    let accounts = scope
        .unrestricted()
        .await?
        .all(Where::all().is_in(CarrierAccount::ID, &ids))
        .await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    Ok(PageOf {
        total_count: page.total_count,
        items: page
            .items
            .into_iter()
            .filter_map(|mapping| view(mapping, &accounts, &names))
            .collect(),
    })
}

pub async fn map(
    mut scope: Scope,
    MapAccounts {
        customer_id,
        carrier_account_ids,
    }: MapAccounts,
) -> Result<Mapped> {
    customers::find(&mut scope, customer_id).await?;
    for (at, id) in carrier_account_ids.iter().enumerate() {
        let account: CarrierAccount = scope.find(*id).await?;
        if account
            .customer_id
            .is_some_and(|owner| owner != customer_id)
        {
            let member = format!("carrierAccountIds[{at}]");
            return Err(data::Error::invalid(
                member,
                message!("is another customer's own account"),
            ));
        }
    }
    for old in scope
        .all::<Mapping>(Where::all().eq(Mapping::CUSTOMER_ID, customer_id))
        .await?
    {
        scope.delete::<Mapping>(old.id).await?;
    }
    let mut unique = std::collections::HashSet::new();
    for id in carrier_account_ids
        .into_iter()
        .filter(|id| unique.insert(*id))
    {
        scope
            .create(New::<Mapping> {
                customer_id,
                carrier_account_id: id,
                is_own: true,
                is_active: true,
            })
            .await?;
    }
    scope.publish(&crate::events::MAPPED, &customer_id).await?;
    let mappings = scope
        .all::<Mapping>(Where::all().eq(Mapping::CUSTOMER_ID, customer_id))
        .await?;
    let accounts = scope
        .unrestricted()
        .await?
        .all::<CarrierAccount>(Where::all())
        .await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    scope.commit().await?;
    Ok(Mapped {
        carrier_account_mappings: mappings
            .into_iter()
            .filter_map(|mapping| view(mapping, &accounts, &names))
            .collect(),
    })
}

fn view(
    mapping: Mapping,
    accounts: &[CarrierAccount],
    names: &BTreeMap<String, String>,
) -> Option<MappingView> {
    let account = accounts
        .iter()
        .find(|account| account.id == mapping.carrier_account_id)?;
    Some(MappingView {
        id: mapping.id,
        carrier_account_id: account.id,
        carrier_account_code: account.code.clone(),
        carrier_account_name: account.name.clone(),
        carrier_id: None,
        carrier_code: account.carrier_code.clone(),
        carrier_name: names
            .get(&account.carrier_code)
            .unwrap_or(&account.carrier_code)
            .clone(),
        customer_id: mapping.customer_id,
        is_own: mapping.is_own,
        is_active: mapping.is_active,
        carrier_account_public_logo: account.public_logo.clone(),
        carrier_account_private_logo: account.private_logo.clone(),
    })
}
