//! Writes scans and moves their jobs on, in the caller's transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use data::{Error, New, NewRecord, Record, Result, Scope, Where};
use work::event::ScopeEvents;

use super::{
    advance::{Standing, advance},
    line_hauls::HaulStatuses,
    model::ScanEvent,
    service::{DeviceKey, Saved, Scan, load_known},
    trees::{Place, Trees, check_leaf},
    values::{ScanEventId, ScanEventType},
};
use crate::{
    events,
    jobs::{
        change, legs,
        log::{self, Entry, LoggedFreightOperation},
        model::{Article, FreightJobId, Job, LastScanEvent},
        status::JobStatus,
    },
};

/// Writes scans in the order of their times. Returns a result for each, by its index. `statuses`
/// are those of jobs whose line hauls changed.
// Lock order: jobs by one statement, then their parents.
pub(super) async fn write(
    scope: &mut Scope,
    scans: &[Scan],
    statuses: &HaulStatuses,
) -> Result<BTreeMap<usize, Result<Saved>>> {
    let mut trees = lock(scope, scans).await?;
    let known = load_known(scope, scans).await?;
    let mut results = BTreeMap::new();
    let mut first: HashMap<DeviceKey, usize> = HashMap::new();
    let (mut new, mut repeated) = (Vec::new(), Vec::new());
    let driver = scope.caller.driver();
    for scan in scans {
        if let Some(key) = scan.key() {
            if let Some(id) = known.get(&key).copied() {
                results.insert(scan.index, Ok(duplicate(id)));
                continue;
            }
            if let Some(first) = first.get(&key) {
                repeated.push((scan.index, *first));
                continue;
            }
            first.insert(key, scan.index);
        }
        match trees.place(&scan.form, driver) {
            Ok(place) => new.push((scan, place)),
            Err(error) => drop(results.insert(scan.index, Err(Error::Invalid(vec![error])))),
        }
    }
    new.sort_by_key(|(scan, _)| (scan.form.scanned_time, scan.index));
    let jobs: BTreeSet<FreightJobId> = new.iter().map(|(_, place)| place.job).collect();
    for id in &jobs {
        check_leaf(trees.jobs.get(id).ok_or(Error::Conflict)?)?;
    }
    let mut delivered = load_delivered(scope, &trees, &new).await?;
    let stored = insert(scope, &new).await?;
    for ((scan, _), event) in new.iter().zip(&stored) {
        let saved = Saved {
            id: event.id,
            is_duplicate: false,
        };
        results.insert(scan.index, Ok(saved));
    }
    for (index, first) in repeated {
        let outcome = match results.get(&first) {
            Some(Ok(saved)) => Ok(duplicate(saved.id)),
            // The first was rejected, and so is its copy.
            Some(Err(Error::Invalid(errors))) => Err(Error::Invalid(errors.clone())),
            _ => Err(Error::Conflict),
        };
        results.insert(index, outcome);
    }
    for id in jobs {
        let events: Vec<&ScanEvent> = stored.iter().filter(|event| event.job_id == id).collect();
        if let Some(mut job) = trees.jobs.remove(&id) {
            if let Some(status) = statuses.get(&id) {
                job.haul_status = *status;
            }
            let delivered = delivered.entry(id).or_default();
            move_on(scope, &mut job, &events, delivered).await?;
        }
    }
    follow(scope, &stored).await?;
    let entry = |event: &ScanEvent| {
        let entry = Entry::new(LoggedFreightOperation::Scan).with_value(event.log_text());
        (event.job_id, entry)
    };
    log::write_all(scope, stored.iter().map(entry).collect()).await?;
    for event in &stored {
        let scan = events::JobScan {
            job_id: event.job_id,
            scan_event_id: event.id,
        };
        scope.publish(&events::SCANNED, &scan).await?;
    }
    Ok(results)
}

fn duplicate(id: ScanEventId) -> Saved {
    Saved {
        id,
        is_duplicate: true,
    }
}

/// Locks the scanned jobs and loads them.
async fn lock(scope: &mut Scope, scans: &[Scan]) -> Result<Trees> {
    let forms = || scans.iter().map(|scan| &scan.form);
    let trees = Trees::load(scope, forms()).await?;
    let driver = scope.caller.driver();
    let ids: BTreeSet<FreightJobId> = forms()
        .filter_map(|form| Some(trees.place(form, driver).ok()?.job))
        .collect();
    let ids: Vec<FreightJobId> = ids.into_iter().collect();
    scope.lock_all(Where::all().is_in(Job::ID, &ids)).await?;
    let locked = Trees::load(scope, forms()).await?;
    let is_locked = |form| {
        let place = locked.place(form, driver);
        place.map_or(true, |place| ids.contains(&place.job))
    };
    match forms().all(is_locked) {
        true => Ok(locked),
        // Another leg is open by now.
        false => Err(Error::Conflict),
    }
}

/// Articles of a job that the receiver has.
#[derive(Debug, Default)]
struct Delivered {
    is_whole: bool,
    numbers: HashSet<String>,
}

impl Delivered {
    /// Adds a delivery: of an article, or of the job.
    fn add(&mut self, article: Option<&String>) {
        match article {
            Some(article) => drop(self.numbers.insert(article.clone())),
            None => self.is_whole = true,
        }
    }

    fn is_any(&self) -> bool {
        self.is_whole || !self.numbers.is_empty()
    }

    fn is_complete(&self, job: &Job) -> bool {
        let mut numbers = job.items.iter().flat_map(|item| &item.article_numbers);
        self.is_whole || numbers.all(|number| self.numbers.contains(number))
    }
}

/// A stored delivery scan.
#[derive(Debug, Record)]
#[record(view_of = ScanEvent)]
struct DeliveryScan {
    job_id: FreightJobId,
    article_number: Option<String>,
}

/// Loads earlier deliveries of jobs with new delivery scans.
async fn load_delivered(
    scope: &mut Scope,
    trees: &Trees,
    new: &[(&Scan, Place)],
) -> Result<HashMap<FreightJobId, Delivered>> {
    let is_delivery = |scan: &Scan| scan.form.code.is_some_and(ScanEventType::is_delivery);
    let jobs: BTreeSet<FreightJobId> = new
        .iter()
        .filter(|(scan, _)| is_delivery(scan))
        .map(|(_, place)| place.job)
        .collect();
    let jobs: Vec<FreightJobId> = jobs.into_iter().collect();
    let mut delivered: HashMap<FreightJobId, Delivered> = HashMap::new();
    if jobs.is_empty() {
        return Ok(delivered);
    }
    let codes = [ScanEventType::Delivered, ScanEventType::Collected];
    let earlier = Where::all()
        .is_in(ScanEvent::JOB_ID, &jobs)
        .is_in(ScanEvent::CODE, &codes);
    let tx = scope.unrestricted().await?;
    for scan in tx.all::<DeliveryScan>(earlier).await? {
        let job = delivered.entry(scan.job_id).or_default();
        job.add(scan.article_number.as_ref());
    }
    // Legs with parts are each the last one of their articles.
    let mut last_legs: HashMap<FreightJobId, Vec<FreightJobId>> = HashMap::new();
    for job in jobs.iter().filter_map(|id| trees.jobs.get(id)) {
        if legs::is_last(scope, job).await? {
            last_legs
                .entry(trees.root(job.id))
                .or_default()
                .push(job.id);
        }
    }
    let roots: Vec<FreightJobId> = last_legs.keys().copied().collect();
    let marked = Where::all()
        .is_in(Article::JOB_ID, &roots)
        .eq(Article::IS_DELIVERED, true);
    for article in scope.unrestricted().await?.all::<Article>(marked).await? {
        for job in last_legs.get(&article.job_id).into_iter().flatten() {
            let job = delivered.entry(*job).or_default();
            job.add(Some(&article.article_number));
        }
    }
    Ok(delivered)
}

async fn insert(scope: &mut Scope, new: &[(&Scan, Place)]) -> Result<Vec<ScanEvent>> {
    let (user, user_name) = (scope.caller.user(), scope.caller.name().to_owned());
    let now = scope.now();
    let mut rows = Vec::with_capacity(new.len());
    for (scan, place) in new {
        let (images, signature) = scan.pictures.insert(scope).await?;
        let form = &scan.form;
        let row = New::<ScanEvent> {
            code: form.code.unwrap_or_default(),
            warehouse_code: form.warehouse_code.clone(),
            location_code: form.location_code.clone(),
            job_id: place.job,
            root_id: place.root,
            item_id: place.item,
            article_number: form.article_number.clone(),
            images,
            signature,
            details: form.details.clone(),
            scanned_time: form.scanned_time.unwrap_or(now),
            device_id: form.device_id.clone(),
            device_part: scan.part.clone(),
            latitude: form.latitude,
            longitude: form.longitude,
            from_address: form.from_address.clone(),
            signed_by: form.signed_by.clone(),
            reason: form.reason.clone(),
            creator_user_id: user,
            creator_user_name: user_name.clone(),
        };
        rows.push(row.created_at(now));
    }
    // The jobs were checked to be the driver's.
    scope.unrestricted().await?.insert_all(&mut rows).await?;
    Ok(rows)
}

/// Moves a job on with its scans, which are in the order of time.
async fn move_on(
    scope: &mut Scope,
    job: &mut Job,
    events: &[&ScanEvent],
    delivered: &mut Delivered,
) -> Result<()> {
    let (before, last) = (job.job_status, job.last_scan_event.clone());
    let (mut marks, mut time) = (Delivered::default(), scope.now());
    for event in events {
        let is_newest = is_newest(job.last_scan_event.as_ref(), event);
        if event.code.is_delivery() && job.job_status.is_given() {
            delivered.add(event.article_number.as_ref());
            marks.add(event.article_number.as_ref());
        }
        let standing = Standing {
            is_newest,
            is_complete: delivered.is_complete(job),
            is_on_line_haul: job.haul_status == Some(JobStatus::OnLineHaul),
        };
        // The state of a job with legs is theirs.
        if !job.has_legs
            && let Some(status) = advance(event.code, job.job_status, standing)
        {
            (job.job_status, time) = (status, event.scanned_time);
        }
        if is_newest {
            job.last_scan_event = Some(event.to_last());
        }
    }
    if marks.is_any() && legs::is_last(scope, job).await? {
        let root = legs::load_root(scope, job).await?;
        mark_delivered(scope, root, job, &marks).await?;
    }
    if job.job_status == before && job.last_scan_event == last {
        return Ok(());
    }
    job.set_times(before, time);
    scope.unrestricted().await?.update(job).await?;
    change::announce_at(scope, job, before, time).await?;
    match job.has_legs {
        // The rest of a job with legs.
        true => change::follow_legs(scope, Some(job.id)).await,
        false => Ok(()),
    }
}

fn is_newest(last: Option<&LastScanEvent>, event: &ScanEvent) -> bool {
    last.is_none_or(|last| last.scanned_time <= event.scanned_time)
}

/// Marks the articles of a root job that a delivered job carries.
async fn mark_delivered(
    scope: &mut Scope,
    root: FreightJobId,
    job: &Job,
    marks: &Delivered,
) -> Result<()> {
    let open = Where::all()
        .eq(Article::JOB_ID, root)
        .eq(Article::IS_DELIVERED, false);
    let own: HashSet<&str> = job.article_numbers().collect();
    let is_own = |number: &str| !job.has_part || own.contains(number);
    let tx = scope.unrestricted().await?;
    for mut article in tx.all::<Article>(open).await? {
        let number = &article.article_number;
        if marks.numbers.contains(number) || marks.is_whole && is_own(number) {
            article.is_delivered = true;
            tx.update(&mut article).await?;
        }
    }
    Ok(())
}

/// Shows the last scan at the parents too, and lets their states follow.
async fn follow(scope: &mut Scope, stored: &[ScanEvent]) -> Result<()> {
    let mut newest: BTreeMap<FreightJobId, &ScanEvent> = BTreeMap::new();
    for event in stored.iter().filter(|event| event.root_id != event.job_id) {
        newest.insert(event.job_id, event);
    }
    for (leg, event) in newest {
        let leg: Job = scope.unrestricted().await?.find(leg).await?;
        let mut next = leg.parent_id;
        while let Some(id) = next {
            scope.lock::<Job>(id).await?;
            let tx = scope.unrestricted().await?;
            let mut parent: Job = tx.find(id).await?;
            next = parent.parent_id;
            if is_newest(parent.last_scan_event.as_ref(), event) {
                parent.last_scan_event = Some(event.to_last());
                tx.update(&mut parent).await?;
            }
        }
        change::follow_legs(scope, leg.parent_id).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::model::JobItem;

    fn job() -> Job {
        Job {
            items: vec![JobItem {
                article_numbers: vec!["A".to_owned(), "B".to_owned()],
                ..JobItem::default()
            }],
            ..Job::default()
        }
    }

    #[test]
    fn a_job_is_delivered_with_its_last_article_or_as_a_whole() {
        let mut delivered = Delivered::default();
        assert!(!delivered.is_complete(&job()));
        delivered.add(Some(&"A".to_owned()));
        delivered.add(Some(&"A".to_owned()));
        assert!(!delivered.is_complete(&job()));
        delivered.add(Some(&"B".to_owned()));
        assert!(delivered.is_complete(&job()));
        let mut whole = Delivered::default();
        whole.add(None);
        assert!(whole.is_complete(&job()));
        // Hourly hire has no articles.
        assert!(Delivered::default().is_complete(&Job::default()));
    }
}
