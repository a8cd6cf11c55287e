//! Books many bookings with concurrent carrier calls; one transaction records answers and claims
//! the next.

use std::collections::BTreeMap;

use data::{Error, Outcome, Result, Scope, db::Mode, ids::BookingId};
use tokio::task::JoinSet;

use crate::{
    bookings::{
        self,
        book::{CarrierAnswer, ClaimedBooking},
    },
    carrier_calls::limits::MAX_CONCURRENT_CALLS,
    payments,
};

/// Books each; the scope must have no unfinished changes.
pub async fn book(scope: &Scope, ids: &[BookingId]) -> Vec<Outcome<BookingId>> {
    let mut run = Run {
        scope: scope.sibling(Mode::Write),
        done: BTreeMap::new(),
        alone: Vec::new(),
    };
    let mut queue = ids.iter().copied();
    let mut calls: JoinSet<CarrierAnswer> = JoinSet::new();
    let mut answered: Vec<CarrierAnswer> = Vec::new();
    loop {
        let next: Vec<BookingId> = queue
            .by_ref()
            .take(MAX_CONCURRENT_CALLS.saturating_sub(calls.len()))
            .collect();
        if answered.is_empty() && next.is_empty() && calls.is_empty() {
            break;
        }
        for claimed in run.advance(std::mem::take(&mut answered), next).await {
            calls.spawn(claimed.call_carrier());
        }
        if let Some(first) = calls.join_next().await {
            answered.extend(first.ok());
            while let Some(next) = calls.try_join_next() {
                answered.extend(next.ok());
            }
        }
    }
    for id in std::mem::take(&mut run.alone) {
        run.scope.rollback();
        let outcome = bookings::book::book(&mut run.scope, id).await;
        run.done.insert(id, outcome.map(drop));
    }
    let task_failed = || {
        Err(Error::Internal(anyhow::anyhow!(
            "the carrier call task failed"
        )))
    };
    ids.iter()
        .map(|id| Outcome::new(*id, run.done.remove(id).unwrap_or_else(task_failed)))
        .collect()
}

struct Run {
    scope: Scope,
    done: BTreeMap<BookingId, Result<()>>,
    /// Bookings paid by card or conflicting with others.
    alone: Vec<BookingId>,
}

impl Run {
    /// Records answers and claims the next bookings in one transaction.
    async fn advance(
        &mut self,
        answered: Vec<CarrierAnswer>,
        next: Vec<BookingId>,
    ) -> Vec<ClaimedBooking> {
        let mut outcomes = Vec::with_capacity(answered.len());
        match self.run_transaction(&answered, &next, &mut outcomes).await {
            Ok(claimed) => {
                self.done
                    .extend(outcomes.into_iter().map(|one| (one.item, one.result)));
                claimed
            }
            Err(error) => {
                // Carrier answers must not be lost: each is recorded alone.
                tracing::warn!(
                    error = format!("{error:#}"),
                    "shared transaction failed; booking one by one"
                );
                for answer in answered {
                    self.scope.rollback();
                    let id = answer.booking();
                    let outcome = answer.finish(&mut self.scope).await;
                    self.done.insert(id, outcome.map(drop));
                }
                self.scope.rollback();
                self.alone.extend(next);
                Vec::new()
            }
        }
    }

    async fn run_transaction(
        &mut self,
        answered: &[CarrierAnswer],
        next: &[BookingId],
        outcomes: &mut Vec<Outcome<BookingId>>,
    ) -> Result<Vec<ClaimedBooking>> {
        let scope = &mut self.scope;
        for answer in answered {
            let part = scope.part().await?;
            let written = answer.record(scope).await;
            let outcome = scope.end(part, written).await?.and_then(|outcome| outcome);
            outcomes.push(Outcome::new(answer.booking(), outcome.map(drop)));
        }
        let (mut claimed, mut alone) = (Vec::with_capacity(next.len()), Vec::new());
        for id in next {
            if payments::service::has_nonce(scope, *id).await? {
                alone.push(*id);
                continue;
            }
            let part = scope.part().await?;
            let claim = bookings::book::claim(scope, *id).await;
            match scope.end(part, claim).await? {
                Ok(one) => claimed.push(one),
                Err(error) => outcomes.push(Outcome::new(*id, Err(error))),
            }
        }
        scope.commit().await?;
        self.alone.extend(alone);
        Ok(claimed)
    }
}
