//! Rules for the answers of carriers and rate engines.

use super::{Rule, address, check_count, currency, is_time_of_day, money, name, quoted};
use crate::interface::wit::*;
use chrono::{DateTime, NaiveDate};
use data::{Message, message};
use std::collections::HashSet;

const MAX_RATES: usize = 200;
const MAX_CONSIGNMENTS: usize = 1_000;
const MAX_DAYS: u32 = 365;

pub(crate) fn services(services: &[Service]) -> Rule {
    check_count(message!("services"), services.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(services.len());
    services
        .iter()
        .try_for_each(|service| service_code(&service.code, &mut seen))
}

pub(crate) fn rates(currency: &str, rates: &[Rate]) -> Rule {
    check_count(message!("rates"), rates.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(rates.len());
    for rate in rates {
        let service = &rate.service_code;
        service_code(service, &mut seen)?;
        // A rate without charges would cost nothing and always be the cheapest.
        if rate.charges.is_empty() {
            return Err(message!(
                "the rate of service {service} has no charges; at least one is expected"
            ));
        }
        for one in &rate.charges {
            charge(service, &one.code, &one.amount, currency)?;
            charge(service, &one.code, &one.tax, currency)?;
        }
        days(service, rate.transit_days)?;
        if let Some(time) = rate.cut_off.as_deref().filter(|time| !is_time_of_day(time)) {
            return Err(message!(
                "the cut-off of service {service} is {time}, not a time of day like 16:30",
                time = quoted(time)
            ));
        }
    }
    Ok(())
}

pub(crate) fn rates_by_account(
    accounts: usize,
    requested: &str,
    answers: &[Result<Vec<Rate>, PluginError>],
) -> Rule {
    if answers.len() != accounts {
        return Err(message!(
            "there are {answers} answers for {accounts} accounts; one each is expected",
            answers = answers.len()
        ));
    }
    answers
        .iter()
        .flatten()
        .try_for_each(|answer| rates(requested, answer))
}

pub(crate) fn prices(currency: &str, prices: &[ServicePrice]) -> Rule {
    check_count(message!("prices"), prices.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(prices.len());
    for price in prices {
        let service = &price.service_code;
        service_code(service, &mut seen)?;
        if price.lines.is_empty() {
            return Err(message!(
                "the price of service {service} has no lines; at least one is expected"
            ));
        }
        for line in &price.lines {
            charge(service, &line.code, &line.amount, currency)?;
        }
        days(service, price.transit_days)?;
    }
    Ok(())
}

pub(crate) fn booked(reference: &str, booked: &Booked) -> Rule {
    name(|| message!("the connote"), &booked.connote)?;
    if booked.reference != reference {
        return Err(message!(
            "it booked reference {other} instead of {reference}",
            other = quoted(&booked.reference),
            reference = quoted(reference)
        ));
    }
    Ok(())
}

pub(crate) fn found_booking(reference: &str, found: &Option<Booked>) -> Rule {
    found
        .as_ref()
        .map_or(Ok(()), |found| booked(reference, found))
}

pub(crate) fn file(file: &File) -> Rule {
    if file.content.is_empty() {
        return Err(message!("the document is empty"));
    }
    let begins: &[u8] = match file.media_type.as_str() {
        "application/pdf" => b"%PDF-",
        "image/png" => b"\x89PNG",
        "application/zpl" => b"",
        other => {
            return Err(message!(
                "the document's media type is {kind}; it may be application/pdf, application/zpl or image/png",
                kind = quoted(other)
            ));
        }
    };
    if !file.content.starts_with(begins) {
        return Err(message!(
            "the document is not {kind}",
            kind = file.media_type
        ));
    }
    Ok(())
}

pub(crate) fn manifested(manifested: &Manifested) -> Rule {
    name(|| message!("the manifest's number"), &manifested.number)?;
    manifested.sheet.as_ref().map_or(Ok(()), file)
}

pub(crate) fn tracked(requested: &[Booked], tracked: &[Tracked]) -> Rule {
    check_count(message!("consignments"), tracked.len(), MAX_CONSIGNMENTS)?;
    for one in tracked {
        if !requested.iter().any(|booked| booked.connote == one.connote) {
            return Err(message!(
                "nobody asked for connote {connote}",
                connote = quoted(&one.connote)
            ));
        }
        events(one)?;
    }
    Ok(())
}

/// The host compares the connotes with the tenant's bookings.
pub(crate) fn pushed(tracked: &[Tracked]) -> Rule {
    check_count(message!("consignments"), tracked.len(), MAX_CONSIGNMENTS)?;
    tracked.iter().try_for_each(|one| {
        name(|| message!("the connote"), &one.connote)?;
        events(one)
    })
}

fn events(tracked: &Tracked) -> Rule {
    let bad =
        |event: &&Event| DateTime::parse_from_rfc3339(&event.at).is_err() || event.id.is_empty();
    match tracked.events.iter().find(bad) {
        Some(event) => Err(message!(
            "event {event} of connote {connote} needs an id and a time like 2026-01-31T09:30:00+11:00, and has {time}",
            event = quoted(&event.id),
            connote = tracked.connote,
            time = quoted(&event.at)
        )),
        None => Ok(()),
    }
}

pub(crate) fn picked(picked: &Picked) -> Rule {
    name(|| message!("the pickup's number"), &picked.number)
}

pub(crate) fn invoice(invoice: &CarrierInvoice) -> Rule {
    name(|| message!("the invoice's number"), &invoice.number)?;
    day(|| message!("the invoice's day"), &invoice.day)?;
    let given = invoice
        .lines
        .first()
        .map(|line| line.amount.currency.as_str());
    given.map_or(Ok(()), currency)?;
    let currency = given.unwrap_or_default();
    for line in &invoice.lines {
        // A credit is a negative line.
        let size = |amount: &Money| Money {
            minor: amount.minor.checked_abs().unwrap_or(i64::MAX),
            ..amount.clone()
        };
        let number = line.line;
        let what = || message!("the amount of line {line}", line = number);
        money(what, &size(&line.amount), currency)?;
        let what = || message!("the tax of line {line}", line = number);
        money(what, &size(&line.tax), currency)?;
        if let Some(given) = &line.day {
            day(|| message!("the day of line {line}", line = number), given)?;
        }
    }
    Ok(())
}

pub(crate) fn verdict(verdict: &Verdict) -> Rule {
    match verdict {
        Verdict::Known => Ok(()),
        Verdict::Better(better) => address(better),
        Verdict::Unknown(nearest) => nearest.iter().try_for_each(address),
    }
}

fn service_code<'a>(code: &'a str, seen: &mut HashSet<&'a str>) -> Rule {
    name(|| message!("a service code"), code)?;
    match seen.insert(code) {
        true => Ok(()),
        false => Err(message!("service {code} is given twice")),
    }
}

fn charge(service: &str, code: &str, price: &Money, currency: &str) -> Rule {
    let what = || message!("charge {code} of service {service}");
    money(what, price, currency)
}

fn days(service: &str, days: Option<u32>) -> Rule {
    match days {
        Some(days) if days > MAX_DAYS => Err(message!(
            "service {service} takes {days} days; at most {max} are taken",
            max = MAX_DAYS
        )),
        _ => Ok(()),
    }
}

fn day(what: impl FnOnce() -> Message, text: &str) -> Rule {
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(_) => Ok(()),
        Err(_) => Err(message!(
            "{what} is {text}, not a day like 2026-01-31",
            what = what(),
            text = quoted(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(code: &str, minor: i64, currency: &str) -> Rate {
        let money = |minor| Money {
            minor,
            currency: currency.into(),
        };
        Rate {
            service_code: code.into(),
            service_name: code.into(),
            charges: vec![Charge {
                code: "FRT".into(),
                description: "Freight".into(),
                amount: money(minor),
                tax: money(0),
                additional: false,
            }],
            transit_days: Some(2),
            cut_off: Some("16:30".into()),
            carrier_quote: None,
        }
    }

    #[test]
    fn each_broken_rule_of_rates_is_named() {
        assert_eq!(rates("AUD", &[rate("A", 100, "AUD")]), Ok(()));
        let reason = |given: &[Rate]| rates("AUD", given).unwrap_err().to_string();
        assert!(reason(&[rate("A", -1, "AUD")]).contains("negative"));
        assert!(reason(&[rate("A", 1, "USD")]).contains("AUD was asked for"));
        assert!(reason(&[rate("A", i64::MAX, "AUD")]).contains("absurd"));
        assert!(reason(&[rate("A", 1, "AUD"), rate("A", 2, "AUD")]).contains("twice"));
        let many: Vec<_> = (0..201).map(|n| rate(&n.to_string(), 1, "AUD")).collect();
        assert!(reason(&many).contains("201 rates"));
        let mut late = rate("A", 1, "AUD");
        late.cut_off = Some("4 pm".into());
        assert!(reason(&[late]).contains("16:30"));
    }

    #[test]
    fn a_document_is_what_it_says() {
        let pdf = |content: &[u8]| File {
            media_type: "application/pdf".into(),
            content: content.into(),
        };
        assert_eq!(file(&pdf(b"%PDF-1.7")), Ok(()));
        assert!(file(&pdf(b"<html>")).is_err());
        assert!(file(&pdf(b"")).is_err());
    }
}
