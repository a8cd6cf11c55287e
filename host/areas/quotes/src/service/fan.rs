//! The fan: every account is asked at once, and answers are priced and kept as they come.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use carriers::port::{CarrierFault, CarrierPort, Consignment, Rate};
use chrono::NaiveDate;
use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream::FuturesUnordered};
use kernel::{
    Result, Scope,
    db::Mode,
    ids::{CarrierAccountId, CustomerId},
};
use pricing::Terms;
use tokio::sync::oneshot;

use super::{Answering, Ask, answer, failed, manual, too_late};
use crate::{
    model::{Answer, QuoteRequest},
    rules::price,
    store, stream,
};

/// How long a question, and its caller, waits for answers that are written down with it.
const AT_ONCE: Duration = Duration::from_millis(50);
/// Later answers that come within this time of one another are kept in one transaction.
const GATHER: Duration = Duration::from_millis(3);

/// What works on one request.
pub(super) struct Fan {
    pub scope: Scope,
    pub request: QuoteRequest,
    pub terms: Terms,
    /// The services that the caller wants; none: all.
    pub wanted: Vec<String>,
    pub until: Instant,
    pub patience: Duration,
}

/// What an account said.
type Said = (Answering, Result<Vec<Rate>, CarrierFault>);

impl Fan {
    /// Asks all accounts. `known` are answers that are there before anybody is asked; `written` is told once the question
    /// is written down, with the answers of carriers that price here: they have come by then.
    pub async fn out(
        mut self,
        port: Arc<dyn CarrierPort>,
        asks: Vec<Ask>,
        goods: Consignment,
        known: Vec<Answer>,
        written: oneshot::Sender<Result<()>>,
    ) {
        let mut open: HashSet<CarrierAccountId> = asks.iter().map(|ask| ask.account).collect();
        let mut running: FuturesUnordered<_> = groups(&*port, asks)
            .into_iter()
            .map(|asks| self.rates(&*port, asks, goods.clone()))
            .collect();
        let first = before(&mut running, self.until.min(Instant::now() + AT_ONCE)).await;
        let mut answers = known;
        answers.extend(self.priced(first, &mut open));
        let mut said = Vec::new();
        let begin = store::begin(&mut self.scope, &mut self.request, answers, open.is_empty());
        let begun = beside(&mut running, &mut said, begin).await;
        let is_written = begun.is_ok();
        // The caller may have given up; the answers can be collected all the same.
        let _ = written.send(begun);
        if !is_written {
            return;
        }
        let deadline = tokio::time::sleep_until(self.until.into());
        tokio::pin!(deadline);
        while !open.is_empty() {
            if said.is_empty() {
                tokio::select! {
                    biased;
                    Some(first) = running.next() => said.push(first),
                    () = &mut deadline => break,
                    else => break,
                }
            }
            said.extend(before(&mut running, Instant::now() + GATHER).await);
            let answers = self.priced(std::mem::take(&mut said), &mut open);
            beside(&mut running, &mut said, self.keep(answers)).await;
        }
        let late = too_late(u64::try_from(self.patience.as_millis()).unwrap_or(u64::MAX));
        let answers: Vec<Answer> = open
            .into_iter()
            .map(|account| failed(account, &late.reason, late.message.clone()))
            .collect();
        if !answers.is_empty() {
            self.keep(answers).await;
        }
    }

    /// What the accounts of a group say.
    fn rates(
        &self,
        port: &dyn CarrierPort,
        mut asks: Vec<Ask>,
        mut goods: Consignment,
    ) -> BoxFuture<'static, Vec<Said>> {
        if let Some(first) = asks.first() {
            goods.dispatch_date = first.window.day;
        }
        if asks.len() > 1 {
            let (from, calls): (Vec<_>, Vec<_>) = asks.into_iter().map(Ask::parts).unzip();
            let rates = port.rates_together(calls, goods);
            return async move { from.into_iter().zip(rates.await).collect() }.boxed();
        }
        let Some(ask) = asks.pop() else {
            return async { Vec::new() }.boxed();
        };
        let (is_manual, ready) = (ask.is_manual, ask.window.ready);
        let (from, call) = ask.parts();
        let rates = match is_manual {
            true => {
                let scope = self.scope.sibling(Mode::Read);
                manual::rates(scope, call.account_code, goods, ready).boxed()
            }
            false => port.rates(call, goods),
        };
        async move { vec![(from, rates.await)] }.boxed()
    }

    /// What was said, priced for the customer; `open` loses who said it.
    fn priced(&self, said: Vec<Vec<Said>>, open: &mut HashSet<CarrierAccountId>) -> Vec<Answer> {
        said.into_iter()
            .flatten()
            .map(|(from, rates)| {
                open.remove(&from.account);
                let price = |service: &str, charges: &[_]| {
                    let sold = self
                        .terms
                        .price(from.account, &from.carrier, service, charges);
                    price::lines(charges, sold)
                };
                answer(
                    &from,
                    rates,
                    &self.wanted,
                    price,
                    self.terms.promo(from.account),
                )
            })
            .collect()
    }

    /// What can't be kept is told as missing once the deadline has passed.
    async fn keep(&mut self, answers: Vec<Answer>) {
        if let Err(error) = store::keep(&mut self.scope, self.request.id, answers).await {
            tracing::error!(
                request = self.request.id.0,
                error = format!("{error:#}"),
                "answers could not be kept"
            );
            self.scope.rollback();
        }
        stream::answered(self.request.id);
    }
}

/// Accounts that are asked in one call: those of one carrier, for one customer and one day, where the carrier prices them
/// together. All others are asked alone.
fn groups(port: &dyn CarrierPort, asks: Vec<Ask>) -> Vec<Vec<Ask>> {
    let mut groups: Vec<Vec<Ask>> = Vec::new();
    let mut together: HashMap<(String, Option<CustomerId>, NaiveDate), usize> = HashMap::new();
    for ask in asks {
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

/// What comes before this time; less when nothing more is to come.
async fn before<F: Future>(running: &mut FuturesUnordered<F>, end: Instant) -> Vec<F::Output> {
    let mut came = Vec::new();
    let end = tokio::time::sleep_until(end.into());
    tokio::pin!(end);
    loop {
        tokio::select! {
            biased;
            next = running.next() => match next {
                Some(next) => came.push(next),
                None => return came,
            },
            () = &mut end => return came,
        }
    }
}

/// Does this work while the carriers go on: one of them may have, or be given, the connection that the work waits for.
async fn beside<F: Future, T>(
    running: &mut FuturesUnordered<F>,
    came: &mut Vec<F::Output>,
    work: impl Future<Output = T>,
) -> T {
    tokio::pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            Some(next) = running.next(), if !running.is_empty() => came.push(next),
        }
    }
}
