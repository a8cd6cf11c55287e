//! Validation of user forms and limits of administrators.

use data::{FieldError, Refusal, message};

use crate::users::rules::key;
use crate::{model::User, users::model::UserInput};

pub const LAST_ADMINISTRATOR: Refusal = Refusal::new(
    1201,
    "This is the last active administrator: add another one first.",
);
pub const OWN_ACCOUNT: Refusal = Refusal::new(1202, "You can't delete or switch off yourself.");
pub(crate) const MAX_ROLE_NAME_LENGTH: usize = 64;
pub const STATIC_ROLE: Refusal = Refusal::new(1203, "This role is built in and can't be changed.");

/// Returns the name key of a deleted user. With its blank it can't collide with a user name.
pub fn key_of_deleted(id: data::ids::UserId) -> String {
    format!("deleted {id}")
}

/// Changed fields that could let the caller sign in as the user.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChangedFields {
    pub user_name: bool,
    pub email: bool,
    pub password: bool,
}

impl ChangedFields {
    pub fn any(&self) -> bool {
        self.user_name || self.email || self.password
    }
}

pub fn changes_sign_in(before: &User, after: &User) -> bool {
    after.is_active != before.is_active
        || after.is_lockout_enabled != before.is_lockout_enabled
        || after.should_change_password != before.should_change_password
}

impl UserInput {
    pub fn trimmed(mut self) -> Self {
        let texts = [
            &mut self.name,
            &mut self.surname,
            &mut self.user_name,
            &mut self.email_address,
            &mut self.phone_number,
        ];
        for text in texts {
            *text = text.trim().to_owned();
        }
        self
    }

    /// Returns the sent password; forms send an empty one for none.
    pub fn sent_password(&self) -> Option<&str> {
        self.password
            .as_deref()
            .filter(|password| !password.is_empty())
    }
}

pub fn apply(user: &mut User, form: &UserInput) -> ChangedFields {
    let (user_name, email) = (key(&form.user_name), key(&form.email_address));
    let touched = ChangedFields {
        user_name: user_name != user.user_name_key,
        email: email != user.email_key,
        password: form.sent_password().is_some(),
    };
    (user.user_name_key, user.email_key) = (user_name, email);
    user.name.clone_from(&form.name);
    user.surname.clone_from(&form.surname);
    user.user_name.clone_from(&form.user_name);
    user.email_address.clone_from(&form.email_address);
    user.phone_number.clone_from(&form.phone_number);
    user.is_active = form.is_active;
    user.is_driver = form.is_driver;
    user.is_lockout_enabled = form.is_lockout_enabled;
    user.should_change_password = form.should_change_password_on_next_login;
    touched
}

/// Returns the zone's canonical spelling.
pub fn timezone(name: &str) -> Result<String, FieldError> {
    match name.trim().parse::<chrono_tz::Tz>() {
        Ok(zone) => Ok(zone.name().to_owned()),
        Err(_) => Err(FieldError::new(
            "timezone",
            message!("must be the IANA name of a time zone, such as Australia/Sydney"),
        )),
    }
}

/// Finds by name, then by display name, case-insensitively.
pub fn find_by_name<'a, T>(
    items: &'a [T],
    name: &str,
    names_of: impl Fn(&T) -> (&str, &str),
) -> Option<&'a T> {
    let name_key = key(name);
    let by_name = items
        .iter()
        .find(|thing| key(names_of(thing).0) == name_key);
    by_name.or_else(|| {
        items
            .iter()
            .find(|thing| key(names_of(thing).1) == name_key)
    })
}

pub(crate) fn role_name(name: &str, (): &()) -> garde::Result {
    if name.is_empty() {
        Err(data::validate::rejection(message!(
            "Display name is required"
        )))
    } else if name.parse::<i64>().is_ok() {
        // Distinguishable from an id where both are accepted.
        Err(data::validate::rejection(message!("must not be a number")))
    } else {
        Ok(())
    }
}

/// Derives an unused name.
pub fn unused_name(display_name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let others = (2..).map(|number| format!("{display_name} {number}"));
    std::iter::once(display_name.to_owned())
        .chain(others)
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> User {
        User {
            name: "Mia".to_owned(),
            user_name: "mia".to_owned(),
            user_name_key: "mia".to_owned(),
            email_address: "mia@freight.example".to_owned(),
            email_key: "mia@freight.example".to_owned(),
            is_active: true,
            ..User::default()
        }
    }

    #[test]
    fn another_case_is_no_other_name() {
        let mut user = stored();
        let form = UserInput {
            user_name: "MIA ".to_owned(),
            email_address: " other@freight.example".to_owned(),
            password: Some(String::new()),
            ..UserInput::from(&user)
        };
        let touched = apply(&mut user, &form.trimmed());
        assert_eq!(
            touched,
            ChangedFields {
                email: true,
                ..ChangedFields::default()
            }
        );
        assert_eq!(
            (user.user_name.as_str(), user.email_key.as_str()),
            ("MIA", "other@freight.example")
        );
    }

    #[test]
    fn a_form_of_a_stored_user_changes_nothing() {
        let mut user = stored();
        let form = UserInput::from(&user);
        assert!(data::validate::check("user", &form).is_empty());
        assert_eq!(apply(&mut user, &form), ChangedFields::default());
        assert_eq!((user.name.as_str(), user.is_active), ("Mia", true));
    }

    #[test]
    fn wrong_fields_are_told_as_they_were_sent() {
        let form = UserInput {
            name: "x".repeat(65),
            email_address: "?".to_owned(),
            user_name: key_of_deleted(data::ids::UserId(5)),
            ..UserInput::from(&stored())
        };
        let fields = data::validate::check("user", &form);
        let mut reported: Vec<(&str, &str)> = fields
            .iter()
            .map(|field| (field.member.as_str(), field.code))
            .collect();
        reported.sort_unstable();
        assert_eq!(
            reported,
            [
                ("user.emailAddress", "invalid"),
                ("user.name", "tooLong"),
                ("user.userName", "invalid")
            ]
        );
    }

    #[test]
    fn zones_are_those_of_the_world() {
        assert_eq!(timezone(" Australia/Sydney ").unwrap(), "Australia/Sydney");
        assert!(timezone("Mars/Olympus").is_err() && timezone("").is_err());
    }

    #[test]
    fn a_role_is_found_by_name_first() {
        let roles = [("Clerk", "Night clerk"), ("Boss", "clerk")];
        assert_eq!(
            find_by_name(&roles, "CLERK ", |role| *role),
            Some(&roles[0])
        );
        assert_eq!(
            find_by_name(&roles, "night CLERK", |role| *role),
            Some(&roles[0])
        );
        assert_eq!(find_by_name(&roles, "Pirate", |role| *role), None);
    }

    #[test]
    fn names_of_roles_do_not_repeat() {
        let is_taken = |name: &str| ["Clerk", "Clerk 2"].contains(&name);
        assert_eq!(unused_name("Clerk", is_taken), "Clerk 3");
        assert_eq!(unused_name("Boss", is_taken), "Boss");
        assert!(role_name("17", &()).is_err() && role_name("", &()).is_err());
        assert!(role_name("Clerk", &()).is_ok());
    }
}
