//! Validation of bookings: for saving and for sending to a carrier.

use carriage::{
    dangerous::{DangerousDeclaration, check_dangerous},
    goods::{self, Goods},
};
use data::{FieldError, message, validate};

use crate::bookings::model::Booking;

pub const MAX_REFERENCE_LENGTH: usize = 64;
pub const MAX_NAME_LENGTH: usize = 128;
pub const MAX_INSTRUCTION_LENGTH: usize = 500;

/// Returns all errors; field paths start with `before`, such as `bookings[0].booking.`.
pub fn booking(input: &Booking, before: &str) -> Vec<FieldError> {
    let member = |name: &str| format!("{before}{name}");
    let mut errors = input.route.from_address.check(&member("fromAddress"));
    errors.extend(input.route.to_address.check(&member("toAddress")));
    errors.extend(goods::check_items(&input.items, &member("items")));
    errors.extend(goods::check_options(
        input.handling.pickup_options.iter(),
        &member("pickupOptions"),
    ));
    errors.extend(goods::check_options(
        input.handling.delivery_options.iter(),
        &member("deliveryOptions"),
    ));
    errors.extend(check_dangerous(input.dangerous(), before));
    errors.extend(validate::check(before.trim_end_matches('.'), input));
    if let (Some(ready), Some(closing)) = (
        input.handling.pickup_ready_time,
        input.handling.business_closing_time,
    ) && closing <= ready
    {
        errors.push(FieldError::new(
            member("businessClosingTime"),
            message!("must be after the pickup ready time"),
        ));
    }
    if input.insurance.is_insured {
        errors.extend(pricing::insurance::rules::check(
            input.insurance.insured_value,
            input.insurance.insurance_type,
            before,
        ));
    }
    errors
}

/// Checks fields that a carrier requires.
pub fn ready_to_book(booking: &Booking, before: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let blank = |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
    for (name, address) in [
        ("fromAddress", &booking.route.from_address),
        ("toAddress", &booking.route.to_address),
    ] {
        if blank(&address.contact_name) && blank(&address.company_name) {
            errors.push(FieldError::new(
                format!("{before}{name}.contactName"),
                message!("needs a contact or a company name"),
            ));
        }
        if address.lines().is_empty() {
            errors.push(FieldError::new(
                format!("{before}{name}.addressLine1"),
                message!("give the street address"),
            ));
        }
    }
    errors
}

impl Booking {
    pub fn goods(&self) -> Goods<'_> {
        Goods {
            from: &self.route.from_address,
            to: &self.route.to_address,
            items: &self.items,
            dangerous: self.dangerous(),
            pickup_options: &self.handling.pickup_options,
            delivery_options: &self.handling.delivery_options,
        }
    }
    pub fn dangerous(&self) -> DangerousDeclaration<'_> {
        DangerousDeclaration {
            is_dangerous: self.dangerous_goods.is_dangerous_good,
            un_code: self.dangerous_goods.dangerous_good_un_code.as_deref(),
            package_type: self.dangerous_goods.dangerous_good_package_type.as_deref(),
            description: self.dangerous_goods.dangerous_good_description.as_deref(),
            items: &self.items,
        }
    }
}

#[cfg(test)]
mod tests {
    use carriage::goods::Item;
    use carriage::{
        address::Address,
        quantity::{Length, Weight},
    };
    use chrono::{TimeZone, Utc};
    use data::Change;
    use lookups::InsuranceType;
    use rust_decimal::Decimal;

    use super::*;
    use crate::bookings::model::CustomerDetail;
    use crate::bookings::parts::{DangerousGoods, Handling, Insurance, References, Route};

    fn place(suburb: &str, post_code: &str) -> Address {
        Address {
            suburb: suburb.to_owned(),
            post_code: post_code.to_owned(),
            country_code: "AU".to_owned(),
            ..Address::default()
        }
    }

    fn valid_booking() -> Booking {
        let cm = |value: i64| Some(Length::centimetres(Decimal::from(value)));
        let item = Item {
            quantity: 1,
            length: cm(40),
            width: cm(30),
            height: cm(20),
            weight: Some(Weight::kilograms(Decimal::from(5))),
            ..Item::default()
        };
        Booking {
            route: Route {
                from_address: place("Richmond", "3121"),
                to_address: place("Parramatta", "2150"),
                ..Route::default()
            },
            items: vec![item],
            ..Booking::default()
        }
    }

    #[test]
    fn a_plain_booking_is_accepted() {
        assert_eq!(booking(&valid_booking(), ""), []);
    }

    #[test]
    fn every_wrong_field_has_the_path_it_came_in() {
        let hour = |hour| Utc.with_ymd_and_hms(2026, 5, 4, hour, 0, 0).unwrap();
        let nobody = CustomerDetail {
            email: Some("nobody".to_owned()),
            ..CustomerDetail::default()
        };
        let mut invalid = Booking {
            customer: Change::from_form(nobody),
            references: References {
                reference: Some("x".repeat(65)),
                ..valid_booking().references
            },
            handling: Handling {
                pickup_ready_time: Some(hour(5)),
                business_closing_time: Some(hour(4)),
                ..valid_booking().handling
            },
            insurance: Insurance {
                is_insured: true,
                insurance_type: Some(InsuranceType::Unknown),
                ..valid_booking().insurance
            },
            dangerous_goods: DangerousGoods {
                is_dangerous_good: true,
                ..valid_booking().dangerous_goods
            },
            ..valid_booking()
        };
        invalid.items[0].quantity = 0;
        let members: Vec<String> = booking(&invalid, "bookings[0].booking.")
            .into_iter()
            .map(|error| error.member)
            .collect();
        let expected = [
            "items[0].quantity",
            "dangerousGoodUNCode",
            "customer.email",
            "reference",
            "businessClosingTime",
            "insuredValue",
            "insuranceType",
        ];
        assert_eq!(
            members,
            expected.map(|name| format!("bookings[0].booking.{name}"))
        );
    }

    #[test]
    fn a_carrier_needs_a_name_and_a_street() {
        let mut draft = Booking {
            route: Route {
                from_address: place("Richmond", "3121"),
                ..Route::default()
            },
            ..Booking::default()
        };
        draft.route.to_address = Address {
            company_name: Some("Bluegum".to_owned()),
            address_line1: Some("1 Main St".to_owned()),
            ..Address::default()
        };
        let members: Vec<String> = ready_to_book(&draft, "")
            .into_iter()
            .map(|error| error.member)
            .collect();
        assert_eq!(
            members,
            ["fromAddress.contactName", "fromAddress.addressLine1"]
        );
    }
}
