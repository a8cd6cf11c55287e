//! Password rules and checks.

use data::{Error, FieldError, Message, Result, message};
use tenancy::PasswordComplexity;

use crate::{passwords, users::rules::MAX_PASSWORD_LENGTH};

/// Rejects a password that breaks the tenant's rules or is easily guessed. `own`: the user's names
/// and addresses.
pub(crate) fn check(
    rules: &PasswordComplexity,
    member: &str,
    password: &str,
    own: &[&str],
) -> Result<()> {
    let error = find_error(rules, member, password, own);
    if error.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(error))
    }
}

/// Returns the first rule that a password breaks.
pub(crate) fn find_error(
    rules: &PasswordComplexity,
    member: &str,
    password: &str,
    own: &[&str],
) -> Vec<FieldError> {
    if password.len() > MAX_PASSWORD_LENGTH {
        return vec![FieldError::new(
            member,
            message!("must have at most {max} bytes", max = MAX_PASSWORD_LENGTH),
        )];
    }
    let missing = missing_characters(rules, password);
    if !missing.is_empty() {
        return vec![FieldError::new(
            member,
            message!("must have at least {missing}"),
        )];
    }
    easily_guessed(member, password, own).into_iter().collect()
}

pub(crate) fn easily_guessed(member: &str, password: &str, own: &[&str]) -> Option<FieldError> {
    let message = message!(
        "is easily guessed: well-known words, names, years and rows of keys are tried first"
    );
    passwords::weak::is_weak(password, own)
        .then(|| FieldError::new(member, message).with_code("easilyGuessed"))
}

fn missing_characters(rules: &PasswordComplexity, password: &str) -> Vec<Message> {
    let count =
        |matches_class: fn(char) -> bool| password.chars().filter(|c| matches_class(*c)).count();
    let mut missing = Vec::new();
    if password.chars().count() < rules.required_length as usize {
        missing.push(message!(
            "{count} characters",
            count = rules.required_length
        ));
    }
    for (required, has, what) in [
        (
            rules.require_digit,
            count(|c| c.is_ascii_digit()),
            message!("a digit"),
        ),
        (
            rules.require_lowercase,
            count(char::is_lowercase),
            message!("a lower-case letter"),
        ),
        (
            rules.require_uppercase,
            count(char::is_uppercase),
            message!("an upper-case letter"),
        ),
        (
            rules.require_non_alphanumeric,
            count(|c| !c.is_alphanumeric()),
            message!("a character that is not a letter or a digit"),
        ),
    ] {
        if required && has == 0 {
            missing.push(what);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_texts(rules: &PasswordComplexity, password: &str) -> String {
        check(rules, "newPassword", password, &["Mia"])
            .map_or_else(|error| error.sentence(), |()| String::new())
    }

    #[test]
    fn length_alone_counts_unless_more_is_set() {
        let rules = PasswordComplexity::default();
        assert_eq!(error_texts(&rules, "long enough"), "");
        assert_eq!(
            error_texts(&rules, "ööööööö"),
            "newPassword: must have at least 8 characters"
        );
        assert_eq!(error_texts(&rules, "öäüöäüöa"), "");
        assert!(error_texts(&rules, &"x".repeat(MAX_PASSWORD_LENGTH + 1)).contains("at most"));
        assert!(error_texts(&rules, "Password-123").contains("easily guessed"));
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
        assert_eq!(error_texts(&rules, "Gumtreebark-12"), "");
        assert_eq!(
            error_texts(&rules, "12345"),
            "newPassword: must have at least 10 characters, a lower-case letter, an upper-case letter, a character that \
             is not a letter or a digit"
        );
        assert_eq!(
            error_texts(&rules, "abcdefG-xy"),
            "newPassword: must have at least a digit"
        );
    }
}
