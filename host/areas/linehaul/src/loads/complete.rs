//! Changes of the load when a line haul closes, is cancelled or is completed.
//!
//! Invariants:
//!
//! - An article leaves a head port by one onward leg. A leg is made when no other article of the
//!   job is on its way there; it carries the arrived ones.
//! - Onward legs are made in the transaction of the completion, or of the change after which
//!   nothing is on its way: all or none.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use data::{New, Result, Scope, Where};
use jobs::{
    FreightJobId, ScanEventType,
    line_hauls::{
        ArticleScan, HaulPlace, add_onward_leg, follow_line_hauls, load_goods, lock_goods,
        log_haul, scan_articles,
    },
};

use super::{
    allocate::to_text,
    articles::{scan_off, take_off},
    model::{ArticleState, LoadedArticle, OnwardLeg},
    standing::{Parts, divide, load_completed, load_standings, load_statuses},
    store,
    views::load_rows,
};
use crate::hauls::{
    change,
    model::{LineHaul, LineHaulId},
    ports,
};

/// Articles that a text of the operation log names.
const MAX_NAMED: usize = 10;

/// Frees articles that are not loaded.
pub(crate) async fn leave_behind(scope: &mut Scope, haul: &mut LineHaul) -> Result<()> {
    let mut left: BTreeMap<FreightJobId, Vec<String>> = BTreeMap::new();
    for row in load_rows(scope, haul.id).await?.into_values() {
        if row.state == ArticleState::Allocated {
            left.entry(row.job_id).or_default().push(row.article_number);
        }
    }
    let what = format!("Left behind by {}", haul.code);
    log_haul(scope, to_texts(left, &what)).await?;
    store::free_allocated(scope, haul.id).await?;
    store::refresh(scope, haul).await
}

/// Takes everything off a line haul that does not travel.
pub(crate) async fn empty(scope: &mut Scope, haul: &mut LineHaul, note: &str) -> Result<()> {
    let rows: Vec<LoadedArticle> = load_rows(scope, haul.id).await?.into_values().collect();
    let jobs: BTreeSet<FreightJobId> = rows.iter().map(|row| row.job_id).collect();
    let loaded = rows
        .iter()
        .filter(|row| row.state == ArticleState::Loaded)
        .map(|row| (row.job_id, row.article_number.clone()));
    let loaded = loaded.collect();
    take_off(scope, &rows).await?;
    scan_off(scope, haul, loaded).await?;
    let text = to_text("Taken off", &haul.code, note);
    log_haul(
        scope,
        jobs.into_iter().map(|job| (job, text.clone())).collect(),
    )
    .await?;
    store::refresh(scope, haul).await
}

/// Marks loaded articles as short, and adds the onward legs of jobs that have arrived.
pub(crate) async fn finish(scope: &mut Scope, haul: &mut LineHaul) -> Result<()> {
    let mut rows: Vec<LoadedArticle> = load_rows(scope, haul.id).await?.into_values().collect();
    rows.sort_by(|one, other| one.article_number.cmp(&other.article_number));
    let (mut scans, mut short) = (Vec::new(), BTreeMap::new());
    for row in rows
        .iter_mut()
        .filter(|row| row.state == ArticleState::Loaded)
    {
        row.set_state(ArticleState::Short);
        scope.update(row).await?;
        scans.push(ArticleScan {
            code: ScanEventType::Short,
            job_id: row.job_id,
            article_number: row.article_number.clone(),
        });
        let numbers: &mut Vec<String> = short.entry(row.job_id).or_default();
        numbers.push(row.article_number.clone());
    }
    let jobs: Vec<FreightJobId> = rows.iter().map(|row| row.job_id).collect();
    if !scans.is_empty() {
        let short: BTreeSet<FreightJobId> = short.keys().copied().collect();
        let short: Vec<FreightJobId> = short.into_iter().collect();
        let goods = lock_goods(scope, &short).await?;
        let statuses = load_statuses(scope, &goods).await?;
        scan_articles(scope, &haul.destination_code, scans, &statuses).await?;
        follow_line_hauls(scope, &statuses).await?;
    }
    log_haul(scope, to_texts(short, &format!("Short on {}", haul.code))).await?;
    store::refresh(scope, haul).await?;
    send_on(scope, haul, &jobs).await
}

/// Sends on what waits at the destination of a line haul for articles that it no longer brings.
pub(super) async fn send_on_waiting(
    scope: &mut Scope,
    haul: &LineHaul,
    jobs: &[FreightJobId],
) -> Result<()> {
    let arrived = Where::all()
        .is_in(LoadedArticle::JOB_ID, jobs)
        .eq(LoadedArticle::DESTINATION_ID, haul.destination_id)
        .is_in(
            LoadedArticle::STATE,
            &[ArticleState::Unloaded, ArticleState::Over],
        );
    let mut by_haul: BTreeMap<LineHaulId, Vec<FreightJobId>> = BTreeMap::new();
    for row in scope.all::<LoadedArticle>(arrived).await? {
        by_haul
            .entry(row.line_haul_id)
            .or_default()
            .push(row.job_id);
    }
    let hauls = by_haul.keys().copied().collect();
    let completed = load_completed(scope, hauls).await?;
    for (id, jobs) in by_haul {
        if completed.contains(&id) {
            let brought: LineHaul = scope.find(id).await?;
            send_on(scope, &brought, &jobs).await?;
        }
    }
    Ok(())
}

/// Adds the onward legs of jobs with articles at the destination and none that travel there. The
/// operation logs list the articles that are waited for or left behind.
pub(super) async fn send_on(
    scope: &mut Scope,
    haul: &LineHaul,
    jobs: &[FreightJobId],
) -> Result<()> {
    let jobs: BTreeSet<FreightJobId> = jobs.iter().copied().collect();
    let jobs: Vec<FreightJobId> = jobs.into_iter().collect();
    let goods = lock_goods(scope, &jobs).await?;
    let standings = load_standings(scope, haul, &goods).await?;
    let onward = load_onward(scope, haul, &jobs).await?;
    let [_, destination] = change::load_ports(scope, haul).await?;
    let from = ports::to_place(&destination);
    let (mut texts, mut sent) = (Vec::new(), Vec::new());
    for goods in goods {
        let job = goods.job_id;
        if goods.has_legs || onward.contains(&job) {
            continue;
        }
        let none = HashMap::new();
        let here = standings.get(&goods.root_id).unwrap_or(&none);
        let (arrived, left) = match divide(goods.uncarried().map(|(number, _)| number), here) {
            Parts::Ready { arrived, left } => (arrived, left),
            Parts::Waiting { travelling } => {
                let what = format!("Waits at {} for", haul.destination_code);
                texts.push((job, name_articles(&what, &travelling)));
                continue;
            }
            Parts::Absent => continue,
        };
        if !add_leg(scope, haul, job, &from, &arrived).await? {
            continue;
        }
        sent.push(job);
        let text = format!("Goes on from {} after {}", haul.destination_code, haul.code);
        texts.push((
            job,
            match left.is_empty() {
                true => text,
                false => name_articles(&format!("{text} without"), &left),
            },
        ));
    }
    if !sent.is_empty() {
        let goods = load_goods(scope, &sent).await?;
        let statuses = load_statuses(scope, &goods).await?;
        follow_line_hauls(scope, &statuses).await?;
    }
    log_haul(scope, texts).await
}

/// Adds the onward leg of a job; false if the job is finished.
async fn add_leg(
    scope: &mut Scope,
    haul: &LineHaul,
    job: FreightJobId,
    from: &HaulPlace,
    articles: &[String],
) -> Result<bool> {
    let Some(leg_id) = add_onward_leg(scope, job, from, articles).await? else {
        return Ok(false);
    };
    let new = New::<OnwardLeg> {
        job_id: job,
        head_port_id: haul.destination_id,
        line_haul_id: haul.id,
        leg_id,
    };
    scope.create(new).await?;
    Ok(true)
}

/// Returns those of the jobs that are onward legs from the destination.
async fn load_onward(
    scope: &mut Scope,
    haul: &LineHaul,
    jobs: &[FreightJobId],
) -> Result<HashSet<FreightJobId>> {
    let legs = Where::all()
        .eq(OnwardLeg::HEAD_PORT_ID, haul.destination_id)
        .is_in(OnwardLeg::LEG_ID, jobs);
    let legs: Vec<OnwardLeg> = scope.all(legs).await?;
    Ok(legs.into_iter().map(|leg| leg.leg_id).collect())
}

fn to_texts(
    articles: BTreeMap<FreightJobId, Vec<String>>,
    what: &str,
) -> Vec<(FreightJobId, String)> {
    articles
        .into_iter()
        .map(|(job, mut numbers)| {
            numbers.sort_unstable();
            (job, name_articles(&format!("{what}:"), &numbers))
        })
        .collect()
}

/// `Short on LH00001: J00001-001, J00001-002`.
fn name_articles(what: &str, numbers: &[String]) -> String {
    let named = numbers.iter().take(MAX_NAMED).map(String::as_str);
    let named: Vec<&str> = named.collect();
    let named = named.join(", ");
    match numbers.len().saturating_sub(MAX_NAMED) {
        0 => format!("{what} {named}"),
        more => format!("{what} {named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_ten_articles() {
        let numbers: Vec<String> = (1..=12).map(|at| format!("A{at}")).collect();
        assert_eq!(
            name_articles("Short on LH1:", &numbers[..1]),
            "Short on LH1: A1"
        );
        assert_eq!(
            name_articles("Waits at SYD for", &numbers),
            "Waits at SYD for A1, A2, A3, A4, A5, A6, A7, A8, A9, A10 and 2 more"
        );
    }
}
