//! What a new user's fields and password must be.

use kernel::{Error, FieldError, Result, message};
use people::names::wrong_fields;

use super::passwords::easily_guessed;
use crate::model::NewUser;

const SHORTEST_PASSWORD: usize = 8;
/// Longer ones would only make hashing slower.
pub const MAX_PASSWORD_LENGTH: usize = 1024;

/// The new user with trimmed fields, or every field that is wrong.
pub fn checked(mut new: NewUser) -> Result<NewUser> {
    for field in [
        &mut new.user_name,
        &mut new.name,
        &mut new.surname,
        &mut new.email,
        &mut new.phone,
    ] {
        *field = field.trim().to_owned();
    }
    let mut wrong = wrong_fields([
        &new.user_name,
        &new.name,
        &new.surname,
        &new.email,
        &new.phone,
    ]);
    if new.password.chars().count() < SHORTEST_PASSWORD || new.password.len() > MAX_PASSWORD_LENGTH
    {
        wrong.push(FieldError::new(
            "password",
            message!(
                "must have at least {min} characters",
                min = SHORTEST_PASSWORD
            ),
        ));
    }
    let own = [&new.user_name, &new.name, &new.surname, &new.email].map(String::as_str);
    wrong.extend(
        easily_guessed("password", &new.password, &own)
            .filter(|_| wrong.iter().all(|field| field.member != "password")),
    );
    if wrong.is_empty() {
        Ok(new)
    } else {
        Err(Error::Invalid(wrong))
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
        let Err(Error::Invalid(fields)) = checked(wrong) else {
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
