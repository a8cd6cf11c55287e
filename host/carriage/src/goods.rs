//! Goods of a consignment: lines and options, and their validation.

use std::collections::BTreeMap;

use data::{FieldError, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    address::Address,
    dangerous::{DangerousDeclaration, Substance, is_named_by_item},
    quantity::{Length, LengthUnit, Line, Weight, WeightUnit},
    wit,
};

/// Maximum lines; no consignment note has room for more.
pub const MAX_ITEMS: usize = 200;
pub const MAX_PIECES: i64 = 9_999;
const MAX_TEXT_LENGTH: usize = 256;
const MAX_OPTIONS: usize = 32;

/// One line of a consignment: a number of equal pieces, with the measures of one.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Item {
    pub id: Option<i64>,
    pub product_id: Option<i64>,
    pub package_type: Option<String>,
    pub height: Option<Length>,
    pub width: Option<Length>,
    pub length: Option<Length>,
    pub weight: Option<Weight>,
    #[wire(null)]
    pub quantity: i64,
    pub description: Option<String>,
    pub item_options: BTreeMap<String, String>,
    pub hs_code: Option<String>,
    pub item_value: Option<Decimal>,
    pub currency: Option<String>,
    pub manufacture_country_code: Option<String>,
    /// Absent if empty. If any item of a consignment has them, only such items are dangerous.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dangerous_goods: Vec<Substance>,
}

/// Equal pieces for carriers and rate engines, in whole millimetres and grams.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    pub reference: String,
    pub package_type: String,
    pub description: String,
    pub quantity: u32,
    pub length_mm: u32,
    pub width_mm: u32,
    pub height_mm: u32,
    pub weight_g: u64,
    pub dangerous_goods: bool,
    /// Unrounded measures, for sums over many pieces.
    #[serde(default)]
    pub exact: ExactMeasure,
}

/// Measures of one piece in billionths of a gram and of a metre; zero for an unknown side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactMeasure {
    pub weight_ng: u64,
    pub length_nm: u64,
    pub width_nm: u64,
    pub height_nm: u64,
}

impl Piece {
    pub fn from_item(item: &Item, at: usize, dangerous_goods: bool) -> Self {
        let mm = |side: Option<Length>| side.map_or(0, |side| side.to_mm());
        let nm = |side: Option<Length>| side.map_or(0, |side| side.to_nm());
        Self {
            reference: (at + 1).to_string(),
            package_type: item.package_type.clone().unwrap_or_default(),
            description: item.description.clone().unwrap_or_default(),
            quantity: u32::try_from(item.quantity).unwrap_or(0),
            length_mm: mm(item.length),
            width_mm: mm(item.width),
            height_mm: mm(item.height),
            weight_g: item.weight.map_or(0, |weight| weight.to_grams()),
            dangerous_goods,
            exact: ExactMeasure {
                weight_ng: item.weight.map_or(0, |weight| weight.to_ng()),
                length_nm: nm(item.length),
                width_nm: nm(item.width),
                height_nm: nm(item.height),
            },
        }
    }
}

/// Pieces of a consignment, numbered from 1.
pub fn to_pieces(items: &[Item], is_dangerous: bool) -> Vec<Piece> {
    let is_by_item = is_named_by_item(items);
    items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            let has_substances = !is_by_item || !item.dangerous_goods.is_empty();
            Piece::from_item(item, at, is_dangerous && has_substances)
        })
        .collect()
}

impl From<Piece> for wit::Item {
    fn from(piece: Piece) -> Self {
        Self {
            reference: piece.reference,
            package_type: piece.package_type,
            description: piece.description,
            quantity: piece.quantity,
            length_mm: piece.length_mm,
            width_mm: piece.width_mm,
            height_mm: piece.height_mm,
            weight_g: piece.weight_g,
            dangerous_goods: piece.dangerous_goods,
        }
    }
}

impl From<wit::Item> for Item {
    fn from(item: wit::Item) -> Self {
        let cm = |mm: u32| Some(Length::new(mm.into(), LengthUnit::Mm).to(LengthUnit::Cm));
        Self {
            package_type: Some(item.package_type).filter(|kind| !kind.is_empty()),
            height: cm(item.height_mm),
            width: cm(item.width_mm),
            length: cm(item.length_mm),
            weight: Some(Weight::new(item.weight_g.into(), WeightUnit::G).to(WeightUnit::Kg)),
            quantity: item.quantity.into(),
            description: Some(item.description),
            ..Self::default()
        }
    }
}

/// `allowance` is in kg per m³; from exact measures, to four places.
pub fn chargeable_kilograms(pieces: &[Piece], allowance: Decimal) -> Decimal {
    let (mut weight, mut volume) = (Decimal::ZERO, Decimal::ZERO);
    for piece in pieces {
        let ExactMeasure {
            weight_ng,
            length_nm,
            width_nm,
            height_nm,
        } = piece.exact;
        let quantity = Decimal::from(piece.quantity);
        let kilograms = Decimal::from_i128_with_scale(weight_ng.into(), 12);
        let metres = |nm: u64| Decimal::from_i128_with_scale(nm.into(), 9);
        let cubic = metres(length_nm)
            .saturating_mul(metres(width_nm))
            .saturating_mul(metres(height_nm));
        weight = weight.saturating_add(kilograms.saturating_mul(quantity));
        volume = volume.saturating_add(cubic.saturating_mul(quantity));
    }
    Weight::kilograms(weight.max(volume.saturating_mul(allowance)))
        .rounded_to_column()
        .value
}

/// Without duplicates: `Tail Lift` and `tail-lift` are one.
pub fn options_on(
    pickup: &BTreeMap<String, String>,
    delivery: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut words: Vec<String> = pickup
        .iter()
        .chain(delivery)
        .filter(|(_, value)| {
            !matches!(
                value.trim().to_ascii_lowercase().as_str(),
                "" | "false" | "no" | "0"
            )
        })
        .map(|(name, _)| name.trim().to_ascii_lowercase().replace([' ', '_'], "-"))
        .filter(|word| !word.is_empty())
        .collect();
    words.sort();
    words.dedup();
    words
}

#[derive(Debug, Clone, Copy)]
pub struct Goods<'a> {
    pub from: &'a Address,
    pub to: &'a Address,
    pub items: &'a [Item],
    pub dangerous: DangerousDeclaration<'a>,
    pub pickup_options: &'a BTreeMap<String, String>,
    pub delivery_options: &'a BTreeMap<String, String>,
}

pub fn check_items(items: &[Item], member: &str) -> Vec<FieldError> {
    if items.is_empty() {
        return vec![FieldError::new(member, message!("add at least one item"))];
    }
    if items.len() > MAX_ITEMS {
        return vec![FieldError::new(
            member,
            message!("must be at most {max} lines", max = MAX_ITEMS),
        )];
    }
    items
        .iter()
        .enumerate()
        .flat_map(|(at, line)| check_item(line, &format!("{member}[{at}]")))
        .collect()
}

fn check_item(item: &Item, member: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if !(1..=MAX_PIECES).contains(&item.quantity) {
        errors.push(FieldError::new(
            format!("{member}.quantity"),
            message!("must be a whole number from 1 to {max}", max = MAX_PIECES),
        ));
    }
    let weight = format!("{member}.weight");
    match item.weight {
        None => errors.push(FieldError::new(
            format!("{weight}.value"),
            message!("is required"),
        )),
        Some(found) => errors.extend(found.check(&weight).err()),
    }
    for (name, side) in [
        ("length", item.length),
        ("width", item.width),
        ("height", item.height),
    ] {
        let side_member = format!("{member}.{name}");
        match side {
            None => errors.push(FieldError::new(
                format!("{side_member}.value"),
                message!("is required"),
            )),
            Some(found) => errors.extend(found.check(&side_member).err()),
        }
    }
    for (name, text) in [
        ("packageType", &item.package_type),
        ("description", &item.description),
    ] {
        errors.extend(too_long(text.as_deref(), &format!("{member}.{name}")));
    }
    errors
}

pub fn check_options<'a>(
    options: impl ExactSizeIterator<Item = (&'a String, &'a String)>,
    member: &str,
) -> Vec<FieldError> {
    if options.len() > MAX_OPTIONS {
        return vec![FieldError::new(
            member,
            message!("must be at most {max} options", max = MAX_OPTIONS),
        )];
    }
    options
        .filter(|(name, value)| name.len() > 64 || value.len() > MAX_TEXT_LENGTH)
        .map(|(name, _)| {
            let name: String = name.chars().take(64).collect();
            FieldError::new(
                format!("{member}.{name}"),
                message!("is longer than an option can be"),
            )
        })
        .collect()
}

pub(crate) fn too_long(text: Option<&str>, member: &str) -> Option<FieldError> {
    let long = text.is_some_and(|text| text.chars().count() > MAX_TEXT_LENGTH);
    long.then(|| {
        FieldError::new(
            member,
            message!("must be at most {max} characters", max = MAX_TEXT_LENGTH),
        )
    })
}

pub fn to_lines(items: &[Item]) -> Vec<Line> {
    items
        .iter()
        .map(|item| Line {
            quantity: u32::try_from(item.quantity).unwrap_or(0),
            weight: item.weight.unwrap_or(Weight::kilograms(Decimal::ZERO)),
            length: item.length,
            width: item.width,
            height: item.height,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_charged_by_their_exact_measures() {
        let cm = |value: i64, scale| Some(Length::centimetres(Decimal::new(value, scale)));
        let item = Item {
            quantity: 1_500,
            weight: Some(Weight::new(
                Decimal::new(2, 1),
                crate::quantity::WeightUnit::Lb,
            )),
            length: cm(2222, 2),
            width: cm(2222, 2),
            height: cm(3, 2),
            ..Item::default()
        };
        let pieces = [Piece::from_item(&item, 0, false)];
        assert_eq!(
            (pieces[0].weight_g, pieces[0].length_mm, pieces[0].height_mm),
            (91, 222, 1)
        );
        assert_eq!(
            chargeable_kilograms(&pieces, Decimal::from(250)).to_string(),
            "136.0777"
        );
        // 22.22 × 22.22 × 0.03 cm, 1500 times, at 10,000 kg per m³.
        assert_eq!(
            chargeable_kilograms(&pieces, Decimal::from(10_000)).to_string(),
            "222.1778"
        );
        assert_eq!(chargeable_kilograms(&[], Decimal::ONE), Decimal::ZERO);
    }
}
