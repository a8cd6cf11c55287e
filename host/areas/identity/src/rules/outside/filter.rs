//! Filters of a directory (RFC 4515): what a person typed stands in them as a value and as nothing else.

use std::fmt::Write;

/// The place in a filter where the typed name goes.
const PLACE: &str = "{0}";

/// The filter that finds a user; none when the template has no place for the name.
pub fn for_user(template: &str, typed: &str) -> Option<String> {
    template
        .contains(PLACE)
        .then(|| template.trim().replace(PLACE, &escaped(typed)))
}

/// Everything but letters, digits and the plainest marks is written as its bytes, so that no server takes it for
/// anything but a part of the value.
fn escaped(typed: &str) -> String {
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
