//! Rate engine port, implemented by plugins, and rate card prices for carrier plugins.

use std::{sync::Arc, time::Instant};

use carriage::{Charge, PluginFault, goods::chargeable_kilograms};
use chrono::NaiveDate;
use data::{
    Result, Scope,
    ids::{BookingId, TenantId},
    message,
};
use engine::{Ability, AccountGrant, CallContext, Engine, Priced, RateCard, SettingsGrant, wit};
use futures_util::future::BoxFuture;
use rates::{
    CalculationMethod, ItemsPriced, LevyCase, Place, RateType, RoundingMode,
    price::{
        self,
        cache::HotBand,
        port::{
            BookedGoods, BookingFilter, BookingSource, EngineInfo, LaneAnswer, LanePrice, LaneRate,
            PricedGoods, PricedLane, RateEngines,
        },
        tariff::{Tariff, ten_thousandths},
    },
};
use rust_decimal::Decimal;

use super::{carrier::measures, reach::Unreachable, services::Services};

pub struct PluginRateEngines {
    engine: Engine,
    services: Arc<Services>,
}

impl PluginRateEngines {
    pub fn new(engine: Engine, services: Arc<Services>) -> Self {
        Self { engine, services }
    }
}

impl RateEngines for PluginRateEngines {
    fn engines(&self, tenant: TenantId) -> Vec<EngineInfo> {
        let plugins = self.engine.plugins();
        let pricing = plugins
            .iter()
            .filter(|plugin| plugin.rate_engine().is_some() && plugin.has(Ability::LanePricing));
        let engines =
            pricing.filter(|plugin| self.engine.plugin_for(plugin.id(), tenant.0).is_ok());
        engines
            .map(|plugin| EngineInfo {
                id: plugin.id().to_owned(),
                name: plugin.manifest().name.clone(),
            })
            .collect()
    }

    fn price(
        &self,
        tenant: TenantId,
        engine: &str,
        lane: Arc<PricedLane>,
        goods: Arc<PricedGoods>,
        until: Instant,
    ) -> BoxFuture<'static, Result<LaneAnswer, PluginFault>> {
        let (services, id) = (self.services.clone(), engine.to_owned());
        Box::pin(async move {
            let plugin = services
                .reach(tenant.0, &id)
                .await
                .map_err(|why| match why {
                    Unreachable::Missing => {
                        PluginFault::missing(message!("it is not installed ({id})", id = id))
                    }
                    Unreachable::Refused(fault) => fault,
                })?;
            let pricing = plugin
                .rate_engine()
                .ok_or_else(|| PluginFault::missing(message!("{id} is no rate engine", id = id)))?;
            let host = services
                .host
                .get()
                .ok_or_else(|| PluginFault::missing(message!("The host is starting.")))?;
            let mut context = CallContext {
                tenant: tenant.0,
                timezone: chrono_tz::UTC,
                now: host.clock().now(),
                account: AccountGrant::none(),
                settings: SettingsGrant::default(),
                limits: Arc::default(),
                granted_hosts: Vec::new(),
                deadline: Some(until),
                measures: measures(&goods.pieces),
                caller: None,
                host: services.clone(),
            };
            services
                .add_settings(&mut context, plugin.id(), None)
                .await?;
            let answered = pricing
                .price_lane(context, self::lane(&lane), request(&goods))
                .await?;
            answered
                .map(|answered| answer(answered, &lane, &goods))
                .ok_or_else(|| {
                    PluginFault::missing(message!("{id} prices no rates that are rows", id = id))
                })
        })
    }
}

pub struct RepricingBookings;

impl BookingSource for RepricingBookings {
    fn count<'a>(&'a self, scope: &'a mut Scope, of: BookingFilter) -> BoxFuture<'a, Result<i64>> {
        Box::pin(bookings::count_charged(
            scope,
            (of.from, of.to),
            of.customer,
        ))
    }

    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        of: BookingFilter,
        after: BookingId,
        most: i64,
    ) -> BoxFuture<'a, Result<Vec<BookedGoods>>> {
        Box::pin(async move {
            let page =
                bookings::load_charged(scope, (of.from, of.to), of.customer, after, most).await?;
            Ok(page.into_iter().map(to_goods).collect())
        })
    }
}

fn to_goods(booking: bookings::BookedConsignment) -> BookedGoods {
    let (pieces, options, ready) = (booking.pieces(), booking.options(), booking.ready_time());
    let (sold, cost) = (booking.sold(), booking.cost());
    let (customer, route) = (booking.payer, booking.route);
    BookedGoods {
        id: booking.id,
        booking_date: booking.booking_date,
        code: booking
            .consignment
            .consignment_id
            .unwrap_or_else(|| booking.id.to_string()),
        customer_id: customer.customer_id,
        customer_name: customer
            .company_name
            .or(customer.customer_name)
            .unwrap_or(customer.customer_code),
        from: Place::from(&route.from_address),
        to: Place::from(&route.to_address),
        residential: route.to_address.is_residential(),
        pieces,
        options,
        ready,
        service_code: booking.service.carrier_service_code.unwrap_or_default(),
        sold,
        cost,
    }
}

/// Prices a carrier plugin's request on the tenant's rate card of this code.
pub async fn price_on_card(
    scope: &mut Scope,
    code: &str,
    request: &wit::PriceRequest,
) -> Result<Option<RateCard>> {
    let day = match request.date.parse::<NaiveDate>() {
        Ok(day) => day,
        Err(_) => rates::today_of(scope).await?,
    };
    let Some(tariff) = price::tariff_of_code(scope, code, day).await? else {
        return Ok(None);
    };
    let engine = tariff.engine.clone();
    let card = |priced: Priced| Ok(Some(RateCard { engine, priced }));
    if let Some(data) = &tariff.data {
        return card(Priced::Card(data.clone()));
    }
    if tariff.currency != request.currency {
        let message = format!(
            "The rate card {code} is in {}, not in {}.",
            tariff.currency, request.currency
        );
        return card(Priced::Nothing(message));
    }
    let (from, to) = (place(&request.from), place(&request.to));
    let selection = price::select_lane(scope, &tariff, &from, &to, day, &request.services).await?;
    let selected = match selection {
        Ok(lane) if lane.rates.is_empty() => {
            let (from, to) = (&lane.from_zones[0], &lane.to_zones[0]);
            return card(Priced::Nothing(format!(
                "The rate card {code} has no rate from {from} to {to} on {day}."
            )));
        }
        Ok(lane) => lane,
        Err(words) => return card(Priced::Nothing(words)),
    };
    let way = price::estimate_way(scope, &selected, &from, &to, (None, None)).await?;
    let request = wit::LaneRequest {
        items: request.items.clone(),
        date: day.to_string(),
        ready: None,
        residential: request.to.residential || has_option(&request.options, RESIDENTIAL),
        options: request.options.clone(),
        distance_m: way.map(|way| way.metres),
        duration_minutes: way.map(|way| way.minutes),
        waiting_minutes: 0,
        explain: false,
    };
    card(Priced::Lane(Box::new((lane(&selected), request))))
}

/// Option that marks a residential delivery regardless of the address.
const RESIDENTIAL: &str = "residential";

fn has_option(options: &[String], option: &str) -> bool {
    options.iter().any(|asked| asked == option)
}

fn place(address: &wit::Address) -> Place {
    Place::from_parts(
        &address.country_code,
        address.state.as_deref(),
        &address.postcode,
        &address.suburb,
    )
}

fn lane(lane: &PricedLane) -> wit::Lane {
    let tariff = &*lane.tariff;
    let terms = &tariff.terms;
    let service = |at: &usize| {
        let service = &tariff.services[*at];
        wit::LaneService {
            code: service.code.clone(),
            name: service.name.clone(),
            is_additional: service.is_additional,
            min_unit: service.min_unit.map_or(0, ten_thousandths),
        }
    };
    let days = |days: &[NaiveDate]| days.iter().map(NaiveDate::to_string).collect();
    wit::Lane {
        card: tariff.code.clone(),
        currency: tariff.currency.clone(),
        cubic_allowance: ten_thousandths(terms.cubic_allowance),
        items_priced: match terms.items_priced {
            ItemsPriced::Together => wit::ItemsPriced::Together,
            ItemsPriced::Each => wit::ItemsPriced::Each,
        },
        rounding: terms.rounding.map(|rounding| wit::Rounding {
            step: ten_thousandths(rounding.step),
            mode: match rounding.mode {
                RoundingMode::Up => wit::RoundingMode::Up,
                RoundingMode::Nearest => wit::RoundingMode::Nearest,
            },
        }),
        levies_compound: terms.levies_compound,
        fuel_percent: lane.fuel_percent,
        waiting: terms.waiting.map(|waiting| wit::Waiting {
            free_minutes: minutes(waiting.free_minutes),
            step_minutes: minutes(waiting.step_minutes),
            price_per_step: ten_thousandths(waiting.price_per_step),
        }),
        services: lane.services.iter().map(service).collect(),
        rates: lane
            .rates
            .iter()
            .filter_map(|one| rate(lane, one))
            .collect(),
        levies: lane.levies.iter().map(|at| levy(tariff, *at)).collect(),
        from_holidays: days(&lane.from_holidays),
        to_holidays: days(&lane.to_holidays),
    }
}

fn minutes(minutes: i64) -> u32 {
    u32::try_from(minutes).unwrap_or_default()
}

fn rate(lane: &PricedLane, one: &LaneRate) -> Option<wit::LaneRate> {
    let rate = one.get();
    let band = |band: &HotBand| wit::Band {
        kind: match band.kind {
            RateType::Basic => wit::BandKind::Basic,
            RateType::Break => wit::BandKind::Break,
            RateType::Flat => wit::BandKind::Flat,
        },
        up_to: band.up_to(),
        basic: band.basic,
        value: band.value,
    };
    Some(wit::LaneRate {
        service: u32::try_from(one.service).ok()?,
        from_zone: lane.from_zones.get(usize::from(rate.from))?.clone(),
        to_zone: lane.to_zones.get(usize::from(rate.to))?.clone(),
        is_reciprocal: rate.is_reciprocal,
        calculation_method: match rate.method {
            CalculationMethod::Flat => wit::Method::Flat,
            CalculationMethod::PerKg => wit::Method::PerKg,
            CalculationMethod::PerItem => wit::Method::PerItem,
            CalculationMethod::PerPallet => wit::Method::PerPallet,
            CalculationMethod::PerCubicMetre => wit::Method::PerCubicMetre,
            CalculationMethod::PerKm => wit::Method::PerKm,
            CalculationMethod::PerHour => wit::Method::PerHour,
            CalculationMethod::Unknown => return None,
        },
        accumulative: rate.accumulative,
        minimum: rate.minimum,
        cubic_allowance: rate.cubic_allowance,
        cut_off: rate.cut_off,
        transit_days: rate.transit_days,
        bands: rate.bands.iter().map(band).collect(),
    })
}

fn levy(tariff: &Tariff, at: usize) -> wit::Levy {
    let levy = &tariff.terms.levies[at];
    let when = match &levy.when {
        None => wit::LevyCase::Always,
        Some(when) => match when.case {
            // Levies of other zones are left out.
            LevyCase::Zone => wit::LevyCase::Always,
            LevyCase::Option => wit::LevyCase::AskedFor(when.option.clone().unwrap_or_default()),
            LevyCase::OverLength => wit::LevyCase::OverLength(
                when.length_mm
                    .and_then(|mm| mm.try_into().ok())
                    .unwrap_or(u32::MAX),
            ),
            LevyCase::OverWeight => wit::LevyCase::OverWeight(
                when.weight_g
                    .and_then(|grams| grams.try_into().ok())
                    .unwrap_or(u64::MAX),
            ),
            LevyCase::DangerousGoods => wit::LevyCase::DangerousGoods,
            LevyCase::Residential => wit::LevyCase::Residential,
        },
    };
    wit::Levy {
        code: levy.code.clone(),
        name: levy.name.clone(),
        when,
        amount: levy.amount.map_or(0, ten_thousandths),
        amount_per_item: levy.amount_per_item.map_or(0, ten_thousandths),
        percent: levy.percent.map_or(0, ten_thousandths),
    }
}

fn request(goods: &PricedGoods) -> wit::LaneRequest {
    wit::LaneRequest {
        items: goods.pieces.iter().cloned().map(wit::Item::from).collect(),
        date: goods.day.to_string(),
        ready: goods.ready,
        residential: goods.residential || has_option(&goods.options, RESIDENTIAL),
        options: goods.options.clone(),
        distance_m: goods.distance_m,
        duration_minutes: goods.duration_minutes,
        waiting_minutes: goods.waiting_minutes,
        explain: goods.explain,
    }
}

/// As stored in bookings. Engines round to whole grams; a different weight is the engine's own.
fn chargeable_weight(price: &wit::LanePrice, lane: &PricedLane, goods: &PricedGoods) -> Decimal {
    let grams = Decimal::new(
        i64::try_from(price.chargeable_weight_g).unwrap_or(i64::MAX),
        3,
    );
    let rate = price
        .rates
        .first()
        .and_then(|at| lane.rates.get(usize::try_from(*at).ok()?));
    let allowance = rate
        .and_then(|rate| rate.get().cubic_allowance)
        .map(|allowance| Decimal::new(allowance, 4));
    let exact = chargeable_kilograms(
        &goods.pieces,
        allowance.unwrap_or(lane.tariff.terms.cubic_allowance),
    );
    if (exact - grams).abs() <= Decimal::new(1, 3) {
        exact
    } else {
        grams
    }
}

fn answer(answer: wit::LaneAnswer, lane: &PricedLane, goods: &PricedGoods) -> LaneAnswer {
    let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let day = |day: Option<String>| day.and_then(|day| day.parse().ok());
    let price = |price: wit::LanePrice| LanePrice {
        chargeable_weight: chargeable_weight(&price, lane, goods),
        service: place(price.service),
        rates: price.rates.into_iter().map(place).collect(),
        lines: price
            .lines
            .into_iter()
            .enumerate()
            .map(|(at, line)| Charge {
                code: line.code,
                description: line.description,
                amount: wit::Money {
                    minor: line.minor,
                    currency: lane.tariff.currency.clone(),
                },
                tax: wit::Money::zero(&lane.tariff.currency),
                additional: at > 0,
            })
            .collect(),
        transit_days: price.transit_days,
        dispatch_date: day(price.dispatch_date),
        delivery_date: day(price.delivery_date),
        explanation: price.explanation,
    };
    LaneAnswer {
        prices: answer.prices.into_iter().map(price).collect(),
        refused: answer
            .refused
            .into_iter()
            .map(|no| (place(no.service), no.reason))
            .collect(),
    }
}
