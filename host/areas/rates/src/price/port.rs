//! What the product asks of rate engines: declared here, implemented by the program with plugins.

use std::{sync::Arc, time::Instant};

use chrono::{DateTime, NaiveDate, Utc};
use freight::goods::Piece;
use futures_util::future::BoxFuture;
use kernel::{
    Result, Scope,
    ids::{BookingId, CustomerId, TenantId},
};
use rust_decimal::Decimal;

use super::{hot::HotRate, tariff::Tariff};
use crate::lane::Place;

/// A rate engine that prices rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineInfo {
    pub id: String,
    pub name: String,
}

/// What of a card matters for one consignment.
#[derive(Debug, Clone)]
pub struct PricedLane {
    pub tariff: Arc<Tariff>,
    /// The zones of both places, by their codes, the most specific first.
    pub from_zones: Arc<[String]>,
    pub to_zones: Arc<[String]>,
    /// Places, in the tariff's list, of the services that have rates here.
    pub services: Vec<usize>,
    /// The rates of the pair that apply, the one that counts first.
    pub rates: Vec<LaneRate>,
    /// The fuel levy of the day, in ten-thousandths of a per cent.
    pub fuel_percent: i64,
    /// Places, in the card's list, of the levies that may hold.
    pub levies: Vec<usize>,
    pub from_holidays: Vec<NaiveDate>,
    pub to_holidays: Vec<NaiveDate>,
}

/// A rate of a pair of zones, in memory.
#[derive(Debug, Clone)]
pub struct LaneRate {
    pub pair: Arc<[HotRate]>,
    pub at: usize,
    /// Its place in the lane's `services`.
    pub service: usize,
}

impl LaneRate {
    pub fn get(&self) -> &HotRate {
        &self.pair[self.at]
    }
}

/// What is priced.
#[derive(Debug, Clone)]
pub struct PricedGoods {
    pub pieces: Vec<Piece>,
    /// When the goods are ready: the day, and minutes after midnight where it is known.
    pub day: NaiveDate,
    pub ready: Option<u16>,
    pub residential: bool,
    pub options: Vec<String>,
    pub distance_m: Option<u64>,
    pub duration_minutes: Option<u32>,
    pub waiting_minutes: u32,
    pub explain: bool,
}

/// The prices of a lane, and why services that have rates have none.
#[derive(Debug, Clone, Default)]
pub struct LaneAnswer {
    pub prices: Vec<LanePrice>,
    pub refused: Vec<(usize, String)>,
}

#[derive(Debug, Clone)]
pub struct LanePrice {
    /// Its place in the lane's `services`.
    pub service: usize,
    /// Places in the lane's `rates`.
    pub rates: Vec<usize>,
    pub lines: Vec<PriceLine>,
    pub transit_days: Option<u32>,
    pub dispatch_date: Option<NaiveDate>,
    pub delivery_date: Option<NaiveDate>,
    /// Kilograms, to as many places as bookings keep.
    pub chargeable_weight: Decimal,
    pub explanation: Vec<String>,
}

/// A line of a price, in the currency's smallest unit, exclusive of tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceLine {
    pub code: String,
    pub description: String,
    pub minor: i64,
}

/// Why an engine gave no answer.
#[derive(Debug, Clone)]
pub struct EngineFault {
    /// It is the request that cannot be priced, not the engine that failed.
    pub is_of_request: bool,
    pub message: String,
}

/// A booking that a carrier has, to be priced once more.
#[derive(Debug, Clone)]
pub struct BookedGoods {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    /// The connote, or the booking's number where there is none.
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
    /// What the customer pays and what the carrier takes, exclusive of tax.
    pub sold: Decimal,
    pub cost: Decimal,
}

/// Which bookings: from the first moment to the last one, which is not in it, of one customer or of all.
#[derive(Debug, Clone, Copy)]
pub struct BookedIn {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
    pub customer: Option<CustomerId>,
}

/// The bookings of a tenant, which stand above the rates.
pub trait Booked: Send + Sync {
    fn count<'a>(&'a self, scope: &'a mut Scope, of: BookedIn) -> BoxFuture<'a, Result<i64>>;

    /// The next ones after this id, of those that were booked at `of.from` or later, in the order of their dates.
    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        of: BookedIn,
        after: BookingId,
        most: i64,
    ) -> BoxFuture<'a, Result<Vec<BookedGoods>>>;
}

pub trait RateEngines: Send + Sync {
    /// The engines that price rows for the tenant.
    fn engines(&self, tenant: TenantId) -> Vec<EngineInfo>;

    fn price(
        &self,
        tenant: TenantId,
        engine: &str,
        lane: Arc<PricedLane>,
        goods: Arc<PricedGoods>,
        until: Instant,
    ) -> BoxFuture<'static, Result<LaneAnswer, EngineFault>>;
}
