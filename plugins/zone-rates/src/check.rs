//! Validation of a card before it is saved: reports every error by member, so that its author can
//! fix all in one go.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use waybill_plugin::{Decimal, FieldErrors, Result};

use crate::card::Card;
use crate::zones::split_range;

const METHODS: [&str; 5] = ["Flat", "PerKg", "PerItem", "PerPallet", "PerCubicMetre"];

pub fn check(card: &str) -> Result<()> {
    let mut errors = FieldErrors::default();
    match serde_json::from_str::<Value>(card) {
        Err(fault) => errors.add("card", format!("must be JSON: {fault}")),
        Ok(Value::Object(members)) => {
            Members {
                path: String::new(),
                members: &members,
                errors: &mut errors,
            }
            .card();
            // Without errors, the card must also parse.
            if errors.is_empty()
                && let Err(fault) = Card::read(card)
            {
                errors.add("card", fault.to_string());
            }
        }
        Ok(_) => errors.add("card", "must be a JSON object"),
    }
    errors.or(())
}

const MAX_COUNT: Decimal = Decimal::from_micros(1_000_000_000_000_000);

struct Members<'a> {
    path: String,
    members: &'a Map<String, Value>,
    errors: &'a mut FieldErrors,
}

impl<'a> Members<'a> {
    fn card(mut self) {
        self.check_only(&[
            "currency",
            "cubicAllowance",
            "fuelLevyPercent",
            "zones",
            "services",
            "rates",
            "surcharges",
        ]);
        if let Some(currency) = self.required_text("currency")
            && (currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            self.report(
                "currency",
                "must be a currency of three capitals, such as AUD",
            );
        }
        self.allowance();
        self.percent("fuelLevyPercent");
        let zones = self.walk_coded_list("zones", |zone| zone.zone());
        let services = self.walk_coded_list("services", |service| service.service());
        self.walk_list("rates", true, |rate| rate.rate(&zones, &services));
        self.walk_list("surcharges", false, |surcharge| surcharge.surcharge());
    }

    fn zone(mut self) {
        self.check_only(&["code", "name", "country", "postcodes", "suburbs"]);
        self.text("name");
        if let Some(country) = self.text("country")
            && (country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()))
        {
            self.report("country", "must be a country of two capitals, such as AU");
        }
        for list in ["postcodes", "suburbs"] {
            let Some(value) = self.members.get(list) else {
                continue;
            };
            let Value::Array(entries) = value else {
                self.report(list, "must be a list of text");
                continue;
            };
            for (index, entry) in entries.iter().enumerate() {
                let member = format!("{list}[{index}]");
                match entry.as_str().map(str::trim) {
                    None | Some("") => self.report(&member, "must be text"),
                    Some(entry) if list == "postcodes" && entry.contains('-') => {
                        match split_range(entry) {
                            Some((first, last)) if first <= last => {}
                            _ => self.report(
                                &member,
                                "must be a range of postcodes, the lower first, such as 3000-3207",
                            ),
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn service(mut self) {
        self.check_only(&["code", "name", "transitTime", "minUnit"]);
        self.required_text("name");
        self.days("transitTime");
        self.not_negative("minUnit");
    }

    fn rate(mut self, zones: &BTreeSet<String>, services: &BTreeSet<String>) {
        self.check_only(&[
            "service",
            "fromZone",
            "toZone",
            "calculationMethod",
            "reciprocal",
            "accumulative",
            "minimum",
            "cubicAllowance",
            "transitTime",
            "effectiveDate",
            "expireDate",
            "rateDetails",
        ]);
        self.check_known("service", services, "is not a service of this card");
        self.check_known("fromZone", zones, "is not a zone of this card");
        self.check_known("toZone", zones, "is not a zone of this card");
        let method = self.required_text("calculationMethod");
        if let Some(method) = method.filter(|method| !METHODS.contains(method)) {
            let words = match method {
                "PerKm" | "PerHour" => {
                    format!("{method} needs distances or times, which this engine is not given")
                }
                _ => format!("must be one of {}", METHODS.join(", ")),
            };
            self.report("calculationMethod", words);
        }
        for flag in ["reciprocal", "accumulative"] {
            if self
                .members
                .get(flag)
                .is_some_and(|value| !value.is_boolean())
            {
                self.report(flag, "must be true or false");
            }
        }
        self.not_negative("minimum");
        self.allowance();
        self.days("transitTime");
        let (first, last) = (self.day("effectiveDate"), self.day("expireDate"));
        if let (Some(first), Some(last)) = (first, last)
            && last < first
        {
            self.report("expireDate", "must not be before effectiveDate");
        }
        let mut bands = Bands::default();
        self.walk_list("rateDetails", true, |detail| {
            detail.detail(method, &mut bands)
        });
    }

    fn detail(mut self, method: Option<&str>, bands: &mut Bands) {
        self.check_only(&["rateType", "break", "basic", "value"]);
        self.not_negative("basic");
        self.not_negative("value");
        let up_to = self.decimal("break");
        let last = match self.required_text("rateType") {
            Some("Basic") => {
                if self.members.contains_key("break") {
                    self.report("break", "does not go with rateType Basic");
                }
                return;
            }
            Some("Break") if method == Some("Flat") => {
                return self.report(
                    "rateType",
                    "Break does not go with calculationMethod Flat: use rateType Flat",
                );
            }
            Some("Break") => &mut bands.breaks,
            Some("Flat") => &mut bands.flats,
            Some(_) => return self.report("rateType", "must be one of Basic, Break, Flat"),
            None => return,
        };
        let before = last.replace(up_to);
        match (before, up_to) {
            (Some(None), _) => self.report(
                "break",
                "comes after a band without an end, which must be the last",
            ),
            (Some(Some(before)), Some(up_to)) if up_to <= before => {
                self.report("break", "must be greater than the break before it");
            }
            (_, Some(up_to)) if up_to <= Decimal::ZERO => {
                self.report("break", "must be greater than 0")
            }
            _ => {}
        }
        if !self.members.contains_key("value") {
            self.report("value", "is required");
        }
    }

    fn surcharge(mut self) {
        self.check_only(&[
            "option",
            "code",
            "name",
            "amount",
            "amountPerItem",
            "percent",
        ]);
        for text in ["option", "code", "name"] {
            self.required_text(text);
        }
        let kinds = ["amount", "amountPerItem", "percent"];
        for kind in kinds {
            self.not_negative(kind);
        }
        if kinds
            .iter()
            .filter(|kind| self.members.contains_key(**kind))
            .count()
            != 1
        {
            self.report("amount", "give one of amount, amountPerItem and percent");
        }
    }

    fn report(&mut self, member: &str, message: impl Into<String>) {
        let path = if self.path.is_empty() {
            member.to_owned()
        } else {
            format!("{}.{member}", self.path)
        };
        self.errors.add(path, message);
    }

    fn check_only(&mut self, known: &[&str]) {
        for member in self
            .members
            .keys()
            .filter(|member| !known.contains(&member.as_str()))
        {
            self.report(
                member,
                format!("is not known here; known are {}", known.join(", ")),
            );
        }
    }

    fn text(&mut self, member: &str) -> Option<&'a str> {
        match self.members.get(member)? {
            Value::String(text) if !text.trim().is_empty() => Some(text),
            _ => {
                self.report(member, "must be text");
                None
            }
        }
    }

    fn required_text(&mut self, member: &str) -> Option<&'a str> {
        if !self.members.contains_key(member) {
            self.report(member, "is required");
        }
        self.text(member)
    }

    fn check_known(&mut self, member: &str, known: &BTreeSet<String>, message: &str) {
        if let Some(code) = self.required_text(member)
            && !known.contains(code)
        {
            self.report(member, format!("{code} {message}"));
        }
    }

    fn decimal(&mut self, member: &str) -> Option<Decimal> {
        let read = match self.members.get(member)? {
            Value::Number(number) => Decimal::parse(&number.to_string()),
            Value::String(text) => Decimal::parse(text),
            _ => Err("must be a number"),
        };
        read.map_err(|reason| self.report(member, reason)).ok()
    }

    fn not_negative(&mut self, member: &str) {
        if self
            .decimal(member)
            .is_some_and(|number| number < Decimal::ZERO || number > MAX_COUNT)
        {
            self.report(member, "must be from 0 to 1000000000");
        }
    }

    fn percent(&mut self, member: &str) {
        let most = Decimal::from_micros(1_000_000_000);
        if self
            .decimal(member)
            .is_some_and(|percent| percent < Decimal::ZERO || percent > most)
        {
            self.report(member, "must be a percentage from 0 to 1000");
        }
    }

    fn allowance(&mut self) {
        let most = Decimal::from_micros(10_000_000_000);
        if self
            .decimal("cubicAllowance")
            .is_some_and(|allowance| allowance <= Decimal::ZERO || allowance > most)
        {
            self.report(
                "cubicAllowance",
                "must be kilograms a cubic metre, above 0 and at most 10000",
            );
        }
    }

    fn days(&mut self, member: &str) {
        if self
            .members
            .get(member)
            .is_some_and(|value| value.as_u64().is_none_or(|days| days > 365))
        {
            self.report(member, "must be a whole number of working days, 0 to 365");
        }
    }

    fn day(&mut self, member: &str) -> Option<&'a str> {
        let text = self.text(member)?;
        if !is_day(text) {
            self.report(member, "must be a day, such as 2026-01-31");
            return None;
        }
        Some(text)
    }

    /// Walks a list of objects; `at_least_one` rejects an empty list.
    fn walk_list(&mut self, list: &str, at_least_one: bool, mut walk: impl FnMut(Members<'_>)) {
        let entries = match self.members.get(list) {
            None if at_least_one => return self.report(list, "is required"),
            None => return,
            Some(Value::Array(entries)) if entries.is_empty() && at_least_one => {
                return self.report(list, "must hold at least one entry");
            }
            Some(Value::Array(entries)) => entries,
            Some(_) => return self.report(list, "must be a list of objects"),
        };
        for (index, entry) in entries.iter().enumerate() {
            let path = if self.path.is_empty() {
                format!("{list}[{index}]")
            } else {
                format!("{}.{list}[{index}]", self.path)
            };
            match entry {
                Value::Object(members) => walk(Members {
                    path,
                    members,
                    errors: &mut *self.errors,
                }),
                _ => self.errors.add(path, "must be an object"),
            }
        }
    }

    /// Walks a list with unique codes and returns them.
    fn walk_coded_list(&mut self, list: &str, walk: impl Fn(Members<'_>)) -> BTreeSet<String> {
        let mut codes = BTreeSet::new();
        self.walk_list(list, true, |mut entry| {
            if let Some(code) = entry.required_text("code")
                && !codes.insert(code.to_owned())
            {
                entry.report("code", format!("{code} stands twice"));
            }
            walk(entry);
        });
        codes
    }
}

/// Previous break of each kind.
#[derive(Default)]
struct Bands {
    breaks: Option<Option<Decimal>>,
    flats: Option<Option<Decimal>>,
}

/// True for a calendar day such as `2026-01-31`.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return false;
    }
    let (Ok(year), Ok(month), Ok(day)) = (
        year.parse::<u32>(),
        month.parse::<u32>(),
        day.parse::<u32>(),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}
