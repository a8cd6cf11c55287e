//! Rules for the answers of carriers and rate engines.

use super::{Rule, address, check_count, currency, is_time_of_day, money, name};
use crate::interface::wit::*;
use chrono::{DateTime, NaiveDate};
use std::collections::HashSet;

const MAX_RATES: usize = 200;
const MAX_CONSIGNMENTS: usize = 1_000;
const MAX_DAYS: u32 = 365;

pub(crate) fn services(services: &[Service]) -> Rule {
    check_count("services", services.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(services.len());
    services
        .iter()
        .try_for_each(|service| service_code(&service.code, &mut seen))
}

pub(crate) fn rates(currency: &str, rates: &[Rate]) -> Rule {
    check_count("rates", rates.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(rates.len());
    for rate in rates {
        let service = &rate.service_code;
        service_code(service, &mut seen)?;
        // A rate without charges would cost nothing and always be the cheapest.
        if rate.charges.is_empty() {
            return Err(format!(
                "the rate of service {service} has no charges; at least one is expected"
            ));
        }
        for one in &rate.charges {
            charge(service, &one.code, &one.amount, currency)?;
            charge(service, &one.code, &one.tax, currency)?;
        }
        days(service, rate.transit_days)?;
        if let Some(time) = rate.cut_off.as_deref().filter(|time| !is_time_of_day(time)) {
            return Err(format!(
                "the cut-off of service {service} is {time:?}, not a time of day like 16:30"
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
        return Err(format!(
            "there are {} answers for {accounts} accounts; one each is expected",
            answers.len()
        ));
    }
    answers
        .iter()
        .flatten()
        .try_for_each(|answer| rates(requested, answer))
}

pub(crate) fn prices(currency: &str, prices: &[ServicePrice]) -> Rule {
    check_count("prices", prices.len(), MAX_RATES)?;
    let mut seen = HashSet::with_capacity(prices.len());
    for price in prices {
        let service = &price.service_code;
        service_code(service, &mut seen)?;
        if price.lines.is_empty() {
            return Err(format!(
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
    name("the connote", &booked.connote)?;
    if booked.reference != reference {
        return Err(format!(
            "it booked reference {:?} instead of {reference:?}",
            booked.reference
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
        return Err("the document is empty".into());
    }
    let begins: &[u8] = match file.media_type.as_str() {
        "application/pdf" => b"%PDF-",
        "image/png" => b"\x89PNG",
        "application/zpl" => b"",
        other => {
            return Err(format!(
                "the document's media type is {other:?}; it may be application/pdf, application/zpl or image/png"
            ));
        }
    };
    if !file.content.starts_with(begins) {
        return Err(format!("the document is not {}", file.media_type));
    }
    Ok(())
}

pub(crate) fn manifested(manifested: &Manifested) -> Rule {
    name("the manifest's number", &manifested.number)?;
    manifested.sheet.as_ref().map_or(Ok(()), file)
}

pub(crate) fn tracked(requested: &[Booked], tracked: &[Tracked]) -> Rule {
    check_count("consignments", tracked.len(), MAX_CONSIGNMENTS)?;
    for one in tracked {
        if !requested.iter().any(|booked| booked.connote == one.connote) {
            return Err(format!("nobody asked for connote {:?}", one.connote));
        }
        events(one)?;
    }
    Ok(())
}

/// The host compares the connotes with the tenant's bookings.
pub(crate) fn pushed(tracked: &[Tracked]) -> Rule {
    check_count("consignments", tracked.len(), MAX_CONSIGNMENTS)?;
    tracked.iter().try_for_each(|one| {
        name("the connote", &one.connote)?;
        events(one)
    })
}

fn events(tracked: &Tracked) -> Rule {
    let bad =
        |event: &&Event| DateTime::parse_from_rfc3339(&event.at).is_err() || event.id.is_empty();
    match tracked.events.iter().find(bad) {
        Some(event) => Err(format!(
            "event {:?} of connote {} needs an id and a time like 2026-01-31T09:30:00+11:00, and has {:?}",
            event.id, tracked.connote, event.at
        )),
        None => Ok(()),
    }
}

pub(crate) fn picked(picked: &Picked) -> Rule {
    name("the pickup's number", &picked.number)
}

pub(crate) fn invoice(invoice: &CarrierInvoice) -> Rule {
    name("the invoice's number", &invoice.number)?;
    day("the invoice's day", &invoice.day)?;
    let given = invoice
        .lines
        .first()
        .map(|line| line.amount.currency.as_str());
    given.map_or(Ok(()), currency)?;
    let currency = given.unwrap_or_default();
    for line in &invoice.lines {
        let what = |of: &str| format!("the {of} of line {}", line.line);
        // A credit is a negative line.
        for (of, amount) in [("amount", &line.amount), ("tax", &line.tax)] {
            let size = Money {
                minor: amount.minor.checked_abs().unwrap_or(i64::MAX),
                ..amount.clone()
            };
            money(what(of), &size, currency)?;
        }
        if let Some(given) = &line.day {
            day(&what("day"), given)?;
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
    name("a service code", code)?;
    match seen.insert(code) {
        true => Ok(()),
        false => Err(format!("service {code} is given twice")),
    }
}

fn charge(service: &str, code: &str, price: &Money, currency: &str) -> Rule {
    money(
        format_args!("charge {code} of service {service}"),
        price,
        currency,
    )
}

fn days(service: &str, days: Option<u32>) -> Rule {
    match days {
        Some(days) if days > MAX_DAYS => Err(format!(
            "service {service} takes {days} days; at most {MAX_DAYS} are taken"
        )),
        _ => Ok(()),
    }
}

fn day(what: &str, text: &str) -> Rule {
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{what} is {text:?}, not a day like 2026-01-31")),
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
        let reason = |given: &[Rate]| rates("AUD", given).unwrap_err();
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
