//! What the platform's administrators do that touches tenants' people: the first administrator, and everybody's sessions.

use kernel::{Result, Scope, db::Mode, ids::TenantId};
use people::ADMIN;
use tenancy::{NewTenant, TenantState, within};

use super::{session_gate::SessionGate, users};
use crate::{model::NewUser, rules::users::checked, store};

/// Makes a tenant with its roles, its first administrator and, unless an edition says what it has, every installed
/// plugin, all in one transaction.
pub async fn create_tenant(scope: &Scope, new: NewTenant, admin: NewUser) -> Result<TenantId> {
    let admin = NewUser {
        roles: vec![ADMIN.to_owned()],
        ..admin
    };
    let admin = checked(admin).map_err(|error| within("admin", error))?;
    let hash = scope
        .port::<SessionGate>()?
        .passwords
        .hash(&admin.password)
        .await?;
    let has_edition = new.edition.is_some();
    let mut wide = scope.sibling(Mode::Write);
    let tenant = people::create_tenant_in(&mut wide, new)
        .await
        .map_err(|error| within("tenant", error))?;
    users::create_user_in(&mut wide, admin, hash)
        .await
        .map_err(|error| within("admin", error))?;
    if has_edition {
        wide.commit().await?;
    } else {
        tenancy::enable_plugins(&mut wide).await?;
    }
    tenancy::seen(scope.host(), tenant)?;
    Ok(tenant)
}

/// Opens or closes a tenant. When it closes, everybody's sessions end with it and do not come back when it opens.
pub async fn set_tenant_state(
    scope: &mut Scope,
    tenant: TenantId,
    state: TenantState,
) -> Result<()> {
    let mut wide = scope.sibling(Mode::Write);
    tenancy::set_state_in(&mut wide, tenant, state).await?;
    wide.enter(tenant).await?;
    if state == TenantState::InActive {
        store::end_all_sessions(&mut wide).await?;
    }
    closed(wide, tenant).await
}

/// Takes a tenant away that nothing depends on.
pub async fn delete_tenant(scope: &mut Scope, tenant: TenantId) -> Result<()> {
    let mut wide = scope.sibling(Mode::Write);
    tenancy::delete_in(&mut wide, tenant).await?;
    store::end_all_sessions(&mut wide).await?;
    closed(wide, tenant).await
}

async fn closed(mut wide: Scope, tenant: TenantId) -> Result<()> {
    wide.commit().await?;
    tenancy::seen(wide.host(), tenant)?;
    wide.port::<SessionGate>()?.forget();
    Ok(())
}
