//! Rate tables with one line per lane, the common trade format: carrier, card, service, zones, then
//! break type, from, to and price per break. A lane or each break may have an item type.

use data::{FieldError, message};
use files::imports::CellParser;
use rust_decimal::Decimal;
use web::rows::{Cells, Table};

use crate::import::{break_table::Draft, in_column};
use crate::rates::routes::{CalculationMethod, Rate, RateDetail, RateType};

/// Upper limits from here on are unlimited.
const NO_END: i64 = 99_999;

pub(crate) struct LaneTable {
    card: Option<usize>,
    service: Option<usize>,
    from_zone: Option<usize>,
    to_zone: Option<usize>,
    reciprocal: Option<usize>,
    accumulative: Option<usize>,
    cubic: Option<usize>,
    basic: Option<usize>,
    minimum: Option<usize>,
    /// Item type of a lane whose breaks have none.
    item_type: Option<usize>,
    breaks: Vec<Break>,
    /// From the first line.
    names_card: Option<String>,
}

#[derive(Clone, Copy)]
struct Break {
    kind: usize,
    item_type: Option<usize>,
    from: usize,
    to: usize,
    price: usize,
}

/// Finds break type columns with those that follow each, except item types.
fn breaks(headings: &[String]) -> Vec<Break> {
    let places = |word: &str| -> Vec<usize> {
        let numbered = headings.iter().enumerate();
        numbered
            .filter(|(_, heading)| heading.to_ascii_lowercase().starts_with(word))
            .map(|(at, _)| at)
            .collect()
    };
    let (kinds, item_types) = (places("breaktype"), places("itemtype"));
    // A single one belongs to the lane.
    let is_of_break = item_types.len() > 1 && item_types.len() == kinds.len();
    let columns = kinds.iter().enumerate().filter_map(|(at, kind)| {
        let end = kinds.get(at + 1).copied().unwrap_or(headings.len());
        let mut remaining = (kind + 1..end).filter(|column| !item_types.contains(column));
        let [from, to, price] = [remaining.next()?, remaining.next()?, remaining.next()?];
        Some(Break {
            kind: *kind,
            item_type: is_of_break.then(|| item_types[at]),
            from,
            to,
            price,
        })
    });
    columns.collect()
}

impl LaneTable {
    /// Returns none for another format, without a break type column.
    pub fn from_table(table: &Table) -> Option<Self> {
        let column = |names: &[&str]| names.iter().find_map(|name| table.column(name));
        let headings = table.headings();
        // `Break Type 1, From 1, To 1, Price 1`, or repeated names.
        let breaks = breaks(headings);
        let has_item_types = breaks.iter().any(|columns| columns.item_type.is_some());
        (!breaks.is_empty()).then(|| Self {
            card: column(&["card", "rateCard", "cardName", "rateCardName"]),
            service: column(&["service", "serviceName", "serviceCode", "carrierService"]),
            from_zone: column(&["fromZone", "originZone", "zoneFrom"]),
            to_zone: column(&["toZone", "destinationZone", "zoneTo"]),
            reciprocal: column(&["reciprocal", "isReciprocal"]),
            accumulative: column(&["accumulative", "isAccumulative"]),
            cubic: column(&["cubicConversion", "cubicFactor", "cubic"]),
            basic: column(&["basic", "basicCharge", "base"]),
            minimum: column(&["minimum", "minimumCharge", "min"]),
            item_type: column(&["itemType"]).filter(|_| !has_item_types),
            breaks,
            names_card: None,
        })
    }

    /// Returns missing required columns.
    pub fn missing(&self) -> Vec<&'static str> {
        let needed = [
            ("service", self.service),
            ("fromZone", self.from_zone),
            ("toZone", self.to_zone),
        ];
        needed
            .into_iter()
            .filter(|(_, column)| column.is_none())
            .map(|(name, _)| name)
            .collect()
    }

    pub fn next(&mut self, table: &mut Table) -> Option<Draft> {
        let (index, line) = table.next_line()?;
        Some(match line {
            Ok(cells) => self.draft(index, cells),
            Err(reason) => Draft {
                line: index,
                errors: vec![(index, FieldError::new("", reason))],
                ..Draft::default()
            },
        })
    }

    fn draft(&mut self, index: usize, cells: Cells<'_>) -> Draft {
        let mut reading = CellParser::default();
        let card = cells.get(self.card);
        if self.names_card.get_or_insert_with(|| card.to_owned()) != card {
            reading.reject(
                "card",
                message!("is a different card than in the first line; import each card separately"),
            );
        }
        let (method, mut details) = self.breaks(&mut reading, cells);
        if let Some(basic) = reading
            .number("basic", cells.get(self.basic))
            .filter(|basic| !basic.is_zero())
        {
            let line = RateDetail {
                rate_type: RateType::Basic,
                up_to: None,
                basic,
                value: Decimal::ZERO,
            };
            details.insert(0, line);
        }
        let rate = Rate {
            from_zone: cells.get(self.from_zone).to_owned(),
            to_zone: cells.get(self.to_zone).to_owned(),
            calculation_method: method,
            reciprocal: reading.flag("reciprocal", cells.get(self.reciprocal)),
            accumulative: reading.flag("accumulative", cells.get(self.accumulative)),
            minimum: reading
                .number("minimum", cells.get(self.minimum))
                .unwrap_or_default(),
            cubic_allowance: reading
                .number("cubicConversion", cells.get(self.cubic))
                .filter(|cubic| *cubic > Decimal::ZERO),
            rate_details: details,
            ..Rate::default()
        };
        Draft {
            line: index,
            service: cells.get(self.service).to_owned(),
            details: vec![index; rate.rate_details.len()],
            rate,
            errors: reading
                .errors
                .into_iter()
                .map(|error| (index, error))
                .collect(),
        }
    }

    fn breaks(
        &self,
        reading: &mut CellParser,
        cells: Cells<'_>,
    ) -> (CalculationMethod, Vec<RateDetail>) {
        let (mut method, mut details) = (None, Vec::new());
        let mut end = Some(Decimal::ZERO);
        for Break {
            kind,
            item_type,
            from,
            to,
            price,
        } in self.breaks.iter().copied()
        {
            let cell = |at: usize| cells.get(Some(at));
            // One column per break.
            let of_kind = in_column("breakType", kind);
            let of_from = in_column("from", from);
            if [kind, to, price].iter().all(|at| cell(*at).is_empty()) {
                continue;
            }
            let own = counts(cell(kind));
            if own.is_none() {
                let known = "WEIGHT, CUBIC, ITEM, PALLET, KM, HOUR";
                reading.reject(&of_kind, message!("must be one of {known}", known = known));
            }
            let item_type = item_type.or(self.item_type);
            let own = own.and_then(|own| {
                let found = item_method(own, cells.get(item_type));
                if found.is_none() {
                    let of_item_type = in_column("itemType", item_type.unwrap_or_default());
                    let message = message!(
                        "must be PALLET where pallets are counted, and otherwise empty: rates apply to all items of a lane"
                    );
                    reading.reject(&of_item_type, message);
                }
                found
            });
            match (own, method) {
                (Some(own), Some(first)) if own != first => {
                    reading.reject(
                        &of_kind,
                        message!("must be the same for all breaks of a lane"),
                    );
                }
                (Some(own), _) => method = Some(own),
                (None, _) => {}
            }
            let (from, to) = (
                reading.number(&of_from, cell(from)),
                reading.number(&in_column("to", to), cell(to)),
            );
            let up_to = to.filter(|to| *to < Decimal::from(NO_END));
            match (end, from) {
                (None, _) => reading.reject(&of_from, message!("comes after a break that has no end")),
                (Some(end), Some(from)) if from < end => {
                    reading.reject(
                        &of_from,
                        message!("begins before the break before it ends, at {end}", end = end.normalize()),
                    );
                }
                (Some(end), Some(from)) if from > end + Decimal::ONE => reading.reject(
                    &of_from,
                    message!(
                        "leaves a gap of more than one unit after {end}, where the break before it ends",
                        end = end.normalize()
                    ),
                ),
                _ => {}
            }
            end = up_to;
            let value = reading
                .number(&in_column("price", price), cell(price))
                .unwrap_or_default();
            details.push(RateDetail {
                rate_type: RateType::Break,
                up_to,
                basic: Decimal::ZERO,
                value,
            });
        }
        if details.is_empty() {
            reading.reject("breakType", message!("is required for at least one break"));
        }
        (method.unwrap_or(CalculationMethod::Unknown), details)
    }
}

fn counts(kind: &str) -> Option<CalculationMethod> {
    Some(match kind.to_ascii_uppercase().as_str() {
        "WEIGHT" => CalculationMethod::PerKg,
        "CUBIC" => CalculationMethod::PerCubicMetre,
        "ITEM" => CalculationMethod::PerItem,
        "PALLET" => CalculationMethod::PerPallet,
        "KM" => CalculationMethod::PerKm,
        "HOUR" => CalculationMethod::PerHour,
        _ => return None,
    })
}

/// Returns none if no method applies.
fn item_method(method: CalculationMethod, item_type: &str) -> Option<CalculationMethod> {
    match (item_type.trim().to_ascii_uppercase().as_str(), method) {
        ("" | "ITEM" | "ITEMS" | "ANY" | "ALL", method) => Some(method),
        (
            "PALLET" | "PALLETS" | "PLT" | "SKID" | "SKIDS",
            CalculationMethod::PerItem | CalculationMethod::PerPallet,
        ) => Some(CalculationMethod::PerPallet),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADINGS: &str = "Carrier,Rate Card,Service,From Zone,To Zone,Reciprocal,Cubic Conversion,Basic,Minimum,\
        Break Type,From,To,Price,Break Type,From,To,Price";

    fn drafts(lines: &str) -> Vec<Draft> {
        let text = format!("{HEADINGS}\n{lines}");
        let mut table = Table::open(text, &[]).unwrap();
        let mut lanes = LaneTable::from_table(&table).unwrap();
        assert!(lanes.missing().is_empty());
        std::iter::from_fn(|| lanes.next(&mut table)).collect()
    }

    fn errors_of(line: &str) -> Vec<String> {
        let members = drafts(line)
            .remove(0)
            .errors
            .into_iter()
            .map(|(_, error)| error.member);
        members
            .map(|member| member.split('@').next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn a_line_is_a_lane() {
        let all = drafts(
            "Fleet,Road 2026,Express,MEL,SYD,Y,333,8.50,25,WEIGHT,0,100,0.55,WEIGHT,101,99999,0.45\n",
        );
        let draft = &all[0];
        assert!(draft.errors.is_empty(), "{:?}", draft.errors);
        let rate = &draft.rate;
        assert_eq!(
            (
                draft.service.as_str(),
                rate.from_zone.as_str(),
                rate.to_zone.as_str()
            ),
            ("Express", "MEL", "SYD")
        );
        assert_eq!(
            (rate.calculation_method, rate.reciprocal),
            (CalculationMethod::PerKg, true)
        );
        assert_eq!(
            (rate.minimum, rate.cubic_allowance),
            (Decimal::from(25), Some(Decimal::from(333)))
        );
        let ends: Vec<Option<Decimal>> = rate
            .rate_details
            .iter()
            .map(|detail| detail.up_to)
            .collect();
        assert_eq!(ends, [None, Some(Decimal::from(100)), None]);
        assert_eq!(rate.rate_details[0].rate_type, RateType::Basic);
    }

    #[test]
    fn holes_overlaps_and_mixed_breaks_are_told() {
        let lane = |breaks: &str| errors_of(&format!("F,C,E,MEL,SYD,,,,,{breaks}\n"));
        assert_eq!(lane("WEIGHT,0,5,1,WEIGHT,6,10,1"), Vec::<String>::new());
        assert_eq!(lane("WEIGHT,0,5,1,WEIGHT,5.5,10,1"), Vec::<String>::new());
        assert_eq!(lane("WEIGHT,0,5,1,WEIGHT,7,10,1"), ["from"]);
        assert_eq!(lane("WEIGHT,0,5,1,WEIGHT,4,10,1"), ["from"]);
        assert_eq!(lane("WEIGHT,0,,1,WEIGHT,4,10,1"), ["from"]);
        assert_eq!(lane("WEIGHT,0,5,1,ITEM,6,10,1"), ["breakType"]);
        assert_eq!(lane("MOON,0,5,1,,,,"), ["breakType"]);
        assert_eq!(lane(",,,,,,,"), ["breakType"]);
        let invalid = &drafts("F,C,E,MEL,SYD,,,,,WEIGHT,0,5,1,WEIGHT,7,10,x\n")[0];
        let members: Vec<&str> = invalid
            .errors
            .iter()
            .map(|(_, error)| error.member.as_str())
            .collect();
        assert_eq!(members, ["from@14", "price@16"]);
        let two =
            drafts("F,Road,E,MEL,SYD,,,,,ITEM,0,5,1,,,,\nF,Air,E,MEL,SYD,,,,,ITEM,0,5,1,,,,\n");
        assert_eq!(two[1].errors[0].1.member, "card");
    }

    fn under(headings: &str, line: &str) -> (CalculationMethod, Vec<String>, usize) {
        let mut table = Table::open(
            format!("Service,From Zone,To Zone,{headings}\nE,MEL,SYD,{line}\n"),
            &[],
        )
        .unwrap();
        let draft = LaneTable::from_table(&table)
            .unwrap()
            .next(&mut table)
            .unwrap();
        let members = draft
            .errors
            .into_iter()
            .map(|(_, error)| error.member)
            .collect();
        (
            draft.rate.calculation_method,
            members,
            draft.rate.rate_details.len(),
        )
    }

    #[test]
    fn an_item_type_says_what_items_are_counted() {
        let (pallets, items) = (CalculationMethod::PerPallet, CalculationMethod::PerItem);
        let lane = "Item Type,Break Type,From,To,Price,Break Type,From,To,Price";
        assert_eq!(
            under(lane, "PALLET,ITEM,0,4,80,ITEM,5,99999,70"),
            (pallets, vec![], 2)
        );
        assert_eq!(
            under(lane, "Pallets,PALLET,0,4,80,,,,"),
            (pallets, vec![], 1)
        );
        assert_eq!(under(lane, ",ITEM,0,4,8,,,,"), (items, vec![], 1));
        assert_eq!(under(lane, "PALLET,WEIGHT,0,4,8,,,,").1, ["itemType@3"]);
        assert_eq!(under(lane, "CRATE,ITEM,0,4,8,,,,").1, ["itemType@3"]);
        for inside in [
            "Break Type,Item Type,From,To,Price,Break Type,Item Type,From,To,Price",
            "Break Type 1,Item Type 1,From 1,To 1,Price 1,Break Type 2,Item Type 2,From 2,To 2,Price 2",
        ] {
            assert_eq!(
                under(inside, "ITEM,PALLET,0,4,80,ITEM,PALLET,5,99999,70"),
                (pallets, vec![], 2)
            );
            assert_eq!(
                under(inside, "ITEM,PALLET,0,4,80,ITEM,,5,99999,70").1,
                ["breakType@8"]
            );
            assert_eq!(
                under(inside, "ITEM,PALLET,0,4,x,ITEM,PALLET,9,99999,70").1,
                ["price@7", "from@10"]
            );
        }
        let before = "Item Type,Break Type,From,To,Price,Item Type,Break Type,From,To,Price";
        assert_eq!(
            under(before, "PALLET,ITEM,0,4,80,PALLET,ITEM,5,99999,70"),
            (pallets, vec![], 2)
        );
        let behind = "Break Type,From,To,Price,Item Type,Break Type,From,To,Price,Item Type";
        assert_eq!(
            under(behind, "ITEM,0,4,80,PALLET,ITEM,5,99999,70,PALLET"),
            (pallets, vec![], 2)
        );
    }
}
