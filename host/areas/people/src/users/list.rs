//! Lists and exports of users.

use std::collections::HashMap;

use data::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    ids::{CustomerId, RoleId, UserId},
    message,
};
use web::rows;

use crate::{
    model::{Role, User, UserRole},
    port::SignIn,
    users::{
        form_rules::find_by_name,
        model::{UserFacts, UserItem, UserItemRole, UsersQuestion},
    },
};
use crate::{
    roles,
    users::service::{customer_names, manageable_users},
};

pub async fn page(
    scope: &mut Scope,
    question: &UsersQuestion,
    customer: Option<CustomerId>,
    list: &ListQuery,
) -> Result<PageOf<UserItem>> {
    let narrow = filter_users(scope, question, customer).await?;
    let PageOf { total_count, items } = scope.page(list, narrow).await?;
    Ok(PageOf {
        total_count,
        items: to_items(scope, items).await?,
    })
}

async fn filter_users(
    scope: &mut Scope,
    question: &UsersQuestion,
    customer: Option<CustomerId>,
) -> Result<Where<User>> {
    let mut narrow = manageable_users().eq_some(User::CUSTOMER_ID, customer);
    if let Some(role) = &question.role {
        narrow = narrow.is_in(User::ID, &users_with_role(scope, role).await?);
    }
    if let Some(name) = &question.permission {
        let node = (scope.host().permissions().find(name).copied()).ok_or_else(|| {
            Error::invalid(
                "permission",
                message!("this permission does not exist; see getallpermissions"),
            )
        })?;
        narrow = narrow.is_in(
            User::ID,
            &roles::store::users_with_permission(scope, node.name).await?,
        );
    }
    Ok(narrow)
}

/// Includes all customers' roles of one name.
async fn users_with_role(scope: &mut Scope, role: &str) -> Result<Vec<UserId>> {
    let roles: Vec<Role> = match scope.caller.customer() {
        None => scope.all(Where::all()).await?,
        own => roles::assignment::assignable_roles(scope, own).await?,
    };
    let found: Vec<RoleId> = match role.trim().parse::<i64>() {
        Ok(id) => roles
            .iter()
            .map(|role| role.id)
            .filter(|role| role.0 == id)
            .collect(),
        Err(_) => {
            let same = |candidate: &&Role| {
                find_by_name(
                    std::slice::from_ref(*candidate),
                    role,
                    roles::assignment::names,
                )
                .is_some()
            };
            roles.iter().filter(same).map(|role| role.id).collect()
        }
    };
    if found.is_empty() {
        return Err(Error::invalid(
            "role",
            message!("no role has this id or name"),
        ));
    }
    let mut users = Vec::new();
    for role in found {
        users.extend(roles::store::users_with(scope, role).await?);
    }
    users.sort_unstable();
    users.dedup();
    Ok(users)
}

async fn to_items(scope: &mut Scope, users: Vec<User>) -> Result<Vec<UserItem>> {
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    let roles: HashMap<RoleId, Role> = scope
        .unrestricted()
        .await?
        .all::<Role>(Where::all())
        .await?
        .into_iter()
        .map(|role| (role.id, role))
        .collect();
    let mut roles_of: HashMap<UserId, Vec<UserItemRole>> = HashMap::new();
    for link in scope
        .all::<UserRole>(Where::all().is_in(UserRole::USER_ID, &ids))
        .await?
    {
        if let Some(role) = roles.get(&link.role_id) {
            roles_of
                .entry(link.user_id)
                .or_default()
                .push(UserItemRole {
                    role_id: role.id,
                    role_name: role.name.clone(),
                    display_name: role.display_name.clone(),
                });
        }
    }
    let sign_in = scope.port::<dyn SignIn>()?;
    let mut means_of = sign_in.load_methods(scope, &ids).await?;
    let customers = customer_names(
        scope,
        users.iter().filter_map(|user| user.customer_id).collect(),
    )
    .await?;
    let now = scope.now();
    let item = |user: User| {
        let means = means_of.remove(&user.id).unwrap_or_default();
        UserItem {
            id: user.id,
            user_guid: user.user_guid,
            profile_picture_id: user.profile_picture_id,
            roles: roles_of.remove(&user.id).unwrap_or_default(),
            creation_time: user.creation_time,
            facts: UserFacts::from_user(user, &means, &customers, now),
            api_keys: means.api_keys,
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

/// CSV with a byte order mark for spreadsheets.
pub async fn table(
    scope: &mut Scope,
    question: &UsersQuestion,
    customer: Option<CustomerId>,
    list: ListQuery,
) -> Result<Vec<u8>> {
    const PAGE_SIZE: i64 = 1000;
    /// UTF-8 byte order mark.
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let narrow = filter_users(scope, question, customer).await?;
    let mut lines = Vec::new();
    loop {
        let skip_count = Some(lines.len() as i64);
        let list = ListQuery {
            max_result_count: Some(PAGE_SIZE),
            skip_count,
            ..list.clone()
        };
        let page: PageOf<User> = scope.page(&list, narrow.clone()).await?;
        let (total, read) = (page.total_count, page.items.len());
        lines.extend(to_items(scope, page.items).await?.into_iter().map(line));
        if read == 0 || lines.len() as i64 >= total {
            break;
        }
    }
    Ok([BYTE_ORDER_MARK, &rows::write(&COLUMNS, lines)?].concat())
}

fn line(user: UserItem) -> [String; COLUMNS.len()] {
    let yes = |is: bool| if is { "Yes" } else { "No" }.to_owned();
    let time = |time: chrono::DateTime<chrono::Utc>| time.format("%Y-%m-%d %H:%M:%S").to_string();
    let roles: Vec<String> = user
        .roles
        .into_iter()
        .map(|role| role.display_name)
        .collect();
    let facts = user.facts;
    [
        facts.name,
        facts.surname,
        facts.user_name,
        facts.email_address,
        facts.phone_number,
        roles.join(", "),
        facts.customer_name.unwrap_or_default(),
        yes(facts.is_active),
        yes(facts.is_locked),
        yes(facts.is_driver),
        facts.last_login_time.map(time).unwrap_or_default(),
        time(user.creation_time),
    ]
}
