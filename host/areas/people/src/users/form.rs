//! Form of a user, existing or new.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    ids::{CustomerId, RoleId, UserId},
};

use crate::{
    accounts::{new_user, profile_of},
    model::{Role, User},
    port::SignInMethods,
    units,
    users::model::{AssignedRole, EditedUser, UserFacts, UserForEdit},
};
use crate::{
    roles,
    users::service::{check_customer, customer_names, find, sign_in_methods},
};

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
        None => new_user_customer(scope, customer).await?,
    };
    let roles = roles::assignment::assignable_roles(scope, customer).await?;
    let assigned: HashSet<RoleId> = match &user {
        Some(user) => roles::assignment::load_user_roles(scope, user.id)
            .await?
            .into_iter()
            .map(|link| link.role_id)
            .collect(),
        None => roles::assignment::default_roles(&roles),
    };
    // Units belong to the tenant only.
    let (all_units, membered_units) = match (&user, scope.caller.customer()) {
        (_, Some(_)) => (Vec::new(), Vec::new()),
        (None, None) => (units::service::all(scope).await?, Vec::new()),
        (Some(user), None) => {
            let membered = units::store::load_user_units(scope, user.id).await?;
            (
                units::service::all(scope).await?,
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
            Some(user) => edited_user(scope, user).await?,
            None => blank_user(scope, customer).await?,
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

/// Returns the customer of a new user; a customer's administrator can only use their own.
pub(crate) async fn new_user_customer(
    scope: &mut Scope,
    sent: Option<CustomerId>,
) -> Result<Option<CustomerId>> {
    let customer = sent.filter(|id| id.0 != 0).or(scope.caller.customer());
    if let Some(id) = customer {
        check_customer(scope, id).await?;
    }
    Ok(customer)
}

pub(crate) async fn edited_user(scope: &mut Scope, user: User) -> Result<EditedUser> {
    let names = customer_names(scope, user.customer_id.into_iter().collect()).await?;
    let means = sign_in_methods(scope, user.id).await?;
    let (id, user_guid, creation_time) = (
        Some(user.id),
        Some(user.user_guid),
        Some(user.creation_time),
    );
    Ok(EditedUser {
        id,
        user_guid,
        creation_time,
        facts: UserFacts::from_user(user, &means, &names, scope.now()),
    })
}

async fn blank_user(scope: &mut Scope, customer_id: Option<CustomerId>) -> Result<EditedUser> {
    let names = customer_names(scope, customer_id.into_iter().collect()).await?;
    let user = User {
        customer_id,
        ..new_user(scope, String::new(), String::new())
    };
    let facts = UserFacts::from_user(user, &SignInMethods::default(), &names, scope.now());
    Ok(EditedUser {
        id: None,
        user_guid: None,
        creation_time: None,
        facts,
    })
}

impl UserFacts {
    pub(crate) fn from_user(
        user: User,
        means: &SignInMethods,
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
