//! Quote requests, and their form for engines.

use std::{collections::BTreeMap, sync::Arc};

use carriage::{
    address::Address,
    goods::{self, Item, options_on, to_pieces},
    quantity::{Distance, DistanceUnit, Duration, TimeUnit},
};
use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;
use data::{
    Error, FieldError, Result, Scope,
    ids::{CustomerId, RateCardId},
    message,
};
use rust_decimal::{Decimal, prelude::ToPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{lanes::Place, price::port::PricedGoods, rate_cards::model::RateCardKind};

const MAX_SERVICES: usize = 100;
/// The Earth's circumference.
const MAX_KM: i64 = 40_000;
const MAX_MINUTES: i64 = 60 * 24 * 30;

/// A consignment to quote.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RateQuoteAsk")]
pub(crate) struct Ask {
    /// Uses post code, suburb, country and the residential flag.
    #[wire(null)]
    pub from_address: Address,
    #[wire(null)]
    pub to_address: Address,
    pub items: Vec<Item>,
    /// Only this card, regardless of its dates. Default: all valid ones.
    pub rate_card_id: Option<RateCardId>,
    /// Default: sale cards.
    pub kind: RateCardKind,
    /// Customer whose exclusive cards take precedence.
    pub customer_id: Option<CustomerId>,
    /// Service codes; empty: all.
    pub services: Vec<String>,
    /// `{"tail-lift": "true"}`, and codes of additional services.
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    #[wire(null)]
    pub is_dangerous_good: bool,
    /// Time the goods are ready. Default: now.
    pub pickup_ready_time: Option<DateTime<Utc>>,
    /// Road distance, for rates per kilometre.
    pub distance_km: Option<Decimal>,
    /// Driving time, for rates per hour.
    pub duration_minutes: Option<i64>,
    /// Same as `distanceKm`; zero: unknown.
    pub total_distance: Option<Distance>,
    /// Same as `durationMinutes`; zero: unknown.
    pub total_time: Option<Duration>,
    #[wire(null)]
    pub waiting_minutes: i64,
    /// Adds an explanation to each price.
    #[wire(null)]
    pub explain: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            from_address: Address::default(),
            to_address: Address::default(),
            items: Vec::new(),
            rate_card_id: None,
            kind: RateCardKind::Sale,
            customer_id: None,
            services: Vec::new(),
            pickup_options: BTreeMap::new(),
            delivery_options: BTreeMap::new(),
            is_dangerous_good: false,
            pickup_ready_time: None,
            distance_km: None,
            duration_minutes: None,
            total_distance: None,
            total_time: None,
            waiting_minutes: 0,
            explain: false,
        }
    }
}

impl Ask {
    pub fn set_default_country(&mut self, country: &str) {
        for address in [&mut self.from_address, &mut self.to_address] {
            *address = std::mem::take(address).normalized_in(country);
        }
    }

    /// Field paths start with `before`.
    pub fn check(&self, before: &str) -> Result<()> {
        let mut errors = self.from_address.check("fromAddress");
        errors.extend(self.to_address.check("toAddress"));
        errors.extend(goods::check_items(&self.items, "items"));
        errors.extend(goods::check_options(
            self.pickup_options.iter(),
            "pickupOptions",
        ));
        errors.extend(goods::check_options(
            self.delivery_options.iter(),
            "deliveryOptions",
        ));
        errors.extend(
            data::text_enum::check(self.kind)
                .err()
                .map(|unknown| FieldError::new("kind", unknown)),
        );
        if self.services.len() > MAX_SERVICES {
            errors.push(FieldError::new(
                "services",
                message!("must be at most {max}", max = MAX_SERVICES),
            ));
        }
        if self
            .distance_km
            .is_some_and(|km| km.is_sign_negative() || km > Decimal::from(MAX_KM))
        {
            errors.push(FieldError::new(
                "distanceKm",
                message!("must be from 0 to {max} km", max = MAX_KM),
            ));
        }
        let ways = self
            .total_distance
            .map(|way| way.check_or_zero("totalDistance"));
        let times = self.total_time.map(|time| time.check_or_zero("totalTime"));
        errors.extend([ways, times].into_iter().flatten().filter_map(Result::err));
        errors.extend(check_equal(
            "totalDistance",
            "distanceKm",
            self.total_km(),
            self.distance_km,
        ));
        let minutes = self.duration_minutes.map(Decimal::from);
        errors.extend(check_equal(
            "totalTime",
            "durationMinutes",
            self.total_minutes(),
            minutes,
        ));
        for (name, minutes) in [
            ("durationMinutes", self.duration_minutes.unwrap_or(0)),
            ("waitingMinutes", self.waiting_minutes),
        ] {
            if !(0..=MAX_MINUTES).contains(&minutes) {
                errors.push(FieldError::new(
                    name,
                    message!("must be from 0 to {max} minutes", max = MAX_MINUTES),
                ));
            }
        }
        let errors: Vec<FieldError> = errors
            .into_iter()
            .map(|error| error.with_prefix(before))
            .collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(errors))
        }
    }

    /// Rejects an invisible customer as not found.
    pub async fn check_customer(&self, scope: &mut Scope) -> Result<()> {
        if let Some(customer) = self.customer_id {
            customers::find(scope, customer).await?;
        }
        Ok(())
    }

    pub fn places(&self) -> (Place, Place) {
        (
            Place::from(&self.from_address),
            Place::from(&self.to_address),
        )
    }

    fn total_km(&self) -> Option<Decimal> {
        self.total_distance
            .map(|way| way.to(DistanceUnit::Km).value)
            .filter(|km| !km.is_zero())
    }

    fn total_minutes(&self) -> Option<Decimal> {
        self.total_time
            .map(|time| time.to(TimeUnit::Min).value)
            .filter(|minutes| !minutes.is_zero())
    }

    pub fn goods(&self, now: DateTime<Utc>, zone: Tz) -> Arc<PricedGoods> {
        let ready = self.pickup_ready_time.unwrap_or(now).with_timezone(&zone);
        let km = self.total_km().or(self.distance_km);
        let minutes = self
            .total_minutes()
            .or(self.duration_minutes.map(Decimal::from));
        Arc::new(PricedGoods {
            pieces: to_pieces(&self.items, self.is_dangerous_good),
            day: ready.date_naive(),
            ready: u16::try_from(ready.hour() * 60 + ready.minute()).ok(),
            residential: self.to_address.is_residential(),
            options: options_on(&self.pickup_options, &self.delivery_options),
            distance_m: km.and_then(|km| (km * Decimal::from(1_000)).round().to_u64()),
            duration_minutes: minutes.and_then(|minutes| minutes.ceil().to_u32()),
            waiting_minutes: u32::try_from(self.waiting_minutes).unwrap_or_default(),
            explain: self.explain,
        })
    }
}

fn check_equal(
    member: &str,
    other: &str,
    value: Option<Decimal>,
    other_value: Option<Decimal>,
) -> Option<FieldError> {
    let differs = value
        .zip(other_value)
        .is_some_and(|(value, other)| value != other);
    differs.then(|| {
        FieldError::new(
            member,
            message!(
                "is not the same as {other}: send one of them",
                other = other
            ),
        )
    })
}
