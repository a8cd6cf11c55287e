//! Creation of tenants with the default roles.

use data::{Host, New, Result, Scope, db::Mode, ids::TenantId};

use crate::{
    model::{Role, RolePermission},
    permissions::rules::DEFAULT_ROLES,
};

pub async fn create_tenant(host: &Host, new: tenancy::NewTenant) -> Result<TenantId> {
    let mut scope = host.scope(TenantId(0), Mode::Write);
    let tenant = create_tenant_in(&mut scope, new).await?;
    scope.commit().await?;
    tenancy::clear_cached_tenant(host, tenant)?;
    Ok(tenant)
}

/// Creates the tenant in the scope's transaction, which then belongs to that tenant.
pub async fn create_tenant_in(scope: &mut Scope, new: tenancy::NewTenant) -> Result<TenantId> {
    let tenant = tenancy::create_tenant_in(scope, new).await?;
    for default in DEFAULT_ROLES {
        let role = scope
            .create(New::<Role> {
                name: default.name.to_owned(),
                display_name: default.name.to_owned(),
                customer_id: None,
                is_static: default.is_static,
                is_default: false,
            })
            .await?;
        for name in default.permissions(scope.host().permissions()) {
            scope
                .create(New::<RolePermission> {
                    role_id: role.id,
                    name,
                })
                .await?;
        }
    }
    Ok(tenant)
}
