//! Unloading of articles at the destination, and taking it back.

use data::{Outcome, Result, Scope, message};
use jobs::{
    FreightJobId, ScanEventType,
    line_hauls::{ArticleScan, Goods, follow_line_hauls, log_haul, scan_articles},
};

use super::{
    allocate::{new_article, refuse, to_text},
    articles::{Load, describe_all, take_off},
    complete,
    model::ArticleState,
    results::ScannedArticle,
    rules::Measures,
    standing::load_statuses,
    store,
};
use crate::hauls::{
    change,
    model::{LineHaul, LineHaulId},
    status::LineHaulStatus,
};

/// Unloads articles, with one result for each; the caller commits. One that was never loaded is
/// over. A completed line haul unloads its short articles only; their jobs get onward legs.
pub(crate) async fn unload_articles(
    scope: &mut Scope,
    id: LineHaulId,
    numbers: &[String],
) -> Result<Vec<Outcome<ScannedArticle>>> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let mut load = Load::lock(scope, &haul, numbers).await?;
    let now = scope.now();
    let (mut results, mut scans, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for scanned in numbers {
        let result = match check(&haul, &load, scanned) {
            Ok((goods, number, state)) => {
                let (job_id, goods) = (goods.job_id, goods.clone());
                match load.rows.get_mut(&number) {
                    Some(row) => {
                        row.set_state(state);
                        row.unloaded_time = Some(now);
                        scope.update(row).await?;
                    }
                    None => add_over(scope, &haul, &goods, &number, &mut load).await?,
                }
                let code = match state {
                    ArticleState::Over => ScanEventType::Over,
                    _ => ScanEventType::UnloadedLineHaul,
                };
                if state == ArticleState::Over {
                    texts.push((job_id, format!("{number} is over on {}", haul.code)));
                }
                scans.push(ArticleScan {
                    code,
                    job_id,
                    article_number: number,
                });
                Ok(())
            }
            Err(error) => Err(error),
        };
        results.push((scanned, result));
    }
    if !scans.is_empty() {
        if haul.status == LineHaulStatus::Arrived {
            haul.status = LineHaulStatus::Unloading;
        }
        let arrived: Vec<FreightJobId> = scans.iter().map(|scan| scan.job_id).collect();
        let statuses = load_statuses(scope, load.goods()).await?;
        scan_articles(scope, &haul.destination_code, scans, &statuses).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
        if haul.status == LineHaulStatus::Completed {
            complete::send_on(scope, &haul, &arrived).await?;
        }
    }
    Ok(describe_all(&load, results, ArticleState::has_arrived))
}

/// Takes the unloading of articles back, with one result for each; the caller commits. They are on
/// board again, and one that was over is not on the line haul.
pub(crate) async fn take_back_unloaded(
    scope: &mut Scope,
    id: LineHaulId,
    numbers: &[String],
    reason: &str,
) -> Result<Vec<Outcome<ScannedArticle>>> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    let mut load = Load::lock(scope, &haul, numbers).await?;
    let (mut results, mut scans, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let mut over = Vec::new();
    for scanned in numbers {
        let result = match check_unloaded(&haul, &load, scanned) {
            Ok((job_id, number, ArticleState::Over)) => {
                over.extend(load.rows.remove(&number));
                let what = format!("{number} is not over on");
                texts.push((job_id, to_text(&what, &haul.code, reason)));
                Ok(())
            }
            Ok((job_id, number, _)) => {
                if let Some(row) = load.rows.get_mut(&number) {
                    row.set_state(ArticleState::Loaded);
                    row.unloaded_time = None;
                    scope.update(row).await?;
                }
                let what = format!("{number} is still on");
                texts.push((job_id, to_text(&what, &haul.code, reason)));
                scans.push(ArticleScan {
                    code: ScanEventType::LoadedLineHaul,
                    job_id,
                    article_number: number,
                });
                Ok(())
            }
            Err(error) => Err(error),
        };
        results.push((scanned, result));
    }
    if !scans.is_empty() || !over.is_empty() {
        take_off(scope, &over).await?;
        let statuses = load_statuses(scope, load.goods()).await?;
        scan_articles(scope, &haul.destination_code, scans, &statuses).await?;
        follow_line_hauls(scope, &statuses).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
    }
    Ok(describe_all(&load, results, ArticleState::has_arrived))
}

/// Returns the job, the number and the state of an article whose unloading can be taken back.
fn check_unloaded(
    haul: &LineHaul,
    load: &Load,
    scanned: &str,
) -> Result<(FreightJobId, String, ArticleState)> {
    if !haul.status.gives_goods() {
        return Err(refuse(message!(
            "{line_haul} is {status}: unloading can be taken back until it is completed.",
            line_haul = haul.code,
            status = haul.status
        )));
    }
    let (goods, _, number) = load.find(scanned)?;
    match load.rows.get(&number).map(|row| row.state) {
        Some(state) if state.has_arrived() => Ok((goods.job_id, number, state)),
        _ => Err(refuse(message!(
            "{article} is not unloaded.",
            article = number
        ))),
    }
}

/// Returns the goods, the number and the new state of an article that can be unloaded.
fn check<'l>(
    haul: &LineHaul,
    load: &'l Load,
    scanned: &str,
) -> Result<(&'l Goods, String, ArticleState)> {
    let is_completed = haul.status == LineHaulStatus::Completed;
    if !haul.status.gives_goods() && !is_completed {
        return Err(refuse(message!(
            "{line_haul} is {status}: it is not at its destination.",
            line_haul = haul.code,
            status = haul.status
        )));
    }
    let (goods, _, number) = load.find(scanned)?;
    match load.rows.get(&number).map(|row| row.state) {
        Some(state) if state.has_arrived() => Err(refuse(message!(
            "{article} is unloaded already.",
            article = number
        ))),
        Some(ArticleState::Short) => Ok((goods, number, ArticleState::Unloaded)),
        Some(ArticleState::Loaded) if !is_completed => Ok((goods, number, ArticleState::Unloaded)),
        _ if is_completed => Err(refuse(message!(
            "{line_haul} is completed, and {article} was not short on it.",
            line_haul = haul.code,
            article = number
        ))),
        _ => Ok((goods, number, ArticleState::Over)),
    }
}

/// Records an article that was never loaded.
async fn add_over(
    scope: &mut Scope,
    haul: &LineHaul,
    goods: &Goods,
    number: &str,
    load: &mut Load,
) -> Result<()> {
    let item = goods.find_article(number).map(|(_, item)| item);
    let measures = item.map(Measures::of_piece).unwrap_or_default();
    let mut row = new_article(haul, goods, number, measures, ArticleState::Over);
    row.unloaded_time = Some(scope.now());
    let row = scope.create(row).await?;
    load.rows.insert(number.to_owned(), row);
    Ok(())
}
