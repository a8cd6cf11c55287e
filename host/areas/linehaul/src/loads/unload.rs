//! Unloading of articles at the destination.

use data::{Outcome, Result, Scope, message};
use jobs::{
    FreightJobId, ScanEventType,
    line_hauls::{ArticleScan, Goods, log_haul, scan_articles},
};

use super::{
    allocate::{new_article, refuse},
    articles::{Load, describe_all},
    complete,
    model::ArticleState,
    results::ScannedArticle,
    rules::Measures,
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
        scan_articles(scope, &haul.destination_code, scans).await?;
        log_haul(scope, texts).await?;
        store::refresh(scope, &mut haul).await?;
        change::store(scope, &mut haul, &before, None).await?;
        if haul.status == LineHaulStatus::Completed {
            complete::send_on(scope, &haul, &arrived).await?;
        }
    }
    Ok(describe_all(&load, results, ArticleState::has_arrived))
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
