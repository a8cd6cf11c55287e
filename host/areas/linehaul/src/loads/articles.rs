//! Loading of single articles by their numbers, and taking them off again.

use std::collections::{BTreeMap, BTreeSet};

use data::{Error, New, Outcome, Result, Scope, message};
use jobs::{
    FreightJobId, JobStatus, ScanEventType,
    line_hauls::{ArticleScan, Goods, find_article_jobs, lock_goods, log_haul, scan_articles},
};

use super::{
    allocate::{Taken, check_goods, check_takes, load_taken, new_article, refuse, to_text},
    complete,
    model::{ArticleState, LoadedArticle},
    results::ScannedArticle,
    rules::{MAX_ARTICLES, Measures, excess},
    standing::load_statuses,
    store,
    views::{Rows, load_rows_of},
};
use crate::hauls::{
    change,
    model::{LineHaul, LineHaulId},
    ports::{Lane, lanes_of},
    status::LineHaulStatus,
};

/// The goods that a call names, with their articles on the line haul.
pub(super) struct Load {
    pub rows: Rows,
    goods: BTreeMap<FreightJobId, (Goods, Lane)>,
    /// Texts that are no article's number.
    unknown: BTreeSet<String>,
    /// Jobs of the numbers.
    jobs: BTreeMap<String, FreightJobId>,
}

impl Load {
    /// Locks the jobs of articles and loads their goods and lanes.
    pub(super) async fn lock(
        scope: &mut Scope,
        haul: &LineHaul,
        numbers: &[String],
    ) -> Result<Self> {
        let wanted: BTreeSet<&String> = numbers.iter().collect();
        let wanted: Vec<String> = wanted.into_iter().cloned().collect();
        let found = find_article_jobs(scope, &wanted).await?;
        let roots: BTreeSet<FreightJobId> = found
            .values()
            .filter_map(|found| Some(found.as_ref().ok()?.root_id))
            .collect();
        let roots: Vec<FreightJobId> = roots.into_iter().collect();
        let rows = load_rows_of(scope, haul.id, &roots).await?;
        let (mut jobs, mut unknown) = (BTreeMap::new(), BTreeSet::new());
        for (number, found) in found {
            match (rows.get(&number), found) {
                // The job as it was when the line haul took the article.
                (Some(row), _) => drop(jobs.insert(number, row.job_id)),
                (None, Ok(found)) => drop(jobs.insert(number, found.job_id)),
                (None, Err(_)) => drop(unknown.insert(number)),
            }
        }
        let ids: BTreeSet<FreightJobId> = jobs.values().copied().collect();
        let ids: Vec<FreightJobId> = ids.into_iter().collect();
        let goods = lock_goods(scope, &ids).await?;
        let lanes = lanes_of(scope, &goods).await?;
        let both = goods.into_iter().zip(lanes);
        Ok(Self {
            rows,
            goods: both
                .map(|(goods, lane)| (goods.job_id, (goods, lane)))
                .collect(),
            unknown,
            jobs,
        })
    }

    /// Returns the goods of a scanned text and the article's number, or why there are none.
    pub(super) fn find(&self, scanned: &str) -> Result<(&Goods, &Lane, String)> {
        if self.unknown.contains(scanned) {
            return Err(refuse(message!(
                "{article} is not the number of an article.",
                article = scanned
            )));
        }
        let job = self.jobs.get(scanned).and_then(|job| self.goods.get(job));
        let (goods, lane) = job.ok_or(Error::NotFound("The article"))?;
        let number = match goods.find_article(scanned) {
            Some((number, _)) => number.to_owned(),
            None => scanned.to_owned(),
        };
        Ok((goods, lane, number))
    }

    pub(super) fn goods(&self) -> impl Iterator<Item = &Goods> {
        self.goods.values().map(|(goods, _)| goods)
    }

    pub(super) fn roots(&self) -> Vec<FreightJobId> {
        self.goods
            .values()
            .map(|(goods, _)| goods.root_id)
            .collect()
    }

    /// Describes a scanned text after the call.
    pub(super) fn describe(
        &self,
        scanned: &str,
        is_done: fn(ArticleState) -> bool,
    ) -> ScannedArticle {
        let Ok((goods, _, number)) = self.find(scanned) else {
            return ScannedArticle {
                number: scanned.to_owned(),
                ..ScannedArticle::default()
            };
        };
        let state = |number: &str| {
            self.rows
                .get(number)
                .map_or(ArticleState::Free, |it| it.state)
        };
        let (mut done, mut of) = (0, 0);
        for (number, _) in goods.articles() {
            of += 1;
            done += i64::from(is_done(state(number)));
        }
        ScannedArticle {
            state: state(&number),
            job: Some((goods.job_id, goods.job_no.clone())),
            number,
            done,
            of,
        }
    }
}

/// Loads articles by their numbers, with one result for each; the caller commits. An article of a
/// job that is not allocated brings its job. The first one begins the loading.
pub(crate) async fn load_articles(
    scope: &mut Scope,
    id: LineHaulId,
    numbers: &[String],
    force: bool,
) -> Result<Vec<Outcome<ScannedArticle>>> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let mut load = Load::lock(scope, &haul, numbers).await?;
    let taken = load_taken(scope, &load.roots()).await?;
    let mut weight = Measures {
        weight: haul.loaded_weight,
        volume: haul.loaded_volume,
        pallet_spaces: haul.loaded_pallet_spaces,
    };
    let taken_places = usize::try_from(haul.article_count).unwrap_or_default();
    let mut room = MAX_ARTICLES.saturating_sub(taken_places);
    let (mut results, mut scans, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for scanned in numbers {
        let result = match place(&haul, &load, &taken, scanned, force) {
            Ok(number) => {
                let (goods, _, _) = load.find(scanned)?;
                let goods = goods.clone();
                let measures = goods
                    .find_article(&number)
                    .map(|(_, it)| Measures::of_piece(it));
                let sum = weight.plus(measures.unwrap_or_default());
                match excess(&haul.capacity, sum, &number) {
                    Some(reason) => Err(refuse(reason)),
                    None => {
                        if !load.rows.contains_key(&number) {
                            let new = free_articles(&haul, &goods, &taken, &load.rows);
                            room = room.checked_sub(new.len()).ok_or_else(too_many)?;
                            for row in scope.create_all(new).await? {
                                load.rows.insert(row.article_number.clone(), row);
                            }
                            texts.push((goods.job_id, format!("Allocated to {}", haul.code)));
                        }
                        weight = sum;
                        set_loaded(scope, &mut load.rows, &number).await?;
                        scans.push(ArticleScan {
                            code: ScanEventType::LoadedLineHaul,
                            job_id: goods.job_id,
                            article_number: number,
                        });
                        Ok(())
                    }
                }
            }
            Err(error) => Err(error),
        };
        results.push((scanned, result));
    }
    if !scans.is_empty() {
        if haul.status == LineHaulStatus::Draft {
            haul.status = LineHaulStatus::Loading;
        }
        // All of these jobs are on this line haul now.
        let on_board = scans.iter().map(|scan| scan.job_id);
        let statuses = on_board.map(|job| (job, Some(JobStatus::OnLineHaul)));
        let statuses = statuses.collect();
        scan_articles(scope, &haul.start_code, scans, &statuses).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
    }
    Ok(describe_all(&load, results, ArticleState::was_loaded))
}

pub(super) fn describe_all(
    load: &Load,
    results: Vec<(&String, Result<()>)>,
    is_done: fn(ArticleState) -> bool,
) -> Vec<Outcome<ScannedArticle>> {
    results
        .into_iter()
        .map(|(scanned, result)| Outcome::new(load.describe(scanned, is_done), result))
        .collect()
}

/// Returns the number of an article that can be loaded now.
fn place(
    haul: &LineHaul,
    load: &Load,
    taken: &Taken,
    scanned: &str,
    force: bool,
) -> Result<String> {
    check_takes(haul)?;
    let (goods, lane, number) = load.find(scanned)?;
    match load.rows.get(&number).map(|row| row.state) {
        Some(ArticleState::Loaded) => {
            return Err(refuse(message!(
                "{article} is loaded already.",
                article = number
            )));
        }
        Some(ArticleState::Allocated) => {}
        _ => {
            if let Some((_, name)) = taken.get(&number) {
                return Err(refuse(message!(
                    "{article} is on {line_haul}.",
                    article = number,
                    line_haul = name
                )));
            }
        }
    }
    let is_expected = load.rows.contains_key(&number);
    check_goods(haul, goods, lane, force || is_expected)?;
    Ok(number)
}

/// Returns the articles of a job that no line haul has.
fn free_articles(
    haul: &LineHaul,
    goods: &Goods,
    taken: &Taken,
    rows: &Rows,
) -> Vec<New<LoadedArticle>> {
    goods
        .uncarried()
        .filter(|(number, _)| !taken.contains_key(*number) && !rows.contains_key(*number))
        .map(|(number, item)| {
            let measures = Measures::of_piece(item);
            new_article(haul, goods, number, measures, ArticleState::Allocated)
        })
        .collect()
}

pub(super) fn too_many() -> Error {
    refuse(message!(
        "A line haul has at most {max} articles.",
        max = MAX_ARTICLES
    ))
}

async fn set_loaded(scope: &mut Scope, rows: &mut Rows, number: &str) -> Result<()> {
    let now = scope.now();
    let row = rows.get_mut(number).ok_or(Error::Conflict)?;
    row.set_state(ArticleState::Loaded);
    row.loaded_time = Some(now);
    scope.update(row).await
}

/// Takes articles off a line haul that has not closed, with one result for each; the caller
/// commits. A loaded article stays allocated; an allocated one is free.
pub(crate) async fn unload_again(
    scope: &mut Scope,
    id: LineHaulId,
    numbers: &[String],
    reason: &str,
) -> Result<Vec<Outcome<ScannedArticle>>> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let mut load = Load::lock(scope, &haul, numbers).await?;
    let (mut results, mut loaded, mut off) = (Vec::new(), Vec::new(), Vec::new());
    let mut texts = Vec::new();
    for scanned in numbers {
        let result = match check_takes(&haul).and_then(|()| load.find(scanned)) {
            Ok((goods, _, number)) => {
                let job = goods.job_id;
                match load.rows.get_mut(&number) {
                    Some(row) if row.state == ArticleState::Loaded => {
                        row.set_state(ArticleState::Allocated);
                        row.loaded_time = None;
                        scope.update(row).await?;
                        loaded.push((job, number.clone()));
                        texts.push((job, to_text(&format!("{number} off"), &haul.code, reason)));
                        Ok(())
                    }
                    Some(row) => {
                        off.push(row.clone());
                        load.rows.remove(&number);
                        texts.push((job, to_text(&format!("{number} off"), &haul.code, reason)));
                        Ok(())
                    }
                    None => Err(refuse(message!(
                        "{article} is not on {line_haul}.",
                        article = number,
                        line_haul = haul.code
                    ))),
                }
            }
            Err(error) => Err(error),
        };
        results.push((scanned, result));
    }
    if !loaded.is_empty() || !off.is_empty() {
        take_off(scope, &off).await?;
        scan_off(scope, &haul, loaded).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
    }
    Ok(describe_all(&load, results, ArticleState::was_loaded))
}

/// Records that articles which were loaded are at the start again. Articles that wait for them at
/// the destination get onward legs. The caller has changed the rows.
pub(super) async fn scan_off(
    scope: &mut Scope,
    haul: &LineHaul,
    articles: Vec<(FreightJobId, String)>,
) -> Result<()> {
    if articles.is_empty() {
        return Ok(());
    }
    let jobs: BTreeSet<FreightJobId> = articles.iter().map(|(job, _)| *job).collect();
    let jobs: Vec<FreightJobId> = jobs.into_iter().collect();
    let goods = lock_goods(scope, &jobs).await?;
    let statuses = load_statuses(scope, &goods).await?;
    let scans = articles
        .into_iter()
        .map(|(job_id, article_number)| ArticleScan {
            code: ScanEventType::UnloadedLineHaul,
            job_id,
            article_number,
        });
    scan_articles(scope, &haul.start_code, scans.collect(), &statuses).await?;
    complete::send_on_waiting(scope, haul, &jobs).await
}

/// Deletes the rows of articles that a line haul no longer takes.
pub(super) async fn take_off(scope: &mut Scope, rows: &[LoadedArticle]) -> Result<()> {
    for row in rows {
        scope.delete::<LoadedArticle>(row.id).await?;
    }
    Ok(())
}
