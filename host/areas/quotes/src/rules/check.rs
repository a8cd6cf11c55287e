//! What a consignment must be like before any carrier is asked; every wrong field is named as the client sent it.

use kernel::{Error, FieldError, Result};

use crate::model::{Item, QuoteAsk};

/// More lines than any consignment note has room for.
pub const MOST_ITEMS: usize = 200;
pub const MOST_PIECES: i64 = 9_999;
const LONGEST_TEXT: usize = 256;
const MOST_OPTIONS: usize = 32;

/// The dangerous goods of a consignment, as both quotes and bookings send them.
#[derive(Debug, Clone, Copy)]
pub struct Dangerous<'a> {
    pub is_dangerous: bool,
    pub un_code: Option<&'a str>,
    pub package_type: Option<&'a str>,
    pub description: Option<&'a str>,
}

/// Accepts a question, or names everything that is wrong with it.
pub fn ask(ask: &QuoteAsk) -> Result<()> {
    let mut errors = ask.from_address.check("fromAddress");
    errors.extend(ask.to_address.check("toAddress"));
    errors.extend(items(&ask.items, "items"));
    errors.extend(options(ask.pickup_options.iter(), "pickupOptions"));
    errors.extend(options(ask.delivery_options.iter(), "deliveryOptions"));
    errors.extend(dangerous(ask.dangerous(), ""));
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// The lines of a consignment, under `member`.
pub fn items(items: &[Item], member: &str) -> Vec<FieldError> {
    if items.is_empty() {
        return vec![FieldError::new(member, "add at least one item")];
    }
    if items.len() > MOST_ITEMS {
        return vec![FieldError::new(member, format!("must be at most {MOST_ITEMS} lines"))];
    }
    items.iter().enumerate().flat_map(|(at, line)| item(line, &format!("{member}[{at}]"))).collect()
}

fn item(item: &Item, member: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if !(1..=MOST_PIECES).contains(&item.quantity) {
        errors.push(FieldError::new(
            format!("{member}.quantity"),
            format!("must be a whole number from 1 to {MOST_PIECES}"),
        ));
    }
    let weight = format!("{member}.weight");
    match item.weight {
        None => errors.push(FieldError::new(format!("{weight}.value"), "is required")),
        Some(found) => errors.extend(found.check(&weight).err()),
    }
    for (name, side) in [("length", item.length), ("width", item.width), ("height", item.height)] {
        let side_member = format!("{member}.{name}");
        match side {
            None => errors.push(FieldError::new(format!("{side_member}.value"), "is required")),
            Some(found) => errors.extend(found.check(&side_member).err()),
        }
    }
    for (name, text) in [("packageType", &item.package_type), ("description", &item.description)] {
        errors.extend(too_long(text.as_deref(), &format!("{member}.{name}")));
    }
    errors
}

/// The options of one end.
pub fn options<'a>(options: impl ExactSizeIterator<Item = (&'a String, &'a String)>, member: &str) -> Vec<FieldError> {
    if options.len() > MOST_OPTIONS {
        return vec![FieldError::new(member, format!("must be at most {MOST_OPTIONS} options"))];
    }
    options
        .filter(|(name, value)| name.len() > 64 || value.len() > LONGEST_TEXT)
        .map(|(name, _)| {
            let name: String = name.chars().take(64).collect();
            FieldError::new(format!("{member}.{name}"), "is longer than an option can be")
        })
        .collect()
}

/// What has to be said of dangerous goods. `before` is put before the members' names.
pub fn dangerous(goods: Dangerous<'_>, before: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let member = |name: &str| format!("{before}{name}");
    if goods.is_dangerous {
        match un_number(goods.un_code) {
            None if goods.un_code.is_none_or(|code| code.trim().is_empty()) => {
                errors.push(FieldError::new(member("dangerousGoodUNCode"), "UN Number is required"));
            }
            None => errors.push(FieldError::new(
                member("dangerousGoodUNCode"),
                "must be a UN number of four digits, as in UN1263",
            )),
            Some(_) => {}
        }
    }
    for (name, text) in
        [("dangerousGoodPackageType", goods.package_type), ("dangerousGoodDescription", goods.description)]
    {
        errors.extend(too_long(text, &member(name)));
    }
    errors
}

/// The four digits of a UN number, which people write with and without its letters.
pub fn un_number(code: Option<&str>) -> Option<String> {
    let code = code?.trim();
    let digits = code.strip_prefix("UN").or_else(|| code.strip_prefix("un")).unwrap_or(code).trim();
    (digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
}

fn too_long(text: Option<&str>, member: &str) -> Option<FieldError> {
    let long = text.is_some_and(|text| text.chars().count() > LONGEST_TEXT);
    long.then(|| FieldError::new(member, format!("must be at most {LONGEST_TEXT} characters")))
}

impl QuoteAsk {
    pub fn dangerous(&self) -> Dangerous<'_> {
        Dangerous {
            is_dangerous: self.is_dangerous_good,
            un_code: self.dangerous_good_un_code.as_deref(),
            package_type: self.dangerous_good_package_type.as_deref(),
            description: self.dangerous_good_description.as_deref(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use kernel::{
        address::Address,
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

    pub fn good() -> QuoteAsk {
        QuoteAsk {
            from_address: place("Richmond", "3121"),
            to_address: place("Parramatta", "2150"),
            items: vec![carton(2)],
            ..QuoteAsk::default()
        }
    }

    fn members(result: Result<()>) -> Vec<String> {
        let Err(Error::Invalid(errors)) = result else { panic!("accepted") };
        errors.into_iter().map(|error| error.member).collect()
    }

    #[test]
    fn a_plain_question_is_accepted() {
        assert!(ask(&good()).is_ok());
    }

    #[test]
    fn every_wrong_field_is_named_as_it_was_sent() {
        let mut wrong = good();
        wrong.from_address.suburb = String::new();
        wrong.to_address.post_code = "21500".to_owned();
        wrong.items[0].weight = Some(Weight::kilograms(Decimal::ZERO));
        wrong.items.push(Item { quantity: 10_000, height: None, ..carton(1) });
        wrong.is_dangerous_good = true;
        assert_eq!(
            members(ask(&wrong)),
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
    fn absurd_measures_are_refused() {
        let mut wrong = good();
        wrong.items[0].length = Some(Length::centimetres(Decimal::from(100_000)));
        wrong.items[0].weight = Some(Weight::kilograms(Decimal::from(10_000_000)));
        assert_eq!(members(ask(&wrong)), ["items[0].weight.value", "items[0].length.value"]);
        wrong.items = vec![carton(1); MOST_ITEMS + 1];
        assert_eq!(members(ask(&wrong)), ["items"]);
        wrong.items.clear();
        assert_eq!(members(ask(&wrong)), ["items"]);
    }

    #[test]
    fn dangerous_goods_need_their_number() {
        let goods = |code| Dangerous { is_dangerous: true, un_code: code, package_type: None, description: None };
        assert_eq!(dangerous(goods(None), "booking.")[0].message, "UN Number is required");
        assert_eq!(dangerous(goods(Some(" ")), "")[0].message, "UN Number is required");
        assert_eq!(dangerous(goods(Some("paint")), "booking.")[0].member, "booking.dangerousGoodUNCode");
        assert!(dangerous(goods(Some("UN1263")), "").is_empty());
        assert_eq!(un_number(Some("un 1263")), Some("1263".to_owned()));
        assert_eq!(un_number(Some("126")), None);
    }
}
