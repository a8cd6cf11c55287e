//! Changes of the load when a line haul closes, is cancelled or is completed.
//!
//! Invariants:
//!
//! - An article leaves a head port by one onward leg. A leg is made when each article of the job on
//!   no other leg has arrived there or is short; it carries the arrived ones.
//! - Onward legs are made in the transaction of the completion: all or none.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use data::{New, Result, Scope, Where};
use jobs::{
    FreightJobId, ScanEventType,
    line_hauls::{ArticleScan, Goods, add_onward_leg, lock_goods, log_haul, scan_articles},
};

use super::{
    allocate::to_text,
    articles::{scan_off, take_off},
    model::{ArticleState, LoadedArticle, OnwardLeg},
    store,
    views::load_rows,
};
use crate::hauls::{change, model::LineHaul, ports};

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
    scan_off(scope, haul, loaded.collect()).await?;
    take_off(scope, &rows).await?;
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
    scan_articles(scope, &haul.destination_code, scans).await?;
    log_haul(scope, to_texts(short, &format!("Short on {}", haul.code))).await?;
    store::refresh(scope, haul).await?;
    let jobs: Vec<FreightJobId> = rows.iter().map(|row| row.job_id).collect();
    send_on(scope, haul, &jobs).await
}

/// Adds the onward legs of jobs whose articles have arrived at the destination, without short ones.
/// The operation logs of jobs that wait list the missing articles.
pub(super) async fn send_on(
    scope: &mut Scope,
    haul: &LineHaul,
    jobs: &[FreightJobId],
) -> Result<()> {
    let jobs: BTreeSet<FreightJobId> = jobs.iter().copied().collect();
    let jobs: Vec<FreightJobId> = jobs.into_iter().collect();
    let goods = lock_goods(scope, &jobs).await?;
    let found = load_found(scope, haul, &goods).await?;
    let onward = load_onward(scope, haul, &jobs).await?;
    let [_, destination] = change::load_ports(scope, haul).await?;
    let from = ports::to_place(&destination);
    let mut texts = Vec::new();
    for goods in goods {
        if goods.has_legs || onward.contains(&goods.job_id) {
            continue;
        }
        let none = HashMap::new();
        let here = found.get(&goods.root_id).unwrap_or(&none);
        let (ready, short) = match divide(goods.uncarried().map(|(number, _)| number), here) {
            Parts::Ready { arrived, short } => (arrived, short),
            Parts::Waiting { missing } => {
                let what = format!("Waits at {} for", haul.destination_code);
                texts.push((goods.job_id, name_articles(&what, &missing)));
                continue;
            }
        };
        let Some(leg_id) = add_onward_leg(scope, goods.job_id, &from, &ready).await? else {
            continue;
        };
        let new = New::<OnwardLeg> {
            job_id: goods.job_id,
            head_port_id: haul.destination_id,
            line_haul_id: haul.id,
            leg_id,
        };
        scope.create(new).await?;
        let text = format!("Goes on from {} after {}", haul.destination_code, haul.code);
        texts.push((
            goods.job_id,
            match short.is_empty() {
                true => text,
                false => name_articles(&format!("{text} without"), &short),
            },
        ));
    }
    log_haul(scope, texts).await
}

/// Articles of a job that no leg carries, at a head port.
#[derive(Debug, PartialEq, Eq)]
enum Parts {
    /// Arrived articles leave with a leg, short ones wait.
    Ready {
        arrived: Vec<String>,
        short: Vec<String>,
    },
    /// None has arrived, or others are on their way.
    Waiting { missing: Vec<String> },
}

/// Divides the articles of a job by their states at a head port.
fn divide<'n>(
    numbers: impl Iterator<Item = &'n str>,
    found: &HashMap<String, ArticleState>,
) -> Parts {
    let (mut arrived, mut short, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for number in numbers {
        let list = match found.get(number) {
            Some(state) if state.has_arrived() => &mut arrived,
            Some(ArticleState::Short) => &mut short,
            _ => &mut missing,
        };
        list.push(number.to_owned());
    }
    if arrived.is_empty() || !missing.is_empty() {
        missing.extend(short);
        missing.sort_unstable();
        return Parts::Waiting { missing };
    }
    Parts::Ready { arrived, short }
}

/// Returns the states of articles that have arrived at the destination or are short there, by their
/// root jobs. An article that was short on one line haul and came by another has arrived.
async fn load_found(
    scope: &mut Scope,
    haul: &LineHaul,
    goods: &[Goods],
) -> Result<HashMap<FreightJobId, HashMap<String, ArticleState>>> {
    let roots: Vec<FreightJobId> = goods.iter().map(|goods| goods.root_id).collect();
    let at_destination = Where::all()
        .is_in(LoadedArticle::ROOT_ID, &roots)
        .eq(LoadedArticle::DESTINATION_ID, haul.destination_id)
        .is_in(
            LoadedArticle::STATE,
            &[
                ArticleState::Unloaded,
                ArticleState::Over,
                ArticleState::Short,
            ],
        );
    let mut found: HashMap<FreightJobId, HashMap<String, ArticleState>> = HashMap::new();
    for row in scope.all::<LoadedArticle>(at_destination).await? {
        let states = found.entry(row.root_id).or_default();
        let state = states.entry(row.article_number).or_insert(row.state);
        if !state.has_arrived() {
            *state = row.state;
        }
    }
    Ok(found)
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
    fn short_articles_hold_only_themselves() {
        use ArticleState::{Loaded, Over, Short, Unloaded};
        let divide = |found: &[(&str, ArticleState)]| {
            let found = found
                .iter()
                .map(|(number, state)| ((*number).to_owned(), *state))
                .collect();
            divide(["A", "B", "C"].into_iter(), &found)
        };
        let ready = |arrived: &[&str], short: &[&str]| Parts::Ready {
            arrived: arrived.iter().map(ToString::to_string).collect(),
            short: short.iter().map(ToString::to_string).collect(),
        };
        let waiting = |missing: &[&str]| Parts::Waiting {
            missing: missing.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            divide(&[("A", Unloaded), ("B", Over), ("C", Unloaded)]),
            ready(&["A", "B", "C"], &[])
        );
        assert_eq!(
            divide(&[("A", Unloaded), ("B", Short), ("C", Unloaded)]),
            ready(&["A", "C"], &["B"])
        );
        // One that another line haul brings is waited for.
        assert_eq!(
            divide(&[("A", Unloaded), ("B", Short)]),
            waiting(&["B", "C"])
        );
        assert_eq!(
            divide(&[("A", Unloaded), ("B", Unloaded), ("C", Loaded)]),
            waiting(&["C"])
        );
        assert_eq!(
            divide(&[("A", Short), ("B", Short), ("C", Short)]),
            waiting(&["A", "B", "C"])
        );
    }

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
