//! Scans of articles at line hauls, in the transaction of their load.

use std::collections::HashMap;

use data::{Message, Result, Scope};

use super::{
    apply, model::ScanForm, pictures::StoredPictures, service::Scan, trees::Trees,
    values::ScanEventType,
};
use crate::jobs::model::FreightJobId;

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

/// Writes scans at a head port, now; the caller commits. The states of their jobs follow.
pub async fn scan_articles(
    scope: &mut Scope,
    head_port: &str,
    scans: Vec<ArticleScan>,
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
    match apply::write(scope, &scans)
        .await?
        .into_values()
        .find_map(Result::err)
    {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
