//! Email addresses: their form, as mail servers accept it.

use lettre::Address;

/// True for an address such as `name@example.com`.
pub fn is_email(text: &str) -> bool {
    let domain_has_a_dot = text
        .rsplit_once('@')
        .is_some_and(|(_, domain)| domain.contains('.') && !domain.ends_with('.'));
    text.len() <= 256 && domain_has_a_dot && text.parse::<Address>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_addresses_have_a_form() {
        for good in ["a@b.co", "first.last+tag@mail.example.com.au"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "@b.co",
            "a@b.co.",
            "a b@c.co",
            "a@b.co\r\nBcc: x@y.co",
            "a@@b.co",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
