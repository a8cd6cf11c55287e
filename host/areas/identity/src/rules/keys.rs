//! What a new API key may be limited to.

use std::collections::HashSet;

use chrono::{DateTime, Months, Utc};
use kernel::{FieldError, message, permission};

use super::networks::Network;
use crate::model::keys::MAX_ADDRESSES;

const MAX_LIFE: Months = Months::new(24);

/// The permissions with their parents, in order; what the user does not hold is told by its place in the list.
pub fn permissions(
    sent: Option<&[String]>,
    held: &HashSet<String>,
    wrong: &mut Vec<FieldError>,
) -> Option<Vec<String>> {
    let sent = sent?;
    if sent.is_empty() {
        let says = message!("must name a permission; leave it out for all that the user may do");
        wrong.push(FieldError::new("permissions", says).coded("empty"));
    }
    for (at, name) in sent
        .iter()
        .enumerate()
        .filter(|(_, name)| !held.contains(*name))
    {
        let name: String = name.chars().take(128).collect();
        let says = message!("must be a permission that the user holds: {name} is none");
        wrong.push(FieldError::new(format!("permissions[{at}]"), says).coded("notHeld"));
    }
    let mut names: Vec<String> = permission::with_parents(sent.iter().map(String::as_str))
        .into_iter()
        .collect();
    names.sort_unstable();
    Some(names)
}

/// The networks, each once; what is none is told by its place in the list.
pub fn addresses(sent: Option<&[String]>, wrong: &mut Vec<FieldError>) -> Option<Vec<Network>> {
    let sent = sent?;
    if sent.is_empty() {
        let says =
            message!("must name an address; leave it out for a key that may be used from anywhere");
        wrong.push(FieldError::new("addresses", says).coded("empty"));
    }
    if sent.len() > MAX_ADDRESSES {
        let says = message!("must be at most {max} addresses", max = MAX_ADDRESSES);
        wrong.push(FieldError::new("addresses", says).coded("tooMany"));
        return None;
    }
    let mut networks: Vec<Network> = Vec::with_capacity(sent.len());
    for (at, text) in sent.iter().enumerate() {
        match text.parse() {
            Ok(network) if networks.contains(&network) => {}
            Ok(network) => networks.push(network),
            Err(()) => {
                let says = message!(
                    "must be an IP address or a range like 203.0.113.0/24 or 2001:db8::/32"
                );
                wrong.push(FieldError::new(format!("addresses[{at}]"), says).coded("address"));
            }
        }
    }
    Some(networks)
}

/// What is wrong with the time at which a key is to expire.
pub fn wrong_expiry(expiry: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<FieldError> {
    let expiry = expiry?;
    let (code, says) = match now.checked_add_months(MAX_LIFE) {
        _ if expiry <= now => ("past", message!("must be in the future")),
        Some(last) if expiry > last => ("tooLate", message!("must be at most two years from now")),
        _ => return None,
    };
    Some(FieldError::new("expiresAt", says).coded(code))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn members(wrong: &[FieldError]) -> Vec<&str> {
        wrong.iter().map(|error| error.member.as_str()).collect()
    }

    #[test]
    fn a_key_holds_what_its_user_holds_and_the_parents_of_that() {
        let held = permission::with_parents(["Pages.Booking.Create", "Pages.Job"]);
        let (mut wrong, none) = (Vec::new(), &mut Vec::new());
        let sent = [
            "Pages.Booking.Create".to_owned(),
            "Pages.Finance".to_owned(),
        ];
        permissions(Some(&sent), &held, &mut wrong);
        permissions(Some(&[]), &held, &mut wrong);
        assert_eq!(members(&wrong), ["permissions[1]", "permissions"]);
        let kept = permissions(Some(&sent[..1]), &held, none).unwrap();
        assert_eq!(kept, ["Pages", "Pages.Booking", "Pages.Booking.Create"]);
        assert_eq!((permissions(None, &held, none), none.len()), (None, 0));
    }

    #[test]
    fn each_address_is_judged_and_kept_once() {
        let texts = |list: &[&str]| {
            list.iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>()
        };
        let mut wrong = Vec::new();
        let kept = addresses(
            Some(&texts(&["10.0.0.0/8", "10.1.2.3/8", "::1"])),
            &mut wrong,
        )
        .unwrap();
        assert_eq!((kept.len(), wrong.len()), (2, 0));
        addresses(Some(&texts(&["10.0.0.1", "office"])), &mut wrong);
        addresses(Some(&texts(&["10.0.0.1"; 33])), &mut wrong);
        addresses(Some(&[]), &mut wrong);
        assert_eq!(members(&wrong), ["addresses[1]", "addresses", "addresses"]);
    }

    #[test]
    fn it_expires_between_now_and_two_years() {
        let now: DateTime<Utc> = "2026-03-01T09:00:00Z".parse().unwrap();
        let wrong = |by| wrong_expiry(Some(now + by), now).map(|error| error.code);
        assert_eq!(wrong(TimeDelta::zero()), Some("past"));
        assert_eq!(wrong(TimeDelta::seconds(1)), None);
        assert_eq!(wrong(TimeDelta::days(731)), None);
        assert_eq!(wrong(TimeDelta::days(732)), Some("tooLate"));
        assert_eq!(wrong_expiry(None, now), None);
    }
}
