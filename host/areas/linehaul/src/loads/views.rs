//! Jobs of a line haul with their articles, as callers see them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use data::{Result, Scope, Where, ids::CustomerId};
use jobs::{
    FreightJobId, JobStatus, JobType,
    line_hauls::{Goods, load_goods},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    model::{ArticleState, LoadedArticle},
    rules::Measures,
};
use crate::hauls::{
    model::{HeadPortRef, LineHaulId},
    ports::{Lane, lanes_of},
};

/// An article of a job, and its state on the line haul.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct LineHaulArticle {
    pub articlenumber: String,
    pub packagetype: Option<String>,
    pub description: Option<String>,
    /// Kilograms.
    pub weight: Decimal,
    pub state: ArticleState,
    pub loadedtime: Option<DateTime<Utc>>,
    pub unloadedtime: Option<DateTime<Utc>>,
}

/// A job that a line haul carries or can take.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct LineHaulJob {
    pub jobid: FreightJobId,
    pub jobno: String,
    pub customerid: Option<CustomerId>,
    pub jobtype: JobType,
    pub jobstatus: JobStatus,
    pub reference: Option<String>,
    pub connoteno: Option<String>,
    pub servicecode: Option<String>,
    pub servicename: Option<String>,
    pub deadline: Option<DateTime<Utc>>,
    pub fromcompany: Option<String>,
    pub fromsuburb: String,
    pub frompostcode: String,
    pub tocompany: Option<String>,
    pub tosuburb: String,
    pub topostcode: String,
    /// The head port that serves the sender. Null if none does.
    pub startheadport: Option<HeadPortRef>,
    /// The head port that serves the receiver. Null if none does.
    pub destinationheadport: Option<HeadPortRef>,
    /// A carrier or another driver delivers from the head port on.
    pub isonforwarding: bool,
    /// Kilograms of all articles.
    pub weight: Decimal,
    /// Cubic metres of all articles.
    pub volume: Decimal,
    pub palletspaces: Decimal,
    pub numberofarticles: i64,
    pub numberofloaded: i64,
    pub numberofunloaded: i64,
    pub articles: Vec<LineHaulArticle>,
}

/// A line of goods on a line haul.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct LineHaulItem {
    pub jobid: FreightJobId,
    pub id: i64,
    pub packagetype: Option<String>,
    pub description: Option<String>,
    /// Articles on the line haul.
    pub quantity: i64,
    /// Kilograms of one piece.
    pub weight: Decimal,
    pub articlenumbers: Vec<String>,
}

/// Articles that were loaded and unloaded.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(crate) struct Unloading {
    pub loaded: i64,
    pub unloaded: i64,
    /// Loaded, and not unloaded when the line haul was completed.
    pub short: Vec<String>,
    /// Unloaded without having been loaded.
    pub over: Vec<String>,
}

/// Articles of a line haul by their numbers.
pub(crate) type Rows = HashMap<String, LoadedArticle>;

pub(crate) async fn load_rows(scope: &mut Scope, id: LineHaulId) -> Result<Rows> {
    let of_haul = Where::all().eq(LoadedArticle::LINE_HAUL_ID, id);
    let rows: Vec<LoadedArticle> = scope.all(of_haul).await?;
    let by_number = |row: LoadedArticle| (row.article_number.clone(), row);
    Ok(rows.into_iter().map(by_number).collect())
}

/// Loads the articles of a line haul that belong to these root jobs.
pub(crate) async fn load_rows_of(
    scope: &mut Scope,
    id: LineHaulId,
    roots: &[FreightJobId],
) -> Result<Rows> {
    let of_jobs = Where::all()
        .eq(LoadedArticle::LINE_HAUL_ID, id)
        .is_in(LoadedArticle::ROOT_ID, roots);
    let rows: Vec<LoadedArticle> = scope.all(of_jobs).await?;
    let by_number = |row: LoadedArticle| (row.article_number.clone(), row);
    Ok(rows.into_iter().map(by_number).collect())
}

/// Loads the jobs of a line haul: by their numbers, those with over articles only last.
pub(crate) async fn load_jobs(scope: &mut Scope, rows: &Rows) -> Result<Vec<LineHaulJob>> {
    let mut ids: Vec<FreightJobId> = rows.values().map(|row| row.job_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let goods = load_goods(scope, &ids).await?;
    let mut jobs = to_views(scope, goods, rows).await?;
    let is_over_only = |job: &LineHaulJob| {
        let mut states = job.articles.iter().map(|article| article.state);
        states.all(|state| matches!(state, ArticleState::Over | ArticleState::Free))
    };
    jobs.sort_by_cached_key(|job| (is_over_only(job), job.jobno.clone()));
    Ok(jobs)
}

/// Converts goods with their head ports, and the states of their articles on a line haul.
pub(crate) async fn to_views(
    scope: &mut Scope,
    goods: Vec<Goods>,
    rows: &Rows,
) -> Result<Vec<LineHaulJob>> {
    let lanes = lanes_of(scope, &goods).await?;
    let both = goods.into_iter().zip(&lanes);
    Ok(both
        .map(|(goods, lane)| to_view(goods, lane, rows))
        .collect())
}

pub(crate) fn to_view(goods: Goods, lane: &Lane, rows: &Rows) -> LineHaulJob {
    // Articles of legs are the line haul's only if it brought them.
    let is_shown = |number: &str| rows.contains_key(number) || !goods.carried.contains(number);
    let articles: Vec<LineHaulArticle> = goods
        .articles()
        .filter(|(number, _)| is_shown(number))
        .map(|(number, item)| {
            let row = rows.get(number);
            LineHaulArticle {
                articlenumber: number.to_owned(),
                packagetype: item.package_type.clone(),
                description: item.description.clone(),
                weight: item.weight,
                state: row.map_or(ArticleState::Free, |row| row.state),
                loadedtime: row.and_then(|row| row.loaded_time),
                unloadedtime: row.and_then(|row| row.unloaded_time),
            }
        })
        .collect();
    let sum = goods
        .articles()
        .filter(|(number, _)| is_shown(number))
        .fold(Measures::default(), |sum, (_, item)| {
            sum.plus(Measures::of_piece(item))
        });
    let count = |is_counted: fn(ArticleState) -> bool| {
        let counted = articles.iter().filter(|it| is_counted(it.state)).count();
        i64::try_from(counted).unwrap_or(i64::MAX)
    };
    LineHaulJob {
        jobid: goods.job_id,
        jobno: goods.job_no,
        customerid: goods.customer_id,
        jobtype: goods.job_type,
        jobstatus: goods.status,
        reference: goods.reference,
        connoteno: goods.connote_no,
        servicecode: goods.service_code,
        servicename: goods.service_name,
        deadline: goods.deadline,
        fromcompany: goods.from.company_name.or(goods.from.contact_name),
        fromsuburb: goods.from.suburb,
        frompostcode: goods.from.post_code,
        tocompany: goods.to.company_name.or(goods.to.contact_name),
        tosuburb: goods.to.suburb,
        topostcode: goods.to.post_code,
        startheadport: lane.start().map(HeadPortRef::from),
        destinationheadport: lane.destination().map(HeadPortRef::from),
        isonforwarding: lane.is_on_forwarding(),
        weight: sum.weight.normalize(),
        volume: sum.volume.normalize(),
        palletspaces: sum.pallet_spaces.normalize(),
        numberofarticles: i64::try_from(articles.len()).unwrap_or(i64::MAX),
        numberofloaded: count(ArticleState::was_loaded),
        numberofunloaded: count(ArticleState::has_arrived),
        articles,
    }
}

/// Returns the lines of goods that are on a line haul.
pub(crate) async fn load_items(scope: &mut Scope, rows: &Rows) -> Result<Vec<LineHaulItem>> {
    let mut ids: Vec<FreightJobId> = rows.values().map(|row| row.job_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut items = Vec::new();
    let mut all = load_goods(scope, &ids).await?;
    all.sort_by_key(|goods| goods.job_id);
    for goods in all {
        for item in &goods.items {
            let on_it = |number: &&String| {
                let row = rows.get(number.as_str());
                row.is_some_and(|row| row.state.is_open() || row.state.was_loaded())
            };
            let numbers: Vec<String> = item.article_numbers.iter().filter(on_it).cloned().collect();
            if numbers.is_empty() {
                continue;
            }
            items.push(LineHaulItem {
                jobid: goods.job_id,
                id: item.id,
                packagetype: item.package_type.clone(),
                description: item.description.clone(),
                quantity: i64::try_from(numbers.len()).unwrap_or(i64::MAX),
                weight: item.weight,
                articlenumbers: numbers,
            });
        }
    }
    Ok(items)
}

/// Returns the result of the unloading.
pub(crate) fn unloading(rows: &Rows) -> Unloading {
    let mut unloading = Unloading::default();
    for row in rows.values() {
        unloading.loaded += i64::from(row.state.was_loaded());
        match row.state {
            ArticleState::Unloaded => unloading.unloaded += 1,
            ArticleState::Short => unloading.short.push(row.article_number.clone()),
            ArticleState::Over => unloading.over.push(row.article_number.clone()),
            _ => {}
        }
    }
    unloading.short.sort_unstable();
    unloading.over.sort_unstable();
    unloading
}
