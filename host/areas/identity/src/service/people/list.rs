//! Lists of users, for screens and as a table.

use std::collections::HashMap;

use kernel::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    ids::{ApiKeyId, CustomerId, RoleId, UserId},
    permission, rows,
};

use super::{customer_names, roles_of, within_reach};
use crate::{
    model::{
        ApiKey, Role, User, UserRole,
        people::{UserItem, UserItemRole, UsersQuestion},
    },
    rules::people::named,
    service::two_factor,
    store,
};

/// A page of the users whom the caller may manage.
pub async fn page(
    scope: &mut Scope,
    question: &UsersQuestion,
    customer: Option<CustomerId>,
    list: &ListQuery,
) -> Result<PageOf<UserItem>> {
    let narrow = narrow(scope, question, customer).await?;
    let PageOf { total_count, items } = scope.page(list, narrow).await?;
    Ok(PageOf { total_count, items: dressed(scope, items).await? })
}

async fn narrow(scope: &mut Scope, question: &UsersQuestion, customer: Option<CustomerId>) -> Result<Where> {
    let mut narrow = within_reach(scope).eq_some("customer_id", customer);
    if let Some(role) = &question.role {
        narrow = narrow.is_in("id", &having_role(scope, role).await?);
    }
    if let Some(name) = &question.permission {
        let node = permission::find(name)
            .ok_or_else(|| Error::invalid("permission", "there is no such permission, as getallpermissions tells"))?;
        narrow = narrow.is_in("id", &store::people::holders(scope, node.name).await?);
    }
    Ok(narrow)
}

/// The users who have the role of this id or name; of customers' roles with one name any.
async fn having_role(scope: &mut Scope, asked: &str) -> Result<Vec<UserId>> {
    let roles: Vec<Role> = match scope.caller.customer() {
        None => scope.all(Where::all()).await?,
        own => roles_of::fitting(scope, own).await?,
    };
    let found: Vec<RoleId> = match asked.trim().parse::<i64>() {
        Ok(id) => roles.iter().map(|role| role.id).filter(|role| role.0 == id).collect(),
        Err(_) => {
            let same = |role: &&Role| named(std::slice::from_ref(*role), asked, names).is_some();
            roles.iter().filter(same).map(|role| role.id).collect()
        }
    };
    if found.is_empty() {
        return Err(Error::invalid("role", "there is no role with this id or name"));
    }
    let mut users = Vec::new();
    for role in found {
        users.extend(store::people::users_with(scope, role).await?);
    }
    users.sort_unstable();
    users.dedup();
    Ok(users)
}

/// The two names by which a role is known.
pub(super) fn names(role: &Role) -> (&str, &str) {
    (&role.name, &role.display_name)
}

/// Users with their roles, keys and customers' names.
async fn dressed(scope: &mut Scope, users: Vec<User>) -> Result<Vec<UserItem>> {
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    let roles: HashMap<RoleId, Role> =
        scope.all::<Role>(Where::all()).await?.into_iter().map(|role| (role.id, role)).collect();
    let mut roles_of: HashMap<UserId, Vec<UserItemRole>> = HashMap::new();
    for link in scope.all::<UserRole>(Where::all().is_in("user_id", &ids)).await? {
        if let Some(role) = roles.get(&link.role_id) {
            roles_of.entry(link.user_id).or_default().push(UserItemRole {
                role_id: role.id,
                role_name: role.name.clone(),
                display_name: role.display_name.clone(),
            });
        }
    }
    let mut keys_of: HashMap<UserId, Vec<ApiKeyId>> = HashMap::new();
    for key in scope.all::<ApiKey>(Where::all().is_in("user_id", &ids)).await? {
        keys_of.entry(key.user_id).or_default().push(key.id);
    }
    let customers = customer_names(scope, users.iter().filter_map(|user| user.customer_id).collect()).await?;
    let two_factor = two_factor::enabled_of(scope, &ids).await?;
    let now = scope.now();
    let item = |user: User| {
        let api_keys = keys_of.remove(&user.id).unwrap_or_default();
        UserItem {
            roles: roles_of.remove(&user.id).unwrap_or_default(),
            api_key: api_keys.last().copied(),
            api_keys,
            is_locked: user.lockout_end.is_some_and(|end| end > now),
            is_two_factor_enabled: two_factor.contains(&user.id),
            customer_name: user.customer_id.and_then(|id| customers.get(&id).cloned()),
            id: user.id,
            row_version: user.row_version,
            user_guid: user.user_guid,
            name: user.name,
            surname: user.surname,
            user_name: user.user_name,
            email_address: user.email_address,
            phone_number: user.phone_number,
            is_active: user.is_active,
            is_driver: user.is_driver,
            is_lockout_enabled: user.is_lockout_enabled,
            should_change_password_on_next_login: user.should_change_password,
            customer_id: user.customer_id,
            profile_picture_id: user.profile_picture_id,
            last_login_time: user.last_login_time,
            creation_time: user.creation_time,
        }
    };
    Ok(users.into_iter().map(item).collect())
}

const COLUMNS: [&str; 12] = [
    "Name",
    "Surname",
    "User name",
    "E-mail",
    "Phone",
    "Roles",
    "Customer",
    "Active",
    "Locked",
    "Driver",
    "Last sign-in (UTC)",
    "Created (UTC)",
];

/// All users that the list would page through, as CSV that a spreadsheet opens with its letters intact.
pub async fn table(
    scope: &mut Scope,
    question: &UsersQuestion,
    customer: Option<CustomerId>,
    list: ListQuery,
) -> Result<Vec<u8>> {
    const AT_ONCE: i64 = 1000;
    /// What makes a spreadsheet read UTF-8.
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let narrow = narrow(scope, question, customer).await?;
    let mut lines = Vec::new();
    loop {
        let skip_count = Some(lines.len() as i64);
        let list = ListQuery { max_result_count: Some(AT_ONCE), skip_count, ..list.clone() };
        let page: PageOf<User> = scope.page(&list, narrow.clone()).await?;
        let (total, read) = (page.total_count, page.items.len());
        lines.extend(dressed(scope, page.items).await?.into_iter().map(line));
        if read == 0 || lines.len() as i64 >= total {
            break;
        }
    }
    Ok([MARK, &rows::write(&COLUMNS, lines)?].concat())
}

fn line(user: UserItem) -> [String; COLUMNS.len()] {
    let yes = |is: bool| if is { "Yes" } else { "No" }.to_owned();
    let time = |time: chrono::DateTime<chrono::Utc>| time.format("%Y-%m-%d %H:%M:%S").to_string();
    let roles: Vec<String> = user.roles.into_iter().map(|role| role.display_name).collect();
    [
        user.name,
        user.surname,
        user.user_name,
        user.email_address,
        user.phone_number,
        roles.join(", "),
        user.customer_name.unwrap_or_default(),
        yes(user.is_active),
        yes(user.is_locked),
        yes(user.is_driver),
        user.last_login_time.map(time).unwrap_or_default(),
        time(user.creation_time),
    ]
}
