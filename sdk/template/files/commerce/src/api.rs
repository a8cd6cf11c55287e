//! The shop's API: its addresses, its records, and how they become Waybill's.

use serde::{Deserialize, Serialize};
use waybill_plugin::types::{Address, Fulfilled, Money, Order, OrderLine, OrderPage};
use waybill_plugin::{Result, error, http};

/// Host of the shop's API; granted in `plugin.toml`.
pub const HOST: &str = "api.shop.example";

pub fn url(path: &str) -> String {
    format!("https://{HOST}{path}")
}

/// Open orders, oldest first, after the cursor.
pub fn orders(cursor: Option<&str>) -> String {
    let after = cursor.map(|cursor| format!("&after={}", http::query_value(cursor))).unwrap_or_default();
    url(&format!("/orders?status=open&limit=100{after}"))
}

#[derive(Debug, Deserialize)]
pub struct Page {
    pub orders: Vec<ShopOrder>,
    #[serde(default)]
    pub next: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ShopOrder {
    pub id: String,
    pub number: String,
    /// RFC 3339.
    pub placed: String,
    pub currency: String,
    /// In minor units.
    pub total: i64,
    pub to: ShopAddress,
    pub lines: Vec<ShopLine>,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Deserialize)]
pub struct ShopAddress {
    pub name: String,
    pub lines: Vec<String>,
    pub city: String,
    #[serde(default)]
    pub state: Option<String>,
    pub postcode: String,
    pub country: String,
}

#[derive(Debug, Deserialize)]
pub struct ShopLine {
    pub sku: String,
    pub title: String,
    pub quantity: u32,
    pub grams: u64,
    pub price: i64,
}

impl Page {
    /// Waybill's page. A shop that answers with the cursor it was asked with would be asked for
    /// ever.
    pub fn read(self, asked: Option<&str>) -> Result<OrderPage> {
        if self.next.is_some() && self.next.as_deref() == asked {
            return Err(error::internal("the shop gave the same page of orders again"));
        }
        Ok(OrderPage { orders: self.orders.into_iter().map(ShopOrder::read).collect(), next: self.next })
    }
}

impl ShopOrder {
    fn read(self) -> Order {
        let currency = self.currency;
        let line = |line: ShopLine| OrderLine {
            sku: line.sku,
            description: line.title,
            quantity: line.quantity,
            weight_g: line.grams,
            price: Money { minor: line.price, currency: currency.clone() },
            needs_shipping: line.grams > 0,
        };
        Order {
            lines: self.lines.into_iter().map(line).collect(),
            id: self.id,
            name: self.number,
            placed: self.placed,
            to: self.to.read(),
            total: Money { minor: self.total, currency },
            service_code: None,
            note: self.note,
            ext: Vec::new(),
        }
    }
}

impl ShopAddress {
    fn read(self) -> Address {
        Address {
            contact_name: Some(self.name),
            company_name: None,
            email: None,
            telephone: None,
            lines: self.lines,
            suburb: self.city,
            state: self.state,
            postcode: self.postcode,
            country_code: self.country,
            residential: true,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Fulfilment<'a> {
    order: &'a str,
    carrier: &'a str,
    tracking: &'a str,
    url: Option<&'a str>,
    notify: bool,
}

impl<'a> Fulfilment<'a> {
    pub fn from_fulfilled(fulfilled: &'a Fulfilled) -> Self {
        Self {
            order: &fulfilled.order_id,
            carrier: &fulfilled.carrier_name,
            tracking: &fulfilled.connote,
            url: fulfilled.tracking_url.as_deref(),
            notify: fulfilled.notify_buyer,
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct Made {
    pub id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"{"orders":[{"id":"7","number":"1007","placed":"2026-03-01T09:00:00Z","currency":"AUD","total":2500,
        "to":{"name":"Ann","lines":["1 High St"],"city":"Perth","postcode":"6000","country":"AU"},
        "lines":[{"sku":"L1","title":"Lamp","quantity":2,"grams":900,"price":1250},
                 {"sku":"G1","title":"Gift card","quantity":1,"grams":0,"price":0}]}],"next":"c2"}"#;

    #[test]
    fn orders_are_read() {
        let page: Page = serde_json::from_str(PAGE).expect("a page");
        let page = page.read(None).expect("orders");
        let order = &page.orders[0];
        assert_eq!((order.name.as_str(), order.total.minor), ("1007", 2_500));
        assert_eq!(order.lines.iter().map(|line| line.needs_shipping).collect::<Vec<_>>(), [true, false]);
        assert_eq!(page.next.as_deref(), Some("c2"));
    }

    #[test]
    fn the_same_page_again_is_an_error() {
        let page: Page = serde_json::from_str(PAGE).expect("a page");
        assert!(page.read(Some("c2")).is_err());
    }

    #[test]
    fn a_cursor_is_escaped() {
        assert!(orders(Some("a&b")).ends_with("&after=a%26b"));
    }
}
