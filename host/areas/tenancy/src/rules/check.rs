//! What is right in each group of settings; every wrong member is named at once, as the client sent it.

mod insurance;
mod money;
mod sign_in;

use freight::countries;
use kernel::{Error, FieldError, Message, Result, mail::Security as SmtpSecurity, message};

use super::{colour, numbering};
use crate::model::{Email, General, MAX_CALLBACK_DELAY, Settings, Ui};
use crate::words::{CustomerType, InvoiceType};

/// Nothing travels for longer than a year.
const MAX_TRACKING_DAYS: i64 = 365;
/// Each of them once.
const MAX_MAILED: usize = 10;
const MAX_HOLIDAYS: usize = 200;

/// Everything that is wrong with the settings as they would be after a change.
pub(crate) fn changed(before: &Settings, after: &Settings) -> Result<()> {
    let mut wrong = Wrong::default();
    general(&mut wrong, &after.general);
    ui(&mut wrong, &before.ui, &after.ui);
    sign_in::user_management(&mut wrong, &after.user_management);
    email(&mut wrong, &before.email, &after.email);
    sign_in::ldap(&mut wrong, &before.ldap, &after.ldap);
    sign_in::open_id(&mut wrong, &before.open_id, &after.open_id);
    sign_in::security(&mut wrong, &after.security);
    for (member, text, most) in [
        ("billing.legalName", &after.billing.legal_name, 256),
        ("billing.address", &after.billing.address, 1000),
        ("billing.taxVatNo", &after.billing.tax_vat_no, 64),
    ] {
        wrong.long(member, text, most);
    }
    numbering::check(&mut wrong, "customer", &after.customer, CustomerType::WORDS);
    numbering::check(&mut wrong, "invoice", &after.invoice, InvoiceType::WORDS);
    insurance::check(&mut wrong, &after.insurance);
    money::tax(&mut wrong, &after.tax);
    money::pricing(&mut wrong, &after.pricing);
    money::card_payment(&mut wrong, &before.card_payment, &after.card_payment);
    money::currency(&mut wrong, &after.currency);
    wrong.range(
        "eCommerce.rateCallbackDelay",
        after.e_commerce.rate_callback_delay,
        100,
        MAX_CALLBACK_DELAY,
    );
    let tracked = (1..=MAX_TRACKING_DAYS).contains(&after.bookings.tracking_days);
    wrong.unless(
        tracked,
        "bookings.trackingDays",
        message!("must be from 1 to {max}", max = MAX_TRACKING_DAYS),
    );
    let few = after.bookings.holidays.len() <= MAX_HOLIDAYS;
    wrong.unless(
        few,
        "bookings.holidays",
        message!("must be at most {max}", max = MAX_HOLIDAYS),
    );
    let few = after.bookings.mailed_statuses.len() <= MAX_MAILED;
    wrong.unless(
        few,
        "bookings.mailedStatuses",
        message!("must be at most {max}", max = MAX_MAILED),
    );
    super::keeping::check(&mut wrong, &after.audit, &after.files);
    wrong.end()
}

/// What was found wrong so far.
#[derive(Debug, Default)]
pub(crate) struct Wrong(Vec<FieldError>);

impl Wrong {
    pub fn say(&mut self, member: impl Into<String>, message: Message) {
        self.0.push(FieldError::new(member, message));
    }
    /// Says so unless it is right; tells whether it is.
    pub fn unless(&mut self, right: bool, member: impl Into<String>, message: Message) -> bool {
        if !right {
            self.say(member, message);
        }
        right
    }
    pub fn long(&mut self, member: impl Into<String>, text: &str, most: usize) -> bool {
        let fits = text.chars().count() <= most
            && !text
                .chars()
                .any(|c| c.is_control() && c != '\n' && c != '\r');
        self.unless(
            fits,
            member,
            message!(
                "must have at most {max} characters and no control characters",
                max = most
            ),
        )
    }
    pub fn range(&mut self, member: &str, value: u32, least: u32, most: u32) {
        self.unless(
            (least..=most).contains(&value),
            member,
            message!("must be from {min} to {max}", min = least, max = most),
        );
    }
    /// A secret that is kept must not go to another server unasked.
    pub fn carried_over(&mut self, member: impl Into<String>, kept: bool, sent: bool, moved: bool) {
        let safe = !kept || sent || !moved;
        self.unless(
            safe,
            member,
            message!(
                "must be given again, since it would go to another server; empty takes it away"
            ),
        );
    }
    pub fn end(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(self.0))
        }
    }
}

fn general(wrong: &mut Wrong, general: &General) {
    let known = general.timezone.parse::<chrono_tz::Tz>().is_ok();
    wrong.unless(known, "general.timezone", super::TIME_ZONE);
    wrong.unless(
        countries::is_country(&general.country_code),
        "general.countryCode",
        message!("must be the two capitals of a country, such as AU"),
    );
}

fn ui(wrong: &mut Wrong, before: &Ui, after: &Ui) {
    let same = after.logo_id.is_none() || after.logo_id == before.logo_id;
    wrong.unless(
        same,
        "ui.logoId",
        message!("must be null or the present one; uploadlogo sets another"),
    );
    let same = after.custom_css_id.is_none() || after.custom_css_id == before.custom_css_id;
    wrong.unless(
        same,
        "ui.customCssId",
        message!("must be null or the present one; uploadcustomcss sets another"),
    );
    if let Some(Err(message)) = after.primary_color.as_deref().map(colour::check) {
        wrong.say("ui.primaryColor", message);
    }
}

/// The mail group as it would be; also before a test of what is not saved yet.
pub(crate) fn email(wrong: &mut Wrong, before: &Email, after: &Email) {
    let moved = before.smtp_host != after.smtp_host;
    wrong.carried_over(
        "email.smtpPassword",
        before.has_password,
        after.smtp_password.is_some(),
        moved,
    );
    wrong.long("email.smtpUserName", &after.smtp_user_name, 256);
    wrong.long(
        "email.defaultFromDisplayName",
        &after.default_from_display_name,
        128,
    );
    if let Some(password) = &after.smtp_password {
        wrong.long("email.smtpPassword", password.expose(), 1024);
    }
    wrong.unless(
        after.smtp_port != 0,
        "email.smtpPort",
        message!("must be from 1 to 65535"),
    );
    let host_needed = !after.use_host_default || !after.smtp_host.is_empty();
    let host = super::normal_host(&after.smtp_host).is_some() && !after.smtp_host.starts_with('[');
    let host = host || after.smtp_host.parse::<std::net::IpAddr>().is_ok();
    wrong.unless(
        !host_needed || host,
        "email.smtpHost",
        message!("must be a host name such as smtp.example.com, without scheme and port"),
    );
    let from = after.default_from_address.as_str();
    let from_right = kernel::mail::is_email(from) && from.len() <= 256;
    let from_needed = !after.use_host_default || !from.is_empty();
    wrong.unless(
        !from_needed || from_right,
        "email.defaultFromAddress",
        message!("must be an e-mail address such as freight@example.com"),
    );
    let has_password = match &after.smtp_password {
        Some(password) => !password.expose().is_empty(),
        None => before.has_password,
    };
    let plain =
        after.smtp_security == SmtpSecurity::None && has_password && !is_local(&after.smtp_host);
    wrong.unless(
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

#[cfg(test)]
mod tests;
