//! The fan: every account is asked at once, and answers are priced and kept as they come.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use carriers::port::{CarrierPort, Consignment};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use kernel::{
    Scope,
    db::Mode,
    ids::{CarrierAccountId, QuoteRequestId},
};
use pricing::Terms;

use super::{Answering, Ask, answer, failed, manual, too_late};
use crate::{model::Answer, rules::price, store, stream};

/// Answers that come within this time of one another are kept in one transaction.
const GATHER: Duration = Duration::from_millis(3);

/// What works on one request after its caller has the token.
pub(super) struct Fan {
    pub scope: Scope,
    pub request: QuoteRequestId,
    pub terms: Terms,
    /// Minutes after midnight at which the goods are ready.
    pub ready: Option<u16>,
}

impl Fan {
    pub async fn out(
        mut self,
        port: std::sync::Arc<dyn CarrierPort>,
        asks: Vec<Ask>,
        goods: Consignment,
        wanted: Vec<String>,
        until: Instant,
        patience: Duration,
    ) {
        let mut open: HashSet<CarrierAccountId> = asks.iter().map(|ask| ask.account).collect();
        let mut running: FuturesUnordered<_> = asks
            .into_iter()
            .map(|ask| {
                let Ask { account, call, services, is_manual } = ask;
                let from = Answering { account, carrier: call.carrier.clone(), services };
                let rates = match is_manual {
                    true => {
                        let scope = self.scope.sibling(Mode::Read);
                        manual::rates(scope, call.account_code, goods.clone(), self.ready).boxed()
                    }
                    false => port.rates(call, goods.clone()),
                };
                async move { (from, rates.await) }
            })
            .collect();
        let deadline = tokio::time::sleep_until(until.into());
        tokio::pin!(deadline);
        while !open.is_empty() {
            let mut batch = Vec::new();
            tokio::select! {
                biased;
                Some(first) = running.next() => batch.push(first),
                () = &mut deadline => break,
                else => break,
            }
            let pause = tokio::time::sleep(GATHER);
            tokio::pin!(pause);
            loop {
                tokio::select! {
                    biased;
                    Some(next) = running.next() => batch.push(next),
                    () = &mut pause => break,
                    else => break,
                }
            }
            let answers = batch
                .into_iter()
                .map(|(from, rates)| {
                    open.remove(&from.account);
                    answer(
                        &from,
                        rates,
                        &wanted,
                        |service, charges| {
                            let sold = self.terms.price(from.account, &from.carrier, service, charges);
                            price::lines(charges, sold)
                        },
                        self.terms.promo(from.account),
                    )
                })
                .collect();
            self.keep(answers).await;
        }
        let late = too_late(u64::try_from(patience.as_millis()).unwrap_or(u64::MAX));
        let answers: Vec<Answer> =
            open.into_iter().map(|account| failed(account, &late.reason, late.message.clone())).collect();
        if !answers.is_empty() {
            self.keep(answers).await;
        }
    }

    /// What can't be kept is told as missing once the deadline has passed.
    async fn keep(&mut self, answers: Vec<Answer>) {
        if let Err(error) = store::keep(&mut self.scope, self.request, answers).await {
            tracing::error!(request = self.request.0, error = format!("{error:#}"), "answers could not be kept");
            self.scope.rollback();
        }
        stream::answered(self.request);
    }
}
