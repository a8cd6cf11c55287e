//! Positions of a job's addresses: as sent, otherwise those of the address or its suburb.

use data::{Record, Result, Scope, Where, states_that};
use places::{PlacedAddress, Position, PositionSource, Positioned};
use work::event::{Listener, ScopeEvents};

use super::{
    change,
    model::{FreightJobId, Job, JobAddress},
    status::JobStatus,
};
use crate::events;

/// A job's id, without its wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = Job)]
struct PositionedJob {
    id: FreightJobId,
}

/// Updates open jobs once their addresses have other positions.
pub(crate) fn listener() -> Listener {
    Listener::new("jobs.on-address-positioned", &places::POSITIONED, follow)
}

impl JobAddress {
    fn to_placed(&self) -> PlacedAddress {
        PlacedAddress::from(&self.to_address())
    }

    fn has_position(&self) -> bool {
        self.latitude.is_some() && self.longitude.is_some()
    }

    fn is_given(&self) -> bool {
        self.has_position() && self.position_source.is_none_or(PositionSource::is_given)
    }

    fn set_position(&mut self, position: Option<Position>) {
        self.latitude = position.map(|it| it.latitude);
        self.longitude = position.map(|it| it.longitude);
        self.position_source = position.map(|it| it.source);
    }
}

fn ends(job: &mut Job) -> [Option<&mut JobAddress>; 2] {
    [job.from_address.as_mut(), job.to_address.as_mut()]
}

/// Separates positions that the caller chose from the server's own that a form returned.
pub(crate) fn read_sent(job: &mut Job, before: Option<&Job>) {
    let earlier = before.map(|job| [&job.from_address, &job.to_address]);
    for (at, end) in ends(job).into_iter().enumerate() {
        if let Some(end) = end {
            let earlier = earlier.and_then(|ends| ends[at].as_ref());
            read_end(end, earlier);
        }
    }
}

fn read_end(end: &mut JobAddress, earlier: Option<&JobAddress>) {
    let claimed = end.position_source.filter(|source| !source.is_given());
    let Some(earlier) = earlier else {
        // A copy of another job has its positions and their sources.
        end.position_source = end
            .has_position()
            .then(|| claimed.unwrap_or(PositionSource::Sent));
        return;
    };
    let is_same = (end.latitude, end.longitude) == (earlier.latitude, earlier.longitude);
    if !is_same || !end.has_position() {
        end.position_source = end.has_position().then_some(PositionSource::Sent);
    } else if earlier.position_source == Some(PositionSource::Sent)
        || end.to_placed().key() == earlier.to_placed().key()
    {
        end.position_source = earlier.position_source;
    } else {
        end.set_position(None);
    }
}

/// Completes addresses without a chosen position by the one of the address, or of its suburb.
pub(crate) async fn complete(scope: &mut Scope, job: &mut Job) -> Result<()> {
    let mut keys = [None, None];
    for (key, end) in keys.iter_mut().zip(ends(job)) {
        let Some(end) = end else {
            continue;
        };
        let address = end.to_placed();
        *key = address.key();
        if end.is_given() && end.position_source != Some(PositionSource::Manual) {
            continue;
        }
        end.set_position(places::locate(scope, &address).await?);
    }
    [job.from_address_key, job.to_address_key] = keys;
    Ok(())
}

/// Fills in positions that the job was stored without, for a caller that only reads.
pub(crate) async fn fill(scope: &mut Scope, job: &mut Job) -> Result<()> {
    for end in ends(job).into_iter().flatten() {
        if !end.has_position() {
            let known = places::known_position(scope, &end.to_placed()).await?;
            end.set_position(known);
        }
    }
    Ok(())
}

async fn follow(mut scope: Scope, Positioned { address_key: key }: Positioned) -> Result<()> {
    let Some(position) = places::find_position(&mut scope, &key).await? else {
        return Ok(());
    };
    let ended = states_that!(JobStatus, JobStatus::is_final);
    let open = |column| Where::all().eq_some(column, Some(key.clone()));
    let either = open(Job::FROM_ADDRESS_KEY).or(open(Job::TO_ADDRESS_KEY));
    let mut ids = Vec::new();
    for job in scope.all::<PositionedJob>(either).await? {
        ids.push(job.id);
    }
    // One transaction for each job: many have the depot's address.
    for id in ids {
        scope.rollback();
        let mut job = change::lock(&mut scope, id).await?;
        if ended.contains(&job.job_status) || !apply(&mut job, &key, position) {
            continue;
        }
        scope.update(&mut job).await?;
        let changed = events::OneJob { job_id: job.id };
        scope.publish(&events::CHANGED, &changed).await?;
        scope.commit().await?;
    }
    Ok(())
}

/// Returns true if an end got another position.
fn apply(job: &mut Job, key: &str, position: Position) -> bool {
    let keys = [job.from_address_key.clone(), job.to_address_key.clone()];
    let mut has_changed = false;
    for (own, end) in keys.into_iter().zip(ends(job)) {
        let Some(end) = end.filter(|_| own.as_deref() == Some(key)) else {
            continue;
        };
        let is_sent = end.is_given() && end.position_source != Some(PositionSource::Manual);
        let before = (end.latitude, end.longitude, end.position_source);
        let after = (Some(position.latitude), Some(position.longitude));
        if !is_sent && before != (after.0, after.1, Some(position.source)) {
            end.set_position(Some(position));
            has_changed = true;
        }
    }
    has_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(line: &str, latitude: Option<&str>, source: Option<PositionSource>) -> JobAddress {
        JobAddress {
            address_line1: Some(line.to_owned()),
            post_code: "3121".to_owned(),
            suburb: "Richmond".to_owned(),
            country_code: "AU".to_owned(),
            latitude: latitude.map(|angle| angle.parse().unwrap()),
            longitude: latitude.map(|_| "145".parse().unwrap()),
            position_source: source,
            ..JobAddress::default()
        }
    }

    fn read(mut sent: JobAddress, earlier: Option<&JobAddress>) -> (bool, Option<PositionSource>) {
        read_end(&mut sent, earlier);
        (sent.has_position(), sent.position_source)
    }

    #[test]
    fn a_position_counts_as_sent_unless_a_form_returned_the_servers() {
        use PositionSource::{Address, Manual, Sent, Suburb};
        let at = |source| end("1 Church Street", Some("-37.8"), source);
        assert_eq!(read(at(None), None), (true, Some(Sent)));
        assert_eq!(read(at(Some(Suburb)), None), (true, Some(Suburb)));
        assert_eq!(
            read(end("1 Church Street", None, Some(Sent)), None),
            (false, None)
        );
        let earlier = at(Some(Address));
        assert_eq!(read(at(None), Some(&earlier)), (true, Some(Address)));
        let moved = end("1 Church Street", Some("-37.9"), Some(Address));
        assert_eq!(read(moved, Some(&earlier)), (true, Some(Sent)));
        let renamed = end("2 Church Street", Some("-37.8"), Some(Address));
        assert_eq!(read(renamed.clone(), Some(&earlier)), (false, None));
        assert_eq!(
            read(renamed.clone(), Some(&at(Some(Manual)))),
            (false, None)
        );
        assert_eq!(read(renamed, Some(&at(Some(Sent)))), (true, Some(Sent)));
    }

    #[test]
    fn a_new_position_replaces_all_but_sent_ones() {
        let position = Position {
            latitude: "-37.9".parse().unwrap(),
            longitude: "145".parse().unwrap(),
            source: PositionSource::Address,
        };
        let mut job = Job {
            from_address: Some(end("1", Some("-37.8"), Some(PositionSource::Suburb))),
            to_address: Some(end("1", Some("-37.8"), Some(PositionSource::Sent))),
            from_address_key: Some("key".to_owned()),
            to_address_key: Some("key".to_owned()),
            ..Job::default()
        };
        assert!(!apply(&mut job, "other", position));
        assert!(apply(&mut job, "key", position));
        let source = |end: &Option<JobAddress>| end.as_ref().and_then(|it| it.position_source);
        assert_eq!(source(&job.from_address), Some(PositionSource::Address));
        assert_eq!(source(&job.to_address), Some(PositionSource::Sent));
        assert!(!apply(&mut job, "key", position));
    }
}
