//! Cached form of a card for pricing.

use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate};
use data::{
    Error, Result, Scope, Where,
    db::Entity,
    ids::{CustomerId, RateCardId},
};
use rust_decimal::{Decimal, prelude::ToPrimitive};

use crate::{
    rate_cards::{
        self,
        model::{RateCard, RateCardKind},
        terms::{LevyCase, LevyWhen, RateTerms},
    },
    rates,
    services::{RateService, RateServiceId},
};

/// Used if a card names none.
pub const DEFAULT_ENGINE: &str = "zone-rates";

/// A card version without zones and rates.
#[derive(Debug, Clone)]
pub struct Tariff {
    pub id: RateCardId,
    pub code: String,
    pub name: String,
    pub version: i64,
    pub kind: RateCardKind,
    pub customer_id: Option<CustomerId>,
    pub currency: String,
    pub effective_date: Option<NaiveDate>,
    pub expire_date: Option<NaiveDate>,
    pub is_active: bool,
    pub terms: RateTerms,
    pub engine: String,
    /// The engine's own format, if the card has no rows.
    pub data: Option<String>,
    /// Active services only.
    pub services: Vec<RateService>,
    /// Raised by every change of contents.
    pub(crate) generation: i64,
}

impl Tariff {
    pub(crate) async fn read(scope: &mut Scope, card: RateCard) -> Result<Self> {
        let generation = rate_cards::store::load_generation(scope, card.id)
            .await?
            .ok_or(Error::NotFound(<RateCard as Entity>::NAME))?;
        let own_form = card.is_own_form;
        let services = match own_form {
            true => Vec::new(),
            false => {
                let of_card = Where::all()
                    .eq(RateService::RATE_CARD_ID, card.id)
                    .eq(RateService::IS_ACTIVE, true);
                scope.all(of_card).await?
            }
        };
        Ok(Self {
            id: card.id,
            code: card.code,
            name: card.name,
            version: card.version,
            kind: card.kind,
            customer_id: card.customer_id,
            currency: card.currency,
            effective_date: card.effective_date,
            expire_date: card.expire_date,
            is_active: card.is_active,
            terms: card.terms,
            engine: if card.engine.is_empty() {
                DEFAULT_ENGINE.to_owned()
            } else {
                card.engine
            },
            data: own_form.then(|| card.data.to_string()),
            services,
            generation,
        })
    }

    pub fn applies(&self, day: NaiveDate) -> bool {
        self.is_active && rates::rules::applies(self.effective_date, self.expire_date, day)
    }

    pub(crate) fn service(&self, id: RateServiceId) -> Option<usize> {
        self.services.iter().position(|service| service.id == id)
    }

    /// Returns ten-thousandths of a per cent.
    pub(crate) fn fuel_percent(&self, day: NaiveDate) -> i64 {
        let current = self
            .terms
            .fuel_levies
            .iter()
            .rfind(|levy| levy.from_date <= day);
        current.map_or(0, |levy| ten_thousandths(levy.percent))
    }

    /// Returns indexes of levies that may apply.
    pub(crate) fn levies(&self, zones: [&[String]; 2]) -> Vec<usize> {
        let is_in = |code: &String| zones.iter().any(|zones| zones.contains(code));
        let may_hold =
            |when: &LevyWhen| when.case != LevyCase::Zone || when.zone.as_ref().is_some_and(is_in);
        let levies = self.terms.levies.iter().enumerate();
        levies
            .filter(|(_, levy)| levy.when.as_ref().is_none_or(may_hold))
            .map(|(at, _)| at)
            .collect()
    }

    /// Returns holidays of the card and tenant in a year from the day.
    pub(crate) fn holidays(
        &self,
        state: Option<&str>,
        from: NaiveDate,
        tenant_holidays: &[NaiveDate],
    ) -> Vec<NaiveDate> {
        let until = from.with_year(from.year() + 1).unwrap_or(NaiveDate::MAX);
        let card_holidays = self.terms.holidays.iter().filter(|holiday| {
            (from..=until).contains(&holiday.date)
                && holiday
                    .state_code
                    .as_deref()
                    .is_none_or(|code| state.is_some_and(|state| state == code))
        });
        let tenant_holidays = tenant_holidays
            .iter()
            .copied()
            .filter(|day| (from..=until).contains(day));
        let days: BTreeSet<NaiveDate> = card_holidays
            .map(|holiday| holiday.date)
            .chain(tenant_holidays)
            .collect();
        days.into_iter().collect()
    }
}

/// Expects at most four decimals; saturates.
pub fn ten_thousandths(number: Decimal) -> i64 {
    (number * Decimal::from(10_000))
        .round()
        .to_i64()
        .unwrap_or(i64::MAX)
}
