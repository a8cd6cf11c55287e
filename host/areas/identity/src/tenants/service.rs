//! Platform operations on tenants: first administrator, state and sessions.

use data::{Result, Scope, db::Mode, ids::TenantId};
use people::ADMIN;
use tenancy::{NewTenant, TenantState, prefix_fields};

use crate::{sessions::gate::SessionGate, users};
use crate::{
    sessions::{self, model::NewUser},
    users::rules::validate_new_user,
};

/// Creates a tenant with roles and first administrator in one transaction. Without an edition it
/// gets every plugin.
pub async fn create_tenant(scope: &Scope, new: NewTenant, admin: NewUser) -> Result<TenantId> {
    let admin = NewUser {
        roles: vec![ADMIN.to_owned()],
        ..admin
    };
    let admin = validate_new_user(admin).map_err(|error| prefix_fields("admin", error))?;
    let hash = scope
        .port::<SessionGate>()?
        .passwords
        .hash(&admin.password)
        .await?;
    let has_edition = new.edition.is_some();
    let mut wide = scope.sibling(Mode::Write);
    let tenant = people::create_tenant_in(&mut wide, new)
        .await
        .map_err(|error| prefix_fields("tenant", error))?;
    users::service::create_user_in(&mut wide, admin, hash)
        .await
        .map_err(|error| prefix_fields("admin", error))?;
    if has_edition {
        wide.commit().await?;
    } else {
        tenancy::enable_plugins(&mut wide).await?;
    }
    tenancy::clear_cached_tenant(scope.host(), tenant)?;
    Ok(tenant)
}

/// Opens or closes a tenant. Closing ends all sessions for good.
pub async fn set_tenant_state(
    scope: &mut Scope,
    tenant: TenantId,
    state: TenantState,
) -> Result<()> {
    let mut wide = scope.sibling(Mode::Write);
    tenancy::set_state_in(&mut wide, tenant, state).await?;
    wide.enter(tenant).await?;
    if state == TenantState::InActive {
        sessions::store::end_all_sessions(&mut wide).await?;
    }
    clear_caches(wide, tenant).await
}

pub async fn delete_tenant(scope: &mut Scope, tenant: TenantId) -> Result<()> {
    let mut wide = scope.sibling(Mode::Write);
    tenancy::delete_in(&mut wide, tenant).await?;
    sessions::store::end_all_sessions(&mut wide).await?;
    clear_caches(wide, tenant).await
}

async fn clear_caches(mut wide: Scope, tenant: TenantId) -> Result<()> {
    wide.commit().await?;
    tenancy::clear_cached_tenant(wide.host(), tenant)?;
    wide.port::<SessionGate>()?.clear_cache();
    Ok(())
}
