//! Stores and reads positions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Days, NaiveTime, Utc};
use data::{
    Error, FieldError, ListQuery, PageOf, Result, Scope, Where, case::OneOrMany, ids::DriverId,
    message,
};

use super::{
    model::{Waypoint, WaypointId, WaypointView},
    routes::{ActiveDriver, Between, RejectedWaypoint, SavedWaypoints, Track, TrackPoint},
    rules::{self, MAX_WAYPOINTS},
    track::{self, Point},
};
use crate::{
    access::DRIVER_EDIT,
    availability::{self, was_available},
    model::Driver,
};

/// Maximum days and positions of a track.
const MAX_DAYS: u64 = 31;
const MAX_POINTS: usize = 100_000;

/// Stores the positions of any drivers of the caller. A single bad one fails the call; bad ones of
/// a list are returned, and the others stored.
pub(super) async fn save(
    mut scope: Scope,
    sent: OneOrMany<WaypointView>,
) -> Result<SavedWaypoints> {
    let own = scope.caller.driver();
    if own.is_none() {
        scope.require(DRIVER_EDIT)?;
    }
    let OneOrMany { entries, is_single } = sent;
    if entries.is_empty() || entries.len() > MAX_WAYPOINTS {
        return Err(Error::invalid(
            "waypoint",
            message!("must be 1 to {max} positions", max = MAX_WAYPOINTS),
        ));
    }
    let now = scope.now();
    let mut rejected = BTreeMap::new();
    let mut by_driver: BTreeMap<DriverId, Vec<(usize, Waypoint)>> = BTreeMap::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let read = entry.read().into_result().map_err(|invalid| {
            let errors = invalid.into_iter();
            errors
                .map(|error| FieldError::new(error.member, error.message))
                .collect()
        });
        match read.and_then(|entry| rules::read(entry, now)) {
            Ok(mut waypoint) => {
                if let Some(own) = own {
                    waypoint.driver_id = own;
                }
                let rows = by_driver.entry(waypoint.driver_id).or_default();
                rows.push((index, waypoint));
            }
            Err(errors) => {
                rejected.insert(index, errors);
            }
        }
    }
    let (mut accepted, mut duplicates) = (0, 0);
    let mut single = None;
    for (driver, rows) in by_driver {
        let stored = store(&mut scope, driver, rows, &mut rejected).await?;
        accepted += stored.new.len();
        duplicates += stored.duplicates;
        single = single.or(stored.new.into_iter().next());
    }
    if is_single && let Some((_, errors)) = rejected.pop_first() {
        let at = |error: FieldError| FieldError {
            member: format!("waypoint.{}", error.member),
            ..error
        };
        return Err(Error::Invalid(errors.into_iter().map(at).collect()));
    }
    scope.commit().await?;
    let to_rejected = |(index, errors)| RejectedWaypoint {
        index,
        error_info: Error::Invalid(errors).full_message().to_string(),
    };
    Ok(SavedWaypoints {
        accepted,
        duplicates,
        rejected: rejected.into_iter().map(to_rejected).collect(),
        waypoint: single.filter(|_| is_single).map(WaypointView::from),
    })
}

struct Stored {
    new: Vec<Waypoint>,
    duplicates: usize,
}

/// Stores one driver's positions. The driver's row is locked, so that two deliveries of one list
/// store it once.
async fn store(
    scope: &mut Scope,
    driver: DriverId,
    mut rows: Vec<(usize, Waypoint)>,
    rejected: &mut BTreeMap<usize, Vec<FieldError>>,
) -> Result<Stored> {
    let reject = |member: &str, text| vec![FieldError::new(member, text)];
    let found: Option<Driver> = scope.first(Where::all().eq(Driver::ID, driver)).await?;
    if found.is_none() {
        for (index, _) in rows {
            rejected.insert(
                index,
                reject("driverId", message!("must be the id of a driver")),
            );
        }
        return Ok(Stored {
            new: Vec::new(),
            duplicates: 0,
        });
    }
    scope.lock::<Driver>(driver).await?;
    let first = rows.iter().map(|(_, row)| row.creation_time).min();
    let since = first.unwrap_or_else(|| scope.now());
    let periods = availability::load_periods(scope, driver, since).await?;
    rows.retain(|(index, row)| {
        let counts = was_available(&periods, row.creation_time);
        if !counts {
            let text = message!("is a moment at which the driver was not available for work");
            rejected.insert(*index, reject("creationTime", text));
        }
        counts
    });
    let times: Vec<DateTime<Utc>> = rows.iter().map(|(_, row)| row.creation_time).collect();
    let same = Where::all()
        .eq(Waypoint::DRIVER_ID, driver)
        .is_in(Waypoint::CREATION_TIME, &times);
    let mut known: BTreeSet<DateTime<Utc>> = (scope.all::<Waypoint>(same).await?.into_iter())
        .map(|row| row.creation_time)
        .collect();
    let count = rows.len();
    let mut new: Vec<Waypoint> = rows
        .into_iter()
        .map(|(_, row)| row)
        .filter(|row| known.insert(row.creation_time))
        .collect();
    if !new.is_empty() {
        scope.insert_all(&mut new).await?;
    }
    if let Some(last) = new.iter().max_by_key(|row| row.creation_time) {
        let mut current: Driver = scope.find(driver).await?;
        if current
            .last_waypoint_time
            .is_none_or(|time| time < last.creation_time)
        {
            current.last_waypoint_time = Some(last.creation_time);
            current.last_waypoint_id = Some(last.id);
            scope.update(&mut current).await?;
        }
    }
    Ok(Stored {
        duplicates: count - new.len(),
        new,
    })
}

/// Returns the newest positions of drivers, by driver.
pub(crate) async fn last_of(
    scope: &mut Scope,
    drivers: &[Driver],
) -> Result<HashMap<DriverId, WaypointView>> {
    let ids: Vec<WaypointId> = drivers
        .iter()
        .filter_map(|it| it.last_waypoint_id)
        .collect();
    let rows: Vec<Waypoint> = scope.all(Where::all().is_in(Waypoint::ID, &ids)).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.driver_id, row.into()))
        .collect())
}

/// Returns the newest position of each driver who is available for work.
pub(super) async fn current(mut scope: Scope, query: ListQuery) -> Result<PageOf<WaypointView>> {
    let available = Where::all().eq(Driver::IS_AVAILABLE_FOR_WORK, true);
    let drivers: Vec<Driver> = scope.all(available).await?;
    let ids: Vec<WaypointId> = drivers
        .iter()
        .filter_map(|it| it.last_waypoint_id)
        .collect();
    let page = scope
        .page::<Waypoint>(&query, Where::all().is_in(Waypoint::ID, &ids))
        .await?;
    Ok(page.map(WaypointView::from))
}

pub(super) async fn history(
    scope: &mut Scope,
    driver: DriverId,
    query: &ListQuery,
) -> Result<PageOf<WaypointView>> {
    let narrow = Where::all().eq(Waypoint::DRIVER_ID, driver);
    Ok(scope
        .page::<Waypoint>(query, narrow)
        .await?
        .map(WaypointView::from))
}

/// Returns the moments at which the days begin and end in the tenant's zone.
async fn bounds(scope: &Scope, between: &Between) -> Result<(DateTime<Utc>, DateTime<Utc>)> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let first = between.start_date.unwrap_or(today);
    let last = between.end_date.unwrap_or(today.max(first));
    if last < first {
        return Err(Error::invalid(
            "endDate",
            message!("must not be before the first day"),
        ));
    }
    if first + Days::new(MAX_DAYS) <= last {
        return Err(Error::invalid(
            "endDate",
            message!(
                "must be at most {days} days after the first",
                days = MAX_DAYS
            ),
        ));
    }
    let begin = |day: chrono::NaiveDate| data::case::to_instant(day.and_time(NaiveTime::MIN), zone);
    Ok((begin(first), begin(last + Days::new(1))))
}

pub(super) async fn track(scope: &mut Scope, driver: DriverId, between: &Between) -> Result<Track> {
    let (from, to) = bounds(scope, between).await?;
    let narrow = || {
        Where::all()
            .eq(Waypoint::DRIVER_ID, driver)
            .ge(Waypoint::CREATION_TIME, from)
            .lt(Waypoint::CREATION_TIME, to)
    };
    if scope.count(narrow()).await? > i64::try_from(MAX_POINTS).unwrap_or(i64::MAX) {
        return Err(Error::invalid(
            "endDate",
            message!(
                "must be sooner: the days have more than {max} positions",
                max = MAX_POINTS
            ),
        ));
    }
    let mut rows: Vec<Waypoint> = scope.all(narrow()).await?;
    rows.sort_by_key(|row| row.creation_time);
    let points: Vec<Point> = rows
        .iter()
        .map(|row| Point {
            latitude: row.latitude,
            longitude: row.longitude,
            time: row.creation_time,
        })
        .collect();
    let to_point = |row: Waypoint| {
        let view = WaypointView::from(row);
        TrackPoint {
            latitude: view.latitude.unwrap_or_default(),
            longitude: view.longitude.unwrap_or_default(),
            creation_time: view.creation_time.unwrap_or_default(),
        }
    };
    Ok(Track {
        polylines: track::lines(&points),
        points: rows.into_iter().map(to_point).collect(),
    })
}

/// Returns the drivers with positions between the days, in order of their names.
pub(super) async fn active(scope: &mut Scope, between: &Between) -> Result<Vec<ActiveDriver>> {
    let (from, to) = bounds(scope, between).await?;
    let found = super::store::active(scope, from, to).await?;
    let ids: Vec<DriverId> = found.iter().map(|row| row.driver).collect();
    let drivers: Vec<Driver> = scope.all(Where::all().is_in(Driver::ID, &ids)).await?;
    let names: HashMap<DriverId, String> = drivers.into_iter().map(|it| (it.id, it.name)).collect();
    let mut active: Vec<ActiveDriver> = found
        .into_iter()
        .filter_map(|row| {
            Some(ActiveDriver {
                name: names.get(&row.driver)?.clone(),
                driver_id: row.driver,
                waypoints: row.count,
                first_time: row.first,
                last_time: row.last,
            })
        })
        .collect();
    active.sort_by(|one, other| (&one.name, one.driver_id).cmp(&(&other.name, other.driver_id)));
    Ok(active)
}
