//! What is right for a tenant: host names, time zones; and the mark that stands in for a logo.

pub(crate) mod check;
mod colour;
pub(crate) mod css;
pub(crate) mod features;
mod keeping;
pub(crate) mod merge;
pub(crate) mod numbering;

use kernel::{Error, FieldError, Result};

use crate::model::NewTenant;

const MAX_NAME_LENGTH: usize = 128;
pub(crate) const TIME_ZONE: &str = "must be an IANA time zone such as Australia/Sydney";
pub(crate) const HOST_NAME: &str = "must be a host name such as freight.example.com, without scheme and port";
const MAX_HOST_LENGTH: usize = 253;

/// The host name as it is kept: lower case, without the root's dot. None when it can't be a host name.
pub(crate) fn normal_host(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches('.').to_ascii_lowercase();
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let fits = match bracketed {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.split('.').all(is_label),
    };
    (fits && name.len() <= MAX_HOST_LENGTH).then_some(name)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// The new tenant with its names in their kept form, or every field that is wrong.
pub(crate) fn checked(mut new: NewTenant) -> Result<NewTenant> {
    let mut wrong = Vec::new();
    new.name = new.name.trim().to_owned();
    if new.name.is_empty() || new.name.chars().count() > MAX_NAME_LENGTH {
        wrong.push(FieldError::new("name", format!("must have 1 to {MAX_NAME_LENGTH} characters")));
    }
    if new.timezone.parse::<chrono_tz::Tz>().is_err() {
        wrong.push(FieldError::new("timezone", TIME_ZONE));
    }
    if new.base_currency.len() != 3 || !new.base_currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
        wrong.push(FieldError::new("baseCurrency", "must be a currency code of three capitals such as AUD"));
    }
    if new.hosts.is_empty() {
        wrong.push(FieldError::new("hosts", "must name at least one host name"));
    }
    for (at, host) in new.hosts.iter_mut().enumerate() {
        match normal_host(host) {
            Some(normal) => *host = normal,
            None => wrong.push(FieldError::new(format!("hosts[{at}]"), HOST_NAME)),
        }
    }
    if wrong.is_empty() { Ok(new) } else { Err(Error::Invalid(wrong)) }
}

/// The mark shown for a tenant without a logo: its initials on a plain ground.
pub(crate) fn mark(name: &str) -> String {
    let letter = |word: &str| word.chars().find(|c| c.is_alphanumeric());
    let initials: String = name.split_whitespace().filter_map(letter).take(2).flat_map(char::to_uppercase).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\
         <rect width=\"64\" height=\"64\" rx=\"14\" fill=\"#334155\"/>\
         <text x=\"32\" y=\"32\" dy=\".35em\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" \
         font-size=\"26\" font-weight=\"600\" fill=\"#f8fafc\">{initials}</text></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_names_are_kept_in_one_form() {
        assert_eq!(normal_host(" Freight.Example.COM. ").as_deref(), Some("freight.example.com"));
        assert_eq!(normal_host("[::1]").as_deref(), Some("[::1]"));
        for wrong in ["", "a..b", "-a.com", "http://a.com", "a.com:80", "a b", &"a".repeat(254), "[x]"] {
            assert_eq!(normal_host(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_new_tenant_tells_every_wrong_field() {
        let new = NewTenant {
            timezone: "Sydney".to_owned(),
            base_currency: "aud".to_owned(),
            hosts: vec!["ok.example".to_owned(), "not ok".to_owned()],
            ..NewTenant::default()
        };
        let Err(Error::Invalid(wrong)) = checked(new) else { panic!("accepted") };
        let members: Vec<&str> = wrong.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["name", "timezone", "baseCurrency", "hosts[1]"]);
    }

    #[test]
    fn a_mark_holds_initials_and_no_markup() {
        assert!(mark("southern Cross freight").contains(">SC</text>"));
        assert!(mark("<script> & \"co\"").contains(">SC</text>"));
        assert!(mark("").contains("></text>"));
    }
}
