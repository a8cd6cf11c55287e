//! In-memory cache for pricing: cards, zones of places, and rates of zone pairs.
//!
//! Invariants:
//! - Zones and rates are keyed by their card's generation, so no entry is ever stale.
//! - A card is reloaded after a few seconds, or at once if this host changed it.
//! - Missing entries are loaded.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use chrono::{NaiveDate, NaiveTime, Timelike};
use data::{
    Result, Scope, Where,
    cache::Cache,
    ids::{RateCardId, TenantId},
};

use crate::price::tariff::{Tariff, ten_thousandths};
use crate::{
    lanes::{self, Place},
    rate_cards::{self, model::RateCard},
    rates::routes::{CalculationMethod, Rate, RateId, RateType},
    services::RateServiceId,
};

/// Maximum delay of another host's change.
const MAX_STALENESS: Duration = Duration::from_secs(5);
const IDLE_TIMEOUT: Duration = Duration::from_secs(3_600);
const MAX_CARDS: u64 = 10_000;
const PLACES_BYTES: u64 = 32 << 20;
const PAIRS_BYTES: u64 = 128 << 20;

/// Amounts and quantities are in ten-thousandths.
#[derive(Debug, Clone)]
pub struct HotRate {
    pub id: RateId,
    pub(crate) service: RateServiceId,
    /// Indexes into the zone lists.
    pub from: u16,
    pub to: u16,
    pub is_reciprocal: bool,
    pub method: CalculationMethod,
    pub accumulative: bool,
    pub minimum: i64,
    pub cubic_allowance: Option<i64>,
    pub cut_off: Option<u16>,
    pub transit_days: Option<u32>,
    pub(crate) effective_date: Option<NaiveDate>,
    pub(crate) expire_date: Option<NaiveDate>,
    pub bands: Box<[HotBand]>,
}

#[derive(Debug, Clone, Copy)]
pub struct HotBand {
    pub kind: RateType,
    /// `i64::MAX`: unlimited.
    up_to: i64,
    pub basic: i64,
    pub value: i64,
}

impl HotBand {
    pub fn up_to(&self) -> Option<i64> {
        (self.up_to != i64::MAX).then_some(self.up_to)
    }
}

type PlaceKey = (RateCardId, i64, Place);
type PairKey = (RateCardId, i64, Arc<[String]>, Arc<[String]>);

/// One per process, available as a port.
pub struct Tariffs {
    by_id: Cache<(TenantId, RateCardId), Arc<Tariff>>,
    by_code: Cache<(TenantId, String), Arc<[RateCardId]>>,
    active: Cache<TenantId, Arc<[RateCardId]>>,
    places: Cache<PlaceKey, Arc<[String]>>,
    pairs: Cache<PairKey, Arc<[HotRate]>>,
    /// Recently changed here: the cache is bypassed.
    changing: Mutex<HashMap<TenantId, Instant>>,
}

impl Default for Tariffs {
    fn default() -> Self {
        let places = Cache::builder()
            .max_capacity(PLACES_BYTES)
            .time_to_idle(IDLE_TIMEOUT);
        let pairs = Cache::builder()
            .max_capacity(PAIRS_BYTES)
            .time_to_idle(IDLE_TIMEOUT);
        Self {
            by_id: Cache::builder()
                .max_capacity(MAX_CARDS)
                .time_to_live(MAX_STALENESS)
                .build(),
            by_code: Cache::builder()
                .max_capacity(MAX_CARDS)
                .time_to_live(MAX_STALENESS)
                .build(),
            active: Cache::builder()
                .max_capacity(MAX_CARDS)
                .time_to_live(MAX_STALENESS)
                .build(),
            places: places
                .weigher(|key: &PlaceKey, zones: &Arc<[String]>| {
                    weight(160 + key.2.size() + texts(zones))
                })
                .build(),
            pairs: pairs
                .weigher(|_: &PairKey, rates: &Arc<[HotRate]>| {
                    weight(
                        200 + rates
                            .iter()
                            .map(|rate| size_of::<HotRate>() + size_of_val(&*rate.bands))
                            .sum::<usize>(),
                    )
                })
                .build(),
            changing: Mutex::default(),
        }
    }
}

fn texts(texts: &[String]) -> usize {
    texts
        .iter()
        .map(|text| size_of::<String>() + text.len())
        .sum()
}

fn weight(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

impl Tariffs {
    /// Runs before a change.
    pub(crate) fn invalidate(&self, tenant: TenantId) {
        let mut changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        changing.retain(|_, since| now.duration_since(*since) < MAX_STALENESS);
        changing.insert(tenant, now);
    }

    fn is_cacheable(&self, tenant: TenantId) -> bool {
        let changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        changing
            .get(&tenant)
            .is_none_or(|since| since.elapsed() >= MAX_STALENESS)
    }

    async fn load_cached<K, T>(
        &self,
        scope: &mut Scope,
        cache: &Cache<K, T>,
        key: K,
        read: impl AsyncFnOnce(&mut Scope) -> Result<T>,
    ) -> Result<T>
    where
        K: std::hash::Hash + Eq + Send + Sync + 'static,
        T: Clone + Send + Sync + 'static,
    {
        let is_cacheable = self.is_cacheable(scope.tenant);
        if let Some(known) = cache.get(&key).filter(|_| is_cacheable) {
            return Ok(known);
        }
        let loaded = read(scope).await?;
        cache.insert(key, loaded.clone());
        Ok(loaded)
    }

    pub(crate) async fn by_id(&self, scope: &mut Scope, id: RateCardId) -> Result<Arc<Tariff>> {
        let key = (scope.tenant, id);
        let read = async |scope: &mut Scope| {
            let card = rate_cards::routes::load_complete(scope, id).await?;
            Ok(Arc::new(Tariff::read(scope, card).await?))
        };
        self.load_cached(scope, &self.by_id, key, read).await
    }

    /// Returns all active versions.
    pub(crate) async fn by_code(&self, scope: &mut Scope, code: &str) -> Result<Vec<Arc<Tariff>>> {
        let key = (scope.tenant, code.to_owned());
        let read = async |scope: &mut Scope| {
            let of_code = Where::all()
                .eq(RateCard::CODE, code.to_owned())
                .eq(RateCard::IS_ACTIVE, true);
            ids(scope, of_code).await
        };
        let ids = self.load_cached(scope, &self.by_code, key, read).await?;
        self.all(scope, &ids).await
    }

    /// Returns row-based cards only.
    pub(crate) async fn active(&self, scope: &mut Scope) -> Result<Vec<Arc<Tariff>>> {
        let key = scope.tenant;
        let read =
            async |scope: &mut Scope| ids(scope, Where::all().eq(RateCard::IS_ACTIVE, true)).await;
        let ids = self.load_cached(scope, &self.active, key, read).await?;
        self.all(scope, &ids).await
    }

    async fn all(&self, scope: &mut Scope, ids: &[RateCardId]) -> Result<Vec<Arc<Tariff>>> {
        let mut tariffs = Vec::with_capacity(ids.len());
        for id in ids {
            tariffs.push(self.by_id(scope, *id).await?);
        }
        Ok(tariffs)
    }

    /// Returns the most specific first.
    pub(crate) async fn zones(
        &self,
        scope: &mut Scope,
        tariff: &Tariff,
        place: &Place,
    ) -> Result<Arc<[String]>> {
        let key = (tariff.id, tariff.generation, place.clone());
        if let Some(known) = self.places.get(&key) {
            return Ok(known);
        }
        let zones = lanes::zones_of(
            scope,
            tariff.id,
            place,
            tariff.terms.zones_by_postcode_alone,
        )
        .await?;
        let codes: Arc<[String]> = zones.into_iter().map(|zone| zone.code).collect();
        self.places.insert(key, codes.clone());
        Ok(codes)
    }

    /// Returns live rates on any day, in both directions, in order of precedence.
    pub(crate) async fn rates(
        &self,
        scope: &mut Scope,
        tariff: &Tariff,
        from: &Arc<[String]>,
        to: &Arc<[String]>,
    ) -> Result<Arc<[HotRate]>> {
        let key = (tariff.id, tariff.generation, from.clone(), to.clone());
        if let Some(known) = self.pairs.get(&key) {
            return Ok(known);
        }
        let rates = lanes::rates_between(scope, tariff.id, from, to, None).await?;
        let rates: Arc<[HotRate]> = rates
            .iter()
            .map(|one| hot(&one.rate, one.from, one.to, one.is_reciprocal))
            .collect();
        self.pairs.insert(key, rates.clone());
        Ok(rates)
    }

    /// Returns the number of pairs and their bytes.
    pub fn cached_pairs(&self) -> (u64, u64) {
        self.pairs.run_pending_tasks();
        (self.pairs.entry_count(), self.pairs.weighted_size())
    }

    /// Serves benchmarks.
    pub fn clear(&self) {
        self.by_id.invalidate_all();
        self.by_code.invalidate_all();
        self.active.invalidate_all();
        self.places.invalidate_all();
        self.pairs.invalidate_all();
    }
}

async fn ids(scope: &mut Scope, filter: Where<RateCard>) -> Result<Arc<[RateCardId]>> {
    let cards: Vec<crate::rate_cards::model::RateCardLine> = scope.all(filter).await?;
    Ok(cards.into_iter().map(|card| card.id).collect())
}

fn hot(rate: &Rate, from: usize, to: usize, is_reciprocal: bool) -> HotRate {
    let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    let minutes =
        |time: NaiveTime| u16::try_from(time.num_seconds_from_midnight() / 60).unwrap_or_default();
    let band = |detail: &crate::rates::routes::RateDetail| HotBand {
        kind: detail.rate_type,
        up_to: detail.up_to.map_or(i64::MAX, ten_thousandths),
        basic: ten_thousandths(detail.basic),
        value: ten_thousandths(detail.value),
    };
    HotRate {
        id: rate.id,
        service: rate.rate_service_id,
        from: place(from),
        to: place(to),
        is_reciprocal,
        method: rate.calculation_method,
        accumulative: rate.accumulative,
        minimum: ten_thousandths(rate.minimum),
        cubic_allowance: rate.cubic_allowance.map(ten_thousandths),
        cut_off: rate
            .cut_off_time
            .as_deref()
            .and_then(|text| NaiveTime::parse_from_str(text, "%H:%M").ok())
            .map(minutes),
        transit_days: rate.transit_time.and_then(|days| u32::try_from(days).ok()),
        effective_date: rate.effective_date,
        expire_date: rate.expire_date,
        bands: rate.rate_details.iter().map(band).collect(),
    }
}
