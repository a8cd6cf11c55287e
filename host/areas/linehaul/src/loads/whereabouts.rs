//! Places of the articles of a job: on a line haul, at a head port, on a leg, or on none of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use data::{Error, Result, Scope, Where};
use jobs::{
    FreightJobId, JobStatus,
    line_hauls::{Goods, load_goods_of_tree},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::{ArticleState, LoadedArticle};
use crate::hauls::{
    model::{HeadPortRef, LineHaul, LineHaulId},
    status::LineHaulStatus,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JobArticlesQuery")]
pub(crate) struct ArticlesQuery {
    job_id: FreightJobId,
}

/// The articles of a job by the places where they are.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JobArticles {
    places: Vec<ArticlePlace>,
}

/// Articles of a job at one place.
#[derive(Debug, Serialize, JsonSchema)]
struct ArticlePlace {
    articlenumbers: Vec<String>,
    /// The job or the leg that carries them.
    jobid: FreightJobId,
    jobno: String,
    jobstatus: JobStatus,
    /// False for the articles that no leg carries.
    isleg: bool,
    /// On the line haul; Free without one.
    state: ArticleState,
    linehaulid: Option<LineHaulId>,
    linehaulcode: Option<String>,
    linehaulstatus: Option<LineHaulStatus>,
    startheadport: Option<HeadPortRef>,
    destinationheadport: Option<HeadPortRef>,
}

pub(crate) async fn get(
    mut scope: Scope,
    ArticlesQuery { job_id }: ArticlesQuery,
) -> Result<JobArticles> {
    let tree = load_goods_of_tree(&mut scope, job_id).await?;
    let job = tree.first().ok_or(Error::NotFound("The job"))?;
    let of_root = Where::all().eq(LoadedArticle::ROOT_ID, job.root_id);
    let rows: Vec<LoadedArticle> = scope.all(of_root).await?;
    let places = place_articles(&tree, &rows);
    let hauls: BTreeSet<LineHaulId> = places.keys().filter_map(|place| place.haul).collect();
    let hauls: Vec<LineHaulId> = hauls.into_iter().collect();
    let hauls: Vec<LineHaul> = scope.all(Where::all().is_in(LineHaul::ID, &hauls)).await?;
    let hauls: HashMap<LineHaulId, LineHaul> =
        hauls.into_iter().map(|haul| (haul.id, haul)).collect();
    let to_view = |(place, articlenumbers): (Place, Vec<String>)| {
        let goods = tree.iter().find(|goods| goods.job_id == place.job)?;
        let haul = place.haul.and_then(|id| hauls.get(&id));
        Some(ArticlePlace {
            articlenumbers,
            jobid: place.job,
            jobno: goods.job_no.clone(),
            jobstatus: goods.status,
            isleg: place.job != job_id,
            state: place.state,
            linehaulid: haul.map(|haul| haul.id),
            linehaulcode: haul.map(|haul| haul.code.clone()),
            linehaulstatus: haul.map(|haul| haul.status),
            startheadport: haul.map(|haul| haul.start_head_port.clone()),
            destinationheadport: haul.map(|haul| haul.destination_head_port.clone()),
        })
    };
    Ok(JobArticles {
        places: places.into_iter().filter_map(to_view).collect(),
    })
}

/// A place of articles, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    job: FreightJobId,
    haul: Option<LineHaulId>,
    state: ArticleState,
}

/// Returns the articles of a job by their places. The first of the tree is the job.
fn place_articles(tree: &[Goods], rows: &[LoadedArticle]) -> BTreeMap<Place, Vec<String>> {
    let mut latest: HashMap<(FreightJobId, &str), &LoadedArticle> = HashMap::new();
    for row in rows {
        let key = (row.job_id, row.article_number.as_str());
        let known = latest.entry(key).or_insert(row);
        if (row.is_open, row.id) >= (known.is_open, known.id) {
            *known = row;
        }
    }
    let mut places: BTreeMap<Place, Vec<String>> = BTreeMap::new();
    let numbers = tree.first().into_iter().flat_map(Goods::articles);
    for (number, _) in numbers {
        let Some(carrier) = find_carrier(tree, number) else {
            continue;
        };
        let row = latest.get(&(carrier.job_id, number));
        let place = Place {
            job: carrier.job_id,
            haul: row.map(|row| row.line_haul_id),
            state: row.map_or(ArticleState::Free, |row| row.state),
        };
        places.entry(place).or_default().push(number.to_owned());
    }
    places
}

/// Returns the job or leg that has an article now: the first unfinished one, or the last.
fn find_carrier<'g>(tree: &'g [Goods], number: &str) -> Option<&'g Goods> {
    let carries = |goods: &&Goods| {
        let is_own = || goods.uncarried().any(|(own, _)| own == number);
        goods.status != JobStatus::Cancelled && !goods.has_legs && is_own()
    };
    let mut carriers = tree.iter().filter(carries);
    let first = carriers.next();
    let is_unfinished = |goods: &&Goods| !goods.status.is_final();
    let unfinished = first
        .into_iter()
        .chain(carriers.clone())
        .find(is_unfinished);
    unfinished
        .or(carriers.next_back())
        .or(first)
        .or(tree.first())
}

#[cfg(test)]
mod tests {
    use carriage::address::Address;
    use jobs::{JobType, line_hauls::GoodsItem};
    use network::HeadPortId;
    use rust_decimal::Decimal;

    use super::{super::model::LineHaulArticleId, *};

    fn goods(id: i64, status: JobStatus, numbers: &[&str], carried: &[&str]) -> Goods {
        Goods {
            job_id: FreightJobId(id),
            root_id: FreightJobId(1),
            job_no: format!("J{id}"),
            customer_id: None,
            booking_id: None,
            job_type: JobType::PointToPoint,
            status,
            has_legs: false,
            carried: carried.iter().map(ToString::to_string).collect(),
            reference: None,
            connote_no: None,
            service_code: None,
            service_name: None,
            deadline: None,
            from: Address::default(),
            to: Address::default(),
            items: vec![GoodsItem {
                article_numbers: numbers.iter().map(ToString::to_string).collect(),
                ..GoodsItem::default()
            }],
        }
    }

    fn row(id: i64, haul: i64, job: i64, number: &str, state: ArticleState) -> LoadedArticle {
        LoadedArticle {
            id: LineHaulArticleId(id),
            row_version: 1,
            line_haul_id: LineHaulId(haul),
            destination_id: HeadPortId(1),
            job_id: FreightJobId(job),
            root_id: FreightJobId(1),
            article_number: number.to_owned(),
            state,
            is_open: state.is_open(),
            weight: Decimal::ONE,
            volume: Decimal::ONE,
            pallet_spaces: Decimal::ONE,
            loaded_time: None,
            unloaded_time: None,
        }
    }

    #[test]
    fn each_article_is_at_its_latest_place() {
        use ArticleState::{Free, Loaded, Short, Unloaded};
        // A travels on by a leg, B was short and came by another line haul, C is in the depot.
        let tree = [
            goods(1, JobStatus::OnLineHaul, &["A", "B", "C"], &["A"]),
            goods(2, JobStatus::OnBoard, &["A"], &[]),
        ];
        let rows = [
            row(1, 7, 1, "A", Unloaded),
            row(2, 7, 1, "B", Short),
            row(3, 8, 1, "B", Loaded),
        ];
        let places = place_articles(&tree, &rows);
        let places: Vec<(i64, Option<i64>, ArticleState, String)> = places
            .into_iter()
            .map(|(place, numbers)| {
                let haul = place.haul.map(|id| id.0);
                (place.job.0, haul, place.state, numbers.join(" "))
            })
            .collect();
        assert_eq!(
            places,
            [
                (1, None, Free, "C".to_owned()),
                (1, Some(8), Loaded, "B".to_owned()),
                (2, None, Free, "A".to_owned()),
            ]
        );
    }

    #[test]
    fn goods_of_legs_are_on_the_first_unfinished_one() {
        let mut whole = goods(1, JobStatus::OnBoard, &["A"], &[]);
        whole.has_legs = true;
        let carrier = |states: [JobStatus; 2]| {
            let legs = states.into_iter().zip(2..);
            let legs = legs.map(|(status, id)| goods(id, status, &["A"], &[]));
            let tree: Vec<Goods> = std::iter::once(whole.clone()).chain(legs).collect();
            find_carrier(&tree, "A").map(|goods| goods.job_id.0)
        };
        assert_eq!(
            carrier([JobStatus::OnBoard, JobStatus::Unallocated]),
            Some(2)
        );
        assert_eq!(carrier([JobStatus::Delivered, JobStatus::OnBoard]), Some(3));
        assert_eq!(
            carrier([JobStatus::Delivered, JobStatus::Delivered]),
            Some(3)
        );
        assert_eq!(
            carrier([JobStatus::Delivered, JobStatus::Cancelled]),
            Some(2)
        );
        assert_eq!(
            carrier([JobStatus::Cancelled, JobStatus::Cancelled]),
            Some(1)
        );
    }
}
