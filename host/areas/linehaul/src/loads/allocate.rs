//! Allocation of whole jobs to a line haul.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use data::{Error, Message, New, Outcome, Result, Scope, Where, message};
use jobs::{
    FreightJobId,
    line_hauls::{Goods, lock_goods, log_haul},
};
use network::HeadPort;

use super::{
    articles::{scan_off, take_off, too_many},
    model::{ArticleState, LoadedArticle},
    results::check_count,
    rules::{MAX_ARTICLES, Measures, excess},
    store,
    views::load_rows,
};
use crate::hauls::{
    change,
    model::{LineHaul, LineHaulId},
    ports::{Lane, lanes_of},
    status::STATUS_NOT_ALLOWED,
};

pub(super) fn refuse(reason: Message) -> Error {
    STATUS_NOT_ALLOWED.with_message(reason)
}

/// Rejects goods for a line haul that takes none any more.
pub(super) fn check_takes(haul: &LineHaul) -> Result<()> {
    if haul.status.takes_goods() {
        return Ok(());
    }
    Err(refuse(message!(
        "{line_haul} is {status}: it takes no more goods.",
        line_haul = haul.code,
        status = haul.status
    )))
}

/// Rejects goods that cannot travel, or travel elsewhere. With `force` their ends do not count.
pub(super) fn check_goods(haul: &LineHaul, goods: &Goods, lane: &Lane, force: bool) -> Result<()> {
    let job = || goods.job_no.clone();
    if goods.has_legs {
        return Err(refuse(message!(
            "{job} has legs. Its legs are loaded.",
            job = job()
        )));
    }
    if !goods.is_loadable() {
        return Err(refuse(message!(
            "{job} is {status}: it cannot be loaded.",
            job = job(),
            status = goods.status
        )));
    }
    if force || lane.joins(haul.start_id, haul.destination_id) {
        return Ok(());
    }
    if let Some(place) = lane.unserved() {
        return Err(refuse(network::unserved(place)));
    }
    let name = |port: Option<&HeadPort>| port.map_or_else(String::new, |port| port.name.clone());
    Err(refuse(message!(
        "{job} travels from {start} to {destination}.",
        job = job(),
        start = name(lane.start()),
        destination = name(lane.destination())
    )))
}

/// Articles that line hauls have, with the line haul of each.
pub(super) type Taken = HashMap<String, (LineHaulId, String)>;

/// Returns the open articles of these root jobs.
pub(super) async fn load_taken(scope: &mut Scope, roots: &[FreightJobId]) -> Result<Taken> {
    let open = Where::all()
        .is_in(LoadedArticle::ROOT_ID, roots)
        .eq(LoadedArticle::IS_OPEN, true);
    let rows: Vec<LoadedArticle> = scope.all(open).await?;
    let ids: BTreeSet<LineHaulId> = rows.iter().map(|row| row.line_haul_id).collect();
    let ids: Vec<LineHaulId> = ids.into_iter().collect();
    let hauls: Vec<LineHaul> = scope.all(Where::all().is_in(LineHaul::ID, &ids)).await?;
    let names: HashMap<LineHaulId, String> = hauls
        .into_iter()
        .map(|haul| {
            let name = format!("{} to {}", haul.code, haul.destination_name);
            (haul.id, name)
        })
        .collect();
    let to_taken = |row: LoadedArticle| {
        let name = names.get(&row.line_haul_id).cloned().unwrap_or_default();
        (row.article_number, (row.line_haul_id, name))
    };
    Ok(rows.into_iter().map(to_taken).collect())
}

/// Returns a new article of a line haul.
pub(super) fn new_article(
    haul: &LineHaul,
    goods: &Goods,
    number: &str,
    measures: Measures,
    state: ArticleState,
) -> New<LoadedArticle> {
    New::<LoadedArticle> {
        line_haul_id: haul.id,
        destination_id: haul.destination_id,
        job_id: goods.job_id,
        root_id: goods.root_id,
        article_number: number.to_owned(),
        state,
        is_open: state.is_open(),
        weight: measures.weight,
        volume: measures.volume,
        pallet_spaces: measures.pallet_spaces,
        loaded_time: None,
        unloaded_time: None,
    }
}

/// Allocates the free articles of jobs to a line haul, with one result for each job; the caller
/// commits.
pub(crate) async fn allocate_jobs(
    scope: &mut Scope,
    id: LineHaulId,
    jobs: &[FreightJobId],
    force: bool,
) -> Result<Vec<Outcome<FreightJobId>>> {
    check_count("allocation.jobIds", jobs.len())?;
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let ids = unique(jobs);
    if check_takes(&haul).is_err() {
        let closed = |job| Outcome::new(job, check_takes(&haul));
        return Ok(ids.into_iter().map(closed).collect());
    }
    let goods = lock_goods(scope, &ids).await?;
    let lanes = lanes_of(scope, &goods).await?;
    let roots: Vec<FreightJobId> = goods.iter().map(|goods| goods.root_id).collect();
    let taken = load_taken(scope, &roots).await?;
    let mut by_id: BTreeMap<FreightJobId, (Goods, Lane)> = BTreeMap::new();
    for (goods, lane) in goods.into_iter().zip(lanes) {
        by_id.insert(goods.job_id, (goods, lane));
    }
    let mut load = Measures {
        weight: haul.weight,
        volume: haul.volume,
        pallet_spaces: haul.pallet_spaces,
    };
    let mut count = usize::try_from(haul.article_count).unwrap_or(usize::MAX);
    let (mut outcomes, mut new, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for job in ids {
        let result = match by_id.get(&job) {
            None => Err(Error::NotFound("The job")),
            Some((goods, lane)) => check_goods(&haul, goods, lane, force)
                .and_then(|()| find_free(&haul, goods, &taken))
                .and_then(|free| {
                    let sum = free.iter().fold(load, |sum, (_, it)| sum.plus(*it));
                    if let Some(reason) = excess(&haul.capacity, sum, &goods.job_no) {
                        return Err(refuse(reason));
                    }
                    if count + free.len() > MAX_ARTICLES {
                        return Err(too_many());
                    }
                    load = sum;
                    count += free.len();
                    new.extend(free.into_iter().map(|(number, measures)| {
                        new_article(&haul, goods, number, measures, ArticleState::Allocated)
                    }));
                    texts.push((job, format!("Allocated to {}", haul.code)));
                    Ok(())
                }),
        };
        outcomes.push(Outcome::new(job, result));
    }
    if !new.is_empty() {
        scope.create_all(new).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
    }
    Ok(outcomes)
}

pub(super) fn unique(jobs: &[FreightJobId]) -> Vec<FreightJobId> {
    let mut seen = BTreeSet::new();
    jobs.iter().copied().filter(|id| seen.insert(*id)).collect()
}

/// Returns the articles that no line haul has, or why there is none.
fn find_free<'g>(
    haul: &LineHaul,
    goods: &'g Goods,
    taken: &Taken,
) -> Result<Vec<(&'g str, Measures)>> {
    let free: Vec<(&str, Measures)> = goods
        .uncarried()
        .filter(|(number, _)| !taken.contains_key(*number))
        .map(|(number, item)| (number, Measures::of_piece(item)))
        .collect();
    if !free.is_empty() {
        return Ok(free);
    }
    let mut holders = goods
        .uncarried()
        .filter_map(|(number, _)| taken.get(number));
    let holder = match holders.next() {
        None => {
            return Err(refuse(message!(
                "{job} has no articles.",
                job = goods.job_no
            )));
        }
        Some((holder, _)) if *holder == haul.id => message!(
            "{job} is allocated to {line_haul} already.",
            job = goods.job_no,
            line_haul = haul.code
        ),
        Some((_, name)) => message!(
            "{job} is on {line_haul}.",
            job = goods.job_no,
            line_haul = name
        ),
    };
    Err(refuse(holder))
}

/// Takes jobs off a line haul that has not closed, with one result for each; the caller commits.
pub(crate) async fn unallocate_jobs(
    scope: &mut Scope,
    id: LineHaulId,
    jobs: &[FreightJobId],
    reason: &str,
) -> Result<Vec<Outcome<FreightJobId>>> {
    check_count("deallocation.jobids", jobs.len())?;
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let ids = unique(jobs);
    if check_takes(&haul).is_err() {
        let closed = |job| Outcome::new(job, check_takes(&haul));
        return Ok(ids.into_iter().map(closed).collect());
    }
    let mut rows = load_rows(scope, id).await?;
    let (mut outcomes, mut texts) = (Vec::new(), Vec::new());
    let (mut loaded, mut off) = (Vec::new(), Vec::new());
    for job in ids {
        let numbers: Vec<String> = rows
            .values()
            .filter(|row| row.job_id == job)
            .map(|row| row.article_number.clone())
            .collect();
        if numbers.is_empty() {
            let missing = refuse(message!(
                "The job is not on {line_haul}.",
                line_haul = haul.code
            ));
            outcomes.push(Outcome::new(job, Err(missing)));
            continue;
        }
        for row in numbers.iter().filter_map(|number| rows.remove(number)) {
            if row.state == ArticleState::Loaded {
                loaded.push((row.job_id, row.article_number.clone()));
            }
            off.push(row);
        }
        texts.push((job, to_text("Taken off", &haul.code, reason)));
        outcomes.push(Outcome::new(job, Ok(())));
    }
    if !off.is_empty() {
        take_off(scope, &off).await?;
        scan_off(scope, &haul, loaded).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
    }
    Ok(outcomes)
}

/// `Taken off LH00001: reason`, for the operation log.
pub(super) fn to_text(what: &str, code: &str, reason: &str) -> String {
    match reason.trim() {
        "" => format!("{what} {code}"),
        reason => format!("{what} {code}: {reason}"),
    }
}
