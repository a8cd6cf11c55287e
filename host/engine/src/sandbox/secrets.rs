//! Secrets of an account: held here, inserted into requests by the network, masked in all texts
//! that leave a call.

use std::{collections::BTreeMap, fmt};

/// A value that must not be read by accident: it prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Self {
        Secret(value.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Masks secrets in texts for a log or an error: the other system may have echoed one. Values
/// shorter than four characters stay, since masking them would break ordinary words.
pub(crate) fn mask(secrets: &BTreeMap<String, Secret>, mut text: String) -> String {
    for secret in secrets.values() {
        if secret.0.len() >= 4 && text.contains(&secret.0) {
            text = text.replace(&secret.0, "…");
        }
    }
    text
}

/// The text cut to `most` bytes at a character's border.
pub(crate) fn shorten(mut text: String, most: usize) -> String {
    if text.len() > most {
        let mut end = most;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_masked_and_never_printed() {
        let secrets = BTreeMap::from([("KEY".to_owned(), Secret::new("hunter2"))]);
        assert_eq!(
            mask(&secrets, "key hunter2 refused".into()),
            "key … refused"
        );
        assert!(!format!("{secrets:?}").contains("hunter2"));
    }

    #[test]
    fn text_is_cut_at_a_character() {
        assert_eq!(shorten("aé".into(), 2), "a…");
        assert_eq!(shorten("ab".into(), 2), "ab");
    }
}
