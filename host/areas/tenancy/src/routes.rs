//! The calls of tenancy: who is at this host name, what it is called, its logo, its features.

use kernel::{
    Empty, Needs, Raw, Result, Routes, Scope,
    http::{Body, HeaderValue, Method, Response, header},
    permission,
};

use crate::{
    PluginCatalogue,
    model::{
        BillingAddress, Configuration, FeatureChanges, FeatureValue, Features, FeaturesQuestion, TenantAnswer,
        TenantQuestion, TenantState,
    },
    rules, service,
};

pub(crate) fn account() -> Routes {
    Routes::at("/api/core/account").post("isTenantAvailable", Needs::Nothing, is_tenant_available)
}

pub(crate) fn configuration() -> Routes {
    Routes::at("/api/core/configuration").get("getconfiguration", Needs::Tenant, get_configuration)
}

pub(crate) fn logo() -> Routes {
    Routes::at("/api/core/tenant").raw(Method::GET, "getlogo", Needs::Tenant, 0, get_logo)
}

pub(crate) fn features() -> Routes {
    Routes::at("/api/core/feature").get("gettenantfeatuers", Needs::SignedIn, get_tenant_features).put(
        "updatetenantfeatures",
        permission::TENANT_SETTINGS,
        update_tenant_features,
    )
}

async fn is_tenant_available(scope: Scope, question: TenantQuestion) -> Result<TenantAnswer> {
    let found = service::any_by_host(scope.host(), &question.tenancy_name).await?;
    let (state, tenant_id) = match found {
        Some(tenant) if tenant.state == TenantState::Available => (1, Some(tenant.id)),
        Some(_) => (2, None),
        None => (3, None),
    };
    Ok(TenantAnswer { state, tenant_id, server_root_address: scope.request.base_url.clone() })
}

async fn get_configuration(mut scope: Scope, _: Empty) -> Result<Configuration> {
    let tenant = service::settings(&mut scope).await?;
    Ok(Configuration {
        tenant_name: tenant.name.clone(),
        tenant_billing_address: BillingAddress {
            address: tenant.address.clone(),
            legal_name: tenant.legal_name.clone(),
            tax_vat_no: tenant.tax_vat_no.clone(),
        },
        allow_self_registration: tenant.allow_self_registration,
        base_currency: tenant.base_currency.clone(),
        timezone: tenant.timezone.clone(),
    })
}

async fn get_logo(mut scope: Scope, _: Raw) -> Result<Response> {
    let tenant = service::settings(&mut scope).await?;
    let (media_type, body) = match &tenant.logo {
        Some(logo) => {
            let bytes = scope.host().files().get(scope.tenant, &logo.key).await?;
            (logo.media_type.clone(), Body::from(bytes))
        }
        None => ("image/svg+xml".to_owned(), Body::from(rules::mark(&tenant.name))),
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&media_type).map_err(kernel::Error::internal)?);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=300"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    Ok(response)
}

async fn get_tenant_features(scope: Scope, question: FeaturesQuestion) -> Result<Features> {
    if question.tenant_id.is_some_and(|tenant| tenant != scope.tenant) {
        return Err(kernel::Error::NotFound("The tenant"));
    }
    let features = rules::all_features(&scope.port::<dyn PluginCatalogue>()?.plugins());
    let mut feature_values = Vec::with_capacity(features.len());
    for feature in &features {
        let value = service::feature_value(scope.host(), scope.tenant, &feature.name).await?;
        feature_values.push(FeatureValue { name: feature.name.clone(), value });
    }
    Ok(Features { feature_values, features })
}

async fn update_tenant_features(mut scope: Scope, changes: FeatureChanges) -> Result<Empty> {
    let values: Vec<(String, String)> =
        changes.feature_values.into_iter().map(|feature| (feature.name, feature.value)).collect();
    service::set_features(&mut scope, &values).await?;
    Ok(Empty {})
}
