//! Persons from a provider or a directory, normalised to user fields.

use crate::providers::openid::id_token::Claims;
use people::names as users;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    /// Never reassigned by the issuer; key of the user's link.
    pub subject: String,
    pub email: Option<String>,
    /// True if the issuer has verified the address.
    pub email_is_verified: bool,
    /// Candidates for a new user's name; the first free one is used.
    pub user_names: Vec<String>,
    pub name: String,
    pub surname: String,
}

impl Person {
    pub fn from_claims(claims: Claims) -> Self {
        let full = claims.name.unwrap_or_default();
        let (first, rest) = full.trim().split_once(' ').unwrap_or((full.trim(), ""));
        let email = claims
            .email
            .map(|email| email.trim().to_owned())
            .filter(|email| users::is_email(email));
        let preferred = claims
            .preferred_username
            .as_deref()
            .map(str::trim)
            .filter(|name| users::is_user_name(name));
        let user_names = preferred
            .into_iter()
            .map(str::to_owned)
            .chain(email.clone())
            .collect();
        Self {
            subject: claims.sub,
            email_is_verified: claims.email_verified && email.is_some(),
            user_names,
            name: users::truncate_name(claims.given_name.as_deref().unwrap_or(first)),
            surname: users::truncate_name(claims.family_name.as_deref().unwrap_or(rest)),
            email,
        }
        .with_default_name()
    }

    pub fn with_default_name(mut self) -> Self {
        if self.name.is_empty() {
            let from = self
                .user_names
                .first()
                .or(self.email.as_ref())
                .cloned()
                .unwrap_or_default();
            self.name = users::truncate_name(from.split('@').next().unwrap_or_default());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_become_a_person() {
        let claims = Claims {
            sub: "u-1".into(),
            email: Some(" mia@example.com ".into()),
            email_verified: true,
            name: Some("Mia Anne Tran".into()),
            preferred_username: Some("mia tran".into()),
            ..Claims::default()
        };
        let person = Person::from_claims(claims.clone());
        assert_eq!(
            (person.name.as_str(), person.surname.as_str()),
            ("Mia", "Anne Tran")
        );
        assert_eq!(
            person.user_names,
            ["mia@example.com"],
            "a name with a blank is no user name"
        );
        let better = Claims {
            given_name: Some("M".repeat(70)),
            preferred_username: Some("mia".into()),
            ..claims
        };
        let person = Person::from_claims(better);
        assert_eq!(
            (person.name.len(), person.surname.as_str()),
            (64, "Anne Tran")
        );
        assert_eq!(person.user_names, ["mia", "mia@example.com"]);
    }

    #[test]
    fn an_address_that_is_none_vouches_for_nothing() {
        let claims = Claims {
            sub: "u-1".into(),
            email: Some("nobody".into()),
            email_verified: true,
            ..Claims::default()
        };
        let person = Person::from_claims(claims);
        assert_eq!((person.email, person.email_is_verified), (None, false));
        let claims = Claims {
            sub: "u".into(),
            email: Some("kim@example.com".into()),
            ..Claims::default()
        };
        let person = Person::from_claims(claims);
        assert_eq!(
            (person.name.as_str(), person.email_is_verified),
            ("kim", false)
        );
    }
}
