//! Booking many: several carriers are asked at the same time, and in one transaction what they have answered is written down
//! and the next bookings are claimed.

use std::collections::BTreeMap;

use kernel::{Error, Result, Scope, db::Mode, ids::BookingId};
use tokio::task::JoinSet;

use super::{
    ASKED_TOGETHER,
    book::{self, Asked, Claimed},
    payment,
};

/// Books each, with an answer of its own. The scope has nothing of its caller's that is half done.
pub async fn book(scope: &Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut run = Run {
        scope: scope.sibling(Mode::Write),
        done: BTreeMap::new(),
        alone: Vec::new(),
    };
    let mut waiting = ids.iter().copied();
    let mut asked: JoinSet<Asked> = JoinSet::new();
    let mut answered: Vec<Asked> = Vec::new();
    loop {
        let next: Vec<BookingId> = waiting
            .by_ref()
            .take(ASKED_TOGETHER.saturating_sub(asked.len()))
            .collect();
        if answered.is_empty() && next.is_empty() && asked.is_empty() {
            break;
        }
        for claimed in run.turn(std::mem::take(&mut answered), next).await {
            asked.spawn(claimed.ask());
        }
        // Those that have answered meanwhile are written down with the first.
        if let Some(first) = asked.join_next().await {
            answered.extend(first.ok());
            while let Some(next) = asked.try_join_next() {
                answered.extend(next.ok());
            }
        }
    }
    for id in std::mem::take(&mut run.alone) {
        run.scope.rollback();
        let outcome = book::book(&mut run.scope, id).await;
        run.done.insert(id, outcome.map(drop));
    }
    let broken = || {
        Err(Error::Internal(anyhow::anyhow!(
            "the task that asks the carrier broke off"
        )))
    };
    ids.iter()
        .map(|id| (*id, run.done.remove(id).unwrap_or_else(broken)))
        .collect()
}

struct Run {
    scope: Scope,
    done: BTreeMap<BookingId, Result<()>>,
    /// Those that are booked by themselves: a card is asked first, or the others were in their way.
    alone: Vec<BookingId>,
}

impl Run {
    /// One transaction: what was answered is written down, and the next are claimed.
    async fn turn(&mut self, answered: Vec<Asked>, next: Vec<BookingId>) -> Vec<Claimed> {
        let mut outcomes = Vec::with_capacity(answered.len());
        match self.together(&answered, &next, &mut outcomes).await {
            Ok(claimed) => {
                self.done.extend(outcomes);
                claimed
            }
            Err(error) => {
                // What carriers have said must not be lost: each is written down by itself.
                tracing::warn!(
                    error = format!("{error:#}"),
                    "bookings are booked one by one, not together"
                );
                for one in answered {
                    self.scope.rollback();
                    let id = one.booking();
                    let outcome = one.finish(&mut self.scope).await;
                    self.done.insert(id, outcome.map(drop));
                }
                self.scope.rollback();
                self.alone.extend(next);
                Vec::new()
            }
        }
    }

    async fn together(
        &mut self,
        answered: &[Asked],
        next: &[BookingId],
        outcomes: &mut Vec<(BookingId, Result<()>)>,
    ) -> Result<Vec<Claimed>> {
        let scope = &mut self.scope;
        for one in answered {
            let part = scope.part().await?;
            let written = one.write(scope).await;
            let outcome = scope.end(part, written).await?.and_then(|outcome| outcome);
            outcomes.push((one.booking(), outcome.map(drop)));
        }
        let (mut claimed, mut alone) = (Vec::with_capacity(next.len()), Vec::new());
        for id in next {
            if payment::is_there(scope, *id).await? {
                alone.push(*id);
                continue;
            }
            let part = scope.part().await?;
            let claim = book::claim(scope, *id).await;
            match scope.end(part, claim).await? {
                Ok(one) => claimed.push(one),
                Err(error) => outcomes.push((*id, Err(error))),
            }
        }
        scope.commit().await?;
        self.alone.extend(alone);
        Ok(claimed)
    }
}
