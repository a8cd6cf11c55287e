//! What a tenant and its customers have switched on, with a short memory, and switching it.

use std::{collections::HashSet, sync::Arc};

use kernel::{
    Error, Host, Result, Scope,
    ids::{CustomerId, TenantId},
    message,
};

use super::Directory;
use crate::{
    PluginCatalogue,
    model::{CustomerFeatureValue, CustomerFeatures, FeatureInfo, FeatureValue, Features},
    rules::features::{self as rules, Held, Values},
    store::features as store,
};

impl Directory {
    async fn features(&self, host: &Host, tenant: TenantId) -> Result<Arc<Held>> {
        if let Some(known) = self.features.get(&tenant) {
            return Ok(known);
        }
        let mut tx = host.db().begin_aside(tenant).await?;
        let found = Arc::new(store::held(&mut tx, tenant).await?);
        self.features.insert(tenant, found.clone());
        Ok(found)
    }

    async fn customer_features(
        &self,
        host: &Host,
        tenant: TenantId,
        customer: CustomerId,
    ) -> Result<Arc<Values>> {
        if let Some(known) = self.customer_features.get(&(tenant, customer)) {
            return Ok(known);
        }
        let mut tx = host.db().begin_aside(tenant).await?;
        let found = Arc::new(store::of_customer(&mut tx, customer).await?);
        self.customer_features
            .insert((tenant, customer), found.clone());
        Ok(found)
    }
}

/// Whether the tenant, or this customer of it, has the feature switched on.
pub async fn feature(
    host: &Host,
    tenant: TenantId,
    customer: Option<CustomerId>,
    name: &str,
) -> Result<bool> {
    let directory = host.port::<Directory>()?;
    let held = directory.features(host, tenant).await?;
    Ok(match customer {
        Some(customer) => {
            let own = directory.customer_features(host, tenant, customer).await?;
            held.for_customer(host.features(), name, &own) == "true"
        }
        None => held.value(host.features(), name) == "true",
    })
}

pub(crate) fn known(host: &Host) -> Result<Vec<FeatureInfo>> {
    Ok(rules::all(
        host.features(),
        &host.port::<dyn PluginCatalogue>()?.plugins(),
    ))
}

/// Every feature there is, with its value for the tenant or for this customer.
pub async fn of_tenant(
    host: &Host,
    tenant: TenantId,
    customer: Option<CustomerId>,
) -> Result<Features> {
    let directory = host.port::<Directory>()?;
    let (features, held) = (known(host)?, directory.features(host, tenant).await?);
    let own = match customer {
        Some(customer) => directory.customer_features(host, tenant, customer).await?,
        None => Arc::default(),
    };
    let value = |name: &str| held.for_customer(host.features(), name, &own);
    let feature_values = features
        .iter()
        .map(|one| FeatureValue {
            name: one.name.clone(),
            value: Some(value(&one.name)),
        })
        .collect();
    Ok(Features {
        feature_values,
        features,
    })
}

/// Switches features of the scope's tenant, all or none, and saves the scope. Nothing is left of a value that is none.
pub async fn set_features(scope: &mut Scope, values: &[(String, Option<String>)]) -> Result<()> {
    let held = scope
        .port::<Directory>()?
        .features(scope.host(), scope.tenant)
        .await?;
    rules::check(&known(scope.host())?, &held.given, values)?;
    for (name, value) in values {
        store::set(scope, name, value.as_deref()).await?;
        scope.note(
            "TenantFeatures",
            scope.tenant,
            name,
            held.own.get(name),
            value,
        );
    }
    scope.commit().await?;
    scope.port::<Directory>()?.forget(scope.tenant);
    Ok(())
}

/// Switches every plugin on that is installed.
pub async fn enable_plugins(scope: &mut Scope) -> Result<()> {
    let plugins = scope.port::<dyn PluginCatalogue>()?.plugins();
    let on = |id: &str| (format!("Plugin.{id}.Enabled"), Some("true".to_owned()));
    let values: Vec<_> = plugins.iter().map(|plugin| on(&plugin.id)).collect();
    set_features(scope, &values).await
}

/// Every feature with its value for one customer, and what was said for the customer itself.
pub async fn customer_features(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<CustomerFeatures> {
    let (tenant, host) = (scope.tenant, scope.host());
    let own = host
        .port::<Directory>()?
        .customer_features(host, tenant, customer)
        .await?;
    let Features {
        feature_values,
        features,
    } = of_tenant(host, tenant, Some(customer)).await?;
    let feature_values = feature_values
        .into_iter()
        .map(|FeatureValue { name, value }| CustomerFeatureValue {
            own: own.get(&name).cloned(),
            name,
            value,
        })
        .collect();
    Ok(CustomerFeatures {
        feature_values,
        features,
    })
}

/// Switches features of one customer, all or none, within what the tenant has, and saves the scope. The customer must
/// be there.
pub async fn set_customer_features(
    scope: &mut Scope,
    customer: CustomerId,
    values: &[(String, Option<String>)],
) -> Result<()> {
    let directory = scope.port::<Directory>()?;
    let held = directory.features(scope.host(), scope.tenant).await?;
    let known = known(scope.host())?;
    let limits = known
        .iter()
        .map(|feature| {
            (
                feature.name.clone(),
                held.value(scope.host().features(), &feature.name),
            )
        })
        .collect();
    rules::check(&known, &limits, values)?;
    let before = directory
        .customer_features(scope.host(), scope.tenant, customer)
        .await?;
    for (name, value) in values {
        store::set_for_customer(scope, customer, name, value.as_deref()).await?;
        scope.note(
            "Customer",
            customer,
            &format!("features.{name}"),
            before.get(name),
            value,
        );
    }
    scope.commit().await?;
    directory
        .customer_features
        .invalidate(&(scope.tenant, customer));
    Ok(())
}

/// The values as a map; an edition or a tenant can't be given the same feature twice.
pub(crate) fn checked_values(host: &Host, values: &[(String, Option<String>)]) -> Result<()> {
    rules::check(&known(host)?, &Values::new(), values)?;
    let mut seen = HashSet::new();
    for (at, (name, _)) in values.iter().enumerate() {
        if !seen.insert(name) {
            return Err(Error::invalid(
                format!("featureValues[{at}].name"),
                message!("stands here twice"),
            ));
        }
    }
    Ok(())
}
