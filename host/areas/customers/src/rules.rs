//! What a customer's record must hold, and when a customer may book.

use kernel::{Error, FieldError, Refusal, Result};
use rust_decimal::Decimal;

use crate::model::Customer;

pub const TYPES: [&str; 4] = ["Account", "Payg", "Prepaid", "Guest"];
pub const STATUSES: [&str; 6] = ["Pending", "Active", "OnHold", "CreditStop", "Suspended", "Closed"];
pub const DURATIONS: [&str; 5] = ["Day", "Week", "Month", "Quarter", "Year"];
pub const BUSINESS_TYPES: [&str; 6] = ["SoleTrader", "Partnership", "Company", "Trust", "NotForProfit", "Government"];

const MAY_NOT_BOOK: Refusal = Refusal::new(2101, "This customer may not book now.");
const LONGEST_NAME: usize = 128;
const LONGEST_EMAIL: usize = 256;

/// Every field that cannot be accepted, or nothing.
pub fn check(customer: &Customer) -> Result<()> {
    let mut errors = Vec::new();
    let mut error = |member: &str, message: String| errors.push(FieldError::new(format!("customer.{member}"), message));
    if customer.display_name() == "Unknown Customer" {
        error("companyName", "give a company name, customer name, contact name or account name".to_owned());
    }
    let texts = [
        ("code", Some(&customer.code), 32),
        ("companyName", customer.company_name.as_ref(), LONGEST_NAME),
        ("customerName", customer.customer_name.as_ref(), LONGEST_NAME),
        ("contactName", customer.contact_name.as_ref(), LONGEST_NAME),
        ("accountName", customer.account_name.as_ref(), LONGEST_NAME),
        ("contact", customer.contact.as_ref(), 32),
        ("mobile", customer.mobile.as_ref(), 32),
        ("specialInstructions", customer.special_instructions.as_ref(), 2000),
    ];
    for (member, text, most) in texts {
        if text.is_some_and(|text| text.chars().count() > most) {
            error(member, format!("must be at most {most} characters"));
        }
    }
    for (member, email) in [("email", &customer.email), ("bookingEmail", &customer.booking_email)] {
        if let Some(email) = email.as_deref().filter(|text| !text.is_empty())
            && (email.len() > LONGEST_EMAIL || !kernel::address::is_email(email))
        {
            error(member, "must be an e-mail address like name@example.com".to_owned());
        }
    }
    let words = [
        ("type", Some(customer.customer_type.as_str()), &TYPES[..]),
        ("accountStatus", Some(customer.account_status.as_str()), &STATUSES[..]),
        ("expectedNoOfBookingsDuration", customer.expected_no_of_bookings_duration.as_deref(), &DURATIONS[..]),
        ("expectedRevenueDuration", customer.expected_revenue_duration.as_deref(), &DURATIONS[..]),
    ];
    for (member, word, allowed) in words {
        if word.is_some_and(|word| !word.is_empty() && !allowed.contains(&word)) {
            error(member, format!("must be one of {}", allowed.join(", ")));
        }
    }
    for (member, digits, length) in [("abn", &customer.abn, 11), ("acn", &customer.acn, 9)] {
        let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        let plain = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        if digits.as_deref().is_some_and(|text| !text.is_empty() && (!plain(text) || count(text) != length)) {
            error(member, format!("must be {length} digits"));
        }
    }
    let amounts = [
        ("creditLimit", customer.credit_limit),
        ("expectedRevenue", customer.expected_revenue),
        ("atiInsuredValue", customer.ati_insured_value),
    ];
    for (member, amount) in amounts {
        if amount.is_some_and(|amount| amount < Decimal::ZERO || amount > Decimal::from(1_000_000_000)) {
            error(member, "must be from 0 to 1,000,000,000".to_owned());
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// A customer that is switched off or not in good standing is refused with the reason.
pub fn may_book(customer: &Customer) -> Result<()> {
    let name = customer.display_name();
    if !customer.is_active {
        return Err(MAY_NOT_BOOK.because(format!("{name} is inactive and cannot book.")));
    }
    match customer.account_status.as_str() {
        "Active" => Ok(()),
        "Pending" => Err(MAY_NOT_BOOK.because(format!("{name} is not approved yet and cannot book."))),
        "CreditStop" => Err(MAY_NOT_BOOK.because(format!("{name} is on credit stop and cannot book."))),
        status => Err(MAY_NOT_BOOK.because(format!("{name} has the status {status} and cannot book."))),
    }
}

/// Names and code in plain lower case, for typeahead that does not mind accents.
pub fn folded(customer: &Customer) -> String {
    let names = [&customer.company_name, &customer.customer_name, &customer.contact_name, &customer.account_name];
    let mut words: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
    words.push(&customer.code);
    deunicode::deunicode(&words.join(" ")).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Customer {
        Customer {
            company_name: Some("Bluegum Wines".to_owned()),
            customer_type: "Account".to_owned(),
            account_status: "Active".to_owned(),
            is_active: true,
            ..Customer::default()
        }
    }

    #[test]
    fn a_plain_customer_is_accepted() {
        assert!(check(&good()).is_ok());
    }

    #[test]
    fn every_wrong_field_is_named_at_once() {
        let wrong = Customer {
            company_name: None,
            customer_type: "Friend".to_owned(),
            email: Some("nobody".to_owned()),
            abn: Some("12".to_owned()),
            credit_limit: Some(Decimal::from(-1)),
            ..good()
        };
        let Err(Error::Invalid(errors)) = check(&wrong) else { panic!("accepted") };
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        assert_eq!(
            members,
            ["customer.companyName", "customer.email", "customer.type", "customer.abn", "customer.creditLimit"]
        );
    }

    #[test]
    fn a_stopped_customer_may_not_book() {
        assert!(may_book(&good()).is_ok());
        let stopped = Customer { account_status: "CreditStop".to_owned(), ..good() };
        assert!(may_book(&stopped).unwrap_err().to_string().contains("credit stop"));
        assert!(may_book(&Customer { is_active: false, ..good() }).is_err());
    }

    #[test]
    fn names_are_found_without_accents() {
        let customer = Customer { contact_name: Some("Zoë Müller".to_owned()), code: "C00042".to_owned(), ..good() };
        assert_eq!(folded(&customer), "bluegum wines zoe muller c00042");
    }
}
