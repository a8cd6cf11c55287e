//! Calls all accounts concurrently; prices and stores answers as they arrive.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::{Consignment, PluginFault, Rate};
use carriers::port::CarrierPort;
use chrono::NaiveDate;
use data::{
    Result, Scope,
    db::Mode,
    ids::{CarrierAccountId, CustomerId},
};
use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream::FuturesUnordered};
use pricing::Terms;
use tokio::sync::oneshot;

use crate::quotes::model::{Answer, QuoteRequest};
use crate::quotes::{
    self,
    service::{AccountCall, AnsweringAccount, answer, failed, timed_out},
};

/// Time for answers to store together with the request; the caller waits for it.
const FIRST_WRITE_DELAY: Duration = Duration::from_millis(50);
/// Later answers within this time share a transaction.
const BATCH_DELAY: Duration = Duration::from_millis(3);

pub(crate) struct FanOut {
    pub scope: Scope,
    pub request: QuoteRequest,
    pub terms: Terms,
    /// Empty: all.
    pub requested_services: Vec<String>,
    pub until: Instant,
    pub timeout: Duration,
}

type AccountResult = (AnsweringAccount, Result<Vec<Rate>, PluginFault>);

impl FanOut {
    /// Calls all accounts. `written` fires once the request is stored, together with
    /// `early_answers` and those of carriers that price locally.
    pub async fn run(
        mut self,
        port: Arc<dyn CarrierPort>,
        calls: Vec<AccountCall>,
        goods: Consignment,
        early_answers: Vec<Answer>,
        written: oneshot::Sender<Result<()>>,
    ) {
        let mut open: HashSet<CarrierAccountId> = calls.iter().map(|ask| ask.account).collect();
        let mut running: FuturesUnordered<_> = group_calls(&*port, calls)
            .into_iter()
            .map(|asks| self.call_group(&*port, asks, goods.clone()))
            .collect();
        let first = collect_until(
            &mut running,
            self.until.min(Instant::now() + FIRST_WRITE_DELAY),
        )
        .await;
        let mut answers = early_answers;
        answers.extend(self.price_results(first, &mut open));
        let mut results = Vec::new();
        let begin =
            quotes::store::begin(&mut self.scope, &mut self.request, answers, open.is_empty());
        let stored = run_alongside(&mut running, &mut results, begin).await;
        let is_written = stored.is_ok();
        // The caller may have disconnected; the answers remain available.
        let _ = written.send(stored);
        if !is_written {
            return;
        }
        let deadline = tokio::time::sleep_until(self.until.into());
        tokio::pin!(deadline);
        while !open.is_empty() {
            if results.is_empty() {
                tokio::select! {
                    biased;
                    Some(first) = running.next() => results.push(first),
                    () = &mut deadline => break,
                    else => break,
                }
            }
            results.extend(collect_until(&mut running, Instant::now() + BATCH_DELAY).await);
            let answers = self.price_results(std::mem::take(&mut results), &mut open);
            run_alongside(&mut running, &mut results, self.store_answers(answers)).await;
        }
        let late = timed_out(u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX));
        let answers: Vec<Answer> = open
            .into_iter()
            .map(|account| failed(account, &late.reason, late.message.clone()))
            .collect();
        if !answers.is_empty() {
            self.store_answers(answers).await;
        }
    }

    fn call_group(
        &self,
        port: &dyn CarrierPort,
        mut group: Vec<AccountCall>,
        mut goods: Consignment,
    ) -> BoxFuture<'static, Vec<AccountResult>> {
        if let Some(first) = group.first() {
            goods.dispatch_date = first.window.day;
        }
        if group.len() > 1 {
            let (from, calls): (Vec<_>, Vec<_>) =
                group.into_iter().map(AccountCall::into_parts).unzip();
            let rates = port.rates_together(calls, goods);
            return async move { from.into_iter().zip(rates.await).collect() }.boxed();
        }
        let Some(ask) = group.pop() else {
            return async { Vec::new() }.boxed();
        };
        let (is_manual, ready) = (ask.is_manual, ask.window.ready);
        let (from, call) = ask.into_parts();
        let rates = match is_manual {
            true => {
                let scope = self.scope.sibling(Mode::Read);
                quotes::rate_cards::rates(scope, call.account_code, goods, ready).boxed()
            }
            false => port.rates(call, goods),
        };
        async move { vec![(from, rates.await)] }.boxed()
    }

    /// Prices results and removes their accounts from `open`.
    fn price_results(
        &self,
        results: Vec<Vec<AccountResult>>,
        open: &mut HashSet<CarrierAccountId>,
    ) -> Vec<Answer> {
        results
            .into_iter()
            .flatten()
            .map(|(from, rates)| {
                open.remove(&from.account);
                let price = |service: &str, lines| {
                    let carrier = &from.carrier;
                    self.terms.price(from.account, carrier, service, lines)
                };
                answer(
                    &from,
                    rates,
                    &self.requested_services,
                    price,
                    self.terms.promo(from.account),
                )
            })
            .collect()
    }

    /// Answers that cannot be stored are missing after the deadline.
    async fn store_answers(&mut self, answers: Vec<Answer>) {
        if let Err(error) =
            quotes::store::store_answers(&mut self.scope, self.request.id, answers).await
        {
            tracing::error!(
                request = self.request.id.0,
                error = format!("{error:#}"),
                "cannot store answers"
            );
            self.scope.rollback();
        }
        quotes::stream::notify_answered(self.request.id);
    }
}

/// Groups accounts of the same carrier, customer and day for one call if the carrier supports it.
fn group_calls(port: &dyn CarrierPort, calls: Vec<AccountCall>) -> Vec<Vec<AccountCall>> {
    let mut groups: Vec<Vec<AccountCall>> = Vec::new();
    let mut together: HashMap<(String, Option<CustomerId>, NaiveDate), usize> = HashMap::new();
    for ask in calls {
        if ask.is_manual || !port.prices_together(ask.call.tenant, &ask.call.carrier) {
            groups.push(vec![ask]);
            continue;
        }
        let key = (ask.call.carrier.clone(), ask.call.customer, ask.window.day);
        let at = *together.entry(key).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(ask),
            None => groups.push(vec![ask]),
        }
    }
    groups
}

async fn collect_until<F: Future>(
    running: &mut FuturesUnordered<F>,
    end: Instant,
) -> Vec<F::Output> {
    let mut results = Vec::new();
    let end = tokio::time::sleep_until(end.into());
    tokio::pin!(end);
    loop {
        tokio::select! {
            biased;
            next = running.next() => match next {
                Some(next) => results.push(next),
                None => return results,
            },
            () = &mut end => return results,
        }
    }
}

/// Runs work while carrier calls proceed: a call may hold, or be next for, the connection that the
/// work waits for.
async fn run_alongside<F: Future, T>(
    running: &mut FuturesUnordered<F>,
    results: &mut Vec<F::Output>,
    work: impl Future<Output = T>,
) -> T {
    tokio::pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            Some(next) = running.next(), if !running.is_empty() => results.push(next),
        }
    }
}
