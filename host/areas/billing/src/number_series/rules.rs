//! Format and validation of document numbers.

use chrono::{Datelike, NaiveDate};
use data::{FieldError, ids::OrganizationUnitId, message};

use crate::number_series::model::{NumberSeries, Numbering, SeriesKind, UnitCode};

/// Limit of every numbered record.
pub const MAX_LENGTH: usize = 32;
const MAX_AFFIX: usize = 20;
const MAX_DIGITS: i64 = 12;
const MAX_START: i64 = 999_999_999_999;
const MAX_CODE: usize = 8;
const MAX_CODES: usize = 500;
const PLACEHOLDERS: [&str; 4] = ["{yyyy}", "{yy}", "{MM}", "{unit}"];

/// Invoice types without a series use the general one.
pub fn series_of(numbering: &Numbering, kind: SeriesKind) -> Option<&NumberSeries> {
    let find = |kind: SeriesKind| numbering.series.iter().find(|series| series.kind == kind);
    let is_invoice = kind.document() == SeriesKind::Invoice.document();
    find(kind).or_else(|| find(SeriesKind::Invoice).filter(|_| is_invoice))
}

pub fn unit_code(codes: &[UnitCode], unit: Option<OrganizationUnitId>) -> String {
    let unit = unit.unwrap_or_default();
    let code = codes
        .iter()
        .find(|code| code.organization_unit_id == unit)
        .map(|code| code.code.clone());
    code.unwrap_or_else(|| unit.0.to_string())
}

/// Separate by year and unit if the series is.
pub fn counter_key(
    series: &NumberSeries,
    day: NaiveDate,
    unit: Option<OrganizationUnitId>,
) -> String {
    let mut name = series.kind.counter_name().to_owned();
    if series.by_year {
        name.push_str(&format!(":{:04}", day.year()));
    }
    if series.by_unit {
        name.push_str(&format!(":u{}", unit.unwrap_or_default().0));
    }
    name
}

/// None if too long.
pub fn format_number(
    series: &NumberSeries,
    value: i64,
    day: NaiveDate,
    unit: &str,
) -> Option<String> {
    let edge = |text: &str| {
        text.replace("{yyyy}", &format!("{:04}", day.year()))
            .replace("{yy}", &format!("{:02}", day.year().rem_euclid(100)))
            .replace("{MM}", &format!("{:02}", day.month()))
            .replace("{unit}", unit)
    };
    let digits = usize::try_from(series.digits).unwrap_or_default();
    let text = format!(
        "{}{value:0digits$}{}",
        edge(&series.prefix),
        edge(&series.postfix)
    );
    (text.len() <= MAX_LENGTH).then_some(text)
}

/// Returns every invalid field. Different series never produce equal numbers: non-digits surround
/// the counted number, and prefixes differ within one kind of document.
pub fn check(numbering: &Numbering) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (at, series) in numbering.series.iter().enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(
                format!("numbering.series[{at}].{name}"),
                message,
            ))
        };
        let before = &numbering.series[..at];
        if series.kind == SeriesKind::Unknown {
            refuse("kind", message!("is required"));
        } else if before.iter().any(|other| other.kind == series.kind) {
            refuse("kind", message!("is a duplicate"));
        }
        for (name, text) in [("prefix", &series.prefix), ("postfix", &series.postfix)] {
            let plain = PLACEHOLDERS
                .iter()
                .fold(text.clone(), |text, word| text.replace(word, ""));
            let is_plain = plain
                .chars()
                .all(|letter| letter.is_ascii_graphic() && !matches!(letter, '{' | '}'));
            if !is_plain || plain.len() > MAX_AFFIX {
                refuse(
                    name,
                    message!(
                        "must be at most {max} characters without spaces; the only placeholders are {known}",
                        max = MAX_AFFIX,
                        known = PLACEHOLDERS.join(", ")
                    ),
                );
            }
        }
        let touches = |letter: char| letter.is_ascii_digit() || matches!(letter, '{' | '}');
        if series.prefix.is_empty() || series.prefix.ends_with(touches) {
            refuse(
                "prefix",
                message!("must end with a letter or a symbol, as in INV-"),
            );
        }
        if series.postfix.starts_with(touches) {
            refuse(
                "postfix",
                message!("must begin with a letter or a symbol, as in -A"),
            );
        }
        let holds = |word: &str| series.prefix.contains(word) || series.postfix.contains(word);
        if series.by_year && !holds("{yyyy}") && !holds("{yy}") {
            refuse(
                "prefix",
                message!(
                    "must contain {word}: otherwise two years would have the same numbers",
                    word = "{yyyy}"
                ),
            );
        }
        if series.by_unit && !holds("{unit}") {
            refuse(
                "prefix",
                message!(
                    "must contain {word}: otherwise two units would have the same numbers",
                    word = "{unit}"
                ),
            );
        }
        let same = |other: &NumberSeries| {
            other.kind.document() == series.kind.document()
                && can_collide(&other.prefix, &series.prefix)
        };
        if before.iter().any(same) {
            refuse(
                "prefix",
                message!("must differ from those of the other series"),
            );
        }
        if !(1..=MAX_DIGITS).contains(&series.digits) {
            refuse(
                "digits",
                message!(
                    "must be from {first} to {last}",
                    first = 1,
                    last = MAX_DIGITS
                ),
            );
        }
        if !(0..=MAX_START).contains(&series.start) {
            refuse(
                "start",
                message!("must be a whole number from 0 to {max}", max = MAX_START),
            );
        }
        if format_number(
            series,
            series.start,
            NaiveDate::default(),
            &"X".repeat(MAX_CODE),
        )
        .is_none()
        {
            refuse(
                "prefix",
                message!(
                    "makes numbers longer than {max} characters",
                    max = MAX_LENGTH
                ),
            );
        }
    }
    codes(&mut errors, &numbering.unit_codes);
    errors
}

/// True if two prefixes can be equal for any unit code.
pub fn can_collide(one: &str, other: &str) -> bool {
    let head = |text: &str| text.split('{').next().unwrap_or_default().to_owned();
    match one.contains('{') || other.contains('{') {
        true => head(one).starts_with(&head(other)) || head(other).starts_with(&head(one)),
        false => one == other,
    }
}

/// None for invoices, which follow the tenant's settings.
pub fn default_series(kind: SeriesKind) -> Option<NumberSeries> {
    let prefix = match kind {
        SeriesKind::CreditNote => "CN",
        SeriesKind::Remittance => "REM",
        SeriesKind::AgentInvoice => "RCTI",
        _ => return None,
    };
    Some(NumberSeries {
        kind,
        prefix: prefix.to_owned(),
        ..NumberSeries::default()
    })
}

fn codes(errors: &mut Vec<FieldError>, codes: &[UnitCode]) {
    if codes.len() > MAX_CODES {
        errors.push(FieldError::new(
            "numbering.unitCodes",
            message!("must be at most {max} entries", max = MAX_CODES),
        ));
        return;
    }
    for (
        at,
        UnitCode {
            organization_unit_id,
            code,
        },
    ) in codes.iter().enumerate()
    {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(
                format!("numbering.unitCodes[{at}].{name}"),
                message,
            ))
        };
        let is_code = code.len() <= MAX_CODE
            && code.bytes().all(|letter| letter.is_ascii_alphanumeric())
            && code.bytes().any(|letter| letter.is_ascii_alphabetic());
        if !is_code {
            refuse(
                "code",
                message!(
                    "must be at most {max} letters and digits, with a letter",
                    max = MAX_CODE
                ),
            );
        }
        if codes[..at]
            .iter()
            .any(|other| other.code.eq_ignore_ascii_case(code))
        {
            refuse("code", message!("is a duplicate"));
        }
        if codes[..at]
            .iter()
            .any(|other| other.organization_unit_id == *organization_unit_id)
        {
            refuse("organizationUnitId", message!("is a duplicate"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn series(kind: SeriesKind, prefix: &str) -> NumberSeries {
        NumberSeries {
            kind,
            prefix: prefix.to_owned(),
            ..NumberSeries::default()
        }
    }

    fn numbering(series: Vec<NumberSeries>) -> Numbering {
        Numbering {
            series,
            unit_codes: Vec::new(),
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_have_their_year_and_unit() {
        let mut of = series(SeriesKind::CreditNote, "CN{yy}-{unit}/");
        (of.by_year, of.by_unit, of.postfix) = (true, true, "-A".to_owned());
        assert_eq!(
            format_number(&of, 42, day("2026-03-09"), "SYD").unwrap(),
            "CN26-SYD/000042-A"
        );
        assert_eq!(
            counter_key(&of, day("2026-03-09"), Some(OrganizationUnitId(7))),
            "credit-note:2026:u7"
        );
        assert_eq!(
            counter_key(&series(SeriesKind::Invoice, "INV"), day("2026-03-09"), None),
            "invoice"
        );
        let codes = [UnitCode {
            organization_unit_id: OrganizationUnitId(7),
            code: "SYD".to_owned(),
        }];
        assert_eq!(unit_code(&codes, Some(OrganizationUnitId(7))), "SYD");
        assert_eq!(
            (
                unit_code(&codes, Some(OrganizationUnitId(8))),
                unit_code(&codes, None)
            ),
            ("8".into(), "0".into())
        );
    }

    #[test]
    fn an_invoice_without_a_series_of_its_own_is_in_that_of_all() {
        let of = numbering(vec![
            series(SeriesKind::Invoice, "INV-"),
            series(SeriesKind::AdHocInvoice, "AH-"),
        ]);
        let prefix = |kind| series_of(&of, kind).map(|series| series.prefix.as_str());
        assert_eq!(prefix(SeriesKind::AdHocInvoice), Some("AH-"));
        assert_eq!(prefix(SeriesKind::FeeInvoice), Some("INV-"));
        assert_eq!(prefix(SeriesKind::CreditNote), None);
    }

    #[test]
    fn every_wrong_member_is_named() {
        let of = |series: Vec<NumberSeries>| -> Vec<String> {
            check(&numbering(series))
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        let first = |name: &str| vec![format!("numbering.series[0].{name}")];
        assert!(
            of(vec![
                series(SeriesKind::Invoice, "INV-"),
                series(SeriesKind::CreditNote, "INV-")
            ])
            .is_empty()
        );
        assert_eq!(
            of(vec![series(SeriesKind::Invoice, "INV1")]),
            first("prefix")
        );
        assert_eq!(
            of(vec![series(SeriesKind::Invoice, "INV{yy}")]),
            first("prefix")
        );
        assert_eq!(
            of(vec![NumberSeries {
                by_year: true,
                ..series(SeriesKind::Invoice, "INV-")
            }]),
            first("prefix")
        );
        assert_eq!(
            of(vec![NumberSeries {
                by_unit: true,
                ..series(SeriesKind::Invoice, "INV-")
            }]),
            first("prefix")
        );
        assert_eq!(
            of(vec![NumberSeries {
                digits: 13,
                ..series(SeriesKind::Invoice, "I-")
            }]),
            first("digits")
        );
        assert_eq!(
            of(vec![NumberSeries {
                start: -1,
                ..series(SeriesKind::Invoice, "I-")
            }]),
            first("start")
        );
        assert_eq!(
            of(vec![
                series(SeriesKind::Invoice, "INV-"),
                series(SeriesKind::FeeInvoice, "INV-")
            ]),
            ["numbering.series[1].prefix"]
        );
        assert_eq!(
            of(vec![
                series(SeriesKind::Invoice, "A-"),
                series(SeriesKind::Invoice, "B-")
            ]),
            ["numbering.series[1].kind"]
        );
        let unit = |id: i64, code: &str| UnitCode {
            organization_unit_id: OrganizationUnitId(id),
            code: code.to_owned(),
        };
        assert!(
            can_collide("A-{unit}-", "A-B-")
                && !can_collide("A{yy}-", "INV-")
                && !can_collide("INV", "INV-")
        );
        let codes = Numbering {
            series: Vec::new(),
            unit_codes: vec![unit(1, "12"), unit(2, "SYD"), unit(3, "syd")],
        };
        let members: Vec<String> = check(&codes)
            .into_iter()
            .map(|error| error.member)
            .collect();
        assert_eq!(
            members,
            ["numbering.unitCodes[0].code", "numbering.unitCodes[2].code"]
        );
    }

    proptest! {
        #[test]
        fn no_two_numbers_are_the_same(
            values in prop::collection::vec((0i64..3, 2020i32..2030, 0i64..4, 1i64..2_000_000), 1..60),
        ) {
            let mut by = series(SeriesKind::AdHocInvoice, "A{yyyy}-{unit}-");
            (by.by_year, by.by_unit) = (true, true);
            let all = [series(SeriesKind::Invoice, "INV-"), by, series(SeriesKind::FeeInvoice, "INVF-")];
            let numbering = numbering(all.to_vec());
            prop_assert!(check(&numbering).is_empty());
            let mut texts = BTreeSet::new();
            let mut keys = BTreeSet::new();
            for (kind, year, unit, value) in values {
                let kind = [SeriesKind::Invoice, SeriesKind::AdHocInvoice, SeriesKind::FeeInvoice]
                    [usize::try_from(kind).unwrap()];
                let of = series_of(&numbering, kind).unwrap();
                let day = NaiveDate::from_ymd_opt(year, 5, 1).unwrap();
                let unit = Some(OrganizationUnitId(unit));
                keys.insert((counter_key(of, day, unit), value));
                texts.insert(format_number(of, value, day, &unit_code(&[], unit)).unwrap());
            }
            prop_assert_eq!(texts.len(), keys.len());
        }
    }
}
