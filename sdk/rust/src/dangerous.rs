//! Dangerous goods by item: the pairs `dangerous-goods` of a consignment's `ext`. Pure.

use serde::Deserialize;

use crate::types::{Consignment, Item};

const EXT_KEY: &str = "dangerous-goods";

/// A substance in the item with this reference.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Substance {
    pub item: String,
    /// Four digits.
    pub un_number: String,
    #[serde(default)]
    pub package_type: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
}

/// Returns the substances by item. Empty if the consignment has one at most: it is in
/// `dangerous_goods`.
pub fn substances(consignment: &Consignment) -> Vec<Substance> {
    consignment
        .ext
        .iter()
        .filter(|(key, _)| key == EXT_KEY)
        .filter_map(|(_, value)| serde_json::from_str(value).ok())
        .collect()
}

/// True if the item is dangerous, or if no item is marked.
pub fn is_dangerous(consignment: &Consignment, item: &Item) -> bool {
    let is_marked = consignment.items.iter().any(|item| item.dangerous_goods);
    item.dangerous_goods || (consignment.dangerous_goods.is_some() && !is_marked)
}

/// Returns the numbers of four digits in an item, each once.
pub fn un_numbers(consignment: &Consignment, item: &Item) -> Vec<String> {
    if !is_dangerous(consignment, item) {
        return Vec::new();
    }
    let mut numbers: Vec<String> = substances(consignment)
        .into_iter()
        .filter(|substance| substance.item == item.reference)
        .map(|substance| substance.un_number)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        let first = consignment.dangerous_goods.iter();
        numbers.extend(first.map(|goods| goods.un_number.clone()));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Address, DangerousGoods};

    fn item(reference: &str, dangerous_goods: bool) -> Item {
        Item {
            reference: reference.into(),
            package_type: "Carton".into(),
            description: String::new(),
            quantity: 1,
            length_mm: 300,
            width_mm: 200,
            height_mm: 100,
            weight_g: 900,
            dangerous_goods,
        }
    }

    fn consignment(items: Vec<Item>, pairs: &[&str]) -> Consignment {
        let address = Address {
            contact_name: None,
            company_name: None,
            email: None,
            telephone: None,
            lines: Vec::new(),
            suburb: "Hobart".into(),
            state: None,
            postcode: "7000".into(),
            country_code: "AU".into(),
            residential: false,
        };
        let pair = |value: &&str| (EXT_KEY.to_owned(), (*value).to_owned());
        Consignment {
            reference: "WB-81".into(),
            from: address.clone(),
            to: address,
            items,
            dangerous_goods: Some(DangerousGoods {
                un_number: "1263".into(),
                packing_group: None,
                description: None,
                package_type: None,
            }),
            currency: "AUD".into(),
            dispatch_date: "2026-03-02".into(),
            customer_reference: String::new(),
            pickup_instructions: String::new(),
            delivery_instructions: String::new(),
            options: Vec::new(),
            ext: pairs.iter().map(pair).collect(),
        }
    }

    #[test]
    fn substances_belong_to_their_items() {
        let items = vec![item("1", false), item("2", true)];
        let pairs = [
            r#"{"item":"2","unNumber":"1950","packageType":"Can","later":1}"#,
            r#"{"item":"2","unNumber":"1263"}"#,
            "unreadable",
        ];
        let consignment = consignment(items, &pairs);
        let found = substances(&consignment);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].package_type.as_deref(), Some("Can"));
        assert_eq!(
            un_numbers(&consignment, &consignment.items[1]),
            ["1263", "1950"]
        );
        assert!(un_numbers(&consignment, &consignment.items[0]).is_empty());
    }

    #[test]
    fn a_single_number_is_that_of_every_marked_item_or_of_all() {
        let marked = consignment(vec![item("1", false), item("2", true)], &[]);
        assert!(un_numbers(&marked, &marked.items[0]).is_empty());
        assert_eq!(un_numbers(&marked, &marked.items[1]), ["1263"]);
        let unmarked = consignment(vec![item("1", false)], &[]);
        assert_eq!(un_numbers(&unmarked, &unmarked.items[0]), ["1263"]);
    }
}
