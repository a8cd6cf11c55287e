//! Restrictions of a new API key.

use std::collections::HashSet;

use chrono::{DateTime, Months, Utc};
use data::{FieldError, message, permission};

use crate::api_keys::model::MAX_ADDRESSES;
use crate::api_keys::networks::Network;

const MAX_LIFE: Months = Months::new(24);

/// Returns the permissions with parents, sorted; reports missing ones by index.
pub fn validate_permissions(
    sent: Option<&[String]>,
    held_permissions: &HashSet<String>,
    errors: &mut Vec<FieldError>,
) -> Option<Vec<String>> {
    let sent = sent?;
    if sent.is_empty() {
        let message = message!("must name a permission; leave it out for all that the user may do");
        errors.push(FieldError::new("permissions", message).with_code("empty"));
    }
    for (at, name) in sent
        .iter()
        .enumerate()
        .filter(|(_, name)| !held_permissions.contains(*name))
    {
        let name: String = name.chars().take(128).collect();
        let message = message!("must be a permission of the user: {name} is not");
        errors.push(FieldError::new(format!("permissions[{at}]"), message).with_code("notHeld"));
    }
    let mut names: Vec<String> = permission::with_parents(sent.iter().map(String::as_str))
        .into_iter()
        .collect();
    names.sort_unstable();
    Some(names)
}

/// Returns the distinct networks; reports invalid ones by index.
pub fn parse_networks(
    sent: Option<&[String]>,
    errors: &mut Vec<FieldError>,
) -> Option<Vec<Network>> {
    let sent = sent?;
    if sent.is_empty() {
        let message =
            message!("must name an address; leave it out for a key that may be used from anywhere");
        errors.push(FieldError::new("addresses", message).with_code("empty"));
    }
    if sent.len() > MAX_ADDRESSES {
        let message = message!("must be at most {max} addresses", max = MAX_ADDRESSES);
        errors.push(FieldError::new("addresses", message).with_code("tooMany"));
        return None;
    }
    let mut networks: Vec<Network> = Vec::with_capacity(sent.len());
    for (at, text) in sent.iter().enumerate() {
        match text.parse() {
            Ok(network) if networks.contains(&network) => {}
            Ok(network) => networks.push(network),
            Err(()) => {
                let message = message!(
                    "must be an IP address or a range like 203.0.113.0/24 or 2001:db8::/32"
                );
                errors.push(
                    FieldError::new(format!("addresses[{at}]"), message).with_code("address"),
                );
            }
        }
    }
    Some(networks)
}

pub fn expiry_error(expiry: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<FieldError> {
    let expiry = expiry?;
    let (code, says) = match now.checked_add_months(MAX_LIFE) {
        _ if expiry <= now => ("past", message!("must be in the future")),
        Some(last) if expiry > last => ("tooLate", message!("must be at most two years from now")),
        _ => return None,
    };
    Some(FieldError::new("expiresAt", says).with_code(code))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn members(errors: &[FieldError]) -> Vec<&str> {
        errors.iter().map(|error| error.member.as_str()).collect()
    }

    #[test]
    fn a_key_holds_what_its_user_holds_and_the_parents_of_that() {
        let held_permissions = permission::with_parents(["Pages.Booking.Create", "Pages.Job"]);
        let (mut wrong, none) = (Vec::new(), &mut Vec::new());
        let sent = [
            "Pages.Booking.Create".to_owned(),
            "Pages.Finance".to_owned(),
        ];
        validate_permissions(Some(&sent), &held_permissions, &mut wrong);
        validate_permissions(Some(&[]), &held_permissions, &mut wrong);
        assert_eq!(members(&wrong), ["permissions[1]", "permissions"]);
        let stored = validate_permissions(Some(&sent[..1]), &held_permissions, none).unwrap();
        assert_eq!(stored, ["Pages", "Pages.Booking", "Pages.Booking.Create"]);
        assert_eq!(
            (
                validate_permissions(None, &held_permissions, none),
                none.len()
            ),
            (None, 0)
        );
    }

    #[test]
    fn each_address_is_judged_and_kept_once() {
        let texts = |list: &[&str]| {
            list.iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>()
        };
        let mut errors = Vec::new();
        let stored = parse_networks(
            Some(&texts(&["10.0.0.0/8", "10.1.2.3/8", "::1"])),
            &mut errors,
        )
        .unwrap();
        assert_eq!((stored.len(), errors.len()), (2, 0));
        parse_networks(Some(&texts(&["10.0.0.1", "office"])), &mut errors);
        parse_networks(Some(&texts(&["10.0.0.1"; 33])), &mut errors);
        parse_networks(Some(&[]), &mut errors);
        assert_eq!(members(&errors), ["addresses[1]", "addresses", "addresses"]);
    }

    #[test]
    fn it_expires_between_now_and_two_years() {
        let now: DateTime<Utc> = "2026-03-01T09:00:00Z".parse().unwrap();
        let errors = |by| expiry_error(Some(now + by), now).map(|error| error.code);
        assert_eq!(errors(TimeDelta::zero()), Some("past"));
        assert_eq!(errors(TimeDelta::seconds(1)), None);
        assert_eq!(errors(TimeDelta::days(731)), None);
        assert_eq!(errors(TimeDelta::days(732)), Some("tooLate"));
        assert_eq!(expiry_error(None, now), None);
    }
}
