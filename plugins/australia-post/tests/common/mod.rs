//! Shared test fixtures: a consignment, an account and response texts.
#![allow(dead_code, reason = "each test file uses its own part")]

use australia_post::account::Account;
use australia_post::preferences::Preferences;
use waybill_plugin::settings::Settings;
use waybill_plugin::types::{Address, BookRequest, Booked, Consignment, Item, PluginError};

pub fn account(more: &str) -> Account {
    let json = format!(r#"{{"accountNumber":"0009123456"{more}}}"#);
    Account::read(Settings::parse(&json).expect("JSON")).expect("a right account")
}

pub fn preferences(json: &str) -> Preferences {
    Preferences::read(Settings::parse(json).expect("JSON")).expect("right settings")
}

pub fn address(suburb: &str, state: &str, postcode: &str) -> Address {
    Address {
        contact_name: Some("Mara Quinn".into()),
        company_name: Some("Harbour Goods".into()),
        email: Some("mara@harbourgoods.example".into()),
        telephone: Some("0355501234".into()),
        lines: vec!["12 Wharf Road".into()],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}

pub fn item(quantity: u32, weight_g: u64) -> Item {
    Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: "Lamps".into(),
        quantity,
        length_mm: 305,
        width_mm: 200,
        height_mm: 150,
        weight_g,
        dangerous_goods: false,
    }
}

pub fn consignment() -> Consignment {
    Consignment {
        reference: "WB-81".into(),
        from: address("Ballarat Central", "VIC", "3350"),
        to: address("Hobart", "tas", "7000"),
        items: vec![item(2, 4_250), item(1, 900)],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: "PO 7781".into(),
        pickup_instructions: String::new(),
        delivery_instructions: "Ring the bell".into(),
        options: Vec::new(),
        ext: Vec::new(),
    }
}

pub fn book_request() -> BookRequest {
    BookRequest {
        consignment: consignment(),
        service_code: "7D55".into(),
        carrier_quote: None,
    }
}

pub fn booked(shipment_id: &str) -> Booked {
    Booked {
        reference: "WB-81".into(),
        connote: "HGX0000071".into(),
        data: format!(r#"{{"shipmentId":"{shipment_id}"}}"#),
    }
}

pub fn members<T: std::fmt::Debug>(refused: Result<T, PluginError>) -> Vec<(String, String)> {
    match refused {
        Err(PluginError::InvalidInput(fields)) => fields
            .into_iter()
            .map(|field| (field.member, field.message))
            .collect(),
        other => panic!("must be refused, got {other:?}"),
    }
}
