//! Validation and comparison of user names and addresses.

use data::{FieldError, Message, message, validate};
use web::language::is_culture;

use crate::users::model::UserInput;

pub(crate) const MAX_NAME_LENGTH: usize = 64;
pub(crate) const MAX_USER_NAME_LENGTH: usize = 256;
pub(crate) const MAX_PHONE_LENGTH: usize = 32;

/// Returns the comparison key of a name or email address.
pub fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Returns the key of a typed user name. None if no user can have it.
pub fn typed_key(name: &str) -> Option<String> {
    let key = key(name);
    is_user_name(&key).then_some(key)
}

/// Validates a user's trimmed fields by the rules of the user form: user name, name, surname, email
/// address and telephone.
pub fn validate_names([user_name, name, surname, email, phone]: [&String; 5]) -> Vec<FieldError> {
    let form = UserInput {
        user_name: user_name.clone(),
        name: name.clone(),
        surname: surname.clone(),
        email_address: email.clone(),
        phone_number: phone.clone(),
        ..UserInput::default()
    };
    validate::check("", &form)
}

pub(crate) fn in_one_line(text: &str, (): &()) -> garde::Result {
    refusal(
        !text.contains(char::is_control),
        message!("must be in one line"),
    )
}

pub(crate) fn without_blanks(text: &str, (): &()) -> garde::Result {
    refusal(
        !text.contains(is_invisible),
        message!("must have no spaces"),
    )
}

pub(crate) fn address(text: &str, (): &()) -> garde::Result {
    refusal(
        text.is_empty() || is_email(text),
        message!("must be an email address such as name@example.com"),
    )
}

pub(crate) fn zone(name: &Option<String>, (): &()) -> garde::Result {
    let is_known = name
        .as_deref()
        .is_none_or(|name| name.parse::<chrono_tz::Tz>().is_ok());
    refusal(
        is_known,
        message!("must be a time zone such as Australia/Sydney, or empty"),
    )
}

pub(crate) fn culture(name: &Option<String>, (): &()) -> garde::Result {
    refusal(
        name.as_deref().is_none_or(is_culture),
        message!("must be a language such as en or pt-BR, or empty"),
    )
}

fn refusal(fine: bool, sentence: Message) -> garde::Result {
    if fine {
        Ok(())
    } else {
        Err(validate::rejection(sentence))
    }
}

/// True for invisible characters and blanks.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

pub fn is_user_name(text: &str) -> bool {
    (1..=MAX_USER_NAME_LENGTH).contains(&text.chars().count()) && !text.contains(is_invisible)
}

/// Trims a name to the stored length and removes invisible characters.
pub fn truncate_name(name: &str) -> String {
    name.trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME_LENGTH)
        .collect()
}

pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"<>()[],;:\\\"".contains(c);
    (1..=64).contains(&local.len())
        && !local.contains('@')
        && text.len() <= MAX_USER_NAME_LENGTH
        && text.chars().all(plain)
        && domain.split('.').count() >= 2
        && domain
            .split('.')
            .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::model::OwnDetails;

    #[test]
    fn addresses_are_told_from_other_text() {
        for good in ["a@b.co", "first.last+tag@sub.example.com.au"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "", "a@b", "@b.co", "a@@b.co", "a b@c.de", "a@b..co", "a@-b.co", "<a>@b.co",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn own_details_are_told_by_their_names() {
        let errors = OwnDetails {
            email_address: "nobody".to_owned(),
            timezone: Some("Sydney".to_owned()),
            language: Some("English!".to_owned()),
            ..OwnDetails::default()
        };
        let members: Vec<String> = validate::check("", &errors)
            .into_iter()
            .map(|error| error.member)
            .collect();
        assert_eq!(members, ["emailAddress", "language", "name", "timezone"]);
    }

    #[test]
    fn names_are_compared_without_case() {
        assert_eq!(
            typed_key(" Mia@Freight.Example "),
            Some("mia@freight.example".to_owned())
        );
        assert_eq!(typed_key("  "), None);
        assert_eq!(typed_key(&"x".repeat(257)), None);
    }
}
