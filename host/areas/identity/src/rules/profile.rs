//! What a user's own profile may hold.

use kernel::{Error, FieldError, Result, language::is_culture};
use people::names::wrong_fields;

use crate::model::wire::UpdateProfile;

/// The profile with trimmed fields, or every field that is wrong.
pub fn checked(mut input: UpdateProfile) -> Result<UpdateProfile> {
    for field in [&mut input.name, &mut input.surname, &mut input.email_address, &mut input.phone_number] {
        *field = field.trim().to_owned();
    }
    for field in [&mut input.timezone, &mut input.language] {
        *field = field.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    // The user name is not the user's to change; any good one stands in for it here.
    let user_name = "user".to_owned();
    let fields = [&user_name, &input.name, &input.surname, &input.email_address, &input.phone_number];
    let mut wrong = wrong_fields(fields);
    if input.timezone.as_deref().is_some_and(|zone| zone.parse::<chrono_tz::Tz>().is_err()) {
        wrong.push(FieldError::new("timezone", "must be an IANA time zone such as Australia/Sydney, or null"));
    }
    if input.language.as_deref().is_some_and(|name| !is_culture(name)) {
        wrong.push(FieldError::new("language", "must be a language such as en or pt-BR, or null"));
    }
    if wrong.is_empty() { Ok(input) } else { Err(Error::Invalid(wrong)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> UpdateProfile {
        UpdateProfile {
            name: " Mia ".to_owned(),
            surname: String::new(),
            email_address: "mia@freight.example".to_owned(),
            phone_number: String::new(),
            timezone: Some("Australia/Sydney".to_owned()),
            language: Some(" ".to_owned()),
            row_version: None,
            current_password: None,
        }
    }

    #[test]
    fn a_good_profile_is_trimmed() {
        let fine = checked(input()).unwrap();
        assert_eq!((fine.name.as_str(), fine.language), ("Mia", None));
    }

    #[test]
    fn every_wrong_field_is_told() {
        let wrong = UpdateProfile {
            name: String::new(),
            email_address: "nobody".to_owned(),
            timezone: Some("Sydney".to_owned()),
            language: Some("English!".to_owned()),
            ..input()
        };
        let Err(Error::Invalid(fields)) = checked(wrong) else { panic!("accepted") };
        let members: Vec<&str> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["emailAddress", "name", "timezone", "language"]);
    }
}
