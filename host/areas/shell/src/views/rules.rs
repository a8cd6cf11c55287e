//! Validation and visibility of view configurations.

use data::{Error, Refusal, Result, ids::UserId, validate};

use super::model::{ViewConfiguration, ViewRow};

/// Per user; stops a screen that saves without end.
pub(crate) const MAX_COUNT: i64 = 500;
pub(crate) const TOO_MANY: Refusal = Refusal::new(
    1312,
    "You have saved 500 view configurations already. Delete some first.",
);

pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_VALUE_LENGTH: usize = 64 * 1024;

/// Reports all invalid fields.
pub(crate) fn check(view: &mut ViewConfiguration) -> Result<()> {
    view.view = view.view.trim().to_owned();
    view.key = view.key.trim().to_owned();
    let errors = validate::check("viewConfiguration", view);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// True for the owner, and for the audience of a shared configuration.
pub(crate) fn is_visible(row: &ViewRow, user: UserId, is_customer: bool) -> bool {
    row.user_id == user
        || if is_customer {
            row.show_to_customer_users
        } else {
            row.is_shared()
        }
}

pub(crate) fn apply(row: &mut ViewRow, view: ViewConfiguration) {
    row.view_name = view.view;
    row.key = view.key;
    row.value = view.value;
    row.is_default = view.is_default;
    row.show_to_customer_users = view.show_to_customer_users;
    row.show_to_all_users = view.show_to_all_users;
}

pub(crate) fn to_view(row: ViewRow, user: UserId) -> ViewConfiguration {
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
