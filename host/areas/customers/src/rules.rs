//! Rules of customers: validation and permission to book.

use carriage::{address::Address, countries};
use data::{Error, FieldError, Message, Refusal, Result, message, validate};
use rust_decimal::Decimal;

use crate::{
    business_numbers::{digits, is_abn, is_acn, is_nzbn},
    hours,
    model::{Customer, NO_NAME},
    terms::PaymentTerms,
    values::{AccountStatus, CustomerType},
};

const MAY_NOT_BOOK: Refusal = Refusal::new(2101, "This customer may not book now.");
pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_EMAIL_LENGTH: usize = 256;
pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_TELEPHONE_LENGTH: usize = 32;
pub(crate) const MAX_INSTRUCTIONS_LENGTH: usize = 2000;
pub(crate) const MAX_WORD_LENGTH: usize = 64;

pub fn check(customer: &Customer) -> Result<()> {
    let mut errors = Vec::new();
    if customer.display_name() == NO_NAME {
        let names = message!("give a company name, customer name, contact name or account name");
        errors.push(FieldError::new("customer.companyName", names));
    }
    errors.extend(validate::check("customer", customer));
    let mut error = |member: &str, message: Message| {
        errors.push(FieldError::new(format!("customer.{member}"), message))
    };
    let filled = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let is_business_number =
        |text: &str| digits::<11>(text).is_some() || digits::<13>(text).is_some();
    if filled(&customer.abn) && !customer.abn.as_deref().is_some_and(is_business_number) {
        error(
            "abn",
            message!(
                "must be an ABN of {abn} digits or an NZBN of {nzbn} digits",
                abn = 11,
                nzbn = 13
            ),
        );
    }
    if filled(&customer.acn) && customer.acn.as_deref().and_then(digits::<9>).is_none() {
        error("acn", message!("must be {length} digits", length = 9));
    }
    if filled(&customer.payment_terms) && terms(customer).is_none() {
        error(
            "paymentTerms",
            message!("must be COD, a number of days as in 14 days, or End of month + 7"),
        );
    }
    if customer
        .currency
        .as_deref()
        .is_some_and(|code| !countries::is_currency(code))
    {
        error(
            "currency",
            message!("must be a currency code of three capitals such as AUD"),
        );
    }
    let amounts = [
        ("creditLimit", customer.credit_limit),
        ("expectedRevenue", customer.expected_revenue),
        ("atiInsuredValue", customer.ati_insured_value),
    ];
    for (member, amount) in amounts {
        if amount
            .is_some_and(|amount| amount < Decimal::ZERO || amount > Decimal::from(1_000_000_000))
        {
            error(member, message!("must be from 0 to 1,000,000,000"));
        }
    }
    errors.extend(hours::check(customer));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Validates a change: unchanged stored values stay acceptable.
pub fn check_change(customer: &Customer, before: Option<&Customer>) -> Result<()> {
    let (errors, before) = match (check(customer), before) {
        (Err(Error::Invalid(errors)), Some(before)) => (errors, before),
        (checked, _) => return checked,
    };
    let [now, was] = [customer, before].map(serde_json::to_value);
    let (now, was) = (now?, was?);
    // The name consists of several fields.
    let had_name = before.display_name() != NO_NAME;
    let is_new = |error: &FieldError| {
        let member = error.member.trim_start_matches("customer.");
        (member == "companyName" && had_name)
            || now.get(member).is_none()
            || now.get(member) != was.get(member)
    };
    let errors: Vec<FieldError> = errors.into_iter().filter(is_new).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Rejects an unknown post code; an address may omit it.
pub fn check_post_code(address: Option<&Address>) -> Result<()> {
    let Some(address) = address.filter(|address| !address.post_code.trim().is_empty()) else {
        return Ok(());
    };
    let mut errors = address.check("customer.address");
    errors.retain(|error| error.member.ends_with(".postCode"));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Requires a currency with an exchange rate of the tenant.
pub fn check_currency(customer: &Customer, currency: &tenancy::Currency) -> Result<()> {
    let Some(code) = &customer.currency else {
        return Ok(());
    };
    if *code == currency.base_currency || currency.factors.iter().any(|set| set.currency == *code) {
        return Ok(());
    }
    let message = message!("must have a factor in the tenant's settings, under Currency");
    Err(Error::invalid("customer.currency", message))
}

/// Warns of values that are accepted but probably wrong.
pub fn warnings(customer: &Customer) -> Vec<FieldError> {
    let mut warnings = Vec::new();
    if customer
        .abn
        .as_deref()
        .is_some_and(|abn| digits::<11>(abn).is_some() && !is_abn(abn))
    {
        let sentence = message!("is not a valid ABN: its check digits do not match (modulus 89)");
        warnings.push(FieldError::new("customer.abn", sentence));
    }
    if customer
        .abn
        .as_deref()
        .is_some_and(|nzbn| digits::<13>(nzbn).is_some() && !is_nzbn(nzbn))
    {
        let sentence = message!("is not a valid NZBN: its check digit does not match (modulus 10)");
        warnings.push(FieldError::new("customer.abn", sentence));
    }
    if customer
        .acn
        .as_deref()
        .is_some_and(|acn| digits::<9>(acn).is_some() && !is_acn(acn))
    {
        let sentence = message!("is not a valid ACN: its check digit does not match (modulus 10)");
        warnings.push(FieldError::new("customer.acn", sentence));
    }
    warnings
}

fn terms(customer: &Customer) -> Option<PaymentTerms> {
    customer
        .payment_terms
        .as_deref()
        .and_then(|terms| terms.parse().ok())
}

pub fn tidy(customer: &mut Customer) {
    hours::tidy(customer);
    if let Some(terms) = terms(customer) {
        customer.payment_terms = Some(terms.to_string());
    }
    customer.currency = customer
        .currency
        .take()
        .map(|code| code.trim().to_ascii_uppercase())
        .filter(|code| !code.is_empty());
}

/// The standing is checked first: it is the more specific reason.
pub fn check_may_book(customer: &Customer) -> Result<()> {
    let name = customer.display_name();
    match customer.account_status {
        AccountStatus::Active if customer.is_active => Ok(()),
        AccountStatus::Active => {
            Err(MAY_NOT_BOOK.with_message(message!("{name} is inactive and cannot book.")))
        }
        AccountStatus::Pending => {
            Err(MAY_NOT_BOOK.with_message(message!("{name} is not approved yet and cannot book.")))
        }
        AccountStatus::CreditStop => {
            Err(MAY_NOT_BOOK.with_message(message!("{name} is on credit stop and cannot book.")))
        }
        status => {
            Err(MAY_NOT_BOOK
                .with_message(message!("{name} has the status {status} and cannot book.")))
        }
    }
}

pub fn default_type(settings: &tenancy::Settings) -> CustomerType {
    settings
        .customer
        .default_type
        .parse()
        .unwrap_or(CustomerType::Account)
}

/// Names and code, case- and accent-folded for typeahead.
pub fn search_text(customer: &Customer) -> String {
    let names = [
        &customer.company_name,
        &customer.customer_name,
        &customer.contact_name,
        &customer.account_name,
    ];
    let mut parts: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
    parts.push(&customer.code);
    deunicode::deunicode(&parts.join(" ")).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid_customer() -> Customer {
        Customer {
            company_name: Some("Bluegum Wines".to_owned()),
            customer_type: CustomerType::Account,
            account_status: AccountStatus::Active,
            is_active: true,
            ..Customer::default()
        }
    }

    #[test]
    fn a_plain_customer_is_accepted() {
        assert!(check(&valid_customer()).is_ok());
    }

    #[test]
    fn every_wrong_field_is_named_at_once() {
        let invalid = Customer {
            company_name: None,
            email: Some("nobody".to_owned()),
            abn: Some("12".to_owned()),
            credit_limit: Some(Decimal::from(-1)),
            ..valid_customer()
        };
        let Err(Error::Invalid(errors)) = check(&invalid) else {
            panic!("accepted")
        };
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        assert_eq!(
            members,
            [
                "customer.companyName",
                "customer.email",
                "customer.abn",
                "customer.creditLimit"
            ]
        );
    }

    #[test]
    fn what_was_stored_before_stays() {
        let stored = Customer {
            payment_terms: Some("by handshake".to_owned()),
            ..valid_customer()
        };
        assert!(check(&stored).is_err());
        assert!(
            check_change(
                &Customer {
                    company_name: Some("Renamed".to_owned()),
                    ..stored.clone()
                },
                Some(&stored)
            )
            .is_ok()
        );
        let other = Customer {
            payment_terms: Some("soon".to_owned()),
            ..stored.clone()
        };
        assert!(check_change(&other, Some(&stored)).is_err());
        assert!(check_change(&stored, None).is_err());
        assert!(
            check_change(
                &Customer {
                    company_name: None,
                    ..stored.clone()
                },
                Some(&stored)
            )
            .is_err()
        );
        let person = Customer {
            company_name: None,
            contact_name: Some("Kim".to_owned()),
            ..valid_customer()
        };
        let nobody = Customer {
            contact_name: None,
            ..person.clone()
        };
        assert!(check_change(&nobody, Some(&person)).is_err());
    }

    #[test]
    fn wrong_check_digits_are_warned_of_only() {
        let customer = Customer {
            abn: Some("51 824 753 557".to_owned()),
            acn: Some("004 085 616".to_owned()),
            payment_terms: Some("soon".to_owned()),
            ..valid_customer()
        };
        let members = |errors: Vec<FieldError>| {
            errors
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        assert_eq!(members(warnings(&customer)), ["customer.abn"]);
        let of = |abn: &str| Customer {
            abn: Some(abn.to_owned()),
            payment_terms: None,
            ..customer.clone()
        };
        assert!(check(&of("9429033821733")).is_ok() && warnings(&of("9429033821733")).is_empty());
        assert_eq!(members(warnings(&of("9429033821734"))), ["customer.abn"]);
        assert!(check(&of("942903382173")).is_err());
        let Err(Error::Invalid(errors)) = check(&customer) else {
            panic!("accepted")
        };
        assert_eq!(members(errors), ["customer.paymentTerms"]);
    }

    #[test]
    fn a_stopped_customer_may_not_book() {
        assert!(check_may_book(&valid_customer()).is_ok());
        let stopped = Customer {
            account_status: AccountStatus::CreditStop,
            ..valid_customer()
        };
        assert!(
            check_may_book(&stopped)
                .unwrap_err()
                .to_string()
                .contains("credit stop")
        );
        assert!(
            check_may_book(&Customer {
                is_active: false,
                ..valid_customer()
            })
            .is_err()
        );
    }

    #[test]
    fn names_are_found_without_accents() {
        let customer = Customer {
            contact_name: Some("Zoë Müller".to_owned()),
            code: "C00042".to_owned(),
            ..valid_customer()
        };
        assert_eq!(search_text(&customer), "bluegum wines zoe muller c00042");
    }
}
