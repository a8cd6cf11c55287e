//! A user's form: what it shows, of a user or for a new one.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope,
    ids::{CustomerId, RoleId, UserId},
};

use super::{check_customer, customer_names, find, means_of, roles_of};
use crate::{
    model::{
        Role, User,
        users::{AssignedRole, EditedUser, UserFacts, UserForEdit},
    },
    port::Means,
    service::{
        accounts::{fresh, profile_of},
        units,
    },
    store,
};

/// What the form shows, of a user or for a new one.
pub async fn for_edit(
    scope: &mut Scope,
    id: Option<UserId>,
    customer: Option<CustomerId>,
) -> Result<UserForEdit> {
    let user = match id {
        Some(id) => Some(find(scope, id).await?),
        None => None,
    };
    let customer = match &user {
        Some(user) => user.customer_id,
        None => customer_of_new(scope, customer).await?,
    };
    let roles = roles_of::fitting(scope, customer).await?;
    let assigned: HashSet<RoleId> = match &user {
        Some(user) => roles_of::had(scope, user.id)
            .await?
            .into_iter()
            .map(|link| link.role_id)
            .collect(),
        None => roles_of::defaults(&roles),
    };
    // Units are the tenant's own affair.
    let (all_units, membered_units) = match (&user, scope.caller.customer()) {
        (_, Some(_)) => (Vec::new(), Vec::new()),
        (None, None) => (units::all(scope).await?, Vec::new()),
        (Some(user), None) => {
            let membered = store::units::of_user(scope, user.id).await?;
            (
                units::all(scope).await?,
                membered.into_iter().map(|(_, code)| code).collect(),
            )
        }
    };
    Ok(UserForEdit {
        profile_picture_id: user.as_ref().and_then(|user| user.profile_picture_id),
        timezone: match id {
            Some(id) => profile_of(scope, id).await?.timezone,
            None => None,
        },
        roles: roles
            .iter()
            .map(|role| assigned_role(role, &assigned))
            .collect(),
        all_units,
        membered_units,
        user: match user {
            Some(user) => edited(scope, user).await?,
            None => blank(scope, customer).await?,
        },
    })
}

fn assigned_role(role: &Role, assigned: &HashSet<RoleId>) -> AssignedRole {
    AssignedRole {
        role_id: role.id,
        role_name: role.name.clone(),
        role_display_name: role.display_name.clone(),
        is_assigned: assigned.contains(&role.id),
        is_default: role.is_default,
    }
}

/// Whose user a new one is: a customer's administrator makes users of the own customer alone.
pub(crate) async fn customer_of_new(
    scope: &mut Scope,
    sent: Option<CustomerId>,
) -> Result<Option<CustomerId>> {
    let customer = sent.filter(|id| id.0 != 0).or(scope.caller.customer());
    if let Some(id) = customer {
        check_customer(scope, id).await?;
    }
    Ok(customer)
}

pub(super) async fn edited(scope: &mut Scope, user: User) -> Result<EditedUser> {
    let names = customer_names(scope, user.customer_id.into_iter().collect()).await?;
    let means = means_of(scope, user.id).await?;
    let (id, user_guid, creation_time) = (
        Some(user.id),
        Some(user.user_guid),
        Some(user.creation_time),
    );
    Ok(EditedUser {
        id,
        user_guid,
        creation_time,
        facts: UserFacts::of(user, &means, &names, scope.now()),
    })
}

async fn blank(scope: &mut Scope, customer_id: Option<CustomerId>) -> Result<EditedUser> {
    let names = customer_names(scope, customer_id.into_iter().collect()).await?;
    let user = User {
        customer_id,
        ..fresh(scope, String::new(), String::new())
    };
    let facts = UserFacts::of(user, &Means::default(), &names, scope.now());
    Ok(EditedUser {
        id: None,
        user_guid: None,
        creation_time: None,
        facts,
    })
}

impl UserFacts {
    pub(super) fn of(
        user: User,
        means: &Means,
        customers: &HashMap<CustomerId, String>,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            row_version: user.row_version,
            name: user.name,
            surname: user.surname,
            user_name: user.user_name,
            email_address: user.email_address,
            phone_number: user.phone_number,
            is_active: user.is_active,
            is_driver: user.is_driver,
            is_lockout_enabled: user.is_lockout_enabled,
            is_locked: user.lockout_end.is_some_and(|end| end > now),
            is_two_factor_enabled: means.has_second_step,
            should_change_password_on_next_login: user.should_change_password,
            customer_name: user.customer_id.and_then(|id| customers.get(&id).cloned()),
            customer_id: user.customer_id,
            api_key: means.api_keys.last().copied(),
            last_login_time: user.last_login_time,
        }
    }
}
