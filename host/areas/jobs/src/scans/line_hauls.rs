//! Scans of articles at line hauls, and states of jobs by them, in the transaction of their load.

use std::collections::HashMap;

use data::{Message, Result, Scope};

use super::{
    apply, model::ScanForm, pictures::StoredPictures, service::Scan, trees::Trees,
    values::ScanEventType,
};
use crate::jobs::{change, model::FreightJobId, status::JobStatus};

/// States of jobs by their articles on line hauls; none if no line haul has any.
pub type HaulStatuses = HashMap<FreightJobId, Option<JobStatus>>;

/// An article and the job that carries it now: of a job with legs the first open leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArticleJob {
    pub job_id: FreightJobId,
    /// The job above all others.
    pub root_id: FreightJobId,
}

/// A scan of an article.
#[derive(Debug, Clone)]
pub struct ArticleScan {
    pub code: ScanEventType,
    pub job_id: FreightJobId,
    pub article_number: String,
}

/// Returns the jobs of articles, or why there is none.
pub async fn find_article_jobs(
    scope: &mut Scope,
    numbers: &[String],
) -> Result<HashMap<String, Result<ArticleJob, Message>>> {
    let forms: Vec<ScanForm> = numbers
        .iter()
        .map(|number| ScanForm {
            article_number: Some(number.clone()),
            ..ScanForm::default()
        })
        .collect();
    let trees = Trees::load(scope, &forms).await?;
    let find = |form: &ScanForm| match trees.place(form, None) {
        Ok(place) => Ok(ArticleJob {
            job_id: place.job,
            root_id: place.root,
        }),
        Err(error) => Err(error.message),
    };
    let found = forms.iter().map(find);
    Ok(numbers.iter().cloned().zip(found).collect())
}

/// Writes scans at a head port, now; the caller commits. The states of their jobs follow, with what
/// line hauls have of them afterwards.
pub async fn scan_articles(
    scope: &mut Scope,
    head_port: &str,
    scans: Vec<ArticleScan>,
    statuses: &HaulStatuses,
) -> Result<()> {
    if scans.is_empty() {
        return Ok(());
    }
    let now = scope.now();
    let scans: Vec<Scan> = scans
        .into_iter()
        .enumerate()
        .map(|(index, scan)| Scan {
            index,
            form: ScanForm {
                code: Some(scan.code),
                job_id: Some(scan.job_id),
                article_number: Some(scan.article_number),
                location_code: Some(head_port.to_owned()),
                scanned_time: Some(now),
                ..ScanForm::default()
            },
            part: String::new(),
            pictures: StoredPictures::default(),
        })
        .collect();
    match apply::write(scope, &scans, statuses)
        .await?
        .into_values()
        .find_map(Result::err)
    {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Stores the states of jobs whose line hauls changed without a scan that moves them; the caller
/// commits.
pub async fn follow_line_hauls(scope: &mut Scope, statuses: &HaulStatuses) -> Result<()> {
    let mut ids: Vec<FreightJobId> = statuses.keys().copied().collect();
    ids.sort_unstable();
    for id in ids {
        let status = statuses.get(&id).copied().flatten();
        let mut job = change::lock(scope, id).await?;
        let before = job.job_status;
        let alternates = |status| matches!(status, JobStatus::AtDepot | JobStatus::OnLineHaul);
        let next = status.filter(|_| alternates(before) && !job.has_legs);
        if job.haul_status == status && next.is_none_or(|next| next == before) {
            continue;
        }
        job.haul_status = status;
        job.job_status = next.unwrap_or(before);
        scope.update(&mut job).await?;
        if job.job_status != before {
            change::announce(scope, &job, before).await?;
        }
        let parent = job.has_legs.then_some(id).or(job.parent_id);
        change::follow_legs(scope, parent).await?;
    }
    Ok(())
}
