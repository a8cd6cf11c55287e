//! What a feature is for a tenant and for one of its customers: what the platform gives, and what each made of it.
//!
//! The platform gives by the tenant's edition and by values of the tenant's own, which win. The tenant's people switch
//! inside what is given; a customer has what its tenant has, or less.

use std::collections::BTreeMap;

use kernel::{Error, Feature, FieldError, Result, message};

use crate::{KnownPlugin, model::FeatureInfo};

const MAX_VALUE_LENGTH: usize = 256;

/// Names and values of features.
pub(crate) type Values = BTreeMap<String, String>;

/// All features there are: the product's own, then one for each plugin, off until it is switched on.
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
        description: format!("The plugin {}.", plugin.name),
        default_value: "false".to_owned(),
    });
    own.chain(of_plugins).collect()
}

/// What a feature is when nobody has said anything; anything unknown is off.
fn default_value(product: &[Feature], name: &str) -> &'static str {
    product
        .iter()
        .find(|feature| feature.name == name)
        .map_or("false", |feature| feature.default)
}

/// What one tenant has.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// By the edition, below the platform's values for this tenant.
    pub given: Values,
    /// Switched by the tenant's own people.
    pub own: Values,
}

impl Held {
    pub fn new(edition: Values, beside: Values, own: Values) -> Self {
        let mut given = edition;
        given.extend(beside);
        Self { given, own }
    }
    pub fn value(&self, product: &[Feature], name: &str) -> String {
        let given = self.given.get(name).map(String::as_str);
        match self.own.get(name) {
            Some(own) => bounded(own, given).to_owned(),
            None => given
                .unwrap_or_else(|| default_value(product, name))
                .to_owned(),
        }
    }
    /// What a customer with these values of its own has.
    pub fn for_customer(&self, product: &[Feature], name: &str, customers: &Values) -> String {
        let tenants = self.value(product, name);
        match customers.get(name) {
            Some(own) => bounded(own, Some(&tenants)).to_owned(),
            None => tenants,
        }
    }
}

/// A value, or the limit when the value is more.
fn bounded<'a>(value: &'a str, limit: Option<&'a str>) -> &'a str {
    let Some(limit) = limit else { return value };
    let numbers = value.parse::<i64>().ok().zip(limit.parse::<i64>().ok());
    let is_more = match numbers {
        Some((value, limit)) => value > limit,
        None => limit == "false",
    };
    if is_more { limit } else { value }
}

/// Every value must be of a known feature and of its kind, and within the limits; the error names the entry.
pub(crate) fn check(
    known: &[FeatureInfo],
    limits: &Values,
    changes: &[(String, Option<String>)],
) -> Result<()> {
    let mut wrong = Vec::new();
    for (at, (name, value)) in changes.iter().enumerate() {
        if !known.iter().any(|feature| feature.name == *name) {
            wrong.push(FieldError::new(
                format!("featureValues[{at}].name"),
                message!("is no feature of this platform"),
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
            wrong.push(FieldError::new(format!("featureValues[{at}].value"), right));
        } else if bounded(value, limit) != value {
            let most = limit.unwrap_or_default();
            wrong.push(FieldError::new(
                format!("featureValues[{at}].value"),
                message!("is more than what was given here, {max}", max = most),
            ));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(wrong))
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
        .map(|name| Feature::on(0, name, "", ""))
        .to_vec()
    }

    #[test]
    fn features_must_be_known_and_of_their_kind() {
        let known = all(
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
                &known,
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
        let held = Held::new(
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
        let of = |name: &str| held.value(&product(), name);
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
            held.for_customer(&product(), "Job.Enabled", &customers),
            "false"
        );
        assert_eq!(
            held.for_customer(&product(), "Booking.Enabled", &customers),
            "false"
        );
        assert_eq!(
            held.for_customer(&product(), "Warehouse.Enabled", &customers),
            "true"
        );
    }

    #[test]
    fn numbers_are_limited_as_numbers() {
        assert_eq!(bounded("5", Some("10")), "5");
        assert_eq!(bounded("20", Some("10")), "10");
        assert_eq!(bounded("20", None), "20");
        assert_eq!(bounded("true", Some("false")), "false");
        assert_eq!(bounded("false", Some("true")), "false");
    }
}
