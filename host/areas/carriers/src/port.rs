//! Port to carriers, implemented by the host with plugins.

use std::{collections::BTreeMap, time::Instant};

use carriage::{
    BookRequest, Booked, CarrierInvoice, Consignment, File, ManifestRequest, Manifested, Picked,
    PickupRequest, PluginFault, Rate, Service, Tracked, Verdict,
    address::Address,
    dangerous::{DangerousDeclaration, is_named_by_item},
};
use chrono::{DateTime, Utc};
use data::{
    Message,
    ids::{CustomerId, TenantId},
    secrets::Secret,
};
use futures_util::future::BoxFuture;

#[derive(Debug, Clone)]
pub struct CarrierInfo {
    pub code: String,
    pub name: String,
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub services: Vec<Service>,
    pub manifests: bool,
    pub picks_up: bool,
    pub checks_addresses: bool,
    /// True if it supports tracking; otherwise scans are entered by hand.
    pub tracks: bool,
    /// True if the plugin reaches no host outside: the vehicles are the tenant's own, and only the
    /// tenant has its consignments.
    pub is_own: bool,
    /// UN numbers that it accepts for an item; None: one for a consignment.
    pub max_un_numbers: Option<u32>,
}

#[derive(Debug, Clone)]
pub struct Attribute {
    pub key: String,
    pub display_name: String,
    /// `text`, `secret`, `number`, `boolean` or `choice`.
    pub data_type: String,
    pub required: bool,
    pub choices: Vec<String>,
    pub help: String,
}

/// Returns the reason why the carrier does not accept the UN numbers of the items. `name` is the
/// carrier's in the caller's language.
pub fn refusal_of_goods(
    port: &dyn CarrierPort,
    tenant: TenantId,
    code: &str,
    name: &str,
    goods: DangerousDeclaration<'_>,
) -> Option<Message> {
    if !is_named_by_item(goods.items) {
        return None;
    }
    goods.refusal_of(name, port.carrier(tenant, code)?.max_un_numbers)
}

/// Tenant and account of a carrier call.
#[derive(Debug, Clone)]
pub struct CarrierCall {
    pub tenant: TenantId,
    /// Customer whose settings of the carrier plugin apply; None for the tenant's.
    pub customer: Option<CustomerId>,
    /// IANA name of the tenant's zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    pub carrier: String,
    pub account_code: String,
    pub settings: BTreeMap<String, String>,
    pub secrets: BTreeMap<String, Secret>,
    /// Time after which an answer is useless.
    pub deadline: Option<Instant>,
}

/// The installed carriers. Calls reach external systems: no database transaction may be open.
pub trait CarrierPort: Send + Sync {
    fn codes(&self) -> Vec<String>;
    /// The carrier's description in the tenant's plugin version.
    fn carrier(&self, tenant: TenantId, code: &str) -> Option<CarrierInfo>;
    /// The carrier's description in the first of these languages it supports.
    fn in_languages(
        &self,
        tenant: TenantId,
        info: CarrierInfo,
        languages: &[String],
    ) -> CarrierInfo;
    fn names(&self, tenant: TenantId, languages: &[String]) -> BTreeMap<String, String>;
    fn check_account(&self, call: CarrierCall) -> BoxFuture<'static, Result<(), PluginFault>>;
    fn rates(
        &self,
        call: CarrierCall,
        consignment: Consignment,
    ) -> BoxFuture<'static, Result<Vec<Rate>, PluginFault>>;
    /// True if the carrier prices several accounts in one call of `rates_together`.
    fn prices_together(&self, tenant: TenantId, code: &str) -> bool;
    /// Results of `rates` for accounts of one carrier, tenant and customer, in order.
    fn rates_together(
        &self,
        calls: Vec<CarrierCall>,
        consignment: Consignment,
    ) -> BoxFuture<'static, Vec<Result<Vec<Rate>, PluginFault>>>;
    /// Must be idempotent per reference; `find` returns the carrier's state of it.
    fn book(
        &self,
        call: CarrierCall,
        request: BookRequest,
    ) -> BoxFuture<'static, Result<Booked, PluginFault>>;
    fn find(
        &self,
        call: CarrierCall,
        reference: String,
    ) -> BoxFuture<'static, Result<Option<Booked>, PluginFault>>;
    fn label(
        &self,
        call: CarrierCall,
        request: BookRequest,
        booked: Booked,
    ) -> BoxFuture<'static, Result<File, PluginFault>>;
    fn cancel(
        &self,
        call: CarrierCall,
        booked: Booked,
    ) -> BoxFuture<'static, Result<(), PluginFault>>;
    /// None: manifests are unsupported.
    fn manifest(
        &self,
        call: CarrierCall,
        request: ManifestRequest,
    ) -> BoxFuture<'static, Result<Option<Manifested>, PluginFault>>;
    /// Must be idempotent per reference. None: pickups are unsupported.
    fn book_pickup(
        &self,
        call: CarrierCall,
        request: PickupRequest,
    ) -> BoxFuture<'static, Result<Option<Picked>, PluginFault>>;
    /// An unknown pickup counts as cancelled. None: pickups are unsupported.
    fn cancel_pickup(
        &self,
        call: CarrierCall,
        picked: Picked,
    ) -> BoxFuture<'static, Result<Option<()>, PluginFault>>;
    /// None: address checks are unsupported.
    fn check_address(
        &self,
        call: CarrierCall,
        address: Address,
    ) -> BoxFuture<'static, Result<Option<Verdict>, PluginFault>>;
    /// None: tracking is unsupported. At most 50 per call.
    fn track(
        &self,
        call: CarrierCall,
        booked: Vec<Booked>,
    ) -> BoxFuture<'static, Result<Option<Vec<Tracked>>, PluginFault>>;
    /// None: the plugin reads no invoices.
    fn read_invoice(
        &self,
        call: CarrierCall,
        file: File,
    ) -> BoxFuture<'static, Result<Option<CarrierInvoice>, PluginFault>>;
}
