//! One scan that is sent for several jobs and articles.

use std::collections::{HashMap, HashSet};

use data::{Error, FieldError, Result, Scope, Where, db::Mode, message};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    model::ScanForm,
    service::{MAX_SCANS, SentScan},
};
use crate::jobs::{
    legs,
    model::{Article, FreightJobId, Job},
};

/// An item whose articles are scanned.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "JobScanItem")]
pub(super) struct ScanItem {
    pub itemid: i64,
}

/// Jobs and articles of a scan. Jobs come first, the articles of the items last.
#[derive(Debug, Default)]
pub(super) struct Targets {
    pub jobs: Vec<FreightJobId>,
    pub articles: Vec<String>,
    pub items: Vec<ScanItem>,
    /// Job of the articles. None: that of the scan.
    pub job: Option<FreightJobId>,
}

/// Article numbers by item.
type ItemArticles = HashMap<i64, Vec<String>>;

impl Targets {
    /// Member to which a bad number of scans belongs.
    fn member(&self) -> &'static str {
        match (self.articles.is_empty(), self.items.is_empty(), self.job) {
            (true, false, _) => "items",
            (true, true, None) => "jobids",
            _ => "articlenumbers",
        }
    }

    fn count(&self) -> usize {
        self.jobs.len() + self.articles.len() + self.items.len()
    }

    /// Makes one scan for each job and article. An item that is named twice counts once;
    /// one without articles has a rejected scan.
    fn expand(self, scan: &ScanForm, of_items: &ItemArticles) -> Vec<SentScan> {
        let of_article = |number: &str| SentScan {
            part: number.to_owned(),
            form: Ok(ScanForm {
                job_id: self.job,
                article_number: Some(number.to_owned()),
                ..scan.clone()
            }),
        };
        let mut sent = Vec::with_capacity(self.count());
        for job in self.jobs {
            sent.push(SentScan {
                part: format!("#{job}"),
                form: Ok(ScanForm {
                    job_id: Some(job),
                    article_number: None,
                    ..scan.clone()
                }),
            });
        }
        sent.extend(self.articles.iter().map(|number| of_article(number.trim())));
        let mut seen = HashSet::new();
        for (at, item) in self.items.iter().enumerate() {
            if !seen.insert(item.itemid) {
                continue;
            }
            match of_items.get(&item.itemid) {
                Some(numbers) => sent.extend(numbers.iter().map(|number| of_article(number))),
                None => sent.push(SentScan {
                    part: String::new(),
                    form: Err(vec![FieldError::new(
                        format!("items[{at}].itemid"),
                        message!("is not the id of an item with articles"),
                    )]),
                }),
            }
        }
        sent
    }
}

/// Makes one scan for each job and article.
pub(super) async fn expand(
    scope: &Scope,
    scan: &ScanForm,
    mut targets: Targets,
) -> Result<Vec<SentScan>> {
    let member = targets.member();
    check_count(member, targets.count())?;
    targets.job = targets.job.or(scan.job_id);
    let of_items = load_articles(scope, &targets).await?;
    let sent = targets.expand(scan, &of_items);
    check_count(member, sent.len())?;
    Ok(sent)
}

/// Loads the articles of the items, of any job: each scan checks the access to its own. Of an item
/// that is split over legs, a leg has those that it carries.
async fn load_articles(scope: &Scope, targets: &Targets) -> Result<ItemArticles> {
    let mut numbers = ItemArticles::new();
    if targets.items.is_empty() {
        return Ok(numbers);
    }
    let ids: Vec<i64> = targets.items.iter().map(|item| item.itemid).collect();
    let of_items = Where::all().is_in(Article::ITEM_ID, &ids);
    let mut reader = scope.sibling(Mode::Read);
    let tx = reader.unrestricted().await?;
    let count = usize::try_from(tx.count(of_items.clone()).await?).unwrap_or(usize::MAX);
    check_count("items", count.max(1))?;
    let mut articles: Vec<Article> = tx.all(of_items).await?;
    let job: Option<Job> = match targets.job {
        Some(id) => tx.first(Where::id(id)).await?,
        None => None,
    };
    if let Some(leg) = job.filter(|job| job.has_part) {
        let root = legs::load_root(&mut reader, &leg).await?;
        retain_part(&mut articles, &leg, root);
    }
    for article in articles {
        let of_item = numbers.entry(article.item_id).or_default();
        of_item.push(article.article_number);
    }
    Ok(numbers)
}

/// Drops the articles of the root job that a leg with a part of its goods does not carry.
fn retain_part(articles: &mut Vec<Article>, leg: &Job, root: FreightJobId) {
    let own: HashSet<&str> = leg.article_numbers().collect();
    articles.retain(|it| it.job_id != root || own.contains(it.article_number.as_str()));
}

pub(super) fn check_count(member: &str, count: usize) -> Result<()> {
    match count {
        1..=MAX_SCANS => Ok(()),
        _ => Err(Error::invalid(
            member,
            message!("must be 1 to {max} scans", max = MAX_SCANS),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::model::{FreightArticleId, JobItem};

    fn scan() -> ScanForm {
        ScanForm {
            device_id: Some("d1".to_owned()),
            ..ScanForm::default()
        }
    }

    #[test]
    fn one_scan_for_several_has_a_part_for_each() {
        let targets = Targets {
            jobs: vec![FreightJobId(7)],
            articles: vec!["A ".to_owned()],
            items: [5, 5, 6].map(|itemid| ScanItem { itemid }).to_vec(),
            job: Some(FreightJobId(8)),
        };
        let of_items = ItemArticles::from([(5, vec!["B".to_owned(), "C".to_owned()])]);
        let sent = targets.expand(&scan(), &of_items);
        let parts: Vec<&str> = sent.iter().map(|scan| scan.part.as_str()).collect();
        assert_eq!(parts, ["#7", "A", "B", "C", ""]);
        let places: Vec<(Option<i64>, Option<String>)> = sent
            .iter()
            .filter_map(|scan| scan.form.as_ref().ok())
            .map(|form| (form.job_id.map(|job| job.0), form.article_number.clone()))
            .collect();
        let article = |number: &str| (Some(8), Some(number.to_owned()));
        assert_eq!(
            places,
            [(Some(7), None), article("A"), article("B"), article("C")]
        );
        let Err(errors) = &sent[4].form else {
            panic!("the item has no articles")
        };
        assert_eq!(errors[0].member, "items[2].itemid");
    }

    #[test]
    fn a_leg_has_its_part_of_an_item() {
        let article = |number: &str, job: i64| Article {
            id: FreightArticleId(1),
            row_version: 1,
            job_id: FreightJobId(job),
            item_id: 5,
            article_number: number.to_owned(),
            is_delivered: false,
            label_code: None,
        };
        let leg = Job {
            items: vec![JobItem {
                id: 5,
                article_numbers: vec!["B".to_owned()],
                ..JobItem::default()
            }],
            ..Job::default()
        };
        let mut articles = vec![article("A", 1), article("B", 1), article("C", 9)];
        retain_part(&mut articles, &leg, FreightJobId(1));
        let numbers: Vec<&str> = articles
            .iter()
            .map(|it| it.article_number.as_str())
            .collect();
        // Articles of other jobs are refused by their own scans.
        assert_eq!(numbers, ["B", "C"]);
    }

    #[test]
    fn a_job_alone_is_no_place_of_articles() {
        let named = Targets {
            job: Some(FreightJobId(8)),
            ..Targets::default()
        };
        assert_eq!((named.member(), named.count()), ("articlenumbers", 0));
        assert_eq!(Targets::default().member(), "jobids");
        assert!(check_count("jobids", 0).is_err());
    }
}
