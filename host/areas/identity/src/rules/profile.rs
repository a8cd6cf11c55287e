//! What a user's own profile may hold, and which pictures are taken.

use kernel::{Error, FieldError, Result, language::is_culture};

use super::users::wrong_fields;
use crate::model::wire::UpdateProfile;

/// The largest picture.
pub const LARGEST_PICTURE: usize = 2 * 1024 * 1024;

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
    let mut wrong = wrong_fields("", fields);
    if input.timezone.as_deref().is_some_and(|zone| zone.parse::<chrono_tz::Tz>().is_err()) {
        wrong.push(FieldError::new("timezone", "must be an IANA time zone such as Australia/Sydney, or null"));
    }
    if input.language.as_deref().is_some_and(|name| !is_culture(name)) {
        wrong.push(FieldError::new("language", "must be a language such as en or pt-BR, or null"));
    }
    if wrong.is_empty() { Ok(input) } else { Err(Error::Invalid(wrong)) }
}

/// What a picture really is, by its first bytes; none when it is something else than PNG, JPEG or WebP.
pub fn sniffed(content: &[u8]) -> Option<&'static str> {
    if content.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if content.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
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
        assert_eq!(members, ["name", "emailAddress", "timezone", "language"]);
    }

    #[test]
    fn only_pictures_are_pictures() {
        assert_eq!(sniffed(b"RIFF\x10\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(sniffed(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        for other in [b"RIFF\x10\0\0\0WAVE".as_slice(), b"<svg onload=alert(1)>", b"GIF89a", b"", b"RIFF"] {
            assert_eq!(sniffed(other), None);
        }
    }
}
