//! Consignment documents: which ones a booking has, and their contents.

use std::collections::BTreeMap;

use carriage::{
    dangerous::{Declared, parse_un_number},
    goods::Item,
    money,
    quantity::{LengthUnit, WeightUnit},
};
use chrono::DateTime;
use documents::{ConsignmentDocument, DangerousLine, Delivery, GoodsLine};
use lookups::Goods;
use rust_decimal::Decimal;

use crate::bookings::status::Status;
use crate::bookings::{
    model::Booking,
    records::{DocumentType, TrackingEvent},
};

/// Returns None for other documents.
pub fn consignment_document(document_type: i64) -> Option<DocumentType> {
    use DocumentType::{
        CommercialInvoice, ConsignmentNote, DangerousGoodsDeclaration, PackingList, ProofOfDelivery,
    };
    let types = [
        ConsignmentNote,
        ProofOfDelivery,
        DangerousGoodsDeclaration,
        CommercialInvoice,
        PackingList,
    ];
    types.into_iter().find(|kind| *kind as i64 == document_type)
}

/// None before the carrier accepted or delivered the consignment, without dangerous goods, or
/// without a declared value.
pub fn document_layout(
    booking: &Booking,
    kind: DocumentType,
) -> Option<(ConsignmentDocument, &'static str)> {
    let is_void = booking.booking_status.is_gone();
    if is_void
        || booking
            .consignment
            .consignment_id
            .as_deref()
            .is_none_or(|connote| connote.trim().is_empty())
    {
        return None;
    }
    match kind {
        DocumentType::ConsignmentNote => Some((ConsignmentDocument::Note, "consignment-note")),
        DocumentType::PackingList => Some((ConsignmentDocument::PackingList, "packing-list")),
        DocumentType::ProofOfDelivery => {
            let is_delivered = booking.booking_status == Status::Delivered;
            is_delivered.then_some((ConsignmentDocument::ProofOfDelivery, "proof-of-delivery"))
        }
        DocumentType::DangerousGoodsDeclaration => {
            let is_declared = !booking.dangerous().un_numbers().is_empty();
            is_declared.then_some((ConsignmentDocument::DangerousGoods, "dangerous-goods"))
        }
        DocumentType::CommercialInvoice => {
            let has_value = booking.items.iter().any(|item| item.item_value.is_some());
            has_value.then_some((ConsignmentDocument::CommercialInvoice, "commercial-invoice"))
        }
        DocumentType::Label | DocumentType::Manifest | DocumentType::InsuranceCertificate => None,
    }
}

/// The last delivery scan; at equal times, the signed one.
pub fn delivery_scan(scans: &[TrackingEvent]) -> Option<&TrackingEvent> {
    let delivered = scans
        .iter()
        .filter(|scan| scan.status == Some(Status::Delivered));
    delivered.max_by_key(|scan| (scan.happened, scan.signed_by.is_some()))
}

/// Delivery details in local time.
pub fn delivery(scan: &TrackingEvent) -> Delivery {
    let local = DateTime::parse_from_rfc3339(&scan.happened_local)
        .unwrap_or_else(|_| scan.happened.fixed_offset());
    Delivery {
        at: local.format("%-d %b %Y %H:%M").to_string(),
        place: scan.location.trim().to_owned(),
        signed_by: scan
            .signed_by
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_owned(),
    }
}

/// Amounts without a currency use the tenant's.
pub fn goods_line(item: &Item, currency: &str) -> GoodsLine {
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
    let pieces = u64::try_from(item.quantity).unwrap_or_default();
    let value = |times: Decimal| {
        item.item_value.map(|value| {
            format_amount(
                saturating_product(value, times),
                currency_of(item, currency),
            )
        })
    };
    GoodsLine {
        pieces,
        package: text(&item.package_type),
        description: text(&item.description),
        measures: format_measures(item),
        weight_g: item
            .weight
            .map_or(0, |weight| weight.times(item.quantity).to_grams()),
        hs_code: text(&item.hs_code),
        origin: text(&item.manufacture_country_code),
        value_each: value(Decimal::ONE).unwrap_or_default(),
        value: value(Decimal::from(pieces)).unwrap_or_default(),
    }
}

/// Sums per currency: `AUD 120.00 + USD 5.00`.
pub fn goods_value(items: &[Item], currency: &str) -> String {
    let mut sums: BTreeMap<&str, Decimal> = BTreeMap::new();
    for item in items {
        if let Some(value) = item.item_value {
            let sum = sums.entry(currency_of(item, currency)).or_default();
            *sum = sum
                .checked_add(saturating_product(value, Decimal::from(item.quantity)))
                .unwrap_or(Decimal::MAX);
        }
    }
    let sums: Vec<String> = sums
        .into_iter()
        .map(|(currency, sum)| format_amount(sum, currency))
        .collect();
    sums.join(" + ")
}

/// One line per substance of an item, or one for the consignment.
pub fn dangerous_goods_lines(booking: &Booking, listed: &[Goods]) -> Vec<DangerousLine> {
    booking
        .dangerous()
        .substances()
        .into_iter()
        .filter_map(|substance| dangerous_goods_line(booking, substance, listed))
        .collect()
}

/// The sender must fill in the packing group if the list has several for the number.
fn dangerous_goods_line(
    booking: &Booking,
    substance: Declared<'_>,
    listed: &[Goods],
) -> Option<DangerousLine> {
    let un_number = parse_un_number(Some(substance.un_code))?;
    let described = substance
        .description
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let entries = || listed.iter().filter(|goods| goods.un_number == un_number);
    let first = entries().next();
    let only = |value: fn(&Goods) -> String| {
        let value_of_first = first.map(value).unwrap_or_default();
        if entries().all(|goods| value(goods) == value_of_first) {
            value_of_first
        } else {
            String::new()
        }
    };
    let name = first
        .map(|goods| goods.description.to_uppercase())
        .unwrap_or_default();
    let name = match described {
        Some(described) if name.is_empty() => described.to_owned(),
        Some(described) if !described.eq_ignore_ascii_case(&name) => {
            format!("{name} ({described})")
        }
        _ => name,
    };
    let item = substance.item.and_then(|at| booking.items.get(at));
    let package = substance
        .package_type
        .or_else(|| item?.package_type.as_deref())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .unwrap_or("package");
    let (pieces, weight) = match item {
        Some(item) => (
            item.quantity,
            item.weight.map_or(Decimal::ZERO, |weight| {
                weight.times(item.quantity).to(WeightUnit::Kg).value
            }),
        ),
        None => (booking.measures.total_items, booking.measures.total_weight),
    };
    let weight = weight.normalize();
    Some(DangerousLine {
        class: only(|goods| goods.class_code.clone()),
        other_risks: only(|goods| goods.subsidiary.join(", ")),
        packing_group: only(|goods| goods.package_group.clone()),
        packages: format!("{pieces} × {package}, {weight} kg"),
        un_number,
        name,
    })
}

fn saturating_product(value: Decimal, times: Decimal) -> Decimal {
    value.checked_mul(times).unwrap_or(Decimal::MAX)
}

fn currency_of<'a>(item: &'a Item, currency: &'a str) -> &'a str {
    item.currency
        .as_deref()
        .map(str::trim)
        .filter(|own| !own.is_empty())
        .unwrap_or(currency)
}

/// Formats `AUD 1200.50` with all minor digits.
pub fn format_amount(amount: Decimal, currency: &str) -> String {
    let digits = money::minor_units(currency) as usize;
    format!("{currency} {:.digits$}", money::round(amount, currency))
}

/// Formats `40 × 30 × 25 cm` if all three sides are known.
fn format_measures(item: &Item) -> String {
    match (item.length, item.width, item.height) {
        (Some(length), Some(width), Some(height)) => {
            let [length, width, height] = [length, width, height]
                .map(|side| side.to(LengthUnit::Cm).rounded_to_column().value);
            format!("{length} × {width} × {height} cm")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use carriage::{
        dangerous::Substance,
        quantity::{Length, Weight},
    };

    use super::*;
    use crate::bookings::parts::{Consignment, DangerousGoods, Measures};

    fn booked() -> Booking {
        Booking {
            booking_status: Status::Booked,
            consignment: Consignment {
                consignment_id: Some("OWN1".to_owned()),
                ..Consignment::default()
            },
            measures: Measures {
                total_items: 3,
                total_weight: "37.50".parse().unwrap(),
                ..Measures::default()
            },
            ..Booking::default()
        }
    }

    #[test]
    fn a_booking_has_the_papers_that_its_goods_need() {
        use DocumentType::{
            CommercialInvoice, ConsignmentNote, DangerousGoodsDeclaration, PackingList,
            ProofOfDelivery,
        };
        assert!(document_layout(&booked(), ProofOfDelivery).is_none());
        let delivered = Booking {
            booking_status: Status::Delivered,
            ..booked()
        };
        assert_eq!(
            document_layout(&delivered, ProofOfDelivery),
            Some((ConsignmentDocument::ProofOfDelivery, "proof-of-delivery"))
        );
        let has = |booking: &Booking| {
            [
                ConsignmentNote,
                PackingList,
                DangerousGoodsDeclaration,
                CommercialInvoice,
            ]
            .map(|kind| document_layout(booking, kind).is_some())
        };
        assert_eq!(has(&booked()), [true, true, false, false]);
        assert_eq!(
            has(&Booking {
                consignment: Consignment {
                    consignment_id: None,
                    ..booked().consignment
                },
                ..booked()
            }),
            [false; 4]
        );
        assert_eq!(
            has(&Booking {
                booking_status: Status::Cancelled,
                ..booked()
            }),
            [false; 4]
        );
        let full = Booking {
            dangerous_goods: DangerousGoods {
                is_dangerous_good: true,
                dangerous_good_un_code: Some("UN1090".to_owned()),
                ..booked().dangerous_goods
            },
            items: vec![Item {
                item_value: Some(Decimal::ONE),
                ..Item::default()
            }],
            ..booked()
        };
        assert_eq!(has(&full), [true; 4]);
        assert_eq!(
            has(&Booking {
                dangerous_goods: DangerousGoods {
                    dangerous_good_un_code: None,
                    ..full.dangerous_goods
                },
                ..full
            }),
            [true, true, false, true]
        );
        assert_eq!(
            (
                consignment_document(3),
                consignment_document(1),
                consignment_document(4)
            ),
            (Some(ConsignmentNote), None, None)
        );
    }

    #[test]
    fn lines_tell_what_all_pieces_weigh_and_are_worth() {
        let item = Item {
            quantity: 3,
            package_type: Some(" Carton ".to_owned()),
            length: Some(Length::from_mm(400)),
            width: Some(Length::from_mm(305)),
            height: Some(Length::from_mm(250)),
            weight: Some(Weight::from_grams(12_500)),
            item_value: Some("19.955".parse().unwrap()),
            ..Item::default()
        };
        let line = goods_line(&item, "AUD");
        assert_eq!(
            (line.pieces, line.weight_g, line.package.as_str()),
            (3, 37_500, "Carton")
        );
        assert_eq!(line.measures, "40 × 30.5 × 25 cm");
        assert_eq!(
            (line.value_each.as_str(), line.value.as_str()),
            ("AUD 19.96", "AUD 59.87")
        );
        let foreign = Item {
            currency: Some("JPY".to_owned()),
            ..item.clone()
        };
        assert_eq!(
            goods_value(&[item, foreign, Item::default()], "AUD"),
            "AUD 59.87 + JPY 60"
        );
    }

    #[test]
    fn a_packing_group_that_is_not_sure_is_left_to_the_sender() {
        let booking = Booking {
            dangerous_goods: DangerousGoods {
                is_dangerous_good: true,
                dangerous_good_un_code: Some("un 1993".to_owned()),
                dangerous_good_description: Some("Diesel".to_owned()),
                ..booked().dangerous_goods
            },
            ..booked()
        };
        let goods = |group: &str| Goods {
            un_number: "1993".to_owned(),
            description: "Flammable liquids".to_owned(),
            package_group: group.to_owned(),
            class: "3".to_owned(),
            class_description: String::new(),
            class_code: "3".to_owned(),
            subsidiary: Vec::new(),
        };
        let sure = dangerous_goods_lines(&booking, &[goods("III")]).remove(0);
        assert_eq!(
            (sure.class.as_str(), sure.packing_group.as_str()),
            ("3", "III")
        );
        assert_eq!(sure.name, "FLAMMABLE LIQUIDS (Diesel)");
        assert_eq!(sure.packages, "3 × package, 37.5 kg");
        let open = dangerous_goods_lines(&booking, &[goods("II"), goods("III")]).remove(0);
        assert_eq!(
            (open.class.as_str(), open.packing_group.as_str()),
            ("3", "")
        );
        assert_eq!(dangerous_goods_lines(&booking, &[])[0].name, "Diesel");
        assert!(dangerous_goods_lines(&booked(), &[]).is_empty());
    }

    #[test]
    fn every_substance_of_an_item_has_its_line() {
        let substance = |number: &str, package: Option<&str>| Substance {
            un_number: number.to_owned(),
            package_type: package.map(str::to_owned),
            description: None,
        };
        let item = Item {
            quantity: 2,
            package_type: Some("Carton".to_owned()),
            weight: Some(Weight::from_grams(12_500)),
            dangerous_goods: vec![substance("1263", Some("Tin")), substance("UN1950", None)],
            ..Item::default()
        };
        let booking = Booking {
            dangerous_goods: DangerousGoods {
                is_dangerous_good: true,
                dangerous_good_un_code: Some("1263".to_owned()),
                ..booked().dangerous_goods
            },
            items: vec![Item::default(), item],
            ..booked()
        };
        let lines: Vec<(String, String)> = dangerous_goods_lines(&booking, &[])
            .into_iter()
            .map(|line| (line.un_number, line.packages))
            .collect();
        let line = |number: &str, packages: &str| (number.to_owned(), packages.to_owned());
        assert_eq!(
            lines,
            [
                line("1263", "2 × Tin, 25 kg"),
                line("1950", "2 × Carton, 25 kg"),
            ]
        );
    }
}
