//! LDAP search filters (RFC 4515) with escaped user input.

use std::fmt::Write;

const PLACEHOLDER: &str = "{0}";

/// Builds the filter that finds a user. None if the template has no placeholder.
pub fn for_user(template: &str, typed: &str) -> Option<String> {
    template
        .contains(PLACEHOLDER)
        .then(|| template.trim().replace(PLACEHOLDER, &escape(typed)))
}

fn escape(typed: &str) -> String {
    let mut text = String::with_capacity(typed.len());
    for byte in typed.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(text, "\\{byte:02x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_a_value() {
        let filter = |typed: &str| for_user("(&(objectClass=person)(uid={0}))", typed).unwrap();
        assert_eq!(
            filter("mia.tran-1@x_y"),
            "(&(objectClass=person)(uid=mia.tran-1@x_y))"
        );
        assert_eq!(filter("*"), "(&(objectClass=person)(uid=\\2a))");
        assert_eq!(
            filter("mia)(|(uid=*"),
            "(&(objectClass=person)(uid=mia\\29\\28\\7c\\28uid\\3d\\2a))"
        );
        assert_eq!(
            filter("a\\2a\0"),
            "(&(objectClass=person)(uid=a\\5c2a\\00))"
        );
        assert_eq!(
            filter("é{0}"),
            "(&(objectClass=person)(uid=\\c3\\a9\\7b0\\7d))"
        );
        assert_eq!(
            for_user("(|(uid={0})(mail={0}))", "a b").unwrap(),
            "(|(uid=a\\20b)(mail=a\\20b))"
        );
        assert_eq!(for_user("(uid=mia)", "tom"), None);
    }
}
