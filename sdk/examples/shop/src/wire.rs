//! The shop's records as they travel, and how they become Waybill's. Pure.

use serde::{Deserialize, Serialize};
use waybill_plugin::decimal::minor_digits;
use waybill_plugin::types::{
    Address, Checkout, Configuration, Fulfilled, Item, Money, Notice, Order, OrderLine, OrderPage,
    ShippingOption, WebRequest,
};
use waybill_plugin::{Decimal, Result, error};

#[derive(Debug, Deserialize)]
pub struct Orders {
    orders: Vec<ShopOrder>,
    next: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShopOrder {
    id: String,
    number: String,
    /// RFC 3339.
    placed_at: String,
    currency: String,
    total: Decimal,
    #[serde(default)]
    note: String,
    /// The code of the option that the buyer chose.
    shipping_code: Option<String>,
    destination: Place,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    name: Option<String>,
    company: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    lines: Vec<String>,
    city: String,
    region: Option<String>,
    postcode: String,
    country: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    #[serde(default)]
    sku: String,
    title: String,
    quantity: u32,
    grams: u64,
    price: Option<Decimal>,
    #[serde(default = "yes")]
    ships: bool,
}

fn yes() -> bool {
    true
}

impl Orders {
    pub fn into_page(self) -> Result<OrderPage> {
        let orders = self
            .orders
            .into_iter()
            .map(ShopOrder::into_order)
            .collect::<Result<_>>()?;
        Ok(OrderPage {
            orders,
            next: self.next,
        })
    }
}

impl ShopOrder {
    pub fn into_order(self) -> Result<Order> {
        let money = |amount: Decimal| {
            Money::new(
                amount.to_minor(minor_digits(&self.currency)),
                &self.currency,
            )
        };
        let line = |line: Line| OrderLine {
            sku: line.sku,
            description: line.title,
            quantity: line.quantity,
            weight_g: line.grams,
            price: money(line.price.unwrap_or(Decimal::ZERO)),
            needs_shipping: line.ships,
        };
        Ok(Order {
            lines: self.lines.into_iter().map(line).collect(),
            total: money(self.total),
            id: self.id,
            name: self.number,
            placed: self.placed_at,
            to: self.destination.into_address()?,
            service_code: self.shipping_code.filter(|code| !code.is_empty()),
            note: self.note,
            ext: Vec::new(),
        })
    }
}

impl Place {
    fn into_address(self) -> Result<Address> {
        let country = self.country.trim().to_ascii_uppercase();
        if country.len() != 2 {
            return Err(error::invalid("destination.country", "must be two letters"));
        }
        Ok(Address {
            residential: self
                .company
                .as_ref()
                .is_none_or(|company| company.is_empty()),
            contact_name: self.name,
            company_name: self.company,
            email: self.email,
            telephone: self.phone,
            lines: self.lines,
            suburb: self.city,
            state: self.region,
            postcode: self.postcode,
            country_code: country,
        })
    }
}

/// Default measures of every piece.
#[derive(Debug)]
pub struct Box3 {
    pub length_mm: u32,
    pub width_mm: u32,
    pub height_mm: u32,
}

#[derive(Debug, Deserialize)]
pub struct CheckoutCall {
    currency: String,
    origin: Option<Place>,
    destination: Place,
    items: Vec<Line>,
}

impl CheckoutCall {
    /// A request for prices: lines that ship.
    pub fn into_checkout(self, packed: &Box3) -> Result<Checkout> {
        let item = |line: Line| Item {
            reference: line.sku,
            package_type: "Carton".into(),
            description: line.title,
            quantity: line.quantity,
            length_mm: packed.length_mm,
            width_mm: packed.width_mm,
            height_mm: packed.height_mm,
            weight_g: line.grams,
            dangerous_goods: false,
        };
        let items: Vec<Item> = self
            .items
            .into_iter()
            .filter(|line| line.ships && line.quantity > 0)
            .map(item)
            .collect();
        if items.is_empty() {
            return Err(error::invalid("items", "there is nothing to ship"));
        }
        Ok(Checkout {
            from: self.origin.map(Place::into_address).transpose()?,
            to: self.destination.into_address()?,
            items,
            currency: self.currency,
        })
    }
}

#[derive(Debug, Serialize)]
pub struct Rates {
    rates: Vec<Rate>,
}

#[derive(Debug, Serialize)]
struct Rate {
    code: String,
    name: String,
    description: String,
    /// The buyer's price, as text.
    price: String,
    currency: String,
    earliest: Option<String>,
    latest: Option<String>,
}

pub fn rates(options: &[ShippingOption]) -> Rates {
    let rate = |option: &ShippingOption| Rate {
        code: option.code.clone(),
        name: option.name.clone(),
        description: option.description.clone(),
        price: option.total.amount().to_string(),
        currency: option.total.currency.clone(),
        earliest: option.earliest.clone(),
        latest: option.latest.clone(),
    };
    Rates {
        rates: options.iter().map(rate).collect(),
    }
}

#[derive(Debug, Deserialize)]
pub struct Shipments {
    pub shipments: Vec<Known>,
}

#[derive(Debug, Deserialize)]
pub struct Known {
    pub id: String,
    pub reference: String,
}

#[derive(Debug, Deserialize)]
pub struct Told {
    pub id: String,
}

#[derive(Debug, Serialize)]
pub struct Shipment<'a> {
    reference: &'a str,
    carrier: &'a str,
    number: &'a str,
    url: Option<&'a str>,
    /// Empty: all of the order.
    lines: Vec<Sent>,
    notify: bool,
}

#[derive(Debug, Serialize)]
struct Sent {
    line: u32,
    quantity: u32,
}

pub fn shipment(fulfilled: &Fulfilled) -> Shipment<'_> {
    Shipment {
        reference: &fulfilled.reference,
        carrier: &fulfilled.carrier_name,
        number: &fulfilled.connote,
        url: fulfilled.tracking_url.as_deref(),
        lines: fulfilled
            .lines
            .iter()
            .map(|&(line, quantity)| Sent { line, quantity })
            .collect(),
        notify: fulfilled.notify_buyer,
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provider {
    id: String,
    name: String,
    active: bool,
    callback_url: String,
}

impl Provider {
    pub fn into_configuration(self) -> Configuration {
        Configuration {
            id: self.id,
            name: self.name,
            active: self.active,
            service_discovery: false,
            carrier_service_type: "api".into(),
            format: "json".into(),
            callback_url: self.callback_url,
            ext: Vec::new(),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookRequest<'a> {
    name: &'static str,
    active: bool,
    callback_url: &'a str,
}

pub fn webhook_request(callback_url: &str, active: bool) -> WebhookRequest<'_> {
    WebhookRequest {
        name: "Waybill",
        active,
        callback_url,
    }
}

#[derive(Debug, Serialize)]
pub struct Taken {
    pub taken: usize,
    pub repeated: bool,
}

#[derive(Debug, Deserialize)]
struct Cancelled {
    id: String,
}

/// A delivery's content, by its event's name.
pub fn notices(delivery: &WebRequest) -> Result<Vec<Notice>> {
    match delivery.header("x-plainshop-event").unwrap_or_default() {
        "order.created" | "order.updated" => Ok(vec![Notice::Order(
            delivery.json::<ShopOrder>()?.into_order()?,
        )]),
        "order.cancelled" => Ok(vec![Notice::Cancelled(delivery.json::<Cancelled>()?.id)]),
        "app.removed" => Ok(vec![Notice::Uninstalled]),
        // Other events are ignored.
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_plugin::types::{PluginError, WebHeader};

    const ORDER: &str = r##"{
        "id": "9001", "number": "#1001", "placedAt": "2026-03-02T09:00:00+11:00", "currency": "AUD", "total": "49.90",
        "shippingCode": "", "destination": { "name": "Kim Doe", "lines": ["1 High Street"], "city": "Kew", "region": "VIC",
        "postcode": "3101", "country": "au" },
        "lines": [{ "sku": "LAMP", "title": "Lamp", "quantity": 2, "grams": 900, "price": "24.95" },
                  { "title": "Gift card", "quantity": 1, "grams": 0, "price": 0, "ships": false }]
    }"##;

    fn delivery(event: &str, body: &str) -> WebRequest {
        WebRequest {
            method: "POST".into(),
            path: "/events".into(),
            store: None,
            query: String::new(),
            headers: vec![WebHeader {
                name: "x-plainshop-event".into(),
                value: event.into(),
            }],
            body: body.into(),
            caller: None,
        }
    }

    #[test]
    fn an_order_is_read() {
        let notices = notices(&delivery("order.created", ORDER)).expect("an order");
        let [Notice::Order(order)] = notices.as_slice() else {
            panic!("{notices:?}")
        };
        assert_eq!(
            (order.total.minor, order.total.currency.as_str()),
            (4_990, "AUD")
        );
        assert_eq!(order.lines[0].price.minor, 2_495);
        assert!(!order.lines[1].needs_shipping && order.to.residential);
        assert_eq!(
            (
                order.to.country_code.as_str(),
                order.service_code.as_deref()
            ),
            ("AU", None)
        );
    }

    #[test]
    fn other_events_are_read_or_passed_over() {
        assert_eq!(
            notices(&delivery("order.cancelled", r#"{"id":"7"}"#)),
            Ok(vec![Notice::Cancelled("7".into())])
        );
        assert_eq!(
            notices(&delivery("app.removed", "")),
            Ok(vec![Notice::Uninstalled])
        );
        assert_eq!(notices(&delivery("product.created", "{}")), Ok(vec![]));
        assert!(matches!(
            notices(&delivery("order.created", "{}")),
            Err(PluginError::InvalidInput(_))
        ));
    }

    #[test]
    fn a_checkout_leaves_out_what_does_not_ship() {
        let place = r#"{ "lines": [], "city": "Kew", "postcode": "3101", "country": "AU" }"#;
        let call = |items: &str| -> CheckoutCall {
            let text =
                format!(r#"{{ "currency": "AUD", "destination": {place}, "items": {items} }}"#);
            serde_json::from_str(&text).expect("a checkout")
        };
        let packed = Box3 {
            length_mm: 300,
            width_mm: 200,
            height_mm: 150,
        };
        let two = r#"[{ "title": "Lamp", "quantity": 2, "grams": 900 }, { "title": "Card", "quantity": 1, "grams": 0, "ships": false }]"#;
        let checkout = call(two).into_checkout(&packed).expect("a checkout");
        assert_eq!(
            (
                checkout.items.len(),
                checkout.items[0].length_mm,
                checkout.from
            ),
            (1, 300, None)
        );
        assert!(matches!(
            call("[]").into_checkout(&packed),
            Err(PluginError::InvalidInput(_))
        ));
    }
}
