//! Jobs for line hauls: the job of a line haul, loadable goods, and onward legs.

use std::collections::{HashMap, HashSet};

use bookings::SubcontractedBooking;
use carriage::{
    address::Address,
    goods::Item,
    quantity::{LengthUnit, Volume, VolumeUnit, WeightUnit},
};
use chrono::{DateTime, Utc};
use data::{
    ListQuery, PageOf, Result, Scope, Where,
    ids::{BookingId, CustomerId, DriverId},
    states_that,
};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{
    events,
    jobs::{
        agents, articles, carrier_agents, change, legs,
        log::{self, Entry, LoggedFreightOperation},
        model::{FreightJobId, Job, JobAddress, JobItem, JobType},
        positions, save,
        status::JobStatus,
    },
    prices::{billing::sum_prices, rules::price_of_amounts},
};

pub use crate::scans::line_hauls::{
    ArticleJob, ArticleScan, HaulStatuses, find_article_jobs, follow_line_hauls, scan_articles,
};

/// Jobs of one page while loadable ones are searched.
const PAGE: i64 = 1000;

/// A place with its position.
#[derive(Debug, Clone, Default)]
pub struct HaulPlace {
    pub address: Address,
    /// Degrees.
    pub latitude: Option<Decimal>,
    pub longitude: Option<Decimal>,
}

/// The members that a line haul and its job share.
#[derive(Debug, Clone, Default)]
pub struct HaulJob {
    pub status: JobStatus,
    pub code: String,
    pub from: HaulPlace,
    pub to: HaulPlace,
    pub connote_no: Option<String>,
    pub manifest_no: Option<String>,
    pub departure: Option<DateTime<Utc>>,
    pub arrival: Option<DateTime<Utc>>,
    pub driver: Option<DriverId>,
    pub carrier_account: Option<String>,
    pub note: Option<String>,
}

/// Goods of a job.
#[derive(Debug, Clone)]
pub struct Goods {
    pub job_id: FreightJobId,
    pub root_id: FreightJobId,
    pub job_no: String,
    pub customer_id: Option<CustomerId>,
    pub booking_id: Option<BookingId>,
    pub job_type: JobType,
    pub status: JobStatus,
    /// Its legs carry all of its articles.
    pub has_legs: bool,
    /// Articles that its legs carry, if others are on none of them.
    pub carried: HashSet<String>,
    pub reference: Option<String>,
    pub connote_no: Option<String>,
    pub service_code: Option<String>,
    pub service_name: Option<String>,
    pub deadline: Option<DateTime<Utc>>,
    pub from: Address,
    pub to: Address,
    pub items: Vec<GoodsItem>,
}

/// Equal pieces, with the measures of one.
#[derive(Debug, Clone, Default)]
pub struct GoodsItem {
    pub id: i64,
    pub package_type: Option<String>,
    pub description: Option<String>,
    /// Kilograms.
    pub weight: Decimal,
    /// Cubic metres.
    pub volume: Decimal,
    /// Length and width in metres.
    pub floor: Option<(Decimal, Decimal)>,
    /// One piece, as for a consignment.
    pub piece: Item,
    pub article_numbers: Vec<String>,
    /// Serial codes of labels, in the order of the numbers.
    pub label_codes: Vec<String>,
}

impl Goods {
    /// True if a line haul can take it: confirmed, not on board of a delivery, not held.
    pub fn is_loadable(&self) -> bool {
        let is_open = match self.carried.is_empty() {
            true => is_loadable(self.status),
            // The state is that of the legs.
            false => self.status.is_open() && self.status != JobStatus::OnHold,
        };
        !self.has_legs && is_open && self.job_type != JobType::LineHaul
    }

    /// Returns the article's number and item, by its number or the code on its label.
    pub fn find_article(&self, scanned: &str) -> Option<(&str, &GoodsItem)> {
        self.items.iter().find_map(|item| {
            let at = |codes: &[String]| codes.iter().position(|code| code == scanned);
            let at = at(&item.article_numbers).or_else(|| at(&item.label_codes))?;
            Some((item.article_numbers.get(at)?.as_str(), item))
        })
    }

    /// Returns all articles with their items.
    pub fn articles(&self) -> impl Iterator<Item = (&str, &GoodsItem)> {
        self.items.iter().flat_map(|item| {
            let numbers = item.article_numbers.iter();
            numbers.map(move |number| (number.as_str(), item))
        })
    }

    /// Returns the articles that no leg carries, with their items.
    pub fn uncarried(&self) -> impl Iterator<Item = (&str, &GoodsItem)> {
        self.articles()
            .filter(|(number, _)| !self.carried.contains(*number))
    }
}

/// Goods are loaded until they are on board of the vehicle that delivers them.
const fn is_loadable(status: JobStatus) -> bool {
    match (status.step(), JobStatus::OnLineHaul.step()) {
        (Some(step), Some(last)) => status.is_open() && step <= last,
        _ => false,
    }
}

/// Makes the job of a new line haul; the caller commits.
pub async fn create_haul(scope: &mut Scope, haul: &HaulJob) -> Result<FreightJobId> {
    let mut job = Job {
        job_type: JobType::LineHaul,
        ..Job::default()
    };
    apply(scope, haul, &mut job).await?;
    Ok(save::create(scope, job).await?.id)
}

/// Changes the job of a line haul; the caller commits.
pub async fn change_haul(scope: &mut Scope, id: FreightJobId, haul: &HaulJob) -> Result<()> {
    let mut job = change::lock(scope, id).await?;
    let before = job.job_status;
    let driver = job.driver_id;
    apply(scope, haul, &mut job).await?;
    if driver != haul.driver {
        let is_allocated = job.is_allocated;
        job.driver_id = driver;
        match haul.driver {
            Some(driver) => agents::give(scope, &mut job, driver).await?,
            None => agents::clear(scope, &mut job).await?,
        }
        job.carrier_account.clone_from(&haul.carrier_account);
        job.is_allocated = is_allocated;
    }
    let entry = Entry::new(LoggedFreightOperation::LineHaul)
        .with_value(haul.note.clone().unwrap_or_default());
    change::store(scope, &mut job, before, entry).await
}

/// Sets the cost of a line haul to the charges of its carrier's booking; the caller commits.
pub async fn set_haul_cost(
    scope: &mut Scope,
    id: FreightJobId,
    booked: Option<&SubcontractedBooking>,
) -> Result<()> {
    let mut job = change::lock(scope, id).await?;
    job.pricing_details.buy =
        booked.map(|booked| price_of_amounts(carrier_agents::to_costs(booked)));
    sum_prices(&mut job);
    scope.update(&mut job).await?;
    change::announce(scope, &job, job.job_status).await
}

/// Deletes the job of a line haul; the caller commits.
pub async fn delete_haul(scope: &mut Scope, id: FreightJobId) -> Result<()> {
    let job: Job = scope.find(id).await?;
    scope.delete::<Job>(id).await?;
    let deletion = events::DeletedJob {
        job_id: id,
        customer_id: None,
        driver_id: job.driver_id,
    };
    scope.publish(&events::DELETED, &deletion).await
}

async fn apply(scope: &mut Scope, haul: &HaulJob, job: &mut Job) -> Result<()> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    job.reference = Some(haul.code.clone());
    job.job_status = haul.status;
    job.from_address = Some(to_address(&haul.from));
    job.to_address = Some(to_address(&haul.to));
    job.connote_no.clone_from(&haul.connote_no);
    job.manifest_no.clone_from(&haul.manifest_no);
    job.pickup_ready_time = haul.departure;
    job.pickup_date = haul
        .departure
        .map(|time| time.with_timezone(&zone).date_naive());
    job.deadline = haul.arrival;
    job.driver_id = haul.driver;
    job.carrier_account.clone_from(&haul.carrier_account);
    job.is_allocated = haul.driver.is_some() || haul.carrier_account.is_some();
    save::derive(scope, job).await?;
    positions::complete(scope, job).await
}

fn to_address(place: &HaulPlace) -> JobAddress {
    JobAddress {
        latitude: place.latitude,
        longitude: place.longitude,
        ..JobAddress::default().with_address(place.address.clone())
    }
}

/// Locks jobs and loads their goods. Unknown jobs are left out.
// Lock order: the line haul, jobs by one statement, then their parents.
pub async fn lock_goods(scope: &mut Scope, ids: &[FreightJobId]) -> Result<Vec<Goods>> {
    scope.lock_all(Where::all().is_in(Job::ID, ids)).await?;
    load_goods(scope, ids).await
}

/// Loads the goods of jobs. Unknown jobs are left out.
pub async fn load_goods(scope: &mut Scope, ids: &[FreightJobId]) -> Result<Vec<Goods>> {
    let jobs: Vec<Job> = scope.all(Where::all().is_in(Job::ID, ids)).await?;
    to_goods(scope, jobs).await
}

/// Loads the goods of a job and of the legs below it, in their order. Empty for an unknown job.
pub async fn load_goods_of_tree(scope: &mut Scope, id: FreightJobId) -> Result<Vec<Goods>> {
    let Some(job) = scope.first::<Job>(Where::id(id)).await? else {
        return Ok(Vec::new());
    };
    let mut legs = change::load_legs_below(scope, &job).await?;
    legs.sort_by_key(|leg| (leg.leg, leg.id));
    to_goods(scope, std::iter::once(job).chain(legs).collect()).await
}

/// Returns goods that a line haul can take, by a list's filter and sorting: at most `max`.
pub async fn list_loadable(scope: &mut Scope, query: &ListQuery, max: usize) -> Result<Vec<Goods>> {
    let loadable = states_that!(JobStatus, is_loadable);
    let mut jobs: Vec<Job> = Vec::new();
    loop {
        let skip = i64::try_from(jobs.len()).unwrap_or(i64::MAX);
        let page = ListQuery {
            max_result_count: Some(PAGE),
            skip_count: Some(skip),
            ..query.clone()
        };
        let whole = Where::all()
            .is_in(Job::JOB_STATUS, loadable)
            .eq(Job::HAS_LEGS, false)
            .eq(Job::IS_LINE_HAUL, false);
        let narrow = whole.or(Where::all().eq(Job::HAS_REST, true));
        let page: PageOf<Job> = scope.page(&page, narrow).await?;
        let is_last = page.items.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
        jobs.extend(page.items);
        if is_last || jobs.len() >= max {
            break;
        }
    }
    jobs.truncate(max);
    to_goods(scope, jobs).await
}

async fn to_goods(scope: &mut Scope, jobs: Vec<Job>) -> Result<Vec<Goods>> {
    let mut goods = Vec::with_capacity(jobs.len());
    let mut carried = load_carried(scope, &jobs).await?;
    for job in jobs {
        let root_id = match job.parent_id {
            None => job.id,
            Some(_) => legs::load_root(scope, &job).await?,
        };
        goods.push(Goods {
            job_id: job.id,
            root_id,
            job_no: job.job_no,
            customer_id: job.customer_id,
            booking_id: job.booking_id,
            job_type: job.job_type,
            status: job.job_status,
            has_legs: job.has_legs && !job.has_rest,
            carried: carried.remove(&job.id).unwrap_or_default(),
            reference: job.reference,
            connote_no: job.connote_no,
            service_code: job.service_code,
            service_name: job.service_name,
            deadline: job.deadline,
            from: job.from_address.unwrap_or_default().to_address(),
            to: job.to_address.unwrap_or_default().to_address(),
            items: job.items.iter().map(to_item).collect(),
        });
    }
    Ok(goods)
}

/// Returns the articles on legs of jobs of which other articles are on none.
async fn load_carried(
    scope: &mut Scope,
    jobs: &[Job],
) -> Result<HashMap<FreightJobId, HashSet<String>>> {
    let ids: Vec<FreightJobId> = jobs
        .iter()
        .filter_map(|job| job.has_rest.then_some(job.id))
        .collect();
    let mut legs: HashMap<FreightJobId, Vec<Job>> = HashMap::new();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let below = Where::all().is_in(Job::PARENT_ID, &ids);
    for leg in scope.unrestricted().await?.all::<Job>(below).await? {
        if let Some(parent) = leg.parent_id {
            legs.entry(parent).or_default().push(leg);
        }
    }
    let carried = legs.into_iter().map(|(parent, legs)| {
        let numbers = legs::carried_articles(&legs).into_iter();
        (parent, numbers.map(str::to_owned).collect())
    });
    Ok(carried.collect())
}

fn to_item(item: &JobItem) -> GoodsItem {
    let sides = item.length.zip(item.width).zip(item.height);
    let volume = sides.map(|((length, width), height)| Volume::from_sides(length, width, height));
    let metres = |side: carriage::quantity::Length| side.to(LengthUnit::M).value;
    GoodsItem {
        id: item.id,
        package_type: item.package_type.clone(),
        description: item.description.clone(),
        weight: item
            .weight
            .map_or(Decimal::ZERO, |weight| weight.to(WeightUnit::Kg).value),
        volume: volume.map_or(Decimal::ZERO, |volume| volume.to(VolumeUnit::M3).value),
        floor: item.length.map(metres).zip(item.width.map(metres)),
        piece: Item {
            quantity: 1,
            ..item.to_item()
        },
        article_numbers: item.article_numbers.clone(),
        label_codes: item.label_codes.clone(),
    }
}

/// Writes texts into the operation logs of jobs; the caller commits.
pub async fn log_haul(scope: &mut Scope, texts: Vec<(FreightJobId, String)>) -> Result<()> {
    let to_entry = |(job, text): (FreightJobId, String)| {
        let entry = Entry::new(LoggedFreightOperation::LineHaul).with_value(text);
        (job, entry)
    };
    log::write_all(scope, texts.into_iter().map(to_entry).collect()).await
}

/// Adds the leg that takes articles of a job from a head port to the receiver; the caller commits.
/// None if the job is finished. The leg of a held job is held.
pub async fn add_onward_leg(
    scope: &mut Scope,
    parent: FreightJobId,
    from: &HaulPlace,
    articles: &[String],
) -> Result<Option<FreightJobId>> {
    let parent = change::lock(scope, parent).await?;
    if parent.job_status.is_final() {
        return Ok(None);
    }
    let mut leg = Job {
        parent_id: Some(parent.id),
        job_type: JobType::OnForwarding,
        is_on_forwarding: true,
        is_from_depot: true,
        from_address: Some(to_address(from)),
        deadline: parent.deadline,
        delivery_instructions: parent.delivery_instructions.clone(),
        ..Job::default()
    };
    legs::inherit(scope, &mut leg, parent.id).await?;
    let chosen: HashSet<&str> = articles.iter().map(String::as_str).collect();
    if parent.article_numbers().any(|it| !chosen.contains(it)) {
        leg.has_part = true;
        leg.items = articles::select(&parent.items, |number| chosen.contains(number));
    }
    if parent.job_status == JobStatus::OnHold {
        leg.held_status = Some(JobStatus::Unallocated);
        leg.job_status = JobStatus::OnHold;
    }
    save::derive(scope, &mut leg).await?;
    positions::complete(scope, &mut leg).await?;
    Ok(Some(save::create(scope, leg).await?.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_are_loaded_from_the_confirmation_until_they_are_on_board() {
        let loadable: Vec<JobStatus> = JobStatus::ALL
            .iter()
            .copied()
            .filter(|status| is_loadable(*status))
            .collect();
        assert_eq!(
            loadable,
            [
                JobStatus::Unallocated,
                JobStatus::Allocated,
                JobStatus::Acknowledged,
                JobStatus::EnRouteToPickup,
                JobStatus::AtPickup,
                JobStatus::PickedUp,
                JobStatus::AtDepot,
                JobStatus::OnLineHaul,
                JobStatus::FailedPickup,
            ]
        );
    }

    #[test]
    fn an_article_is_found_by_its_number_or_its_label() {
        let item = GoodsItem {
            id: 7,
            article_numbers: vec!["J1-001".to_owned(), "J1-002".to_owned()],
            label_codes: vec!["393".to_owned(), "394".to_owned()],
            ..GoodsItem::default()
        };
        let goods = Goods {
            job_id: FreightJobId(1),
            root_id: FreightJobId(1),
            job_no: "J1".to_owned(),
            customer_id: None,
            booking_id: None,
            job_type: JobType::PointToPoint,
            status: JobStatus::AtDepot,
            has_legs: false,
            carried: HashSet::new(),
            reference: None,
            connote_no: None,
            service_code: None,
            service_name: None,
            deadline: None,
            from: Address::default(),
            to: Address::default(),
            items: vec![item],
        };
        let number = |scanned: &str| goods.find_article(scanned).map(|(number, _)| number);
        assert_eq!(number("J1-001"), Some("J1-001"));
        assert_eq!(number("394"), Some("J1-002"));
        assert_eq!(number("395"), None);
    }
}
