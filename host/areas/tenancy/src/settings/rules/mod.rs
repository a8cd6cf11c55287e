//! Validation of settings; reports all invalid fields by the client's names.

pub mod compliance;
pub mod insurance;
pub mod maps;
pub mod money;
pub mod retention;
pub mod routing;
pub mod sign_in;
#[cfg(test)]
mod tests;

use carriage::countries;
use data::{Error, FieldError, Message, Result, config::Security as SmtpSecurity, message};

use crate::{
    branding, number_series,
    settings::{
        model::{Email, General, MAX_CALLBACK_DELAY, Settings, Ui},
        values::{CustomerType, InvoiceType},
    },
};

/// No consignment travels longer than a year.
const MAX_TRACKING_DAYS: i64 = 365;
/// One per status.
const MAX_MAILED: usize = 10;
const MAX_HOLIDAYS: usize = 200;

pub(crate) fn check_change(before: &Settings, after: &Settings) -> Result<()> {
    let mut errors = Errors::default();
    general(&mut errors, &after.general);
    ui(&mut errors, &before.ui, &after.ui);
    crate::settings::rules::sign_in::user_management(&mut errors, &after.user_management);
    email(&mut errors, &before.email, &after.email);
    crate::settings::rules::sign_in::ldap(&mut errors, &before.ldap, &after.ldap);
    crate::settings::rules::sign_in::open_id(&mut errors, &before.open_id, &after.open_id);
    crate::settings::rules::sign_in::security(&mut errors, &after.security);
    for (member, text, most) in [
        ("billing.legalName", &after.billing.legal_name, 256),
        ("billing.address", &after.billing.address, 1000),
        ("billing.taxVatNo", &after.billing.tax_vat_no, 64),
    ] {
        errors.long(member, text, most);
    }
    number_series::rules::check(
        &mut errors,
        "customer",
        &after.customer,
        CustomerType::NAMES,
    );
    number_series::rules::check(&mut errors, "invoice", &after.invoice, InvoiceType::NAMES);
    crate::settings::rules::insurance::check(&mut errors, &after.insurance);
    crate::settings::rules::money::tax(&mut errors, &after.tax);
    crate::settings::rules::money::pricing(&mut errors, &after.pricing);
    crate::settings::rules::money::card_payment(
        &mut errors,
        &before.card_payment,
        &after.card_payment,
    );
    crate::settings::rules::money::currency(&mut errors, &after.currency);
    errors.range(
        "eCommerce.rateCallbackDelay",
        after.e_commerce.rate_callback_delay,
        100,
        MAX_CALLBACK_DELAY,
    );
    let tracked = (1..=MAX_TRACKING_DAYS).contains(&after.bookings.tracking_days);
    errors.require(
        tracked,
        "bookings.trackingDays",
        message!("must be from 1 to {max}", max = MAX_TRACKING_DAYS),
    );
    let few = after.bookings.holidays.len() <= MAX_HOLIDAYS;
    errors.require(
        few,
        "bookings.holidays",
        message!("must be at most {max}", max = MAX_HOLIDAYS),
    );
    let few = after.bookings.mailed_statuses.len() <= MAX_MAILED;
    errors.require(
        few,
        "bookings.mailedStatuses",
        message!("must be at most {max}", max = MAX_MAILED),
    );
    crate::settings::rules::retention::check(&mut errors, &after.audit, &after.files);
    crate::settings::rules::compliance::check(&mut errors, &after.compliance);
    crate::settings::rules::routing::check(&mut errors, &after.routing);
    crate::settings::rules::maps::check(&mut errors, &after.maps);
    errors.finish()
}

#[derive(Debug, Default)]
pub(crate) struct Errors(Vec<FieldError>);

impl Errors {
    pub fn add(&mut self, member: impl Into<String>, message: Message) {
        self.0.push(FieldError::new(member, message));
    }
    /// Adds an error unless `right`; returns `right`.
    pub fn require(&mut self, right: bool, member: impl Into<String>, message: Message) -> bool {
        if !right {
            self.add(member, message);
        }
        right
    }
    pub fn long(&mut self, member: impl Into<String>, text: &str, most: usize) -> bool {
        let fits = text.chars().count() <= most
            && !text
                .chars()
                .any(|c| c.is_control() && c != '\n' && c != '\r');
        self.require(
            fits,
            member,
            message!(
                "must have at most {max} characters and no control characters",
                max = most
            ),
        )
    }
    pub fn range(&mut self, member: &str, value: u32, least: u32, most: u32) {
        self.require(
            (least..=most).contains(&value),
            member,
            message!("must be from {min} to {max}", min = least, max = most),
        );
    }
    /// Rejects a new server with a stored secret: it must not receive the secret unnoticed.
    pub fn check_kept_secret(
        &mut self,
        member: impl Into<String>,
        kept: bool,
        sent: bool,
        moved: bool,
    ) {
        let safe = !kept || sent || !moved;
        self.require(
            safe,
            member,
            message!(
                "must be entered again because the server has changed; leave empty to remove it"
            ),
        );
    }
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(self.0))
        }
    }
}

fn general(field_errors: &mut Errors, general: &General) {
    let is_known_zone = general.timezone.parse::<chrono_tz::Tz>().is_ok();
    field_errors.require(
        is_known_zone,
        "general.timezone",
        crate::tenants::rules::TIME_ZONE,
    );
    field_errors.require(
        countries::is_country(&general.country_code),
        "general.countryCode",
        message!("must be the two capitals of a country, such as AU"),
    );
}

fn ui(field_errors: &mut Errors, before: &Ui, after: &Ui) {
    let same = after.logo_id.is_none() || after.logo_id == before.logo_id;
    field_errors.require(
        same,
        "ui.logoId",
        message!("must be empty or the present one; upload a logo to change it"),
    );
    let same = after.custom_css_id.is_none() || after.custom_css_id == before.custom_css_id;
    field_errors.require(
        same,
        "ui.customCssId",
        message!("must be empty or the present one; upload a style sheet to change it"),
    );
    if let Some(Err(message)) = after.primary_color.as_deref().map(branding::colour::check) {
        field_errors.add("ui.primaryColor", message);
    }
}

pub(crate) fn email(field_errors: &mut Errors, before: &Email, after: &Email) {
    let moved = before.smtp_host != after.smtp_host;
    field_errors.check_kept_secret(
        "email.smtpPassword",
        before.has_password,
        after.smtp_password.is_some(),
        moved,
    );
    field_errors.long("email.smtpUserName", &after.smtp_user_name, 256);
    field_errors.long(
        "email.defaultFromDisplayName",
        &after.default_from_display_name,
        128,
    );
    if let Some(password) = &after.smtp_password {
        field_errors.long("email.smtpPassword", password.expose(), 1024);
    }
    field_errors.require(
        after.smtp_port != 0,
        "email.smtpPort",
        message!("must be from 1 to 65535"),
    );
    let host_needed = !after.use_host_default || !after.smtp_host.is_empty();
    let host = crate::tenants::rules::normal_host(&after.smtp_host).is_some()
        && !after.smtp_host.starts_with('[');
    let host = host || after.smtp_host.parse::<std::net::IpAddr>().is_ok();
    field_errors.require(
        !host_needed || host,
        "email.smtpHost",
        message!("must be a host name such as smtp.example.com, without scheme and port"),
    );
    let from = after.default_from_address.as_str();
    let from_right = data::email::is_email(from) && from.len() <= 256;
    let from_needed = !after.use_host_default || !from.is_empty();
    field_errors.require(
        !from_needed || from_right,
        "email.defaultFromAddress",
        message!("must be an email address such as freight@example.com"),
    );
    let has_password = match &after.smtp_password {
        Some(password) => !password.expose().is_empty(),
        None => before.has_password,
    };
    let plain =
        after.smtp_security == SmtpSecurity::None && has_password && !is_local(&after.smtp_host);
    field_errors.require(
        !plain,
        "email.smtpSecurity",
        message!("must be StartTls or Tls: a password is not sent without TLS"),
    );
}

fn is_local(host: &str) -> bool {
    host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}
