//! What a customer's record must hold, and when a customer may book.

use kernel::{Error, FieldError, Message, Refusal, Result, message, validate};
use rust_decimal::Decimal;

use crate::{AccountStatus, CustomerType, model::Customer};

const MAY_NOT_BOOK: Refusal = Refusal::new(2101, "This customer may not book now.");
pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_EMAIL_LENGTH: usize = 256;
pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_TELEPHONE_LENGTH: usize = 32;
pub(crate) const MAX_INSTRUCTIONS_LENGTH: usize = 2000;

/// Every field that cannot be accepted, or nothing.
pub fn check(customer: &Customer) -> Result<()> {
    let mut errors = Vec::new();
    if customer.display_name() == "Unknown Customer" {
        let names = message!("give a company name, customer name, contact name or account name");
        errors.push(FieldError::new("customer.companyName", names));
    }
    errors.extend(validate::check("customer", customer));
    let mut error =
        |member: &str, message: Message| errors.push(FieldError::new(format!("customer.{member}"), message));
    for (member, digits, length) in [("abn", &customer.abn, 11), ("acn", &customer.acn, 9)] {
        let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        let plain = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        if digits.as_deref().is_some_and(|text| !text.is_empty() && (!plain(text) || count(text) != length)) {
            error(member, message!("must be {length} digits"));
        }
    }
    let amounts = [
        ("creditLimit", customer.credit_limit),
        ("expectedRevenue", customer.expected_revenue),
        ("atiInsuredValue", customer.ati_insured_value),
    ];
    for (member, amount) in amounts {
        if amount.is_some_and(|amount| amount < Decimal::ZERO || amount > Decimal::from(1_000_000_000)) {
            error(member, message!("must be from 0 to 1,000,000,000"));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// A customer that is switched off or not in good standing is refused with the reason.
pub fn may_book(customer: &Customer) -> Result<()> {
    let name = customer.display_name();
    if !customer.is_active {
        return Err(MAY_NOT_BOOK.because(message!("{name} is inactive and cannot book.")));
    }
    match customer.account_status {
        AccountStatus::Active => Ok(()),
        AccountStatus::Pending => Err(MAY_NOT_BOOK.because(message!("{name} is not approved yet and cannot book."))),
        AccountStatus::CreditStop => Err(MAY_NOT_BOOK.because(message!("{name} is on credit stop and cannot book."))),
        status => Err(MAY_NOT_BOOK.because(message!("{name} has the status {status} and cannot book."))),
    }
}

/// What the tenant says of customers whose form says nothing.
pub fn default_type(settings: &tenancy::Settings) -> CustomerType {
    settings.customer.default_type.parse().unwrap_or(CustomerType::Account)
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
            customer_type: CustomerType::Account,
            account_status: AccountStatus::Active,
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
            email: Some("nobody".to_owned()),
            abn: Some("12".to_owned()),
            credit_limit: Some(Decimal::from(-1)),
            ..good()
        };
        let Err(Error::Invalid(errors)) = check(&wrong) else { panic!("accepted") };
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        assert_eq!(members, ["customer.companyName", "customer.email", "customer.abn", "customer.creditLimit"]);
    }

    #[test]
    fn a_stopped_customer_may_not_book() {
        assert!(may_book(&good()).is_ok());
        let stopped = Customer { account_status: AccountStatus::CreditStop, ..good() };
        assert!(may_book(&stopped).unwrap_err().to_string().contains("credit stop"));
        assert!(may_book(&Customer { is_active: false, ..good() }).is_err());
    }

    #[test]
    fn names_are_found_without_accents() {
        let customer = Customer { contact_name: Some("Zoë Müller".to_owned()), code: "C00042".to_owned(), ..good() };
        assert_eq!(folded(&customer), "bluegum wines zoe muller c00042");
    }
}
