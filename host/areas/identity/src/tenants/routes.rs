//! Routes of platform administrators: create a tenant with its first administrator, close, delete
//! and enter tenants.

use data::{
    ById, Empty, Proof, Result, Scope,
    ids::{EditionId, TenantId, UserId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::{
    TenantState,
    access::{TENANTS_CREATE, TENANTS_DELETE, TENANTS_EDIT, TENANTS_IMPERSONATION},
};
use web::Routes;

use crate::{impersonation, sessions::model::NewUser, tenants};

pub fn table() -> Routes {
    Routes::new("/api/core/platform")
        .post("createtenant", TENANTS_CREATE, create_tenant)
        .deny_impersonation()
        .post("suspend", TENANTS_EDIT, suspend)
        .post("activate", TENANTS_EDIT, activate)
        .delete("deletetenant", TENANTS_DELETE, delete_tenant)
        .post("enter", TENANTS_IMPERSONATION, enter)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to enter another tenant."
        )))
}

#[derive(Deserialize, JsonSchema)]
struct CreateTenant {
    tenant: NewTenantInput,
    admin: FirstAdmin,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewTenantInput {
    name: String,
    /// Host names, without scheme and port.
    hosts: Vec<String>,
    /// IANA name. Omitted: Australia/Sydney.
    timezone: Option<String>,
    /// ISO 4217 code. Omitted: AUD.
    base_currency: Option<String>,
    edition_id: Option<EditionId>,
}

/// Initial administrator of the tenant.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FirstAdmin {
    user_name: String,
    name: String,
    surname: String,
    email_address: String,
    password: data::secrets::Secret,
}

/// The created tenant.
#[derive(Serialize, JsonSchema)]
struct CreatedTenant {
    id: TenantId,
}

async fn create_tenant(
    scope: Scope,
    CreateTenant { tenant, admin }: CreateTenant,
) -> Result<CreatedTenant> {
    let usual = tenancy::NewTenant::default();
    let new = tenancy::NewTenant {
        name: tenant.name,
        hosts: tenant.hosts,
        timezone: tenant.timezone.unwrap_or(usual.timezone),
        base_currency: tenant.base_currency.unwrap_or(usual.base_currency),
        edition: tenant.edition_id,
        ..tenancy::NewTenant::default()
    };
    let admin = NewUser {
        user_name: admin.user_name,
        name: admin.name,
        surname: admin.surname,
        email: admin.email_address,
        password: admin.password.expose().to_owned(),
        ..NewUser::default()
    };
    Ok(CreatedTenant {
        id: tenants::service::create_tenant(&scope, new, admin).await?,
    })
}

async fn suspend(mut scope: Scope, ById { id }: ById<TenantId>) -> Result<Empty> {
    tenants::service::set_tenant_state(&mut scope, id, TenantState::InActive).await?;
    Ok(Empty {})
}

async fn activate(mut scope: Scope, ById { id }: ById<TenantId>) -> Result<Empty> {
    tenants::service::set_tenant_state(&mut scope, id, TenantState::Available).await?;
    Ok(Empty {})
}

async fn delete_tenant(mut scope: Scope, ById { id }: ById<TenantId>) -> Result<Empty> {
    tenants::service::delete_tenant(&mut scope, id).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EnterTenant {
    tenant_id: TenantId,
    /// Omitted: the tenant's first active administrator.
    user_id: Option<UserId>,
}

/// Token and address for entering a tenant.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TenantAccess {
    impersonation_token: String,
    /// Scheme and host name of the tenant.
    url: String,
}

async fn enter(
    mut scope: Scope,
    EnterTenant { tenant_id, user_id }: EnterTenant,
) -> Result<TenantAccess> {
    let url = tenancy::base_url(scope.host(), tenant_id, &scope.request).await?;
    let entry = impersonation::service::enter_tenant(&mut scope, tenant_id, user_id).await?;
    Ok(TenantAccess {
        impersonation_token: entry.impersonation_token,
        url,
    })
}
