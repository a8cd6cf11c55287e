//! Features of a customer: a subset of the tenant's.

use crate::access::{CUSTOMER, CUSTOMER_EDIT};
use data::{Empty, Result, Scope, ids::CustomerId};
use schemars::JsonSchema;
use serde::Deserialize;
use tenancy::CustomerFeatures;
use web::Routes;

pub(crate) fn table() -> Routes {
    Routes::new("/api/core/feature")
        .feature(crate::access::CUSTOMERS)
        .get("getcustomerfeatures", CUSTOMER, get_customer_features)
        .put(
            "updatecustomerfeatures",
            CUSTOMER_EDIT,
            update_customer_features,
        )
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfCustomer {
    customer_id: CustomerId,
}

async fn get_customer_features(
    mut scope: Scope,
    OfCustomer { customer_id }: OfCustomer,
) -> Result<CustomerFeatures> {
    crate::row(&mut scope, customer_id).await?;
    tenancy::customer_features(&mut scope, customer_id).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerFeatureChanges {
    customer_id: CustomerId,
    feature_values: Vec<CustomerFeatureChange>,
}

#[derive(Deserialize, JsonSchema)]
struct CustomerFeatureChange {
    name: String,
    /// Null: the tenant's value.
    value: Option<String>,
}

async fn update_customer_features(
    mut scope: Scope,
    changes: CustomerFeatureChanges,
) -> Result<Empty> {
    let customer = crate::row(&mut scope, changes.customer_id).await?;
    let values: Vec<_> = changes
        .feature_values
        .into_iter()
        .map(|change| (change.name, change.value))
        .collect();
    tenancy::set_customer_features(&mut scope, customer.id, &values).await?;
    Ok(Empty {})
}
