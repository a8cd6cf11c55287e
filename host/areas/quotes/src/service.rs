//! Asking for quotes: what is looked up before the accounts are asked, and what is made of their answers.

mod fan;
mod insurance;
mod manual;
pub mod sweep;

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use carriers::port::{CarrierCall, CarrierFault, CarrierPort, Charge, FaultKind, Rate};
use chrono::{DateTime, TimeDelta, Utc};
use customers::CustomerInfo;
use kernel::{
    Error, Refusal, Result, Scope,
    db::Mode,
    files,
    ids::{CarrierAccountId, QuoteRequestId},
    message,
};
use pricing::{Promo, Wanted};
use tokio::sync::oneshot;

use crate::{
    model::{Answer, Asked, Failure, QuoteAnswers, QuoteAsk, QuoteRequest, QuotedRate, RatePromo},
    rules::{calendar, calendar::Window, consignment, price::PriceLine},
};

const NOBODY: Refusal = Refusal::new(3101, "No carrier account may be used for this.");

/// How long after the deadline the asking host may still be writing down who did not answer.
const GRACE: TimeDelta = TimeDelta::seconds(1);

/// One account that is about to be asked.
struct Ask {
    account: CarrierAccountId,
    call: CarrierCall,
    /// The services that are switched on; none: all.
    services: Option<Vec<String>>,
    /// When its carrier can come for the goods.
    window: Window,
    /// It is priced by rate cards, and its carrier is not asked.
    is_manual: bool,
}

impl Ask {
    /// Whose answer it will be, and the call that is made for it.
    fn parts(self) -> (Answering, CarrierCall) {
        (
            Answering {
                account: self.account,
                carrier: self.call.carrier.clone(),
                services: self.services,
            },
            self.call,
        )
    }
}

/// Whose answer it is.
struct Answering {
    account: CarrierAccountId,
    carrier: String,
    services: Option<Vec<String>>,
}

/// Writes the question down, sends it to all accounts, and gives the token to ask for the answers with.
///
/// What is looked up is read through `reading`; nothing is read or written while the carriers are asked.
/// Carriers come from `as_of` on: now, or when goods that are priced once more were ready.
pub async fn request_quotes(
    scope: Scope,
    mut reading: Scope,
    ask: QuoteAsk,
    payer: Option<CustomerInfo>,
    as_of: DateTime<Utc>,
) -> Result<String> {
    let customer = payer.as_ref().map(|payer| payer.id);
    let patience = Duration::from_millis(scope.host().config().quote_deadline_ms);
    let until = Instant::now() + patience;
    let port = scope.port::<dyn CarrierPort>()?;
    // Prices are read by whoever asks for them, and forgotten.
    let names = port.names(scope.tenant, &scope.languages());
    let settings = tenancy::settings(&mut reading).await?;
    let zone = consignment::zone(&settings.timezone);
    let holidays = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .bookings
        .holidays
        .clone();
    let pickup = calendar::Wanted {
        ready: ask.pickup_ready_time,
        closing: None,
    };
    let mut asked = Vec::new();
    let mut asks = Vec::new();
    let mut answers = Vec::new();
    let mut accounts = carriers::accounts::usable(&mut reading, customer).await?;
    accounts.retain(|account| is_wanted(&ask.filter.carrier_code, &account.carrier_code));
    let mut active = carriers::accounts::active_services(&mut reading, &accounts).await?;
    let calls = carriers::accounts::calls(&mut reading, &accounts, Some(until)).await?;
    for (account, call) in accounts.into_iter().zip(calls) {
        let name = names
            .get(&account.carrier_code)
            .unwrap_or(&account.carrier_code)
            .clone();
        asked.push(Asked {
            account_id: account.id,
            carrier: account.carrier_code.clone(),
            carrier_name: name,
            account_code: account.code.clone(),
            account_name: account.name.clone(),
            logo: account.public_logo.clone(),
            is_manual: account.use_manual_rates,
        });
        let services = active.remove(&account.id);
        match call {
            Ok(mut call) => {
                call.customer = customer.or(call.customer);
                let window = calendar::window_of(&call.settings, pickup, as_of, zone, &holidays);
                asks.push(Ask {
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
                    "an account could not be asked"
                );
                answers.push(failed(
                    account.id,
                    "account",
                    "The account's settings could not be read.".to_owned(),
                ));
            }
        }
    }
    if asked.is_empty() {
        return Err(NOBODY.because(match customer {
            Some(_) => {
                message!("No active carrier account may be used for this customer. Add one or map one to the customer.")
            }
            None => message!("No carrier account is open to guests here."),
        }));
    }
    let ready = ask.pickup_ready_time.unwrap_or_else(|| scope.now());
    let day = consignment::local_day(ready, zone);
    let wanted = Wanted {
        customer: payer.as_ref().map(|payer| (payer.id, payer.customer_type)),
        promo_code: ask.promo_code.as_deref(),
        from_country: &ask.from_address.country_code,
        to_country: &ask.to_address.country_code,
        day,
        today: consignment::local_day(scope.now(), zone),
    };
    let terms = pricing::terms(&mut reading, wanted).await?;
    let insurance = insurance::cover(&reading, &ask, payer.as_ref()).await?;
    let token = files::random_token()?;
    let goods = consignment::of_ask(
        &ask,
        format!("Q-{}", &token[..16]),
        &settings.base_currency,
        day,
    );
    let wanted = ask.filter.services.clone();
    let request = QuoteRequest {
        id: QuoteRequestId::default(),
        row_version: 0,
        resource_token: token.clone(),
        customer_id: customer,
        creator_user_id: scope.caller.user(),
        request: ask,
        asked,
        insurance,
        deadline: scope.now() + TimeDelta::from_std(patience).unwrap_or(TimeDelta::MAX),
        creation_time: scope.now(),
    };
    drop(reading);
    let fan = fan::Fan {
        scope: scope.sibling(Mode::Soon),
        request,
        terms,
        wanted,
        until,
        patience,
    };
    let (written, is_written) = oneshot::channel();
    // It goes on by itself: later answers are waited for by those who collect them.
    tokio::spawn(fan.out(port, asks, goods, answers, written));
    is_written.await.map_err(|_| {
        Error::Internal(anyhow::anyhow!("the task that asks the carriers broke off"))
    })??;
    Ok(token)
}

fn is_wanted(only: &[String], code: &str) -> bool {
    only.is_empty() || only.iter().any(|wanted| wanted.eq_ignore_ascii_case(code))
}

/// An account's answer: its rates that are wanted, priced for the customer, or why there are none.
fn answer(
    from: &Answering,
    rates: Result<Vec<Rate>, CarrierFault>,
    wanted: &[String],
    price: impl Fn(&str, &[Charge]) -> Vec<PriceLine>,
    promo: Option<&Promo>,
) -> Answer {
    let (account, services) = (from.account, from.services.as_deref());
    let rates = match rates {
        Ok(rates) => rates,
        Err(fault) => return failed(account, fault.word(), sentence(&fault)),
    };
    let rates: Vec<QuotedRate> = rates
        .into_iter()
        .filter(|rate| services.is_none_or(|services| services.contains(&rate.service_code)))
        .filter(|rate| is_wanted(wanted, &rate.service_code))
        .map(|rate| {
            let lines = price(&rate.service_code, &rate.charges);
            // A code that takes nothing off is not spent.
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

fn failed(account: CarrierAccountId, reason: &str, message: String) -> Answer {
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

/// The carrier's words, with the fields it names.
pub(crate) fn sentence(fault: &CarrierFault) -> String {
    match &fault.kind {
        FaultKind::Invalid(fields) if !fields.is_empty() => fields
            .iter()
            .map(|field| format!("{}: {}", field.member, field.message))
            .collect::<Vec<_>>()
            .join("; "),
        _ => fault.message.clone(),
    }
}

/// What is said of an account that did not answer in time.
pub(crate) fn too_late(patience_ms: u64) -> Failure {
    let seconds = (patience_ms as f64 / 1000.0 * 10.0).round() / 10.0;
    Failure {
        reason: "timeout".to_owned(),
        message: format!("no answer within {seconds} s"),
    }
}

/// The accounts that were asked and have no answer among the rows.
pub(crate) fn missing<'a>(asked: &'a [Asked], rows: &[QuoteAnswers]) -> Vec<&'a Asked> {
    let answered: HashSet<CarrierAccountId> = rows
        .iter()
        .flat_map(|row| &row.answers)
        .map(|answer| answer.account_id)
        .collect();
    asked
        .iter()
        .filter(|asked| !answered.contains(&asked.account_id))
        .collect()
}

/// Whether nobody waits for answers any more, even if the host that asked has died.
pub(crate) fn is_over(deadline: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now > deadline + GRACE
}

#[cfg(test)]
mod tests {
    use carriers::port::Charge;
    use chrono::TimeZone;
    use kernel::FieldError;
    use rust_decimal::Decimal;

    use super::*;
    use crate::rules::price;
    use kernel::message;

    const ACCOUNT: CarrierAccountId = CarrierAccountId(7);

    fn rate(code: &str) -> Rate {
        Rate {
            service_code: code.to_owned(),
            service_name: code.to_owned(),
            charges: vec![Charge {
                code: "FRT".to_owned(),
                description: "Freight".to_owned(),
                amount: Decimal::TEN,
                tax: Decimal::ONE,
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
        rates: Result<Vec<Rate>, CarrierFault>,
        services: Option<&[String]>,
        wanted: &[String],
    ) -> Answer {
        let from = Answering {
            account: ACCOUNT,
            carrier: "c".to_owned(),
            services: services.map(<[String]>::to_vec),
        };
        answer(
            &from,
            rates,
            wanted,
            |_, charges| price::at_cost(charges, "AUD"),
            None,
        )
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
        let kind = FaultKind::Invalid(vec![FieldError::new(
            "pieces[0].weight",
            message!("must be at most 22 kg"),
        )]);
        let fault = CarrierFault {
            kind,
            message: "The parcel is not accepted.".to_owned(),
        };
        let failure = answered(Err(fault), None, &[]).failure.unwrap();
        assert_eq!(failure.reason, "invalid-input");
        assert_eq!(failure.message, "pieces[0].weight: must be at most 22 kg");
        assert_eq!(too_late(2500).message, "no answer within 2.5 s");
        assert_eq!(too_late(10_000).message, "no answer within 10 s");
    }

    #[test]
    fn a_request_is_over_after_its_deadline() {
        let asked = |id: i64| Asked {
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
        let left: Vec<i64> = missing(&[asked(7), asked(8)], &[row])
            .iter()
            .map(|asked| asked.account_id.0)
            .collect();
        assert_eq!(left, [8]);
        assert!(
            !is_over(deadline, deadline),
            "who asked has a moment to write it down"
        );
        assert!(is_over(
            deadline,
            deadline + GRACE + TimeDelta::milliseconds(1)
        ));
    }
}
