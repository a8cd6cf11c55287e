//! Who somebody is in the words of a provider or a directory, in the form that users are kept in.

use super::id_token::Claims;
use people::names as users;

/// A person as the outside vouches for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    /// Never given to somebody else there: what the link to a user is made with.
    pub subject: String,
    pub email: Option<String>,
    /// Whether the outside has seen that the address is this person's.
    pub email_is_verified: bool,
    /// Names that a new user may get; the first that is free is taken.
    pub user_names: Vec<String>,
    pub name: String,
    pub surname: String,
}

impl Person {
    pub fn of_claims(claims: Claims) -> Self {
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
            name: users::shortened(claims.given_name.as_deref().unwrap_or(first)),
            surname: users::shortened(claims.family_name.as_deref().unwrap_or(rest)),
            email,
        }
        .with_a_name()
    }

    /// A user needs a name; without one it is called by its address.
    pub fn with_a_name(mut self) -> Self {
        if self.name.is_empty() {
            let from = self
                .user_names
                .first()
                .or(self.email.as_ref())
                .cloned()
                .unwrap_or_default();
            self.name = users::shortened(from.split('@').next().unwrap_or_default());
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
        let person = Person::of_claims(claims.clone());
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
        let person = Person::of_claims(better);
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
        let person = Person::of_claims(claims);
        assert_eq!((person.email, person.email_is_verified), (None, false));
        let claims = Claims {
            sub: "u".into(),
            email: Some("kim@example.com".into()),
            ..Claims::default()
        };
        let person = Person::of_claims(claims);
        assert_eq!(
            (person.name.as_str(), person.email_is_verified),
            ("kim", false)
        );
    }
}
