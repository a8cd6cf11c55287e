//! Settings of a fleet account and their validation.

use waybill_plugin::settings::{Settings, attribute};
use waybill_plugin::types::Attribute;
use waybill_plugin::{Decimal, Result, error};

#[derive(Debug, PartialEq)]
pub struct Account {
    pub rate_card: String,
    pub connote_prefix: String,
    pub gs1_company_prefix: String,
    pub fleet_name: String,
    /// Offered services, code and name; if empty, all services of the rate card.
    pub services: Vec<(String, String)>,
    pub tax_percent: Decimal,
    pub cut_off: Option<String>,
}

pub fn attributes() -> Vec<Attribute> {
    vec![
        attribute("rateCard", "Rate card", "The code of the rate card that prices this fleet.").required(),
        attribute("connotePrefix", "Connote prefix", "2 to 6 capital letters before the connote numbers, such as SCF.")
            .required(),
        attribute(
            "gs1CompanyPrefix",
            "GS1 company prefix",
            "7 to 10 digits, as GS1 gave them to you; every piece's label carries a serial shipping container code.",
        )
        .required(),
        attribute("fleetName", "Fleet name", "Printed on labels and manifests; Own fleet unless set."),
        attribute(
            "services",
            "Services",
            "The rate card's services that this account offers, as codes with names: ROAD=Road, PRIORITY=Priority.",
        ),
        attribute("taxPercent", "Tax percent", "The goods and services tax on every charge; 10 unless set.").number(),
        attribute("cutOff", "Cut-off", "The local time of day until which goods go out today, such as 16:30."),
    ]
}

impl Account {
    pub fn from_call() -> Result<Self> {
        Self::read(Settings::of_account()?)
    }

    /// Validates the settings. Empty values are already reported as missing.
    pub fn read(mut settings: Settings) -> Result<Self> {
        let rate_card = settings.required_text("rateCard");
        let connote_prefix = settings.required_text("connotePrefix");
        let lengths = [0, 2, 3, 4, 5, 6];
        if !(lengths.contains(&connote_prefix.len())
            && connote_prefix.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            settings.reject(
                "connotePrefix",
                "must be 2 to 6 capital letters, such as SCF",
            );
        }
        let gs1_company_prefix = settings.required_text("gs1CompanyPrefix");
        let lengths = [0, 7, 8, 9, 10];
        if !(lengths.contains(&gs1_company_prefix.len())
            && gs1_company_prefix.bytes().all(|byte| byte.is_ascii_digit()))
        {
            settings.reject(
                "gs1CompanyPrefix",
                "must be 7 to 10 digits, as GS1 gave them to you",
            );
        }
        let services = services(&mut settings);
        let tax_percent = settings.decimal("taxPercent", Decimal::from_micros(10_000_000));
        if tax_percent < Decimal::ZERO || tax_percent > Decimal::from_micros(100_000_000) {
            settings.reject("taxPercent", "must be a percentage from 0 to 100");
        }
        let cut_off = settings.time_of_day("cutOff");
        let fleet_name = settings
            .text("fleetName")
            .unwrap_or_else(|| "Own fleet".into());
        settings.check(Self {
            rate_card,
            connote_prefix,
            gs1_company_prefix,
            fleet_name,
            services,
            tax_percent,
            cut_off,
        })
    }

    pub fn check_service(&self, code: &str) -> Result<()> {
        if self.services.is_empty() || self.services.iter().any(|(offered, _)| offered == code) {
            return Ok(());
        }
        let offered: Vec<&str> = self
            .services
            .iter()
            .map(|(code, _)| code.as_str())
            .collect();
        Err(error::invalid(
            "serviceCode",
            format!("{code} is not offered; offered are {}", offered.join(", ")),
        ))
    }

    /// Returns the printed name of a service; its code if it has none.
    pub fn service_name(&self, code: &str) -> String {
        let usual = or_default_services(self.services.clone());
        usual
            .into_iter()
            .find(|(known, _)| known == code)
            .map_or_else(|| code.to_owned(), |(_, name)| name)
    }
}

pub fn services(settings: &mut Settings) -> Vec<(String, String)> {
    settings.names("services")
}

pub fn or_default_services(services: Vec<(String, String)>) -> Vec<(String, String)> {
    if !services.is_empty() {
        return services;
    }
    [
        ("ROAD", "Road express"),
        ("PRIORITY", "Priority"),
        ("SAMEDAY", "Same day"),
        ("PALLET", "Pallet rate"),
    ]
    .map(|(code, name)| (code.to_owned(), name.to_owned()))
    .into()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    pub fn account(more: &str) -> Account {
        let json = format!(
            r#"{{"rateCard":"METRO","connotePrefix":"HGL","gs1CompanyPrefix":"9399999"{more}}}"#
        );
        read(&json).expect("a right account")
    }

    fn read(json: &str) -> Result<Account> {
        Account::read(Settings::parse(json).expect("JSON"))
    }

    #[test]
    fn the_rest_has_sensible_values() {
        let account = account("");
        assert_eq!(
            (
                account.fleet_name.as_str(),
                account.tax_percent.to_string().as_str()
            ),
            ("Own fleet", "10")
        );
        assert!(account.check_service("ANY").is_ok());
        assert_eq!(account.service_name("PRIORITY"), "Priority");
        assert_eq!(account.service_name("ODD"), "ODD");
    }

    #[test]
    fn each_wrong_setting_is_named() {
        let json = r#"{"connotePrefix":"hgl","gs1CompanyPrefix":"93-9","taxPercent":101,"cutOff":"4pm","services":"=x"}"#;
        let Err(PluginError::InvalidInput(fields)) = read(json) else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(
            members,
            [
                "rateCard",
                "connotePrefix",
                "gs1CompanyPrefix",
                "services",
                "taxPercent",
                "cutOff"
            ]
        );
    }

    #[test]
    fn prefixes_have_their_lengths() {
        for (prefix, right) in [
            ("A", false),
            ("AB", true),
            ("ABCDEF", true),
            ("ABCDEFG", false),
        ] {
            let json = format!(
                r#"{{"rateCard":"M","connotePrefix":"{prefix}","gs1CompanyPrefix":"1234567"}}"#
            );
            assert_eq!(read(&json).is_ok(), right, "{prefix}");
        }
        for (prefix, right) in [
            ("123456", false),
            ("1234567", true),
            ("1234567890", true),
            ("12345678901", false),
        ] {
            let json =
                format!(r#"{{"rateCard":"M","connotePrefix":"AB","gs1CompanyPrefix":"{prefix}"}}"#);
            assert_eq!(read(&json).is_ok(), right, "{prefix}");
        }
    }

    #[test]
    fn only_offered_services_are_taken() {
        let account = account(r#","services":"ROAD=Road freight""#);
        assert!(account.check_service("ROAD").is_ok());
        let Err(PluginError::InvalidInput(fields)) = account.check_service("AIR") else {
            panic!("must be refused")
        };
        assert_eq!(fields[0].message, "AIR is not offered; offered are ROAD");
        assert_eq!(account.service_name("ROAD"), "Road freight");
    }
}
