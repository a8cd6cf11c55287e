//! Routes of tenancy: tenant of the host name, appearance and features.

use data::{Empty, Needs, Result, Scope};
use web::{
    Raw, Routes,
    http::{Body, HeaderValue, IntoResponse, Method, Response, StatusCode, header},
};

use crate::tenants::{
    self,
    model::{
        BillingAddress, Configuration, FeatureChanges, Features, FeaturesQuestion, TenantAnswer,
        TenantQuestion, TenantState,
    },
};

pub(crate) fn account() -> Routes {
    Routes::new("/api/core/account").post("isTenantAvailable", Needs::Nothing, is_tenant_available)
}

pub(crate) fn configuration() -> Routes {
    Routes::new("/api/core/configuration").get("getconfiguration", Needs::Tenant, get_configuration)
}

pub(crate) fn logo() -> Routes {
    Routes::new("/api/core/tenant")
        .raw(Method::GET, "getlogo", Needs::Tenant, 0, get_logo)
        .raw(
            Method::GET,
            "getcustomcss",
            Needs::Tenant,
            0,
            get_custom_css,
        )
}

pub(crate) fn features() -> Routes {
    Routes::new("/api/core/feature")
        .get("gettenantfeatuers", Needs::SignedIn, get_tenant_features)
        .put(
            "updatetenantfeatures",
            crate::access::TENANT_SETTINGS,
            update_tenant_features,
        )
}

async fn is_tenant_available(scope: Scope, question: TenantQuestion) -> Result<TenantAnswer> {
    let found = tenants::service::find_any_by_host(scope.host(), &question.tenancy_name).await?;
    let (state, tenant_id) = match found {
        Some(tenant) if tenant.state == TenantState::Available => (1, Some(tenant.id)),
        Some(_) => (2, None),
        None => (3, None),
    };
    Ok(TenantAnswer {
        state,
        tenant_id,
        server_root_address: scope.request.base_url.clone(),
    })
}

async fn get_configuration(mut scope: Scope, _: Empty) -> Result<Configuration> {
    let tenant = tenants::service::settings(&mut scope).await?;
    let settings = crate::settings::service::settings_of(scope.host(), scope.tenant).await?;
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
        country_code: settings.general.country_code.clone(),
        holidays: settings.bookings.holidays.clone(),
        guests: settings.guests.clone(),
        has_mail_server: crate::emails::service::has_server(scope.host(), scope.tenant).await?,
        ui: settings.ui.clone(),
    })
}

async fn get_logo(mut scope: Scope, _: Raw) -> Result<Response> {
    let tenant = tenants::service::settings(&mut scope).await?;
    let (media_type, body) = match &tenant.logo {
        Some(logo) => {
            let bytes = scope.host().files().get(scope.tenant, &logo.key).await?;
            (logo.media_type.clone(), Body::from(bytes))
        }
        None => (
            "image/svg+xml".to_owned(),
            Body::from(tenants::rules::placeholder_logo(&tenant.name)),
        ),
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_str(&media_type).map_err(data::Error::internal)?,
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=300"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    Ok(response)
}

/// Empty without one, so that the page's link always works.
async fn get_custom_css(mut scope: Scope, raw: Raw) -> Result<Response> {
    let tenant = tenants::service::settings(&mut scope).await?;
    let (tag, sheet) = match &tenant.style {
        Some(style) => (
            format!("\"{}\"", style.id),
            scope.host().files().get(scope.tenant, &style.key).await?,
        ),
        None => ("\"none\"".to_owned(), Default::default()),
    };
    let client_etag = raw
        .headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|sent| sent.as_bytes() == tag.as_bytes());
    let mut response = if client_etag {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], sheet).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(
        header::ETAG,
        HeaderValue::from_str(&tag).map_err(data::Error::internal)?,
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    Ok(response)
}

async fn get_tenant_features(scope: Scope, question: FeaturesQuestion) -> Result<Features> {
    if question
        .tenant_id
        .is_some_and(|tenant| tenant != scope.tenant)
    {
        return Err(data::Error::NotFound("The tenant"));
    }
    crate::features::service::tenant_features(scope.host(), scope.tenant, scope.caller.customer())
        .await
}

async fn update_tenant_features(mut scope: Scope, changes: FeatureChanges) -> Result<Empty> {
    crate::features::service::set_features(&mut scope, &changes.pairs()).await?;
    Ok(Empty {})
}
