//! Rules for the answers of shop platforms.

use super::{Rule, address, check_count, currency, money, name, quoted};
use crate::interface::wit::*;
use chrono::DateTime;
use data::message;
use std::collections::HashSet;

const MAX_PAGE_ORDERS: usize = 100;
const MAX_NOTICES: usize = 100;

pub(crate) fn order_page(cursor: Option<&str>, page: &OrderPage) -> Rule {
    check_count(message!("orders"), page.orders.len(), MAX_PAGE_ORDERS)?;
    let mut seen = HashSet::new();
    for one in &page.orders {
        order(one)?;
        if !seen.insert(&one.id) {
            return Err(message!("order {id} is given twice", id = quoted(&one.id)));
        }
    }
    match page.next.as_deref() {
        Some("") => Err(message!(
            "the next cursor is empty; where there is no next page it is left out"
        )),
        Some(next) if Some(next) == cursor => Err(message!(
            "the next cursor is the one that was asked for, {next}",
            next = quoted(next)
        )),
        _ => Ok(()),
    }
}

fn order(order: &Order) -> Rule {
    name(|| message!("an order's id"), &order.id)?;
    let id = &order.id;
    name(|| message!("the name of order {id}"), &order.name)?;
    if DateTime::parse_from_rfc3339(&order.placed).is_err() {
        return Err(message!(
            "order {id} was placed at {time}, not a time like 2026-01-31T09:30:00+11:00",
            time = quoted(&order.placed)
        ));
    }
    address(&order.to)?;
    currency(&order.total.currency)?;
    let currency = &order.total.currency;
    let what = || message!("the total of order {id}");
    money(what, &order.total, currency)?;
    for (place, line) in order.lines.iter().enumerate() {
        let what = || message!("line {line} of order {id}", line = place);
        money(what, &line.price, currency)?;
    }
    Ok(())
}

pub(crate) fn fulfilment(id: &str) -> Rule {
    name(|| message!("the shop's id of the fulfilment"), id)
}

pub(crate) fn checkout(checkout: &Checkout) -> Rule {
    currency(&checkout.currency)?;
    address(&checkout.to)?;
    checkout.from.as_ref().map_or(Ok(()), address)?;
    if checkout.items.is_empty() {
        return Err(message!("a checkout has at least one item"));
    }
    Ok(())
}

pub(crate) fn configuration(configuration: &Configuration) -> Rule {
    name(|| message!("the configuration's id"), &configuration.id)?;
    let url = &configuration.callback_url;
    match url.starts_with("https://") || url.starts_with("http://") {
        true => Ok(()),
        false => Err(message!(
            "the call-back address is {url}, not an address like https://host/path",
            url = quoted(url)
        )),
    }
}

pub(crate) fn found_configuration(found: &Option<Configuration>) -> Rule {
    found.as_ref().map_or(Ok(()), configuration)
}

pub(crate) fn notices(notices: &[Notice]) -> Rule {
    check_count(message!("notices"), notices.len(), MAX_NOTICES)?;
    notices.iter().try_for_each(|notice| match notice {
        Notice::Order(one) => order(one),
        Notice::Cancelled(id) => name(|| message!("an order's id"), id),
        Notice::Uninstalled => Ok(()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(id: &str) -> Order {
        let money = |minor| Money {
            minor,
            currency: "AUD".into(),
        };
        Order {
            id: id.into(),
            name: format!("#{id}"),
            placed: "2026-01-31T09:30:00+11:00".into(),
            to: Address {
                contact_name: None,
                company_name: None,
                email: None,
                telephone: None,
                lines: vec!["1 High Street".into()],
                suburb: "Kew".into(),
                state: Some("VIC".into()),
                postcode: "3101".into(),
                country_code: "AU".into(),
                residential: true,
            },
            lines: vec![OrderLine {
                sku: "A".into(),
                description: "A thing".into(),
                quantity: 1,
                weight_g: 500,
                price: money(1_000),
                needs_shipping: true,
            }],
            total: money(1_100),
            service_code: None,
            note: String::new(),
            ext: vec![],
        }
    }

    #[test]
    fn each_broken_rule_of_orders_is_named() {
        let page = |orders: Vec<Order>, next: Option<&str>| OrderPage {
            orders,
            next: next.map(Into::into),
        };
        assert_eq!(
            order_page(None, &page(vec![order("1"), order("2")], Some("2"))),
            Ok(())
        );
        let reason = |given: OrderPage| order_page(Some("2"), &given).unwrap_err().to_string();
        assert!(reason(page(vec![order("1"), order("1")], None)).contains("twice"));
        assert!(reason(page(vec![], Some("2"))).contains("was asked for"));
        assert!(
            reason(page(
                (0..101).map(|n| order(&n.to_string())).collect(),
                None
            ))
            .contains("101 orders")
        );
        let mut other = order("1");
        other.lines[0].price.currency = "USD".into();
        assert!(reason(page(vec![other], None)).contains("AUD was asked for"));
        let mut negative = order("1");
        negative.total.minor = -1;
        assert!(reason(page(vec![negative], None)).contains("negative"));
        let mut nowhere = order("1");
        nowhere.to.country_code = "Australia".into();
        assert!(reason(page(vec![nowhere], None)).contains("ISO 3166"));
        let mut never = order("1");
        never.placed = "yesterday".into();
        assert!(reason(page(vec![never], None)).contains("yesterday"));
    }
}
