//! Port to rate engines, implemented by the host with plugins.

use std::{sync::Arc, time::Instant};

use carriage::{Charge, PluginFault, goods::Piece};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Result, Scope,
    ids::{BookingId, CustomerId, TenantId},
};
use futures_util::future::BoxFuture;
use rust_decimal::Decimal;

use crate::lanes::Place;
use crate::price::{cache::HotRate, tariff::Tariff};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineInfo {
    pub id: String,
    pub name: String,
}

/// A card's data for one consignment.
#[derive(Debug, Clone)]
pub struct PricedLane {
    pub tariff: Arc<Tariff>,
    /// Most specific first.
    pub from_zones: Arc<[String]>,
    pub to_zones: Arc<[String]>,
    /// Indexes of the tariff's services with rates here.
    pub services: Vec<usize>,
    /// In order of precedence.
    pub rates: Vec<LaneRate>,
    /// Ten-thousandths of a per cent.
    pub fuel_percent: i64,
    /// Indexes into the card's levies that may apply.
    pub levies: Vec<usize>,
    pub from_holidays: Vec<NaiveDate>,
    pub to_holidays: Vec<NaiveDate>,
}

#[derive(Debug, Clone)]
pub struct LaneRate {
    pub pair: Arc<[HotRate]>,
    pub at: usize,
    /// Index into the lane's `services`.
    pub service: usize,
}

impl LaneRate {
    pub fn get(&self) -> &HotRate {
        &self.pair[self.at]
    }
}

#[derive(Debug, Clone)]
pub struct PricedGoods {
    pub pieces: Vec<Piece>,
    /// `ready`: minutes after midnight on this day, if known.
    pub day: NaiveDate,
    pub ready: Option<u16>,
    pub residential: bool,
    pub options: Vec<String>,
    pub distance_m: Option<u64>,
    pub duration_minutes: Option<u32>,
    pub waiting_minutes: u32,
    pub explain: bool,
}

/// Prices, and reasons for services with rates but no price.
#[derive(Debug, Clone, Default)]
pub struct LaneAnswer {
    pub prices: Vec<LanePrice>,
    pub refused: Vec<(usize, String)>,
}

#[derive(Debug, Clone)]
pub struct LanePrice {
    /// Index into the lane's `services`.
    pub service: usize,
    /// Indexes into the lane's `rates`.
    pub rates: Vec<usize>,
    /// The freight, then surcharges. Engines know no tax.
    pub lines: Vec<Charge>,
    pub transit_days: Option<u32>,
    pub dispatch_date: Option<NaiveDate>,
    pub delivery_date: Option<NaiveDate>,
    /// Kilograms, at the precision of bookings.
    pub chargeable_weight: Decimal,
    pub explanation: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct BookedGoods {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    /// The connote, or else the booking id.
    pub code: String,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub from: Place,
    pub to: Place,
    pub residential: bool,
    pub pieces: Vec<Piece>,
    pub options: Vec<String>,
    pub ready: DateTime<Utc>,
    pub service_code: String,
    /// Exclusive of tax, as is `cost`.
    pub sold: Decimal,
    pub cost: Decimal,
}

/// Start is inclusive, end exclusive.
#[derive(Debug, Clone, Copy)]
pub struct BookingFilter {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
    pub customer: Option<CustomerId>,
}

/// Port to a higher layer.
pub trait BookingSource: Send + Sync {
    fn count<'a>(
        &'a self,
        scope: &'a mut Scope,
        filter: BookingFilter,
    ) -> BoxFuture<'a, Result<i64>>;

    /// Loads the page after this id, from `of.from` on, by date.
    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        filter: BookingFilter,
        after: BookingId,
        limit: i64,
    ) -> BoxFuture<'a, Result<Vec<BookedGoods>>>;
}

pub trait RateEngines: Send + Sync {
    fn engines(&self, tenant: TenantId) -> Vec<EngineInfo>;

    fn price(
        &self,
        tenant: TenantId,
        engine: &str,
        lane: Arc<PricedLane>,
        goods: Arc<PricedGoods>,
        until: Instant,
    ) -> BoxFuture<'static, Result<LaneAnswer, PluginFault>>;
}
