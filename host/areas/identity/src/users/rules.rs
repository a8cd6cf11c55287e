//! Validation of a new user.

use data::{Error, FieldError, Result, message};
use people::names::validate_names;

use crate::passwords::rules::easily_guessed;
use crate::sessions::model::NewUser;

const MIN_PASSWORD_LENGTH: usize = 8;
/// Longer ones would only slow down hashing.
pub const MAX_PASSWORD_LENGTH: usize = 1024;

pub fn validate_new_user(mut new: NewUser) -> Result<NewUser> {
    for field in [
        &mut new.user_name,
        &mut new.name,
        &mut new.surname,
        &mut new.email,
        &mut new.phone,
    ] {
        *field = field.trim().to_owned();
    }
    let mut errors = validate_names([
        &new.user_name,
        &new.name,
        &new.surname,
        &new.email,
        &new.phone,
    ]);
    if new.password.chars().count() < MIN_PASSWORD_LENGTH
        || new.password.len() > MAX_PASSWORD_LENGTH
    {
        errors.push(FieldError::new(
            "password",
            message!(
                "must have at least {min} characters",
                min = MIN_PASSWORD_LENGTH
            ),
        ));
    }
    let own = [&new.user_name, &new.name, &new.surname, &new.email].map(String::as_str);
    errors.extend(
        easily_guessed("password", &new.password, &own)
            .filter(|_| errors.iter().all(|field| field.member != "password")),
    );
    if errors.is_empty() {
        Ok(new)
    } else {
        Err(Error::Invalid(errors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new() -> NewUser {
        NewUser {
            user_name: " mia ".to_owned(),
            name: "Mia".to_owned(),
            email: "mia@freight.example".to_owned(),
            password: "gumtree bark".to_owned(),
            ..NewUser::default()
        }
    }

    #[test]
    fn a_good_user_is_trimmed() {
        assert_eq!(validate_new_user(new()).unwrap().user_name, "mia");
    }

    #[test]
    fn every_wrong_field_is_told() {
        let field_errors = NewUser {
            user_name: "two words".to_owned(),
            name: "x".repeat(65),
            email: "nobody".to_owned(),
            password: "short".to_owned(),
            phone: "1".repeat(33),
            ..new()
        };
        let Err(Error::Invalid(fields)) = validate_new_user(field_errors) else {
            panic!("accepted")
        };
        let mut members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
        members.sort_unstable();
        assert_eq!(
            members,
            [
                "emailAddress",
                "name",
                "password",
                "phoneNumber",
                "userName"
            ]
        );
    }
}
