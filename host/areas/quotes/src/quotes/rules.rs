//! Validates consignments; errors have the client's field paths.

use carriage::{
    dangerous::{DangerousDeclaration, check_dangerous},
    goods::{Goods, check_items, check_options},
};
use data::{Error, FieldError, Result};

use crate::quotes::model::QuoteAsk;

/// Returns all errors.
pub fn check_request(ask: &QuoteAsk) -> Result<()> {
    let mut errors = ask.from_address.check("fromAddress");
    errors.extend(ask.to_address.check("toAddress"));
    errors.extend(check_items(&ask.items, "items"));
    errors.extend(check_options(ask.pickup_options.iter(), "pickupOptions"));
    errors.extend(check_options(
        ask.delivery_options.iter(),
        "deliveryOptions",
    ));
    errors.extend(check_dangerous(ask.dangerous(), ""));
    if ask.is_insured == Some(true) {
        errors.extend(pricing::insurance::rules::check(
            ask.insured_value,
            ask.insurance_type,
            "",
        ));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Unreadable members and broken rules. A value whose unit is unreadable is not missing.
pub fn all_errors(unread: Vec<FieldError>, refused: Option<Error>) -> Error {
    let has_unread_unit = |error: &FieldError| {
        error.member.strip_suffix(".value").is_some_and(|quantity| {
            unread
                .iter()
                .any(|unread| unread.member.strip_suffix(".unit") == Some(quantity))
        })
    };
    let refused = match refused {
        Some(Error::Invalid(errors)) => Some(Error::Invalid(
            errors
                .into_iter()
                .filter(|error| !has_unread_unit(error))
                .collect(),
        )),
        other => other,
    };
    Error::from_invalid_input(unread, refused)
}

impl QuoteAsk {
    pub fn goods(&self) -> Goods<'_> {
        Goods {
            from: &self.from_address,
            to: &self.to_address,
            items: &self.items,
            dangerous: self.dangerous(),
            pickup_options: &self.pickup_options,
            delivery_options: &self.delivery_options,
        }
    }
    pub fn dangerous(&self) -> DangerousDeclaration<'_> {
        DangerousDeclaration {
            is_dangerous: self.is_dangerous_good,
            un_code: self.dangerous_good_un_code.as_deref(),
            package_type: self.dangerous_good_package_type.as_deref(),
            description: self.dangerous_good_description.as_deref(),
            items: &self.items,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use carriage::{
        address::Address,
        goods::{Item, MAX_ITEMS},
        quantity::{Length, Weight},
    };
    use rust_decimal::Decimal;

    use super::*;

    pub fn place(suburb: &str, post_code: &str) -> Address {
        Address {
            suburb: suburb.to_owned(),
            post_code: post_code.to_owned(),
            country_code: "AU".to_owned(),
            ..Address::default()
        }
    }

    pub fn carton(quantity: i64) -> Item {
        let cm = |value: i64| Some(Length::centimetres(Decimal::from(value)));
        Item {
            package_type: Some("Carton".to_owned()),
            quantity,
            length: cm(40),
            width: cm(30),
            height: cm(20),
            weight: Some(Weight::kilograms(Decimal::from(5))),
            ..Item::default()
        }
    }

    pub fn valid_request() -> QuoteAsk {
        QuoteAsk {
            from_address: place("Richmond", "3121"),
            to_address: place("Parramatta", "2150"),
            items: vec![carton(2)],
            ..QuoteAsk::default()
        }
    }

    fn members(result: Result<()>) -> Vec<String> {
        let Err(Error::Invalid(errors)) = result else {
            panic!("accepted")
        };
        errors.into_iter().map(|error| error.member).collect()
    }

    #[test]
    fn a_plain_question_is_accepted() {
        assert!(check_request(&valid_request()).is_ok());
    }

    #[test]
    fn every_wrong_field_is_named_as_it_was_sent() {
        let mut invalid = valid_request();
        invalid.from_address.suburb = String::new();
        invalid.to_address.post_code = "21500".to_owned();
        invalid.items[0].weight = Some(Weight::kilograms(Decimal::ZERO));
        invalid.items.push(Item {
            quantity: 10_000,
            height: None,
            ..carton(1)
        });
        invalid.is_dangerous_good = true;
        assert_eq!(
            members(check_request(&invalid)),
            [
                "fromAddress.suburb",
                "toAddress.postCode",
                "items[0].weight.value",
                "items[1].quantity",
                "items[1].height.value",
                "dangerousGoodUNCode",
            ]
        );
    }

    #[test]
    fn an_unreadable_unit_hides_no_other_error() {
        let body =
            br#"{"fromAddress": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"},
            "toAddress": {"suburb": "", "postCode": "2150", "countryCode": "AU"},
            "items": [{"quantity": 0, "length": {"value": 1, "unit": "furlong"},
                "width": {"value": 1, "unit": "cm"}, "height": {"value": 0, "unit": "cm"},
                "weight": {"value": 1, "unit": "kg"}}]}"#;
        let read = data::case::all_from_json::<QuoteAsk>(body);
        let unread = read.invalid.into_iter().map(FieldError::from).collect();
        let refused = check_request(&read.value.unwrap()).err();
        assert_eq!(
            members(Err(all_errors(unread, refused))),
            [
                "items[0].length.unit",
                "toAddress.suburb",
                "items[0].quantity",
                "items[0].height.value",
            ]
        );
    }

    #[test]
    fn insured_goods_have_a_value_and_a_kind_of_insurance() {
        let insured = QuoteAsk {
            is_insured: Some(true),
            ..valid_request()
        };
        assert_eq!(
            members(check_request(&insured)),
            ["insuredValue", "insuranceType"]
        );
        let whole = QuoteAsk {
            insured_value: Some(Decimal::from(500)),
            insurance_type: Some(lookups::InsuranceType::Standard),
            ..insured
        };
        assert!(check_request(&whole).is_ok());
        assert!(
            check_request(&QuoteAsk {
                insured_value: Some(Decimal::from(-1)),
                ..valid_request()
            })
            .is_ok(),
            "it is not insured"
        );
    }

    #[test]
    fn absurd_measures_are_refused() {
        let mut invalid = valid_request();
        invalid.items[0].length = Some(Length::centimetres(Decimal::from(100_000)));
        invalid.items[0].weight = Some(Weight::kilograms(Decimal::from(10_000_000)));
        assert_eq!(
            members(check_request(&invalid)),
            ["items[0].weight.value", "items[0].length.value"]
        );
        invalid.items = vec![carton(1); MAX_ITEMS + 1];
        assert_eq!(members(check_request(&invalid)), ["items"]);
        invalid.items.clear();
        assert_eq!(members(check_request(&invalid)), ["items"]);
    }
}
