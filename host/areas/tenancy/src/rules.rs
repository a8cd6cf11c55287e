//! What is right for a tenant: host names, time zones, feature values; and the mark that stands in for a logo.

use kernel::{Error, FieldError, Result, feature::FEATURES};

use crate::{
    KnownPlugin,
    model::{FeatureInfo, NewTenant},
};

const LONGEST_NAME: usize = 128;
const LONGEST_HOST: usize = 253;
const LONGEST_VALUE: usize = 256;

/// The host name as it is kept: lower case, without the root's dot. None when it can't be a host name.
pub(crate) fn normal_host(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches('.').to_ascii_lowercase();
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let fits = match bracketed {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.split('.').all(is_label),
    };
    (fits && name.len() <= LONGEST_HOST).then_some(name)
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
    if new.name.is_empty() || new.name.chars().count() > LONGEST_NAME {
        wrong.push(FieldError::new("name", format!("must have 1 to {LONGEST_NAME} characters")));
    }
    if new.timezone.parse::<chrono_tz::Tz>().is_err() {
        wrong.push(FieldError::new("timezone", "must be an IANA time zone such as Australia/Sydney"));
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
            None => wrong.push(FieldError::new(
                format!("hosts[{at}]"),
                "must be a host name such as freight.example.com, without scheme and port",
            )),
        }
    }
    if wrong.is_empty() { Ok(new) } else { Err(Error::Invalid(wrong)) }
}

/// All features there are: the product's own, then one for each plugin, off until it is switched on.
pub(crate) fn all_features(plugins: &[KnownPlugin]) -> Vec<FeatureInfo> {
    let own = FEATURES.iter().map(|feature| FeatureInfo {
        parent_name: feature.parent.map(str::to_owned),
        name: feature.name.to_owned(),
        display_name: feature.display_name.to_owned(),
        description: feature.description.to_owned(),
        default_value: feature.default.to_owned(),
    });
    let of_plugins = plugins.iter().map(|plugin| FeatureInfo {
        parent_name: None,
        name: format!("Plugin.{}.Enabled", plugin.id),
        display_name: plugin.name.clone(),
        description: format!("The plugin {}.", plugin.name),
        default_value: "false".to_owned(),
    });
    own.chain(of_plugins).collect()
}

/// What a feature is when a tenant has no value of its own; anything unknown is off.
pub(crate) fn default_value(name: &str) -> &'static str {
    FEATURES.iter().find(|feature| feature.name == name).map_or("false", |feature| feature.default)
}

/// Every value must be of a known feature and of its kind; the error names the entry.
pub(crate) fn check_features(known: &[FeatureInfo], values: &[(String, String)]) -> Result<()> {
    let wrong: Vec<FieldError> = values
        .iter()
        .enumerate()
        .filter_map(|(at, (name, value))| {
            if !known.iter().any(|feature| feature.name == *name) {
                return Some(FieldError::new(format!("featureValues[{at}].name"), "is no feature of this platform"));
            }
            let fits = if name.ends_with(".Enabled") {
                value == "true" || value == "false"
            } else {
                value.chars().count() <= LONGEST_VALUE
            };
            let right =
                if name.ends_with(".Enabled") { "must be true or false" } else { "must have at most 256 characters" };
            (!fits).then(|| FieldError::new(format!("featureValues[{at}].value"), right))
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(Error::Invalid(wrong)) }
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
    fn features_must_be_known_and_of_their_kind() {
        let known = all_features(&[KnownPlugin { id: "own-fleet".to_owned(), name: "Own fleet".to_owned() }]);
        let set = |name: &str, value: &str| check_features(&known, &[(name.to_owned(), value.to_owned())]);
        assert!(set("Booking.Enabled", "false").is_ok());
        assert!(set("Plugin.own-fleet.Enabled", "true").is_ok());
        assert!(set("Plugin.other.Enabled", "true").is_err());
        assert!(set("Booking.Enabled", "yes").is_err());
        assert_eq!(default_value("Booking.Enabled"), "true");
        assert_eq!(default_value("Plugin.own-fleet.Enabled"), "false");
    }

    #[test]
    fn a_mark_holds_initials_and_no_markup() {
        assert!(mark("southern Cross freight").contains(">SC</text>"));
        assert!(mark("<script> & \"co\"").contains(">SC</text>"));
        assert!(mark("").contains("></text>"));
    }
}
