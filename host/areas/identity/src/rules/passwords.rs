//! What a password must have.

use kernel::{Error, Result};
use tenancy::PasswordComplexity;

use super::users::LONGEST_PASSWORD;

/// Refuses a password that the tenant's rules do not allow; `member` is its path as the client sent it.
pub(crate) fn check(rules: &PasswordComplexity, member: &str, password: &str) -> Result<()> {
    if password.len() > LONGEST_PASSWORD {
        return Err(Error::invalid(member, format!("must have at most {LONGEST_PASSWORD} bytes")));
    }
    let count = |wanted: fn(char) -> bool| password.chars().filter(|c| wanted(*c)).count();
    let mut missing = Vec::new();
    if password.chars().count() < rules.required_length as usize {
        missing.push(format!("{} characters", rules.required_length));
    }
    for (required, has, what) in [
        (rules.require_digit, count(|c| c.is_ascii_digit()), "a digit"),
        (rules.require_lowercase, count(char::is_lowercase), "a lower-case letter"),
        (rules.require_uppercase, count(char::is_uppercase), "an upper-case letter"),
        (rules.require_non_alphanumeric, count(|c| !c.is_alphanumeric()), "a character that is no letter and no digit"),
    ] {
        if required && has == 0 {
            missing.push(what.to_owned());
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid(member, format!("must have at least {}", missing.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rules: &PasswordComplexity, password: &str) -> String {
        check(rules, "newPassword", password).map_or_else(|error| error.sentence(), |()| String::new())
    }

    #[test]
    fn length_alone_counts_unless_more_is_set() {
        let rules = PasswordComplexity::default();
        assert_eq!(said(&rules, "long enough"), "");
        assert_eq!(said(&rules, "ööööööö"), "newPassword: must have at least 8 characters");
        assert_eq!(said(&rules, "öööööööö"), "");
        assert!(said(&rules, &"x".repeat(LONGEST_PASSWORD + 1)).contains("at most"));
    }

    #[test]
    fn everything_that_is_missing_is_told_at_once() {
        let rules = PasswordComplexity {
            required_length: 10,
            require_digit: true,
            require_lowercase: true,
            require_uppercase: true,
            require_non_alphanumeric: true,
        };
        assert_eq!(said(&rules, "Abcdefg-12"), "");
        assert_eq!(
            said(&rules, "12345"),
            "newPassword: must have at least 10 characters, a lower-case letter, an upper-case letter, a character that \
             is no letter and no digit"
        );
        assert_eq!(said(&rules, "abcdefG-xy"), "newPassword: must have at least a digit");
    }
}
