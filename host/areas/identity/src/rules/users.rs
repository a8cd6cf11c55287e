//! What a new user's fields must be.

use kernel::{Error, FieldError, Result};

use crate::model::NewUser;

const LONGEST_NAME: usize = 64;
const LONGEST_USER_NAME: usize = 256;
const LONGEST_PHONE: usize = 32;
const SHORTEST_PASSWORD: usize = 8;
/// Longer ones would only make hashing slower.
pub const LONGEST_PASSWORD: usize = 1024;

/// The form in which names and e-mail addresses are compared.
pub fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The key of what somebody typed as user name; none when no user can have it.
pub fn typed_key(name: &str) -> Option<String> {
    let key = key(name);
    is_user_name(&key).then_some(key)
}

/// The new user with trimmed fields, or every field that is wrong.
pub fn checked(mut new: NewUser) -> Result<NewUser> {
    for field in [&mut new.user_name, &mut new.name, &mut new.surname, &mut new.email, &mut new.phone] {
        *field = field.trim().to_owned();
    }
    let mut wrong = wrong_fields("", [&new.user_name, &new.name, &new.surname, &new.email, &new.phone]);
    if new.password.chars().count() < SHORTEST_PASSWORD || new.password.len() > LONGEST_PASSWORD {
        wrong.push(FieldError::new("password", format!("must have at least {SHORTEST_PASSWORD} characters")));
    }
    if wrong.is_empty() { Ok(new) } else { Err(Error::Invalid(wrong)) }
}

/// What is wrong with a user's trimmed fields, which are user name, name, surname, e-mail address and telephone;
/// `before` stands before every member's name.
pub fn wrong_fields(before: &str, [user_name, name, surname, email, phone]: [&String; 5]) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let mut must = |fine: bool, member: &str, message: String| {
        if !fine {
            wrong.push(FieldError::new(format!("{before}{member}"), message));
        }
    };
    let length = |text: &str| text.chars().count();
    let in_one_line = |text: &str| !text.contains(char::is_control);
    must(is_user_name(user_name), "userName", format!("must have 1 to {LONGEST_USER_NAME} characters and no spaces"));
    must(
        (1..=LONGEST_NAME).contains(&length(name)) && in_one_line(name),
        "name",
        format!("must have 1 to {LONGEST_NAME} characters in one line"),
    );
    must(
        length(surname) <= LONGEST_NAME && in_one_line(surname),
        "surname",
        format!("must have at most {LONGEST_NAME} characters in one line"),
    );
    must(is_email(email), "emailAddress", "must be an e-mail address such as name@example.com".to_owned());
    must(
        length(phone) <= LONGEST_PHONE && in_one_line(phone),
        "phoneNumber",
        format!("must have at most {LONGEST_PHONE} characters in one line"),
    );
    wrong
}

/// A character that can't be seen, or not told from another name's end.
fn strange(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a user can be called so.
pub fn is_user_name(text: &str) -> bool {
    (1..=LONGEST_USER_NAME).contains(&text.chars().count()) && !text.contains(strange)
}

/// A name in the length that is kept, without what does not show.
pub fn shortened(name: &str) -> String {
    name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect()
}

pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"<>()[],;:\\\"".contains(c);
    (1..=64).contains(&local.len())
        && !local.contains('@')
        && text.len() <= LONGEST_USER_NAME
        && text.chars().all(plain)
        && domain.split('.').count() >= 2
        && domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new() -> NewUser {
        NewUser {
            user_name: " mia ".to_owned(),
            name: "Mia".to_owned(),
            email: "mia@freight.example".to_owned(),
            password: "long enough".to_owned(),
            ..NewUser::default()
        }
    }

    #[test]
    fn a_good_user_is_trimmed() {
        assert_eq!(checked(new()).unwrap().user_name, "mia");
    }

    #[test]
    fn every_wrong_field_is_told() {
        let wrong = NewUser {
            user_name: "two words".to_owned(),
            name: "x".repeat(65),
            email: "nobody".to_owned(),
            password: "short".to_owned(),
            phone: "1".repeat(33),
            ..new()
        };
        let Err(Error::Invalid(fields)) = checked(wrong) else { panic!("accepted") };
        let members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["userName", "name", "emailAddress", "phoneNumber", "password"]);
    }

    #[test]
    fn addresses_are_told_from_other_text() {
        for good in ["a@b.co", "first.last+tag@sub.example.com.au"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a@b", "@b.co", "a@@b.co", "a b@c.de", "a@b..co", "a@-b.co", "<a>@b.co"] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn names_are_compared_without_case() {
        assert_eq!(typed_key(" Mia@Freight.Example "), Some("mia@freight.example".to_owned()));
        assert_eq!(typed_key("  "), None);
        assert_eq!(typed_key(&"x".repeat(257)), None);
    }
}
