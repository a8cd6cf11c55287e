//! Jobs of scans with the jobs above and below them, and the one that a scan belongs to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use data::{Error, FieldError, Result, Scope, Where, ids::DriverId, message};

use super::model::ScanForm;
use crate::jobs::{
    model::{Article, FreightJobId, Job},
    save::MAX_DEPTH,
    status::JobStatus,
};

/// Jobs and articles that scans name.
#[derive(Debug, Default)]
pub(super) struct Trees {
    pub jobs: BTreeMap<FreightJobId, Job>,
    articles: HashMap<String, Article>,
    /// Numbers of articles by the codes of their labels.
    labels: HashMap<String, String>,
}

/// The job and the item of a scan. An article on no leg belongs to the job above the legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub job: FreightJobId,
    pub root: FreightJobId,
    pub item: Option<i64>,
}

impl Trees {
    /// Loads the jobs for any caller; [`Trees::place`] checks access.
    pub(super) async fn load<'a>(
        scope: &mut Scope,
        scans: impl IntoIterator<Item = &'a ScanForm>,
    ) -> Result<Self> {
        let (mut ids, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        for scan in scans {
            ids.extend(scan.job_id);
            numbers.extend(scan.article_number.clone());
        }
        let tx = scope.unrestricted().await?;
        let codes: Vec<String> = numbers
            .iter()
            .filter_map(|it| read_label_code(it))
            .collect();
        let numbers: Vec<String> = numbers.into_iter().collect();
        let mut articles: Vec<Article> = Vec::new();
        if !numbers.is_empty() {
            let named = Where::all().is_in(Article::ARTICLE_NUMBER, &numbers);
            articles.extend(tx.all(named).await?);
        }
        if !codes.is_empty() {
            let labelled = Where::all().is_in(Article::LABEL_CODE, &codes);
            articles.extend(tx.all(labelled).await?);
        }
        // Of two articles with one code the newer one has the label.
        articles.sort_by_key(|article| article.id);
        let labels: HashMap<String, String> = articles
            .iter()
            .filter_map(|it| Some((it.label_code.clone()?, it.article_number.clone())))
            .collect();
        ids.extend(articles.iter().map(|article| article.job_id));
        let mut jobs: BTreeMap<FreightJobId, Job> = BTreeMap::new();
        let mut missing: Vec<FreightJobId> = ids.into_iter().collect();
        while !missing.is_empty() {
            let loaded: Vec<Job> = tx.all(Where::all().is_in(Job::ID, &missing)).await?;
            missing = loaded.iter().filter_map(|job| job.parent_id).collect();
            jobs.extend(loaded.into_iter().map(|job| (job.id, job)));
            missing.retain(|id| !jobs.contains_key(id));
        }
        let with_legs = |job: &&Job| job.has_legs;
        let mut above: Vec<FreightJobId> =
            jobs.values().filter(with_legs).map(|job| job.id).collect();
        for _ in 0..MAX_DEPTH {
            if above.is_empty() {
                break;
            }
            let legs: Vec<Job> = tx.all(Where::all().is_in(Job::PARENT_ID, &above)).await?;
            above = legs.iter().filter(with_legs).map(|leg| leg.id).collect();
            above.retain(|id| !jobs.contains_key(id));
            for leg in legs {
                jobs.entry(leg.id).or_insert(leg);
            }
        }
        let by_number = |article: Article| (article.article_number.clone(), article);
        Ok(Self {
            jobs,
            articles: articles.into_iter().map(by_number).collect(),
            labels,
        })
    }

    /// Returns the article with a number, or with a label of this code.
    fn article(&self, scanned: &str) -> Option<&Article> {
        let by_label = || self.labels.get(&read_label_code(scanned)?);
        self.articles
            .get(scanned)
            .or_else(|| self.articles.get(by_label()?))
    }

    /// Replaces the code of a label by the number of its article.
    pub(super) fn name_article(&self, scan: &mut ScanForm) {
        if let Some(number) = &mut scan.article_number
            && let Some(article) = self.article(number)
        {
            number.clone_from(&article.article_number);
        }
    }

    /// Returns the job above all others.
    pub(super) fn root(&self, mut id: FreightJobId) -> FreightJobId {
        while let Some(parent) = self.jobs.get(&id).and_then(|job| job.parent_id) {
            id = parent;
        }
        id
    }

    /// Returns the jobs at or below a job that have no legs, or none with the article, in the order
    /// of the legs.
    fn leaves(&self, id: FreightJobId, article: Option<&Article>) -> Vec<&Job> {
        let carries = |leg: &&Job| {
            let is_own = |article: &Article| {
                let mut numbers = leg.article_numbers();
                leg.job_status != JobStatus::Cancelled
                    && numbers.any(|number| number == article.article_number)
            };
            !leg.has_part || article.is_none_or(is_own)
        };
        let mut leaves = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.jobs.get(&id) {
                Some(job) if job.has_legs => {
                    let mut legs: Vec<&Job> = self
                        .jobs
                        .values()
                        .filter(|leg| leg.parent_id == Some(id))
                        .filter(carries)
                        .collect();
                    if legs.is_empty() && job.has_rest {
                        leaves.push(job);
                    }
                    legs.sort_by_key(|leg| (leg.leg, leg.id));
                    open.extend(legs.iter().rev().map(|leg| leg.id));
                }
                Some(job) => leaves.push(job),
                None => {}
            }
        }
        leaves
    }

    /// Returns the job that a scan belongs to: of a job with legs the first that is open. A driver
    /// scans only jobs of the own run. Errors name the member, and never a job of another tenant.
    pub(super) fn place(
        &self,
        scan: &ScanForm,
        driver: Option<DriverId>,
    ) -> Result<Place, FieldError> {
        let named = match scan.job_id {
            Some(id) => Some(self.jobs.get(&id).ok_or_else(|| unknown_job(driver))?),
            None => None,
        };
        let article = match &scan.article_number {
            Some(number) => Some(self.article(number).ok_or_else(|| {
                FieldError::new("articlenumber", message!("is not the number of an article"))
            })?),
            None => None,
        };
        let start = match (named, article) {
            (Some(job), Some(article)) if self.root(job.id) != article.job_id => {
                return Err(FieldError::new(
                    "articlenumber",
                    message!("is an article of {job}", job = self.name(article.job_id)),
                ));
            }
            (Some(job), _) => job.id,
            (None, Some(article)) => article.job_id,
            (None, None) => {
                return Err(FieldError::new("articlenumber", message!("is required")));
            }
        };
        let leaves: Vec<&Job> = self
            .leaves(start, article)
            .into_iter()
            .filter(|job| driver.is_none() || job.driver_id == driver)
            .collect();
        let is_open = |job: &&&Job| job.job_status.is_given();
        let job = leaves.iter().find(is_open).or_else(|| {
            let is_unfinished = |job: &&&Job| !job.job_status.is_final();
            leaves.iter().find(is_unfinished).or(leaves.last())
        });
        match (job, article) {
            (Some(job), _) => Ok(Place {
                job: job.id,
                root: self.root(job.id),
                item: article.map(|article| article.item_id),
            }),
            (None, Some(article)) => Err(FieldError::new(
                "articlenumber",
                message!(
                    "is an article of {job}, which is not allocated to you",
                    job = self.name(article.job_id)
                ),
            )),
            (None, None) => Err(unknown_job(driver)),
        }
    }

    fn name(&self, id: FreightJobId) -> &str {
        self.jobs.get(&id).map_or("", |job| job.job_no.as_str())
    }
}

/// Reads the digits of an SSCC as scanners send them: `(00)393123450000000013`, with or without the
/// application identifier, or with the symbology in front.
pub(crate) fn read_label_code(scanned: &str) -> Option<String> {
    let code = scanned.trim();
    let code = ["]C1", "]d2"]
        .iter()
        .find_map(|symbology| code.strip_prefix(symbology))
        .unwrap_or(code);
    let code = code.strip_prefix("(00)").unwrap_or(code);
    let digits = match code.len() {
        20 => code.strip_prefix("00")?,
        _ => code,
    };
    let is_code = digits.len() == 18 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| digits.to_owned())
}

fn unknown_job(driver: Option<DriverId>) -> FieldError {
    let problem = match driver {
        Some(_) => message!("must be the id of a job that is allocated to you"),
        None => message!("must be the id of a job"),
    };
    FieldError::new("jobid", problem)
}

/// Rejects a job that got legs since it was loaded; the caller repeats. The rest of a job with legs
/// is scanned with it.
pub(super) fn check_leaf(job: &Job) -> Result<()> {
    match job.has_legs && !job.has_rest {
        true => Err(Error::Conflict),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::model::FreightArticleId;

    fn job(id: i64, parent: Option<i64>, status: JobStatus, driver: Option<i64>) -> Job {
        Job {
            id: FreightJobId(id),
            job_no: format!("J{id:05}"),
            parent_id: parent.map(FreightJobId),
            leg: id,
            has_legs: id == 1,
            job_status: status,
            driver_id: driver.map(DriverId),
            ..Job::default()
        }
    }

    /// Job 1 with the legs 2, 3 and 4; job 9 alone, with the article `B`.
    fn trees() -> Trees {
        let jobs = [
            job(1, None, JobStatus::PickedUp, None),
            job(2, Some(1), JobStatus::Delivered, Some(7)),
            job(3, Some(1), JobStatus::Unallocated, None),
            job(4, Some(1), JobStatus::Allocated, Some(8)),
            job(9, None, JobStatus::Allocated, Some(7)),
        ];
        let article = |number: &str, job: i64| Article {
            id: FreightArticleId(job),
            row_version: 1,
            job_id: FreightJobId(job),
            item_id: 50 + job,
            article_number: number.to_owned(),
            is_delivered: false,
            label_code: None,
        };
        let mut articles = [article("A", 1), article("B", 9)];
        articles[1].label_code = Some("393123450000000013".to_owned());
        let labels = [("393123450000000013".to_owned(), "B".to_owned())];
        Trees {
            jobs: jobs.into_iter().map(|job| (job.id, job)).collect(),
            articles: articles
                .into_iter()
                .map(|it| (it.article_number.clone(), it))
                .collect(),
            labels: labels.into(),
        }
    }

    fn scan(job: Option<i64>, article: Option<&str>) -> ScanForm {
        ScanForm {
            job_id: job.map(FreightJobId),
            article_number: article.map(str::to_owned),
            ..ScanForm::default()
        }
    }

    fn placed(scan: &ScanForm, driver: Option<i64>) -> Result<i64, String> {
        match trees().place(scan, driver.map(DriverId)) {
            Ok(place) => Ok(place.job.0),
            Err(error) => Err(format!("{} {}", error.member, error.message)),
        }
    }

    #[test]
    fn an_article_is_scanned_on_the_open_leg() {
        assert_eq!(placed(&scan(None, Some("A")), None), Ok(4));
        assert_eq!(placed(&scan(Some(1), Some("A")), None), Ok(4));
        assert_eq!(placed(&scan(Some(2), Some("A")), None), Ok(2));
        assert_eq!(placed(&scan(None, Some("B")), None), Ok(9));
        let place = trees().place(&scan(None, Some("A")), None).unwrap();
        assert_eq!((place.root, place.item), (FreightJobId(1), Some(51)));
    }

    #[test]
    fn the_code_of_a_label_names_its_article() {
        for code in [
            "393123450000000013",
            "00393123450000000013",
            "(00)393123450000000013",
            "]C100393123450000000013",
        ] {
            assert_eq!(placed(&scan(None, Some(code)), None), Ok(9), "{code}");
            let mut form = scan(None, Some(code));
            trees().name_article(&mut form);
            assert_eq!(form.article_number.as_deref(), Some("B"), "{code}");
        }
        for code in ["393123450000000014", "39312345000000001", "abc", ""] {
            assert!(placed(&scan(None, Some(code)), None).is_err(), "{code}");
        }
    }

    #[test]
    fn a_driver_scans_the_own_leg() {
        assert_eq!(placed(&scan(None, Some("A")), Some(7)), Ok(2));
        assert_eq!(placed(&scan(Some(1), None), Some(8)), Ok(4));
        assert_eq!(
            placed(&scan(None, Some("B")), Some(8)),
            Err("articlenumber is an article of J00009, which is not allocated to you".to_owned())
        );
        assert!(placed(&scan(Some(9), None), Some(8)).is_err());
    }

    #[test]
    fn a_rejection_names_the_job_of_the_article() {
        assert_eq!(
            placed(&scan(Some(9), Some("A")), None),
            Err("articlenumber is an article of J00001".to_owned())
        );
        assert!(placed(&scan(None, Some("C")), None).is_err());
        assert!(placed(&scan(Some(5), None), None).is_err());
    }
}
