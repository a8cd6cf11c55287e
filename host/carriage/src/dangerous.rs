//! Dangerous goods: the substances of a consignment and of its items, and their validation.
//!
//! Invariants:
//! - A consignment's own fields hold its first substance. Items may list all substances, and then
//!   the first is one of these.
//! - If any item lists substances, items without a list are not dangerous.

use std::collections::BTreeSet;

use data::{FieldError, Message, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::goods::{Item, too_long};

/// Maximum substances of one item.
pub const MAX_SUBSTANCES: usize = 20;
/// Maximum substances of all items together; carriers get them in one call.
const MAX_ALL_SUBSTANCES: usize = 200;
/// Key of the pairs by which carriers get the substances of items.
const EXT_KEY: &str = "dangerous-goods";

/// A dangerous substance in an item.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ItemSubstance")]
pub struct Substance {
    /// Four digits, with or without `UN`.
    pub un_number: String,
    pub package_type: Option<String>,
    pub description: Option<String>,
}

/// A substance as carriers get it; `item` is the item's reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CarriedSubstance {
    pub item: String,
    pub un_number: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl CarriedSubstance {
    /// Converts to a pair of a consignment's `ext`.
    pub fn to_ext(&self) -> Option<(String, String)> {
        let value = serde_json::to_string(self).ok()?;
        Some((EXT_KEY.to_owned(), value))
    }
}

/// Dangerous goods of a consignment, common to quotes and bookings.
#[derive(Debug, Clone, Copy)]
pub struct DangerousDeclaration<'a> {
    pub is_dangerous: bool,
    pub un_code: Option<&'a str>,
    pub package_type: Option<&'a str>,
    pub description: Option<&'a str>,
    pub items: &'a [Item],
}

/// A declared substance; `item` is None if it may be in every item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared<'a> {
    pub item: Option<usize>,
    pub un_code: &'a str,
    pub package_type: Option<&'a str>,
    pub description: Option<&'a str>,
}

impl<'a> DangerousDeclaration<'a> {
    /// Returns the substances by item, or the consignment's own. Empty if it is not dangerous.
    pub fn substances(&self) -> Vec<Declared<'a>> {
        if !self.is_dangerous {
            return Vec::new();
        }
        if !is_named_by_item(self.items) {
            let own = self.un_code.map(|un_code| Declared {
                item: None,
                un_code,
                package_type: self.package_type,
                description: self.description,
            });
            return own.into_iter().collect();
        }
        let of_item = |(at, item): (usize, &'a Item)| {
            item.dangerous_goods.iter().map(move |substance| Declared {
                item: Some(at),
                un_code: &substance.un_number,
                package_type: substance.package_type.as_deref(),
                description: substance.description.as_deref(),
            })
        };
        self.items.iter().enumerate().flat_map(of_item).collect()
    }

    /// Returns the readable numbers of four digits, in the order of declaration.
    pub fn un_numbers(&self) -> Vec<String> {
        let mut numbers: Vec<String> = Vec::new();
        for substance in self.substances() {
            if let Some(number) = parse_un_number(Some(substance.un_code))
                && !numbers.contains(&number)
            {
                numbers.push(number);
            }
        }
        numbers
    }

    /// Returns the numbers of each item, for comparison. Empty without substances by item.
    pub fn numbers_by_item(&self) -> BTreeSet<(usize, String)> {
        self.substances()
            .into_iter()
            .filter_map(|one| Some((one.item?, parse_un_number(Some(one.un_code))?)))
            .collect()
    }

    /// Returns the members that hold a number of four digits.
    pub fn members_of(&self, number: &str) -> Vec<String> {
        let is_it = |code: &str| parse_un_number(Some(code)).as_deref() == Some(number);
        let own = self
            .un_code
            .filter(|code| self.is_dangerous && is_it(code))
            .map(|_| "dangerousGoodUNCode".to_owned());
        let of_items = self.items.iter().enumerate().flat_map(|(at, item)| {
            item.dangerous_goods
                .iter()
                .enumerate()
                .filter(|(_, substance)| is_it(&substance.un_number))
                .map(move |(of, _)| format!("items[{at}].dangerousGoods[{of}].unNumber"))
        });
        own.into_iter().chain(of_items).collect()
    }

    /// Returns the substances of items for carriers.
    pub fn carried(&self) -> Vec<CarriedSubstance> {
        self.substances()
            .into_iter()
            .filter_map(|one| {
                Some(CarriedSubstance {
                    item: (one.item? + 1).to_string(),
                    un_number: parse_un_number(Some(one.un_code))?,
                    package_type: one.package_type.map(str::to_owned),
                    description: one.description.map(str::to_owned),
                })
            })
            .collect()
    }

    /// Returns the reason why a carrier does not accept these goods. `max_per_item` is None for a
    /// carrier that accepts one UN number per consignment.
    pub fn refusal_of(&self, carrier: &str, max_per_item: Option<u32>) -> Option<Message> {
        let by_item = self.numbers_by_item();
        let first = parse_un_number(self.un_code);
        (0..self.items.len()).find_map(|at| {
            let numbers: Vec<&str> = by_item
                .iter()
                .filter(|(item, _)| *item == at)
                .map(|(_, number)| number.as_str())
                .collect();
            let other = numbers
                .iter()
                .find(|number| first.as_deref() != Some(**number));
            match max_per_item {
                Some(max) if numbers.len() > usize::try_from(max).unwrap_or(usize::MAX) => {
                    Some(message!(
                        "Item {item} has {count} UN numbers; {carrier} accepts at most {max} for an item.",
                        item = at + 1,
                        count = numbers.len(),
                        carrier = carrier,
                        max = max
                    ))
                }
                None if numbers.len() > 1 => Some(message!(
                    "Item {item} has {count} UN numbers; {carrier} accepts one for a consignment.",
                    item = at + 1,
                    count = numbers.len(),
                    carrier = carrier
                )),
                None => other.map(|number| {
                    message!(
                        "Item {item} has another UN number, {number}; {carrier} accepts one for a consignment.",
                        item = at + 1,
                        number = format!("UN{number}"),
                        carrier = carrier
                    )
                }),
                Some(_) => None,
            }
        })
    }
}

/// True if any item lists substances.
pub fn is_named_by_item(items: &[Item]) -> bool {
    items.iter().any(|item| !item.dangerous_goods.is_empty())
}

/// `before` prefixes the members' names.
pub fn check_dangerous(goods: DangerousDeclaration<'_>, before: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let member = |name: &str| format!("{before}{name}");
    if goods.is_dangerous {
        errors.extend(check_number(goods.un_code, member("dangerousGoodUNCode")));
    }
    for (name, text) in [
        ("dangerousGoodPackageType", goods.package_type),
        ("dangerousGoodDescription", goods.description),
    ] {
        errors.extend(too_long(text, &member(name)));
    }
    if is_named_by_item(goods.items) {
        errors.extend(check_by_item(goods, before));
    }
    errors
}

fn check_by_item(goods: DangerousDeclaration<'_>, before: &str) -> Vec<FieldError> {
    if !goods.is_dangerous {
        return vec![FieldError::new(
            format!("{before}isDangerousGood"),
            message!("is required: an item has UN numbers"),
        )];
    }
    let all: usize = goods
        .items
        .iter()
        .map(|item| item.dangerous_goods.len())
        .sum();
    if all > MAX_ALL_SUBSTANCES {
        return vec![FieldError::new(
            format!("{before}items"),
            message!(
                "must have at most {max} dangerous substances",
                max = MAX_ALL_SUBSTANCES
            ),
        )];
    }
    let mut errors = Vec::new();
    for (at, item) in goods.items.iter().enumerate() {
        let list = format!("{before}items[{at}].dangerousGoods");
        if item.dangerous_goods.len() > MAX_SUBSTANCES {
            errors.push(FieldError::new(
                list,
                message!(
                    "must be at most {max} dangerous substances",
                    max = MAX_SUBSTANCES
                ),
            ));
            continue;
        }
        for (at, substance) in item.dangerous_goods.iter().enumerate() {
            let member = |name: &str| format!("{list}[{at}].{name}");
            errors.extend(check_number(Some(&substance.un_number), member("unNumber")));
            for (name, text) in [
                ("packageType", &substance.package_type),
                ("description", &substance.description),
            ] {
                errors.extend(too_long(text.as_deref(), &member(name)));
            }
        }
    }
    if let Some(first) = parse_un_number(goods.un_code)
        && errors.is_empty()
        && !goods.un_numbers().contains(&first)
    {
        errors.push(FieldError::new(
            format!("{before}dangerousGoodUNCode"),
            message!("must be a UN number of one of the items"),
        ));
    }
    errors
}

fn check_number(code: Option<&str>, member: String) -> Option<FieldError> {
    match parse_un_number(code) {
        Some(_) => None,
        None if code.is_none_or(|code| code.trim().is_empty()) => {
            Some(FieldError::new(member, message!("UN Number is required")))
        }
        None => Some(FieldError::new(
            member,
            message!("must be a UN number of four digits, as in UN1263"),
        )),
    }
}

/// Four digits, with or without letters.
pub fn parse_un_number(code: Option<&str>) -> Option<String> {
    let code = code?.trim();
    let digits = code
        .strip_prefix("UN")
        .or_else(|| code.strip_prefix("un"))
        .unwrap_or(code)
        .trim();
    (digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared<'a>(code: Option<&'a str>, items: &'a [Item]) -> DangerousDeclaration<'a> {
        DangerousDeclaration {
            is_dangerous: true,
            un_code: code,
            package_type: None,
            description: None,
            items,
        }
    }

    fn item(numbers: &[&str]) -> Item {
        let substance = |number: &&str| Substance {
            un_number: (*number).to_owned(),
            ..Substance::default()
        };
        Item {
            quantity: 1,
            dangerous_goods: numbers.iter().map(substance).collect(),
            ..Item::default()
        }
    }

    fn members(goods: DangerousDeclaration<'_>) -> Vec<String> {
        check_dangerous(goods, "")
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn dangerous_goods_need_their_number() {
        let goods = |code| declared(code, &[]);
        assert_eq!(
            check_dangerous(goods(None), "booking.")[0].message,
            "UN Number is required"
        );
        assert_eq!(
            check_dangerous(goods(Some(" ")), "")[0].message,
            "UN Number is required"
        );
        assert_eq!(
            check_dangerous(goods(Some("paint")), "booking.")[0].member,
            "booking.dangerousGoodUNCode"
        );
        assert!(check_dangerous(goods(Some("UN1263")), "").is_empty());
        assert_eq!(parse_un_number(Some("un 1263")), Some("1263".to_owned()));
        assert_eq!(parse_un_number(Some("126")), None);
    }

    #[test]
    fn items_name_their_substances_and_the_first_is_one_of_them() {
        let items = [item(&["UN1263", "1950"]), item(&[]), item(&["un 1263"])];
        let goods = declared(Some("1263"), &items);
        assert!(members(goods).is_empty());
        assert_eq!(goods.un_numbers(), ["1263", "1950"]);
        let places: Vec<Option<usize>> = goods.substances().iter().map(|one| one.item).collect();
        assert_eq!(places, [Some(0), Some(0), Some(2)]);
        assert_eq!(
            members(declared(Some("1203"), &items)),
            ["dangerousGoodUNCode"]
        );
        assert_eq!(members(declared(None, &items)), ["dangerousGoodUNCode"]);
        let undeclared = DangerousDeclaration {
            is_dangerous: false,
            ..goods
        };
        assert_eq!(members(undeclared), ["isDangerousGood"]);
        assert!(undeclared.un_numbers().is_empty());
        assert_eq!(declared(Some("un1203"), &[]).un_numbers(), ["1203"]);
        assert_eq!(
            goods.members_of("1263"),
            [
                "dangerousGoodUNCode",
                "items[0].dangerousGoods[0].unNumber",
                "items[2].dangerousGoods[0].unNumber",
            ]
        );
    }

    #[test]
    fn wrong_substances_are_named_by_their_place() {
        let mut items = [item(&["1263", "", "paint"])];
        items[0].dangerous_goods[0].description = Some("x".repeat(257));
        assert_eq!(
            members(declared(Some("1263"), &items)),
            [
                "items[0].dangerousGoods[0].description",
                "items[0].dangerousGoods[1].unNumber",
                "items[0].dangerousGoods[2].unNumber",
            ]
        );
        let many = [item(&["1263"; MAX_SUBSTANCES + 1])];
        assert_eq!(
            members(declared(Some("1263"), &many)),
            ["items[0].dangerousGoods"]
        );
        let all: Vec<Item> = (0..11).map(|_| item(&["1263"; MAX_SUBSTANCES])).collect();
        assert_eq!(members(declared(Some("1263"), &all)), ["items"]);
    }

    #[test]
    fn a_carrier_accepts_as_many_numbers_as_it_names() {
        let sentence = |items: &[Item], max| {
            declared(Some("1263"), items)
                .refusal_of("Fast Post", max)
                .map(|message| message.to_string())
        };
        let one = [item(&[]), item(&["1263"])];
        assert_eq!(sentence(&one, None), None);
        assert_eq!(sentence(&[], None), None);
        let two = [item(&["1263"]), item(&["1263", "1950"])];
        assert_eq!(
            sentence(&two, None).as_deref(),
            Some("Item 2 has 2 UN numbers; Fast Post accepts one for a consignment.")
        );
        assert_eq!(sentence(&two, Some(2)), None);
        assert_eq!(
            sentence(&two, Some(1)).as_deref(),
            Some("Item 2 has 2 UN numbers; Fast Post accepts at most 1 for an item.")
        );
        let other = [item(&["1263"]), item(&["1950"])];
        assert_eq!(
            sentence(&other, None).as_deref(),
            Some("Item 2 has another UN number, UN1950; Fast Post accepts one for a consignment.")
        );
        assert_eq!(sentence(&other, Some(1)), None);
    }

    #[test]
    fn an_item_without_substances_is_written_as_before() {
        let written = serde_json::to_value(item(&[])).unwrap();
        assert!(written.get("dangerousGoods").is_none());
        let read: Item = serde_json::from_value(serde_json::json!({
            "quantity": 1,
            "dangerousGoods": [{"unNumber": " UN1263 ", "packageType": " "}]
        }))
        .unwrap();
        assert_eq!(read.dangerous_goods, item(&["UN1263"]).dangerous_goods);
    }
}
