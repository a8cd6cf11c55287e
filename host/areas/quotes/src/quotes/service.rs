//! Quote requests: reads before the carrier calls, and pricing of answers.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use carriage::{Consignment, PluginFault, Rate};
use carriers::port::{CarrierCall, CarrierPort, refusal_of_goods};
use chrono::{DateTime, TimeDelta, Utc};
use customers::CustomerInfo;
use data::{
    Error, New, NewRecord, Refusal, Result, Scope, db::Mode, files, ids::CarrierAccountId, message,
};
use pricing::{Promo, TermsRequest, price::PriceLine};
use tokio::sync::oneshot;

use crate::{
    calendar::{self, Window},
    quotes::{
        self,
        model::{
            Answer, CalledAccount, Failure, QuoteAnswers, QuoteAsk, QuoteRequest, QuotedRate,
            RatePromo,
        },
    },
};

const NO_ACCOUNT: Refusal = Refusal::new(3101, "No carrier account may be used for this.");

/// Time after the deadline in which the calling host may record missing answers.
const GRACE_PERIOD: TimeDelta = TimeDelta::seconds(1);

pub(crate) struct AccountCall {
    pub(crate) account: CarrierAccountId,
    pub(crate) call: CarrierCall,
    /// None: all.
    services: Option<Vec<String>>,
    pub(crate) window: Window,
    /// Set if rate cards price it.
    pub(crate) is_manual: bool,
}

impl AccountCall {
    pub(crate) fn into_parts(self) -> (AnsweringAccount, CarrierCall) {
        (
            AnsweringAccount {
                account: self.account,
                carrier: self.call.carrier.clone(),
                services: self.services,
            },
            self.call,
        )
    }
}

pub(crate) struct AnsweringAccount {
    pub(crate) account: CarrierAccountId,
    pub(crate) carrier: String,
    services: Option<Vec<String>>,
}

/// Stores a request, calls all accounts, and returns the token for its answers.
///
/// No database access happens during carrier calls. Pickup counts from `as_of`: now, or the
/// original ready time for repricing.
pub async fn request_quotes(
    scope: Scope,
    mut reading: Scope,
    ask: QuoteAsk,
    payer: Option<CustomerInfo>,
    as_of: DateTime<Utc>,
) -> Result<String> {
    let customer = payer.as_ref().map(|payer| payer.id);
    let timeout = Duration::from_millis(scope.host().config().quote_deadline_ms);
    let until = Instant::now() + timeout;
    let port = scope.port::<dyn CarrierPort>()?;
    // In the caller's languages: only the caller reads these short-lived quotes.
    let names = port.names(scope.tenant, &scope.languages());
    let settings = tenancy::settings(&mut reading).await?;
    let zone = quotes::consignment::zone(&settings.timezone);
    let holidays = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .bookings
        .holidays
        .clone();
    let pickup = calendar::RequestedPickup {
        ready: ask.pickup_ready_time,
        closing: None,
    };
    let mut called = Vec::new();
    let mut account_calls = Vec::new();
    let mut answers = Vec::new();
    let mut accounts = carriers::accounts::list_usable(&mut reading, customer).await?;
    accounts.retain(|account| is_wanted(&ask.filter.carrier_code, &account.carrier_code));
    let mut active = carriers::accounts::active_services(&mut reading, &accounts).await?;
    let calls = carriers::accounts::prepare_calls(&mut reading, &accounts, Some(until)).await?;
    for (account, call) in accounts.into_iter().zip(calls) {
        let name = names
            .get(&account.carrier_code)
            .unwrap_or(&account.carrier_code)
            .clone();
        let refusal = refusal_of_goods(
            &*port,
            scope.tenant,
            &account.carrier_code,
            &name,
            ask.dangerous(),
        );
        called.push(CalledAccount {
            account_id: account.id,
            carrier: account.carrier_code.clone(),
            carrier_name: name,
            account_code: account.code.clone(),
            account_name: account.name.clone(),
            logo: account.public_logo.clone(),
            is_manual: account.use_manual_rates,
        });
        let services = active.remove(&account.id);
        if let Some(refusal) = refusal {
            answers.push(failed(account.id, "dangerous-goods", refusal.to_string()));
            continue;
        }
        match call {
            Ok(mut call) => {
                call.customer = customer.or(call.customer);
                let window = calendar::window_of(&call.settings, pickup, as_of, zone, &holidays);
                account_calls.push(AccountCall {
                    account: account.id,
                    call,
                    services,
                    window,
                    is_manual: account.use_manual_rates,
                });
            }
            Err(error) => {
                tracing::warn!(
                    account = account.id.0,
                    error = error.sentence(),
                    "cannot call an account"
                );
                answers.push(failed(
                    account.id,
                    "account",
                    "The account's settings could not be read.".to_owned(),
                ));
            }
        }
    }
    if called.is_empty() {
        return Err(NO_ACCOUNT.with_message(match customer {
            Some(_) => {
                message!("No active carrier account may be used for this customer. Add one or map one to the customer.")
            }
            None => message!("No carrier account is open to guests here."),
        }));
    }
    let ready = ask.pickup_ready_time.unwrap_or_else(|| scope.now());
    let day = quotes::consignment::local_day(ready, zone);
    let pricing_query = TermsRequest {
        customer: payer.as_ref().map(|payer| (payer.id, payer.customer_type)),
        promo_code: ask.promo_code.as_deref(),
        from_country: &ask.from_address.country_code,
        to_country: &ask.to_address.country_code,
        day,
        today: quotes::consignment::local_day(scope.now(), zone),
    };
    let terms = pricing::load_terms(&mut reading, pricing_query).await?;
    let insurance = crate::quotes::insurance::cover(&reading, &ask, payer.as_ref()).await?;
    let token = files::random_token()?;
    let goods = Consignment::new(
        ask.goods(),
        format!("Q-{}", &token[..16]),
        &settings.base_currency,
        day,
    );
    let requested_services = ask.filter.services.clone();
    let request = New::<QuoteRequest> {
        resource_token: token.clone(),
        customer_id: customer,
        creator_user_id: scope.caller.user(),
        request: ask,
        asked: called,
        insurance,
        deadline: scope.now() + TimeDelta::from_std(timeout).unwrap_or(TimeDelta::MAX),
    }
    .created_at(scope.now());
    drop(reading);
    let fan = crate::quotes::fan_out::FanOut {
        scope: scope.sibling(Mode::Soon),
        request,
        terms,
        requested_services,
        until,
        timeout,
    };
    let (written, is_written) = oneshot::channel();
    // Continues in the background: later answers are polled.
    tokio::spawn(fan.run(port, account_calls, goods, answers, written));
    is_written
        .await
        .map_err(|_| Error::Internal(anyhow::anyhow!("the fan-out task failed")))??;
    Ok(token)
}

fn is_wanted(only: &[String], code: &str) -> bool {
    only.is_empty() || only.iter().any(|name| name.eq_ignore_ascii_case(code))
}

/// Prices the requested rates for the customer, or gives the reason for none.
pub(crate) fn answer(
    from: &AnsweringAccount,
    rates: Result<Vec<Rate>, PluginFault>,
    requested: &[String],
    price: impl Fn(&str, Vec<PriceLine>) -> Vec<PriceLine>,
    promo: Option<&Promo>,
) -> Answer {
    let (account, services) = (from.account, from.services.as_deref());
    let rates = match rates {
        Ok(rates) => rates,
        Err(fault) => {
            if fault.kind.is_plugin_fault() {
                tracing::warn!(account = account.0, %fault, "a carrier's plugin gave no quote");
            }
            let sentence = fault.public_sentence().to_string();
            return failed(account, fault.kind.code(), sentence);
        }
    };
    let rates: Vec<QuotedRate> = rates
        .into_iter()
        .filter(|rate| services.is_none_or(|services| services.contains(&rate.service_code)))
        .filter(|rate| is_wanted(requested, &rate.service_code))
        .map(|rate| {
            let costs = rate.charges.iter().map(PriceLine::from).collect();
            let lines = price(&rate.service_code, costs);
            // A code without a discount is not redeemed.
            let promo = promo.filter(|_| lines.iter().any(|line| !line.discount.is_zero()));
            QuotedRate {
                lines,
                service_code: rate.service_code,
                service_name: rate.service_name,
                transit_days: rate.transit_days,
                cut_off: rate.cut_off,
                carrier_quote: rate.carrier_quote,
                promo: promo.map(|promo| RatePromo {
                    id: promo.id,
                    code: promo.code.clone(),
                }),
            }
        })
        .collect();
    if rates.is_empty() {
        let message =
            "The carrier has no service that is switched on for this consignment.".to_owned();
        return failed(account, "not-served", message);
    }
    Answer {
        account_id: account,
        rates,
        failure: None,
    }
}

pub(crate) fn failed(account: CarrierAccountId, reason: &str, message: String) -> Answer {
    let failure = Some(Failure {
        reason: reason.to_owned(),
        message,
    });
    Answer {
        account_id: account,
        rates: Vec::new(),
        failure,
    }
}

pub(crate) fn timed_out(timeout_ms: u64) -> Failure {
    let seconds = (timeout_ms as f64 / 1000.0 * 10.0).round() / 10.0;
    Failure {
        reason: "timeout".to_owned(),
        message: format!("no answer within {seconds} s"),
    }
}

pub(crate) fn missing_accounts<'a>(
    called: &'a [CalledAccount],
    rows: &[QuoteAnswers],
) -> Vec<&'a CalledAccount> {
    let answered: HashSet<CarrierAccountId> = rows
        .iter()
        .flat_map(|row| &row.answers)
        .map(|answer| answer.account_id)
        .collect();
    called
        .iter()
        .filter(|asked| !answered.contains(&asked.account_id))
        .collect()
}

/// True once no answers can arrive, even if the calling host died.
pub(crate) fn is_past_deadline(deadline: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now > deadline + GRACE_PERIOD
}

#[cfg(test)]
mod tests {
    use carriage::{Charge, FaultKind, wit::Money};
    use chrono::TimeZone;
    use data::{FieldError, ids::QuoteRequestId};

    use super::*;
    use data::message;

    const ACCOUNT: CarrierAccountId = CarrierAccountId(7);

    fn money(minor: i64) -> Money {
        Money {
            minor,
            currency: "AUD".to_owned(),
        }
    }

    fn rate(code: &str) -> Rate {
        Rate {
            service_code: code.to_owned(),
            service_name: code.to_owned(),
            charges: vec![Charge {
                code: "FRT".to_owned(),
                description: "Freight".to_owned(),
                amount: money(1_000),
                tax: money(100),
                additional: false,
            }],
            transit_days: Some(2),
            cut_off: None,
            carrier_quote: None,
        }
    }

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_owned()).collect()
    }

    fn codes(answer: &Answer) -> Vec<&str> {
        answer
            .rates
            .iter()
            .map(|rate| rate.service_code.as_str())
            .collect()
    }

    fn answered(
        rates: Result<Vec<Rate>, PluginFault>,
        services: Option<&[String]>,
        requested: &[String],
    ) -> Answer {
        let from = AnsweringAccount {
            account: ACCOUNT,
            carrier: "c".to_owned(),
            services: services.map(<[String]>::to_vec),
        };
        answer(&from, rates, requested, |_, lines| lines, None)
    }

    #[test]
    fn only_services_that_are_on_and_wanted_are_quoted() {
        let rates = || Ok(vec![rate("ROAD"), rate("AIR"), rate("SEA")]);
        assert_eq!(codes(&answered(rates(), None, &[])), ["ROAD", "AIR", "SEA"]);
        assert_eq!(
            codes(&answered(
                rates(),
                Some(&words(&["ROAD", "AIR"])),
                &words(&["air"])
            )),
            ["AIR"]
        );
        let none = answered(rates(), Some(&words(&["RAIL"])), &[]);
        assert_eq!(
            none.failure.map(|failure| failure.reason),
            Some("not-served".to_owned())
        );
        assert_eq!(
            answered(Ok(vec![rate("ROAD")]), Some(&[]), &[])
                .failure
                .unwrap()
                .reason,
            "not-served"
        );
    }

    #[test]
    fn a_fault_is_told_with_the_fields_it_names() {
        let kind = FaultKind::InvalidInput(vec![FieldError::new(
            "pieces[0].weight",
            message!("must be at most 22 kg"),
        )]);
        let fault = PluginFault::new(kind, message!("The parcel is not accepted."));
        let failure = answered(Err(fault), None, &[]).failure.unwrap();
        assert_eq!(failure.reason, "invalid-input");
        assert_eq!(failure.message, "Pieces 1, weight: must be at most 22 kg");
        assert_eq!(timed_out(2500).message, "no answer within 2.5 s");
        assert_eq!(timed_out(10_000).message, "no answer within 10 s");
    }

    #[test]
    fn a_request_is_over_after_its_deadline() {
        let asked = |id: i64| CalledAccount {
            account_id: CarrierAccountId(id),
            carrier: "c".to_owned(),
            carrier_name: "C".to_owned(),
            account_code: "C".to_owned(),
            account_name: "C".to_owned(),
            logo: None,
            is_manual: false,
        };
        let deadline = Utc.with_ymd_and_hms(2026, 3, 4, 5, 6, 7).unwrap();
        let row = QuoteAnswers {
            id: 1,
            row_version: 1,
            quote_request_id: QuoteRequestId(1),
            answers: vec![failed(ACCOUNT, "x", "y".to_owned())],
            creation_time: deadline,
        };
        let remaining: Vec<i64> = missing_accounts(&[asked(7), asked(8)], &[row])
            .iter()
            .map(|asked| asked.account_id.0)
            .collect();
        assert_eq!(remaining, [8]);
        assert!(
            !is_past_deadline(deadline, deadline),
            "who asked has a moment to write it down"
        );
        assert!(is_past_deadline(
            deadline,
            deadline + GRACE_PERIOD + TimeDelta::milliseconds(1)
        ));
    }
}
