//! Conversion of reported carrier events into new scans, ordered by time.

use std::collections::HashSet;

use carriage::Event as Reported;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::{bookings::status::Status, dates};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    pub event_id: String,
    pub status: Option<Status>,
    pub time: dates::ScanTime,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
    /// Raw status if it maps to none of ours.
    pub carrier_status: Option<String>,
}

const MAX_ID_LENGTH: usize = 200;
const MAX_TEXT_LENGTH: usize = 500;
const MAX_WORD_LENGTH: usize = 64;

/// Skips events with an invalid or future time: the carrier reports them again. An unknown status
/// changes nothing, but its description is stored.
pub fn new_scans(
    reported: &[Reported],
    stored_ids: &HashSet<String>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Vec<Scan> {
    let mut ids = HashSet::new();
    reported
        .iter()
        .filter_map(|event| {
            let event_id = truncate(&event.id, MAX_ID_LENGTH);
            if event_id.is_empty()
                || stored_ids.contains(&event_id)
                || !ids.insert(event_id.clone())
            {
                return None;
            }
            let time = dates::parse_scan_time(Some(&event.at), zone, now).ok()?;
            let word = event
                .status
                .as_deref()
                .map(|word| truncate(word, MAX_WORD_LENGTH))
                .filter(|word| !word.is_empty());
            let status = word.as_deref().and_then(|word| word.parse::<Status>().ok());
            let status = status.filter(|status| status.can_be_scanned());
            Some(Scan {
                event_id,
                status,
                carrier_status: word.filter(|_| status.is_none()),
                time,
                description: truncate(&event.description, MAX_TEXT_LENGTH),
                location: truncate(&event.location, MAX_TEXT_LENGTH),
                signed_by: event
                    .signed_by
                    .as_deref()
                    .map(|name| truncate(name, MAX_TEXT_LENGTH))
                    .filter(|name| !name.is_empty()),
            })
        })
        .collect()
}

fn truncate(text: &str, max_chars: usize) -> String {
    text.trim().chars().take(max_chars).collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn reported(id: &str, at: &str, status: &str) -> Reported {
        Reported {
            id: id.to_owned(),
            at: at.to_owned(),
            status: (!status.is_empty()).then(|| status.to_owned()),
            description: "Seen".to_owned(),
            location: "Depot".to_owned(),
            signed_by: Some(" ".to_owned()),
        }
    }

    #[test]
    fn what_is_known_or_impossible_is_left_out() {
        let now = Utc.with_ymd_and_hms(2026, 1, 31, 6, 0, 0).unwrap();
        let known = HashSet::from(["a".to_owned()]);
        let events = [
            reported("a", "2026-01-31T05:00:00Z", "PickedUp"),
            reported("b", "2026-01-31T05:10:00Z", "InTransit"),
            reported("b", "2026-01-31T05:10:00Z", "InTransit"),
            reported("c", "2026-02-01T05:10:00Z", "Delivered"),
            reported("d", "last week", "Delivered"),
            reported("e", "2026-01-31T05:20:00Z", "Cancelled"),
            reported("f", "2026-01-31T05:30:00Z", "Teleported"),
        ];
        let scans = new_scans(&events, &known, Tz::UTC, now);
        let kept: Vec<(&str, Option<Status>)> = scans
            .iter()
            .map(|scan| (scan.event_id.as_str(), scan.status))
            .collect();
        assert_eq!(
            kept,
            [("b", Some(Status::InTransit)), ("e", None), ("f", None)]
        );
        assert_eq!(scans[0].signed_by, None);
        let words: Vec<Option<&str>> = scans
            .iter()
            .map(|scan| scan.carrier_status.as_deref())
            .collect();
        assert_eq!(
            words,
            [None, Some("Cancelled"), Some("Teleported")],
            "what we do not know is kept as it was said"
        );
    }
}
