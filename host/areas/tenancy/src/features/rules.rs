//! Feature values of tenants and customers.
//!
//! The platform grants features by the tenant's edition and by overriding values for the tenant.
//! The tenant switches within that limit; a customer has the tenant's features or fewer.

use std::collections::BTreeMap;

use data::{Error, Feature, FieldError, Result, message};

use crate::{KnownPlugin, tenants::model::FeatureInfo};

const MAX_VALUE_LENGTH: usize = 256;

/// Feature values by name.
pub(crate) type Values = BTreeMap<String, String>;

/// Returns all features: the product's, then one per plugin, off by default.
pub(crate) fn all(product: &[Feature], plugins: &[KnownPlugin]) -> Vec<FeatureInfo> {
    let own = product.iter().map(|feature| FeatureInfo {
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
        description: format!("Lets the organisation use {}.", plugin.name),
        default_value: "false".to_owned(),
    });
    own.chain(of_plugins).collect()
}

fn default_value(product: &[Feature], name: &str) -> &'static str {
    product
        .iter()
        .find(|feature| feature.name == name)
        .map_or("false", |feature| feature.default)
}

#[derive(Debug, Default)]
pub(crate) struct TenantFeatureValues {
    /// Granted: the edition's, overridden by the platform's.
    pub given: Values,
    /// Switched by the tenant.
    pub own: Values,
}

impl TenantFeatureValues {
    pub fn new(edition: Values, beside: Values, own: Values) -> Self {
        let mut given = edition;
        given.extend(beside);
        Self { given, own }
    }
    pub fn value(&self, product: &[Feature], name: &str) -> String {
        let given = self.given.get(name).map(String::as_str);
        match self.own.get(name) {
            Some(own) => cap_value(own, given).to_owned(),
            None => given
                .unwrap_or_else(|| default_value(product, name))
                .to_owned(),
        }
    }
    /// Returns the effective value for a customer with these own values.
    pub fn for_customer(&self, product: &[Feature], name: &str, customers: &Values) -> String {
        let tenants = self.value(product, name);
        match customers.get(name) {
            Some(own) => cap_value(own, Some(&tenants)).to_owned(),
            None => tenants,
        }
    }
}

fn cap_value<'a>(value: &'a str, limit: Option<&'a str>) -> &'a str {
    let Some(limit) = limit else { return value };
    let numbers = value.parse::<i64>().ok().zip(limit.parse::<i64>().ok());
    let is_more = match numbers {
        Some((value, limit)) => value > limit,
        None => limit == "false",
    };
    if is_more { limit } else { value }
}

/// Validates names, kinds and limits; the error names the entry.
pub(crate) fn check(
    existing: &[FeatureInfo],
    limits: &Values,
    changes: &[(String, Option<String>)],
) -> Result<()> {
    let mut errors = Vec::new();
    for (at, (name, value)) in changes.iter().enumerate() {
        if !existing.iter().any(|feature| feature.name == *name) {
            errors.push(FieldError::new(
                format!("featureValues[{at}].name"),
                message!("is not a feature of this platform"),
            ));
            continue;
        }
        let Some(value) = value else { continue };
        let (fits, right) = if name.ends_with(".Enabled") {
            (
                value == "true" || value == "false",
                message!("must be true or false"),
            )
        } else {
            (
                value.chars().count() <= MAX_VALUE_LENGTH,
                message!("must have at most {max} characters", max = MAX_VALUE_LENGTH),
            )
        };
        let limit = limits.get(name).map(String::as_str);
        if !fits {
            errors.push(FieldError::new(format!("featureValues[{at}].value"), right));
        } else if cap_value(value, limit) != value {
            let most = limit.unwrap_or_default();
            errors.push(FieldError::new(
                format!("featureValues[{at}].value"),
                message!("is more than the maximum of {max}", max = most),
            ));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[(&str, &str)]) -> Values {
        list.iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    fn product() -> Vec<Feature> {
        [
            "Booking.Enabled",
            "Job.Enabled",
            "Driver.Enabled",
            "Warehouse.Enabled",
        ]
        .map(|name| Feature::enabled_by_default(0, name, "", ""))
        .to_vec()
    }

    #[test]
    fn features_must_be_known_and_of_their_kind() {
        let existing = all(
            &product(),
            &[KnownPlugin {
                id: "own-fleet".to_owned(),
                name: "Own fleet".to_owned(),
            }],
        );
        let limits = values(&[
            ("Job.Enabled", "false"),
            ("Plugin.own-fleet.Enabled", "true"),
        ]);
        let set = |name: &str, value: Option<&str>| {
            check(
                &existing,
                &limits,
                &[(name.to_owned(), value.map(str::to_owned))],
            )
        };
        assert!(set("Booking.Enabled", Some("false")).is_ok());
        assert!(set("Plugin.own-fleet.Enabled", Some("true")).is_ok());
        assert!(set("Plugin.other.Enabled", Some("true")).is_err());
        assert!(set("Booking.Enabled", Some("yes")).is_err());
        assert!(set("Job.Enabled", Some("true")).is_err());
        assert!(set("Job.Enabled", Some("false")).is_ok());
        assert!(set("Job.Enabled", None).is_ok());
    }

    #[test]
    fn nobody_has_more_than_was_given() {
        let tenant_values = TenantFeatureValues::new(
            values(&[
                ("Job.Enabled", "false"),
                ("Warehouse.Enabled", "false"),
                ("Plugin.a.Enabled", "true"),
            ]),
            values(&[("Warehouse.Enabled", "true")]),
            values(&[
                ("Job.Enabled", "true"),
                ("Driver.Enabled", "false"),
                ("Plugin.b.Enabled", "true"),
            ]),
        );
        let of = |name: &str| tenant_values.value(&product(), name);
        assert_eq!(of("Booking.Enabled"), "true", "the default");
        assert_eq!(
            of("Job.Enabled"),
            "false",
            "the edition has it not, whatever the tenant says"
        );
        assert_eq!(of("Warehouse.Enabled"), "true", "given beside the edition");
        assert_eq!(
            of("Driver.Enabled"),
            "false",
            "the tenant has switched it off"
        );
        assert_eq!(
            (of("Plugin.a.Enabled"), of("Plugin.b.Enabled")),
            ("true".to_owned(), "true".to_owned())
        );
        assert_eq!(of("Plugin.c.Enabled"), "false");
        let customers = values(&[("Job.Enabled", "true"), ("Booking.Enabled", "false")]);
        assert_eq!(
            tenant_values.for_customer(&product(), "Job.Enabled", &customers),
            "false"
        );
        assert_eq!(
            tenant_values.for_customer(&product(), "Booking.Enabled", &customers),
            "false"
        );
        assert_eq!(
            tenant_values.for_customer(&product(), "Warehouse.Enabled", &customers),
            "true"
        );
    }

    #[test]
    fn numbers_are_limited_as_numbers() {
        assert_eq!(cap_value("5", Some("10")), "5");
        assert_eq!(cap_value("20", Some("10")), "10");
        assert_eq!(cap_value("20", None), "20");
        assert_eq!(cap_value("true", Some("false")), "false");
        assert_eq!(cap_value("false", Some("true")), "false");
    }
}
