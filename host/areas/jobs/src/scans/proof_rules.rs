//! Content of a proof of delivery, from a job's scans.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::model::ScanEvent;
use crate::jobs::model::Job;

/// Key of the detail for goods that may be left without a receiver.
const AUTHORITY_TO_LEAVE: &str = "authoritytoleave";
const MAX_PHOTOS: usize = 12;
const NOT_DELIVERED: &str = "–";

/// The delivery of a job, from its scans in the order of time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Delivery {
    pub time: Option<DateTime<Utc>>,
    pub signed_by: String,
    pub position: String,
    pub has_authority_to_leave: bool,
    pub reason: String,
    pub delivered_by: String,
    pub signature: Option<Uuid>,
    pub photos: Vec<Uuid>,
    /// Times by article; the empty one is that of the job as a whole.
    times: HashMap<String, DateTime<Utc>>,
}

impl Delivery {
    /// Collects the delivery scans: the latest counts, and every photo. None without one.
    pub(super) fn from_scans(scans: &[ScanEvent]) -> Option<Self> {
        let mut delivery = Self::default();
        for scan in scans.iter().filter(|scan| scan.code.is_delivery()) {
            delivery.time = Some(scan.scanned_time);
            let article = scan.article_number.clone().unwrap_or_default();
            delivery.times.entry(article).or_insert(scan.scanned_time);
            delivery.delivered_by.clone_from(&scan.creator_user_name);
            if let Some(name) = &scan.signed_by {
                delivery.signed_by.clone_from(name);
            }
            if let (Some(latitude), Some(longitude)) = (scan.latitude, scan.longitude) {
                delivery.position = format!("{latitude}, {longitude}");
            }
            if let Some(reason) = &scan.reason {
                delivery.reason.clone_from(reason);
            }
            delivery.has_authority_to_leave |= has_authority_to_leave(scan);
            delivery.signature = scan.signature.or(delivery.signature);
            delivery.photos.extend(&scan.images);
        }
        delivery.photos.truncate(MAX_PHOTOS);
        delivery.time.is_some().then_some(delivery)
    }

    /// A delivery that was entered without a scan.
    pub(super) fn entered(time: DateTime<Utc>, user_name: String) -> Self {
        Self {
            time: Some(time),
            delivered_by: user_name,
            times: HashMap::from([(String::new(), time)]),
            ..Self::default()
        }
    }

    /// Articles of the job with their goods and the time of their delivery.
    pub(super) fn rows(&self, job: &Job, zone: Tz) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        for item in &job.items {
            let texts = [&item.description, &item.package_type];
            let goods = texts.into_iter().flatten().next();
            for number in &item.article_numbers {
                let time = self.times.get(number).or(self.times.get(""));
                let time = time.map(|time| format_time(*time, zone));
                rows.push([
                    number.clone(),
                    goods.cloned().unwrap_or_default(),
                    time.unwrap_or_else(|| NOT_DELIVERED.to_owned()),
                ]);
            }
        }
        rows
    }
}

fn has_authority_to_leave(scan: &ScanEvent) -> bool {
    scan.details.iter().any(|detail| {
        let value = detail.value.to_ascii_lowercase();
        detail.key.eq_ignore_ascii_case(AUTHORITY_TO_LEAVE)
            && matches!(value.as_str(), "true" | "yes" | "1")
    })
}

/// Formats a time in the tenant's zone, such as `31 Jan 2026 14:05`.
pub(super) fn format_time(time: DateTime<Utc>, zone: Tz) -> String {
    let local = time.with_timezone(&zone);
    local.format("%-d %b %Y %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use data::{New, NewRecord};

    use super::*;
    use crate::{
        jobs::model::{FreightJobId, JobItem},
        scans::{
            model::ScanDetail,
            values::{ScanEventType, ScanEventType::*},
        },
    };

    fn time(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_767_225_600 + 60 * minute, 0).unwrap()
    }

    fn scan(code: ScanEventType, article: Option<&str>, minute: i64) -> ScanEvent {
        New::<ScanEvent> {
            code,
            warehouse_code: None,
            location_code: None,
            job_id: FreightJobId(7),
            root_id: FreightJobId(7),
            item_id: None,
            article_number: article.map(str::to_owned),
            images: Vec::new(),
            signature: None,
            details: Vec::new(),
            scanned_time: time(minute),
            device_id: None,
            device_part: String::new(),
            latitude: None,
            longitude: None,
            from_address: None,
            signed_by: None,
            reason: None,
            creator_user_id: None,
            creator_user_name: "Ann Lee".to_owned(),
        }
        .unsaved()
    }

    fn job() -> Job {
        Job {
            items: vec![JobItem {
                description: Some("Tools".to_owned()),
                article_numbers: vec!["A".to_owned(), "B".to_owned()],
                ..JobItem::default()
            }],
            ..Job::default()
        }
    }

    #[test]
    fn only_delivery_scans_prove_a_delivery() {
        assert_eq!(Delivery::from_scans(&[scan(PickedUp, None, 0)]), None);
        let photo = Uuid::from_u128(5);
        let first = ScanEvent {
            signed_by: Some("Ana Pires".to_owned()),
            images: vec![photo],
            details: vec![ScanDetail {
                key: "authorityToLeave".to_owned(),
                value: "True".to_owned(),
            }],
            ..scan(Delivered, Some("A"), 1)
        };
        let picked_up = ScanEvent {
            signed_by: Some("Sender".to_owned()),
            ..scan(PickedUp, None, 0)
        };
        let delivery = Delivery::from_scans(&[picked_up, first, scan(Collected, Some("B"), 9)]);
        let delivery = delivery.unwrap();
        assert_eq!(delivery.time, Some(time(9)));
        assert_eq!(delivery.signed_by, "Ana Pires");
        assert_eq!(delivery.photos, [photo]);
        assert!(delivery.has_authority_to_leave);
    }

    #[test]
    fn articles_have_their_own_times_in_the_tenants_zone() {
        let zone: Tz = "Australia/Sydney".parse().unwrap();
        let part = Delivery::from_scans(&[scan(Delivered, Some("A"), 0)]).unwrap();
        let rows = part.rows(&job(), zone);
        assert_eq!(rows[0], ["A", "Tools", "1 Jan 2026 11:00"]);
        assert_eq!(rows[1][2], NOT_DELIVERED);
        let whole = Delivery::entered(time(60), "Ann".to_owned());
        assert_eq!(whole.rows(&job(), zone)[1][2], "1 Jan 2026 12:00");
    }
}
