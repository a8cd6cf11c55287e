//! Customers of a plugin: enabled state and own settings.

use std::collections::HashSet;

use data::{ListQuery, PageOf, Refusal, Result, Scope, Where, ids::CustomerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::installed::{
    port::{CustomerPort, Installed},
    routes::{feature, find},
};
use crate::settings::model::{self, SettingsRow};

const OFF: Refusal = Refusal::new(
    713,
    "The plugin is off here. Enable it for the company first.",
);

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OfPlugin")]
pub(super) struct CustomerStatesRequest {
    /// The plugin's id. The list's filter and sorting use customers' fields.
    id: String,
    /// Search in the customer's name or code.
    search: Option<String>,
}

/// A customer's state for the plugin.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CustomerState {
    id: CustomerId,
    name: String,
    code: String,
    /// True if the plugin is on for the tenant and not off for this customer.
    is_enabled: bool,
    /// True if the customer has an own switch or settings.
    has_row: bool,
    /// True if the customer has own settings.
    has_settings: bool,
}

pub(super) async fn list(
    mut scope: Scope,
    filter: CustomerStatesRequest,
    query: ListQuery,
) -> Result<PageOf<CustomerState>> {
    let plugin = find(&scope, &filter.id)?;
    let port = scope.port::<dyn CustomerPort>()?;
    let search = filter
        .search
        .as_deref()
        .map(str::trim)
        .filter(|words| !words.is_empty());
    let page = port.page(&mut scope, &query, search).await?;
    let own: HashSet<CustomerId> = scope
        .all::<SettingsRow>(Where::all().eq(SettingsRow::PLUGIN, plugin.id.clone()))
        .await?
        .into_iter()
        .filter(|row| !row.settings.is_empty() || !row.secrets.is_empty())
        .filter_map(|row| row.customer_id)
        .collect();
    let name = feature(&plugin.id);
    let mut items = Vec::with_capacity(page.items.len());
    for customer in page.items {
        let values = tenancy::customer_features(&mut scope, customer.id)
            .await?
            .feature_values;
        let value = values.into_iter().find(|value| value.name == name);
        let has_settings = own.contains(&customer.id);
        items.push(CustomerState {
            is_enabled: value
                .as_ref()
                .is_some_and(|value| value.value.as_deref() == Some("true")),
            has_row: has_settings || value.is_some_and(|value| value.own.is_some()),
            has_settings,
            id: customer.id,
            name: customer.name,
            code: customer.code,
        });
    }
    Ok(PageOf {
        total_count: page.total_count,
        items,
    })
}

/// Settings stay.
pub(super) async fn switch(
    scope: &mut Scope,
    plugin: &Installed,
    customer: CustomerId,
    on: bool,
) -> Result<()> {
    scope
        .port::<dyn CustomerPort>()?
        .find(scope, customer)
        .await?;
    let name = feature(&plugin.id);
    if on {
        if !scope.feature(&name).await? {
            return Err(OFF.into());
        }
        model::ensure(scope, &plugin.id, &plugin.version, Some(customer)).await?;
    }
    let value = if on { None } else { Some("false".to_owned()) };
    // Commits.
    tenancy::set_customer_features(scope, customer, &[(name, value)]).await
}
