//! What a user's fields must be, new or changed, and what an administrator may not do.

use kernel::{Error, FieldError, Refusal, Result};

use super::users::{key, wrong_fields};
use crate::model::{User, people::UserInput};

pub const LAST_ADMINISTRATOR: Refusal =
    Refusal::new(1201, "This is the last active administrator: make another one first.");
pub const NOT_YOURSELF: Refusal = Refusal::new(1202, "You can't delete or switch off yourself.");
pub const STATIC_ROLE: Refusal = Refusal::new(1203, "This role comes with the product and stays as it is.");

/// How a deleted user is kept: a key with a blank can't be typed as a user name and belongs to nobody else.
pub fn key_of_deleted(id: kernel::ids::UserId) -> String {
    format!("deleted {id}")
}

/// What of the stored user a change touches that could let its maker in as that user.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Touched {
    pub user_name: bool,
    pub email: bool,
    pub password: bool,
}

impl Touched {
    pub fn anything(&self) -> bool {
        self.user_name || self.email || self.password
    }
}

/// Puts what was sent into the user, or tells every field that is wrong.
pub fn apply(user: &mut User, sent: &UserInput) -> Result<Touched> {
    let take = |field: &mut String, sent: &Option<String>| {
        if let Some(text) = sent {
            *field = text.trim().to_owned();
        }
    };
    take(&mut user.name, &sent.name);
    take(&mut user.surname, &sent.surname);
    take(&mut user.user_name, &sent.user_name);
    take(&mut user.email_address, &sent.email_address);
    take(&mut user.phone_number, &sent.phone_number);
    let wrong =
        wrong_fields("user.", [&user.user_name, &user.name, &user.surname, &user.email_address, &user.phone_number]);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let (user_name, email) = (key(&user.user_name), key(&user.email_address));
    let touched = Touched {
        user_name: user_name != user.user_name_key,
        email: email != user.email_key,
        password: sent_password(sent).is_some(),
    };
    (user.user_name_key, user.email_key) = (user_name, email);
    for (field, sent) in [
        (&mut user.is_active, sent.is_active),
        (&mut user.is_driver, sent.is_driver),
        (&mut user.is_lockout_enabled, sent.is_lockout_enabled),
        (&mut user.should_change_password, sent.should_change_password_on_next_login),
    ] {
        if let Some(sent) = sent {
            *field = sent;
        }
    }
    Ok(touched)
}

/// The password that was sent; forms send an empty one for none.
pub fn sent_password(sent: &UserInput) -> Option<&str> {
    sent.password.as_deref().filter(|password| !password.is_empty())
}

/// The zone's name as it is spelled.
pub fn timezone(name: &str) -> Result<String> {
    match name.trim().parse::<chrono_tz::Tz>() {
        Ok(zone) => Ok(zone.name().to_owned()),
        Err(_) => Err(Error::invalid("timezone", "must be the IANA name of a time zone, such as Australia/Sydney")),
    }
}

/// Which of several things has the name: the name wins over the display name, and case does not count.
pub fn named<'a, T>(things: &'a [T], name: &str, of: impl Fn(&T) -> (&str, &str)) -> Option<&'a T> {
    let wanted = key(name);
    let by_name = things.iter().find(|thing| key(of(thing).0) == wanted);
    by_name.or_else(|| things.iter().find(|thing| key(of(thing).1) == wanted))
}

/// A role's display name without blanks around it.
pub fn role_name(sent: Option<&str>) -> Result<String> {
    const LONGEST: usize = 64;
    let member = "role.displayName";
    let name = sent.unwrap_or_default().trim();
    match name.chars().count() {
        0 => Err(Error::invalid(member, "Display name is required")),
        length if length > LONGEST => Err(Error::invalid(member, format!("must have at most {LONGEST} characters"))),
        // Told apart from an id where a role can be named by either.
        _ if name.parse::<i64>().is_ok() => Err(Error::invalid(member, "must not be a number")),
        _ => Ok(name.to_owned()),
    }
}

/// A name that no role has, made from the display name.
pub fn free_name(display_name: &str, taken: impl Fn(&str) -> bool) -> String {
    let others = (2..).map(|number| format!("{display_name} {number}"));
    std::iter::once(display_name.to_owned()).chain(others).find(|name| !taken(name)).unwrap_or_default()
}

/// Says that fields belong to another user.
pub fn taken(members: &[&str]) -> Error {
    let says = |member: &&str| FieldError::new(format!("user.{member}"), "belongs to another user already");
    Error::Invalid(members.iter().map(says).collect())
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
    fn what_is_left_out_stays() {
        let mut user = stored();
        let sent = UserInput { surname: Some(" Tran ".to_owned()), is_active: Some(false), ..UserInput::default() };
        assert_eq!(apply(&mut user, &sent).unwrap(), Touched::default());
        assert_eq!((user.name.as_str(), user.surname.as_str(), user.is_active), ("Mia", "Tran", false));
    }

    #[test]
    fn another_case_is_no_other_name() {
        let mut user = stored();
        let sent = UserInput {
            user_name: Some("MIA".to_owned()),
            email_address: Some("other@freight.example".to_owned()),
            password: Some(String::new()),
            ..UserInput::default()
        };
        let touched = apply(&mut user, &sent).unwrap();
        assert_eq!(touched, Touched { email: true, ..Touched::default() });
        assert_eq!((user.user_name.as_str(), user.email_key.as_str()), ("MIA", "other@freight.example"));
    }

    #[test]
    fn wrong_fields_are_told_as_they_were_sent() {
        let sent =
            UserInput { name: Some("x".repeat(65)), email_address: Some("?".to_owned()), ..UserInput::default() };
        let Err(Error::Invalid(fields)) = apply(&mut stored(), &sent) else { panic!("accepted") };
        let members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["user.name", "user.emailAddress"]);
    }

    #[test]
    fn zones_are_those_of_the_world() {
        assert_eq!(timezone(" Australia/Sydney ").unwrap(), "Australia/Sydney");
        assert!(timezone("Mars/Olympus").is_err() && timezone("").is_err());
    }

    #[test]
    fn a_role_is_found_by_name_first() {
        let roles = [("Clerk", "Night clerk"), ("Boss", "clerk")];
        assert_eq!(named(&roles, "CLERK ", |role| *role), Some(&roles[0]));
        assert_eq!(named(&roles, "night CLERK", |role| *role), Some(&roles[0]));
        assert_eq!(named(&roles, "Pirate", |role| *role), None);
    }

    #[test]
    fn names_of_roles_do_not_repeat() {
        let taken = |name: &str| ["Clerk", "Clerk 2"].contains(&name);
        assert_eq!(free_name("Clerk", taken), "Clerk 3");
        assert_eq!(free_name("Boss", taken), "Boss");
        assert!(role_name(Some("17")).is_err() && role_name(Some(" ")).is_err());
        assert!(role_name(Some(&"é".repeat(65))).is_err());
        assert_eq!(role_name(Some(" Clerk ")).unwrap(), "Clerk");
    }

    #[test]
    fn nobody_can_type_the_key_of_a_deleted_user_as_a_user_name() {
        let mut user = stored();
        let sent = UserInput { user_name: Some(key_of_deleted(kernel::ids::UserId(5))), ..UserInput::default() };
        assert!(apply(&mut user, &sent).is_err());
    }
}
