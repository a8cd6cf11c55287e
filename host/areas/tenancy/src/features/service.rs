//! Features of tenants and customers, with a short-lived cache.

use std::{collections::HashSet, sync::Arc};

use data::{
    Error, Host, Result, Scope,
    ids::{CustomerId, TenantId},
    message,
};

use crate::tenants::service::Directory;
use crate::{
    PluginCatalogue,
    features::{
        rules::{self, TenantFeatureValues, Values},
        store,
    },
    tenants::model::{CustomerFeatureValue, CustomerFeatures, FeatureInfo, FeatureValue, Features},
};

impl Directory {
    async fn features(&self, host: &Host, tenant: TenantId) -> Result<Arc<TenantFeatureValues>> {
        if let Some(known) = self.features.get(&tenant) {
            return Ok(known);
        }
        let mut tx = host.db().begin_side_read(tenant).await?;
        let found = Arc::new(store::load_values(&mut tx, tenant).await?);
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
        let mut tx = host.db().begin_side_read(tenant).await?;
        let found = Arc::new(store::load_customer_values(&mut tx, customer).await?);
        self.customer_features
            .insert((tenant, customer), found.clone());
        Ok(found)
    }
}

/// True if the feature is on for the tenant, or for this customer.
pub async fn is_feature_enabled(
    host: &Host,
    tenant: TenantId,
    customer: Option<CustomerId>,
    name: &str,
) -> Result<bool> {
    let directory = host.port::<Directory>()?;
    let tenant_values = directory.features(host, tenant).await?;
    Ok(match customer {
        Some(customer) => {
            let own = directory.customer_features(host, tenant, customer).await?;
            tenant_values.for_customer(host.features(), name, &own) == "true"
        }
        None => tenant_values.value(host.features(), name) == "true",
    })
}

pub(crate) fn known_features(host: &Host) -> Result<Vec<FeatureInfo>> {
    Ok(rules::all(
        host.features(),
        &host.port::<dyn PluginCatalogue>()?.plugins(),
    ))
}

/// Returns all features with their values for the tenant or this customer.
pub async fn tenant_features(
    host: &Host,
    tenant: TenantId,
    customer: Option<CustomerId>,
) -> Result<Features> {
    let directory = host.port::<Directory>()?;
    let (features, held) = (
        known_features(host)?,
        directory.features(host, tenant).await?,
    );
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

/// All or none; saves the scope. None removes a value.
pub async fn set_features(scope: &mut Scope, values: &[(String, Option<String>)]) -> Result<()> {
    let tenant_values = scope
        .port::<Directory>()?
        .features(scope.host(), scope.tenant)
        .await?;
    rules::check(&known_features(scope.host())?, &tenant_values.given, values)?;
    for (name, value) in values {
        store::set(scope, name, value.as_deref()).await?;
        scope.note(
            "TenantFeatures",
            scope.tenant,
            name,
            tenant_values.own.get(name),
            value,
        );
    }
    scope.commit().await?;
    scope.port::<Directory>()?.clear_tenant(scope.tenant);
    Ok(())
}

pub async fn enable_plugins(scope: &mut Scope) -> Result<()> {
    let plugins = scope.port::<dyn PluginCatalogue>()?.plugins();
    let on = |id: &str| (format!("Plugin.{id}.Enabled"), Some("true".to_owned()));
    let values: Vec<_> = plugins.iter().map(|plugin| on(&plugin.id)).collect();
    set_features(scope, &values).await
}

/// Returns all features with one customer's effective and own values.
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
    } = tenant_features(host, tenant, Some(customer)).await?;
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

/// Within the tenant's features, all or none; saves the scope.
pub async fn set_customer_features(
    scope: &mut Scope,
    customer: CustomerId,
    values: &[(String, Option<String>)],
) -> Result<()> {
    let directory = scope.port::<Directory>()?;
    let tenant_values = directory.features(scope.host(), scope.tenant).await?;
    let known = known_features(scope.host())?;
    let limits = known
        .iter()
        .map(|feature| {
            (
                feature.name.clone(),
                tenant_values.value(scope.host().features(), &feature.name),
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

/// Returns the values as a map; rejects duplicates.
pub(crate) fn checked_values(host: &Host, values: &[(String, Option<String>)]) -> Result<()> {
    rules::check(&known_features(host)?, &Values::new(), values)?;
    let mut visited = HashSet::new();
    for (at, (name, _)) in values.iter().enumerate() {
        if !visited.insert(name) {
            return Err(Error::invalid(
                format!("featureValues[{at}].name"),
                message!("is a duplicate"),
            ));
        }
    }
    Ok(())
}
