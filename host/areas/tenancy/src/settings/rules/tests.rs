//! Tests of settings validation, field by field.

use data::secrets::Secret;
use rust_decimal::Decimal;

use crate::settings::model::{CurrencyFactor, protection::OpenIdProvider};
use crate::settings::rules::*;

fn valid_settings() -> Settings {
    let mut settings = Settings::default();
    settings.general.timezone = "Australia/Sydney".to_owned();
    settings.currency.base_currency = "AUD".to_owned();
    settings
}

fn members(before: &Settings, after: &Settings) -> Vec<String> {
    match check_change(before, after) {
        Err(Error::Invalid(fields)) => fields.into_iter().map(|field| field.member).collect(),
        _ => Vec::new(),
    }
}

/// Returns the errors after a change of valid settings.
fn errors_after(change: impl Fn(&mut Settings)) -> Vec<String> {
    let mut after = valid_settings();
    change(&mut after);
    members(&valid_settings(), &after)
}

#[test]
fn the_defaults_are_right() {
    assert!(members(&valid_settings(), &valid_settings()).is_empty());
}

#[test]
fn every_wrong_member_is_named_at_once() {
    let named = errors_after(|settings| {
        settings.general.timezone = "Sydney".to_owned();
        settings.ui.logo_id = Some("made-up".to_owned());
        settings.ui.primary_color = Some("#ffffff".to_owned());
        settings.user_management.session_idle_minutes = 1;
        settings.email.use_host_default = false;
        settings.email.smtp_port = 0;
        settings.tax.gst = Decimal::from(-1);
        settings.insurance.ati.multiplier = Decimal::from(101);
        settings.e_commerce.rate_callback_delay = 3001;
        settings.security.two_factor_login.is_enabled = false;
        settings.security.two_factor_login.is_required = true;
        settings.security.password_complexity.required_length = 5;
    });
    let expected = [
        "general.timezone",
        "ui.logoId",
        "ui.primaryColor",
        "userManagement.sessionIdleMinutes",
        "email.smtpPort",
        "email.smtpHost",
        "email.defaultFromAddress",
        "security.passwordComplexity.requiredLength",
        "security.twoFactorLogin.isRequired",
        "insurance.ati.multiplier",
        "tax.gst",
        "eCommerce.rateCallbackDelay",
    ];
    assert_eq!(named, expected);
}

#[test]
fn what_insurance_costs_and_covers_is_checked_for_each_kind() {
    let classes = |classes: &[&str]| -> Vec<String> {
        classes.iter().map(|class| (*class).to_owned()).collect()
    };
    assert!(
        errors_after(|settings| {
            settings.insurance.standard.multiplier = Decimal::new(15, 3);
            settings.insurance.standard.excess = Decimal::from(250);
            settings.insurance.standard.maximum_value = Some(Decimal::from(50_000));
            settings.insurance.standard.excluded_classes = classes(&["1", "5.1", "7"]);
            settings.insurance.standard.tax_percent = Some(Decimal::ZERO);
        })
        .is_empty()
    );
    let named = errors_after(|settings| {
        settings.insurance.standard.excess = Decimal::from(-1);
        settings.insurance.standard.maximum_value = Some(Decimal::ZERO);
        settings.insurance.premium.excluded_classes = classes(&["3", "0", "3", "5.10", "paint"]);
        settings.insurance.premium.tax_percent = Some(Decimal::from(101));
        settings.insurance.ati.minimum_value_limit = Decimal::from(1000);
        settings.insurance.ati.maximum_value = Some(Decimal::from(999));
    });
    let expected = [
        "insurance.standard.excess",
        "insurance.standard.maximumValue",
        "insurance.premium.excludedClasses[1]",
        "insurance.premium.excludedClasses[2]",
        "insurance.premium.excludedClasses[3]",
        "insurance.premium.excludedClasses[4]",
        "insurance.premium.taxPercent",
        "insurance.ati.maximumValue",
    ];
    assert_eq!(named, expected);
}

#[test]
fn currencies_are_exact_and_each_is_there_once() {
    let factor = |factor: &str, currency: &str| CurrencyFactor {
        factor: factor.parse().unwrap(),
        currency: currency.to_owned(),
    };
    assert!(
        errors_after(
            |s| s.currency.factors = vec![factor("0.65432109", "USD"), factor("97.5", "JPY")]
        )
        .is_empty()
    );
    let named = errors_after(|settings| {
        settings.currency.factors = vec![
            factor("0", "USD"),
            factor("1", "usd"),
            factor("1", "AUD"),
            factor("0.123456789", "USD"),
        ];
        settings
            .currency
            .factors
            .push(factor("123456789.12345678", "EUR"));
    });
    assert_eq!(
        named,
        [
            "currency.factors[0].factor",
            "currency.factors[1].currency",
            "currency.factors[2].currency",
            "currency.factors[3].currency",
            "currency.factors[3].factor",
            "currency.factors[4].factor",
        ]
    );
}

#[test]
fn a_kept_password_does_not_move_to_another_server() {
    let mut before = valid_settings();
    before.email.has_password = true;
    before.email.smtp_host = "smtp.example.com".to_owned();
    before.email.default_from_address = "freight@example.com".to_owned();
    let mut after = before.clone();
    assert!(members(&before, &after).is_empty());
    after.email.smtp_host = "evil.example.com".to_owned();
    assert_eq!(members(&before, &after), ["email.smtpPassword"]);
    after.email.smtp_password = Some(Secret::new(""));
    assert!(members(&before, &after).is_empty());
    after.email.smtp_host = before.email.smtp_host.clone();
    after.email.smtp_password = None;
    after.email.smtp_security = SmtpSecurity::None;
    assert_eq!(members(&before, &after), ["email.smtpSecurity"]);
}

#[test]
fn directories_and_services_are_checked() {
    let named = errors_after(|settings| {
        settings.ldap.is_enabled = true;
        settings.ldap.url = "http://directory.example.com".to_owned();
        settings.ldap.user_filter = "uid=*".to_owned();
        settings.ldap.email_attribute = "mail)(x=*".to_owned();
        settings.open_id = vec![
            OpenIdProvider {
                id: "credentials".to_owned(),
                ..OpenIdProvider::default()
            },
            OpenIdProvider {
                id: "works".to_owned(),
                display_name: "Works".to_owned(),
                issuer: "https://login.example.com/a".to_owned(),
                client_id: "waybill".to_owned(),
                ..OpenIdProvider::default()
            },
            OpenIdProvider {
                id: "works".to_owned(),
                display_name: "Again".to_owned(),
                issuer: "https://login.example.com?a=b".to_owned(),
                client_id: "waybill".to_owned(),
                scopes: vec!["profile".to_owned()],
                ..OpenIdProvider::default()
            },
        ];
    });
    assert_eq!(
        named,
        [
            "ldap.url",
            "ldap.baseDn",
            "ldap.userFilter",
            "ldap.emailAttribute",
            "openId[0].id",
            "openId[0].displayName",
            "openId[0].issuer",
            "openId[0].clientId",
            "openId[2].id",
            "openId[2].issuer",
            "openId[2].scopes",
        ]
    );
}
