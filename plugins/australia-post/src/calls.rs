//! HTTP calls of the API: one method per endpoint, with the account's credentials and headers.

use waybill_plugin::Result;
use waybill_plugin::answer::common_reason;
use waybill_plugin::http::{self, Call};
use waybill_plugin::settings::Settings;

use crate::account::Account;
use crate::booking::is_missing;
use crate::preferences::Preferences;
use crate::wire::{
    AccountAnswer, LabelsAnswer, LabelsRequest, OrderAnswer, OrderRequest, PriceAnswer,
    PriceRequest, ShipmentsAnswer, ShipmentsRequest, TrackAnswer,
};

/// Maximum shipments searched for one reference; more than one is rare.
const MAX_FOUND: u32 = 20;

pub struct Api {
    pub account: Account,
    pub preferences: Preferences,
}

impl Api {
    pub fn of_account() -> Result<Self> {
        Ok(Self {
            account: Account::read(Settings::of_account()?)?,
            preferences: Preferences::from_call()?,
        })
    }

    pub fn account(&self) -> Result<AccountAnswer> {
        self.sign(http::get(
            self.url(&format!("/accounts/{}", self.account.number)),
        ))
        .json()
    }

    pub fn price_items(&self, request: &PriceRequest<'_>) -> Result<PriceAnswer> {
        self.sign(http::post(self.url("/prices/items")))
            .body_json(request)?
            .json()
    }

    pub fn create_shipment(&self, request: &ShipmentsRequest<'_>) -> Result<ShipmentsAnswer> {
        self.sign(http::post(self.url("/shipments")))
            .body_json(request)?
            .json()
    }

    pub fn shipments_by_reference(&self, reference: &str) -> Result<ShipmentsAnswer> {
        let reference = http::query_value(reference);
        let query = format!(
            "/shipments?offset=0&number_of_shipments={MAX_FOUND}&sender_reference={reference}"
        );
        self.sign(http::get(self.url(&query))).json()
    }

    pub fn shipments_by_ids(&self, ids: &[&str]) -> Result<ShipmentsAnswer> {
        let ids = http::query_value(&ids.join(","));
        self.sign(http::get(
            self.url(&format!("/shipments?shipment_ids={ids}")),
        ))
        .json()
    }

    pub fn create_labels(&self, request: &LabelsRequest<'_>) -> Result<LabelsAnswer> {
        self.sign(http::post(self.url("/labels")))
            .body_json(request)?
            .json()
    }

    /// Downloads a label. The URL is signed: credentials must not be sent.
    pub fn download(&self, url: &str) -> Result<Vec<u8>> {
        Ok(http::get(url).ok()?.body)
    }

    /// Deletes a shipment; succeeds if it does not exist.
    pub fn delete_shipment(&self, id: &str) -> Result<()> {
        let answer = self
            .sign(http::delete(
                self.url(&format!("/shipments/{}", http::query_value(id))),
            ))
            .send()?;
        if is_missing(&answer) {
            return Ok(());
        }
        answer.ok(common_reason).map(drop)
    }

    pub fn create_order(&self, request: &OrderRequest<'_>) -> Result<OrderAnswer> {
        self.sign(http::put(self.url("/orders")))
            .body_json(request)?
            .json()
    }

    pub fn order(&self, id: &str) -> Result<OrderAnswer> {
        self.sign(http::get(
            self.url(&format!("/orders/{}", http::query_value(id))),
        ))
        .json()
    }

    pub fn order_summary(&self, id: &str) -> Result<Vec<u8>> {
        let path = format!(
            "/accounts/{}/orders/{}/summary",
            self.account.number,
            http::query_value(id)
        );
        Ok(self
            .sign(http::get(self.url(&path)))
            .header("accept", "application/pdf")
            .ok()?
            .body)
    }

    pub fn track(&self, ids: &[&str]) -> Result<TrackAnswer> {
        let ids = http::query_value(&ids.join(","));
        self.sign(http::get(self.url(&format!("/track?tracking_ids={ids}"))))
            .json()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.account.base_url)
    }

    fn sign(&self, call: Call) -> Call {
        call.basic("apiKey", "password")
            .header("account-number", self.account.number.as_str())
    }
}
