//! What is right for a view configuration, and who sees it.

use kernel::{Error, FieldError, Refusal, Result, ids::UserId};

use super::model::{ViewConfiguration, ViewRow};

/// Own ones of one user; a screen that saves without end is stopped here.
pub(crate) const MAX_COUNT: i64 = 500;
pub(crate) const TOO_MANY: Refusal =
    Refusal::new(1312, "You have saved 500 view configurations already. Delete some first.");

pub(crate) const MAX_NAME_LENGTH: usize = 128;
const MAX_VALUE_BYTES: usize = 64 * 1024;

/// The configuration without stray blanks, or every field that is wrong.
pub(crate) fn checked(mut sent: ViewConfiguration) -> Result<ViewConfiguration> {
    let mut wrong = Vec::new();
    sent.view = sent.view.trim().to_owned();
    sent.key = sent.key.trim().to_owned();
    for (member, text) in [("view", &sent.view), ("key", &sent.key)] {
        if !(1..=MAX_NAME_LENGTH).contains(&text.chars().count()) {
            let message = format!("must have 1 to {MAX_NAME_LENGTH} characters");
            wrong.push(FieldError::new(format!("viewConfiguration.{member}"), message));
        }
    }
    if sent.value.len() > MAX_VALUE_BYTES {
        let message = format!("must have at most {MAX_VALUE_BYTES} bytes");
        wrong.push(FieldError::new("viewConfiguration.value", message));
    }
    if wrong.is_empty() { Ok(sent) } else { Err(Error::Invalid(wrong)) }
}

/// Whether somebody sees it: its owner, the tenant's people, customers' users.
pub(crate) fn is_seen(row: &ViewRow, user: UserId, is_customer: bool) -> bool {
    row.user_id == user || if is_customer { row.show_to_customer_users } else { row.is_shared() }
}

pub(crate) fn shown(row: ViewRow, user: UserId) -> ViewConfiguration {
    ViewConfiguration {
        id: row.id,
        row_version: row.row_version,
        view: row.view_name,
        key: row.key,
        value: row.value,
        is_default: row.is_default,
        show_to_customer_users: row.show_to_customer_users,
        show_to_all_users: row.show_to_all_users,
        is_own: row.user_id == user,
    }
}
