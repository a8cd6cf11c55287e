//! Places of the articles of jobs, and the states that jobs have by them.
//!
//! Invariants:
//!
//! - A job split over line hauls has the state of its least advanced article. Articles that are
//!   free, only allocated or short don't count.
//! - Articles that travel to the same head port wait for each other there. An article that was
//!   unloaded travels until its line haul is completed, since unloading can be taken back.

use std::collections::{BTreeSet, HashMap, HashSet};

use data::{Result, Scope, Where};
use jobs::{
    FreightJobId, JobStatus,
    line_hauls::{Goods, HaulStatuses},
};

use super::model::{ArticleState, LoadedArticle};
use crate::hauls::{
    model::{LineHaul, LineHaulId},
    status::LineHaulStatus,
};

/// Returns the state of a job by the states of its articles on line hauls.
fn status_of(states: impl IntoIterator<Item = ArticleState>) -> Option<JobStatus> {
    let mut status = None;
    for state in states {
        match state {
            ArticleState::Loaded => return Some(JobStatus::OnLineHaul),
            state if state.has_arrived() => status = Some(JobStatus::AtDepot),
            _ => {}
        }
    }
    status
}

/// Loads the states of jobs by their articles on line hauls. Articles of legs count for the legs.
pub(super) async fn load_statuses<'g>(
    scope: &mut Scope,
    goods: impl IntoIterator<Item = &'g Goods>,
) -> Result<HaulStatuses> {
    let goods: Vec<&Goods> = goods.into_iter().collect();
    let ids: Vec<FreightJobId> = goods.iter().map(|goods| goods.job_id).collect();
    let counted = Where::all().is_in(LoadedArticle::JOB_ID, &ids).is_in(
        LoadedArticle::STATE,
        &[
            ArticleState::Loaded,
            ArticleState::Unloaded,
            ArticleState::Over,
        ],
    );
    let mut rows: HashMap<FreightJobId, Vec<LoadedArticle>> = HashMap::new();
    for row in scope.all::<LoadedArticle>(counted).await? {
        rows.entry(row.job_id).or_default().push(row);
    }
    let to_status = |goods: &Goods| {
        let rows = rows.get(&goods.job_id).map_or(&[][..], Vec::as_slice);
        let own = rows
            .iter()
            .filter(|row| !goods.has_legs && !goods.carried.contains(&row.article_number));
        (goods.job_id, status_of(own.map(|row| row.state)))
    };
    Ok(goods.into_iter().map(to_status).collect())
}

/// An article of a job at a head port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    Short,
    /// Its line haul is completed.
    Arrived,
    /// On board of a line haul to the head port, or of one that is being unloaded there.
    Travelling,
}

/// Returns where an article is by one row of it; none if the row is not about the head port.
fn to_standing(state: ArticleState, is_completed: bool) -> Option<Standing> {
    match state {
        ArticleState::Loaded => Some(Standing::Travelling),
        state if state.has_arrived() => Some(match is_completed {
            true => Standing::Arrived,
            false => Standing::Travelling,
        }),
        ArticleState::Short => Some(Standing::Short),
        _ => None,
    }
}

/// Standings of articles by their root jobs and numbers.
pub(super) type Standings = HashMap<FreightJobId, HashMap<String, Standing>>;

/// Loads where the articles of jobs are at the destination of a line haul, which counts as
/// completed. An article that was short on one line haul and came by another has arrived.
pub(super) async fn load_standings(
    scope: &mut Scope,
    haul: &LineHaul,
    goods: &[Goods],
) -> Result<Standings> {
    let roots: Vec<FreightJobId> = goods.iter().map(|goods| goods.root_id).collect();
    let at_destination = Where::all()
        .is_in(LoadedArticle::ROOT_ID, &roots)
        .eq(LoadedArticle::DESTINATION_ID, haul.destination_id);
    let rows: Vec<LoadedArticle> = scope.all(at_destination).await?;
    let others = rows.iter().filter(|row| row.state.has_arrived());
    let others: BTreeSet<LineHaulId> = others.map(|row| row.line_haul_id).collect();
    let completed = load_completed(scope, others).await?;
    let mut standings = Standings::new();
    for row in rows {
        let is_completed = row.line_haul_id == haul.id || completed.contains(&row.line_haul_id);
        let Some(standing) = to_standing(row.state, is_completed) else {
            continue;
        };
        let known = standings.entry(row.root_id).or_default();
        let known = known.entry(row.article_number).or_insert(standing);
        *known = standing.max(*known);
    }
    Ok(standings)
}

/// Returns those of the line hauls that are completed.
pub(super) async fn load_completed(
    scope: &mut Scope,
    hauls: BTreeSet<LineHaulId>,
) -> Result<HashSet<LineHaulId>> {
    let ids: Vec<LineHaulId> = hauls.into_iter().collect();
    let completed = Where::all()
        .is_in(LineHaul::ID, &ids)
        .eq(LineHaul::STATUS, LineHaulStatus::Completed);
    let hauls: Vec<LineHaul> = scope.all(completed).await?;
    Ok(hauls.into_iter().map(|haul| haul.id).collect())
}

/// Articles of a job that no leg carries, at a head port.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// Arrived articles leave with a leg. Those left behind are short or travel not to here.
    Ready {
        arrived: Vec<String>,
        left: Vec<String>,
    },
    /// Some have arrived, and others are on their way.
    Waiting { travelling: Vec<String> },
    /// None has arrived.
    Absent,
}

/// Divides the articles of a job by where they are.
pub(super) fn divide<'n>(
    numbers: impl Iterator<Item = &'n str>,
    standings: &HashMap<String, Standing>,
) -> Parts {
    let (mut arrived, mut travelling, mut left) = (Vec::new(), Vec::new(), Vec::new());
    for number in numbers {
        let list = match standings.get(number) {
            Some(Standing::Arrived) => &mut arrived,
            Some(Standing::Travelling) => &mut travelling,
            Some(Standing::Short) | None => &mut left,
        };
        list.push(number.to_owned());
    }
    match (arrived.is_empty(), travelling.is_empty()) {
        (true, _) => Parts::Absent,
        (false, true) => Parts::Ready { arrived, left },
        (false, false) => Parts::Waiting { travelling },
    }
}

#[cfg(test)]
mod tests {
    use super::{ArticleState::*, *};

    #[test]
    fn the_least_advanced_article_decides() {
        let status = |states: &[ArticleState]| status_of(states.iter().copied());
        assert_eq!(status(&[Loaded]), Some(JobStatus::OnLineHaul));
        for split in [[Unloaded, Loaded], [Loaded, Unloaded], [Over, Loaded]] {
            assert_eq!(status(&split), Some(JobStatus::OnLineHaul), "{split:?}");
        }
        // Articles that stay in the depot or are missing don't hold the others.
        for left in [Free, Allocated, Short, Unknown] {
            assert_eq!(status(&[left, Loaded]), Some(JobStatus::OnLineHaul));
            assert_eq!(status(&[Unloaded, left]), Some(JobStatus::AtDepot));
            assert_eq!(status(&[left]), None);
        }
    }

    #[test]
    fn an_unloaded_article_has_arrived_once_its_line_haul_is_completed() {
        for state in [Unloaded, Over] {
            assert_eq!(to_standing(state, true), Some(Standing::Arrived));
            assert_eq!(to_standing(state, false), Some(Standing::Travelling));
        }
        assert_eq!(to_standing(Loaded, false), Some(Standing::Travelling));
        assert_eq!(to_standing(Short, true), Some(Standing::Short));
        assert_eq!(to_standing(Allocated, false), None);
        assert_eq!(to_standing(Free, false), None);
        // The latest of several: short, came by another line haul, is on its way again.
        assert!(Standing::Short < Standing::Arrived);
        assert!(Standing::Arrived < Standing::Travelling);
    }

    #[test]
    fn only_articles_on_their_way_are_waited_for() {
        use Standing::{Arrived, Short, Travelling};
        let divide = |found: &[(&str, Standing)]| {
            let found = found
                .iter()
                .map(|(number, standing)| ((*number).to_owned(), *standing))
                .collect();
            divide(["A", "B", "C"].into_iter(), &found)
        };
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let ready = |arrived: &[&str], left: &[&str]| Parts::Ready {
            arrived: names(arrived),
            left: names(left),
        };
        assert_eq!(
            divide(&[("A", Arrived), ("B", Arrived), ("C", Arrived)]),
            ready(&["A", "B", "C"], &[])
        );
        assert_eq!(
            divide(&[("A", Arrived), ("B", Short), ("C", Arrived)]),
            ready(&["A", "C"], &["B"])
        );
        // Free, or allocated to a line haul that has not loaded it.
        assert_eq!(divide(&[("A", Arrived)]), ready(&["A"], &["B", "C"]));
        for travelling in [
            &[("A", Arrived), ("B", Short), ("C", Travelling)],
            &[("C", Travelling), ("A", Arrived), ("B", Arrived)],
        ] {
            let waiting = Parts::Waiting {
                travelling: names(&["C"]),
            };
            assert_eq!(divide(travelling), waiting);
        }
        assert_eq!(divide(&[("A", Travelling), ("B", Short)]), Parts::Absent);
        assert_eq!(divide(&[]), Parts::Absent);
    }
}
