//! Rules that an answer must keep beyond its types; each function gives the words of the first one broken.

use crate::wit::*;
use std::collections::HashSet;

const RATES_MOST: usize = 200;
const LINES_MOST: usize = 100;
/// Ten million in a currency of two decimals: no consignment costs more.
const AMOUNT_MOST: i64 = 1_000_000_000;
const DAYS_MOST: u32 = 365;

type Rule = Result<(), String>;

pub(crate) fn description(description: &Description) -> Rule {
    let mut seen = HashSet::new();
    not_too_many("attributes", description.attributes.len(), LINES_MOST)?;
    for attribute in &description.attributes {
        let key = &attribute.key;
        if key.is_empty() || !seen.insert(key) {
            return Err(format!("attribute key {key:?} is empty or given twice"));
        }
        match attribute.data_type.as_str() {
            "choice" if attribute.choices.is_empty() => {
                return Err(format!("attribute {key} is a choice without choices"));
            }
            "text" | "secret" | "number" | "boolean" | "choice" => {}
            other => {
                return Err(format!(
                    "attribute {key} has data type {other:?}; text, secret, number, boolean or choice is expected"
                ));
            }
        }
    }
    Ok(())
}

pub(crate) fn services(services: &[Service]) -> Rule {
    not_too_many("services", services.len(), RATES_MOST)?;
    let mut seen = HashSet::with_capacity(services.len());
    services.iter().try_for_each(|service| service_code(&service.code, &mut seen))
}

pub(crate) fn rates(asked: &str, rates: &[Rate]) -> Rule {
    not_too_many("rates", rates.len(), RATES_MOST)?;
    let mut seen = HashSet::with_capacity(rates.len());
    for rate in rates {
        let service = &rate.service_code;
        service_code(service, &mut seen)?;
        not_too_many("charges", rate.charges.len(), LINES_MOST)?;
        for charge in &rate.charges {
            money(service, &charge.code, &charge.amount, asked)?;
            money(service, &charge.code, &charge.tax, asked)?;
        }
        days(service, rate.transit_days)?;
        if let Some(time) = rate.cut_off.as_deref().filter(|time| !is_time_of_day(time)) {
            return Err(format!("the cut-off of service {service} is {time:?}, not a time of day like 16:30"));
        }
    }
    Ok(())
}

pub(crate) fn prices(asked: &str, prices: &[ServicePrice]) -> Rule {
    not_too_many("prices", prices.len(), RATES_MOST)?;
    let mut seen = HashSet::with_capacity(prices.len());
    for price in prices {
        let service = &price.service_code;
        service_code(service, &mut seen)?;
        not_too_many("lines", price.lines.len(), LINES_MOST)?;
        for line in &price.lines {
            money(service, &line.code, &line.amount, asked)?;
        }
        days(service, price.transit_days)?;
    }
    Ok(())
}

pub(crate) fn booked(reference: &str, booked: &Booked) -> Rule {
    if booked.connote.is_empty() || booked.connote.len() > 100 {
        return Err("the connote must have 1 to 100 characters".into());
    }
    if booked.reference != reference {
        return Err(format!("it booked reference {:?} instead of {reference:?}", booked.reference));
    }
    Ok(())
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
    if manifested.number.is_empty() || manifested.number.len() > 100 {
        return Err("the manifest's number must have 1 to 100 characters".into());
    }
    manifested.sheet.as_ref().map_or(Ok(()), file)
}

pub(crate) fn tracked(asked: &[Booked], tracked: &[Tracked]) -> Rule {
    for one in tracked {
        if !asked.iter().any(|booked| booked.connote == one.connote) {
            return Err(format!("nobody asked for connote {:?}", one.connote));
        }
        not_too_many("events", one.events.len(), 1_000)?;
        if let Some(event) = one
            .events
            .iter()
            .find(|event| chrono::DateTime::parse_from_rfc3339(&event.at).is_err() || event.id.is_empty())
        {
            return Err(format!(
                "event {:?} of connote {} needs an id and a time like 2026-01-31T09:30:00+11:00, and has {:?}",
                event.id, one.connote, event.at
            ));
        }
    }
    Ok(())
}

fn not_too_many(what: &str, given: usize, most: usize) -> Rule {
    match given <= most {
        true => Ok(()),
        false => Err(format!("{given} {what}; at most {most} are taken")),
    }
}

fn service_code<'a>(code: &'a str, seen: &mut HashSet<&'a str>) -> Rule {
    if code.is_empty() || code.len() > 100 {
        return Err("a service code must have 1 to 100 characters".into());
    }
    match seen.insert(code) {
        true => Ok(()),
        false => Err(format!("service {code} is given twice")),
    }
}

fn money(service: &str, charge: &str, money: &Money, asked: &str) -> Rule {
    let what = || format!("charge {charge} of service {service}");
    if money.currency != asked {
        return Err(format!("{} is in {:?}; {asked} was asked for", what(), money.currency));
    }
    if money.minor < 0 {
        return Err(format!("{} is negative ({})", what(), money.minor));
    }
    if money.minor > AMOUNT_MOST {
        return Err(format!("{} is absurd ({})", what(), money.minor));
    }
    Ok(())
}

fn days(service: &str, days: Option<u32>) -> Rule {
    match days {
        Some(days) if days > DAYS_MOST => {
            Err(format!("service {service} takes {days} days; at most {DAYS_MOST} are taken"))
        }
        _ => Ok(()),
    }
}

fn is_time_of_day(text: &str) -> bool {
    text.len() == 5 && chrono::NaiveTime::parse_from_str(text, "%H:%M").is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(code: &str, minor: i64, currency: &str) -> Rate {
        let money = |minor| Money { minor, currency: currency.into() };
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
        let words = |given: &[Rate]| rates("AUD", given).unwrap_err();
        assert!(words(&[rate("A", -1, "AUD")]).contains("negative"));
        assert!(words(&[rate("A", 1, "USD")]).contains("AUD was asked for"));
        assert!(words(&[rate("A", i64::MAX, "AUD")]).contains("absurd"));
        assert!(words(&[rate("A", 1, "AUD"), rate("A", 2, "AUD")]).contains("twice"));
        let many: Vec<_> = (0..201).map(|n| rate(&n.to_string(), 1, "AUD")).collect();
        assert!(words(&many).contains("201 rates"));
        let mut late = rate("A", 1, "AUD");
        late.cut_off = Some("4 pm".into());
        assert!(words(&[late]).contains("16:30"));
    }

    #[test]
    fn a_document_is_what_it_says() {
        let pdf = |content: &[u8]| File { media_type: "application/pdf".into(), content: content.into() };
        assert_eq!(file(&pdf(b"%PDF-1.7")), Ok(()));
        assert!(file(&pdf(b"<html>")).is_err());
        assert!(file(&pdf(b"")).is_err());
    }
}
