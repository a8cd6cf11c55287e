//! Rules for host names and time zones, and the placeholder logo.

use data::{Error, FieldError, Message, Result, message};

use crate::tenants::model::NewTenant;

pub(crate) const MAX_NAME_LENGTH: usize = 128;
/// For editions and their names in commands.
pub(crate) const MAX_DISPLAY_NAME_LENGTH: usize = 64;
const MAX_HOSTS: usize = 100;
pub(crate) const TIME_ZONE: Message =
    message!("must be an IANA time zone such as Australia/Sydney");
const HOST_NAME: Message =
    message!("must be a host name such as freight.example.com, without scheme and port");
const MAX_HOST_LENGTH: usize = 253;

/// Normalises a host name: lower case, without the trailing dot. None if invalid.
pub(crate) fn normal_host(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches('.').to_ascii_lowercase();
    let bracketed = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let fits = match bracketed {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.split('.').all(is_label),
    };
    (fits && name.len() <= MAX_HOST_LENGTH).then_some(name)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

pub(crate) fn validate_new_tenant(mut new: NewTenant) -> Result<NewTenant> {
    let mut errors = Vec::new();
    new.name = new.name.trim().to_owned();
    if new.name.is_empty() || new.name.chars().count() > MAX_NAME_LENGTH {
        errors.push(FieldError::new(
            "name",
            message!("must have 1 to {max} characters", max = MAX_NAME_LENGTH),
        ));
    }
    if !is_time_zone(&new.timezone) {
        errors.push(FieldError::new("timezone", TIME_ZONE));
    }
    if new.base_currency.len() != 3
        || !new
            .base_currency
            .bytes()
            .all(|byte| byte.is_ascii_uppercase())
    {
        errors.push(FieldError::new(
            "baseCurrency",
            message!("must be a currency code of three capitals such as AUD"),
        ));
    }
    errors.extend(check_hosts("hosts", &mut new.hosts));
    if errors.is_empty() {
        Ok(new)
    } else {
        Err(Error::Invalid(errors))
    }
}

pub(crate) fn check_hosts(member: &str, hosts: &mut [String]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if hosts.is_empty() {
        errors.push(FieldError::new(
            member,
            message!("must name at least one host name"),
        ));
    } else if hosts.len() > MAX_HOSTS {
        return vec![FieldError::new(
            member,
            message!("must name at most {max} host names", max = MAX_HOSTS),
        )];
    }
    for at in 0..hosts.len() {
        let member = format!("{member}[{at}]");
        match normal_host(&hosts[at]) {
            Some(host) if hosts[..at].contains(&host) => errors.push(host_is_taken(member, &host)),
            Some(host) => hosts[at] = host,
            None => errors.push(FieldError::new(member, HOST_NAME)),
        }
    }
    errors
}

pub(crate) fn host_is_taken(member: String, host: &str) -> FieldError {
    FieldError::new(member, message!("{host} already belongs to a tenant"))
}

fn is_time_zone(name: &str) -> bool {
    name.parse::<chrono_tz::Tz>().is_ok()
}

pub(crate) fn time_zone(name: &str, (): &()) -> garde::Result {
    if is_time_zone(name) {
        Ok(())
    } else {
        Err(data::validate::rejection(TIME_ZONE))
    }
}

pub(crate) fn edition_name(name: &str, (): &()) -> garde::Result {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.bytes().all(fits) {
        Ok(())
    } else {
        Err(data::validate::rejection(message!(
            "must be lower-case letters, digits and hyphens"
        )))
    }
}

pub(crate) fn placeholder_logo(name: &str) -> String {
    let letter = |word: &str| word.chars().find(|c| c.is_alphanumeric());
    let initials: String = name
        .split_whitespace()
        .filter_map(letter)
        .take(2)
        .flat_map(char::to_uppercase)
        .collect();
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
        assert_eq!(
            normal_host(" Freight.Example.COM. ").as_deref(),
            Some("freight.example.com")
        );
        assert_eq!(normal_host("[::1]").as_deref(), Some("[::1]"));
        for wrong in [
            "",
            "a..b",
            "-a.com",
            "http://a.com",
            "a.com:80",
            "a b",
            &"a".repeat(254),
            "[x]",
        ] {
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
        let Err(Error::Invalid(wrong)) = validate_new_tenant(new) else {
            panic!("accepted")
        };
        let members: Vec<&str> = wrong.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["name", "timezone", "baseCurrency", "hosts[1]"]);
    }

    #[test]
    fn a_mark_holds_initials_and_no_markup() {
        assert!(placeholder_logo("southern Cross freight").contains(">SC</text>"));
        assert!(placeholder_logo("<script> & \"co\"").contains(">SC</text>"));
        assert!(placeholder_logo("").contains("></text>"));
    }
}
