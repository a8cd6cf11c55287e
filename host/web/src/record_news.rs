//! Live news about records: one for each record that events name.

use std::collections::BTreeMap;

use data::ids::{CustomerId, TenantId};
use serde_json::Value;
use work::feed::PublishedEvent;

use crate::live::News;

/// Events of one record, in the order of their positions.
#[derive(Debug)]
pub struct RecordEvents<'e> {
    pub id: i64,
    events: Vec<&'e PublishedEvent>,
}

impl<'e> RecordEvents<'e> {
    /// Returns the payloads of the events with this name.
    pub fn payloads(&self, name: &str) -> impl Iterator<Item = &'e Value> {
        self.events
            .iter()
            .filter(move |event| event.name == name)
            .map(|event| &event.payload)
    }

    /// Returns the customer that the event of the record's deletion names.
    pub fn deleted_customer(&self, deletion: &str) -> Option<CustomerId> {
        let customer = self.payloads(deletion).last()?["customerId"].as_i64();
        customer.map(CustomerId)
    }
}

/// Groups events by the record whose id is in this member of their payloads. Others are left out.
pub fn group<'e>(events: &'e [PublishedEvent], member: &str) -> Vec<RecordEvents<'e>> {
    let mut records: BTreeMap<i64, Vec<&PublishedEvent>> = BTreeMap::new();
    for event in events {
        if let Some(id) = event.payload[member].as_i64() {
            records.entry(id).or_default().push(event);
        }
    }
    let to_record = |(id, events)| RecordEvents { id, events };
    records.into_iter().map(to_record).collect()
}

/// Makes one news of each record at the position of its last event, from the customer whose users
/// receive it and its JSON.
pub fn to_news(
    tenant: TenantId,
    records: &[RecordEvents<'_>],
    mut describe: impl FnMut(&RecordEvents<'_>) -> (Option<CustomerId>, Value),
) -> Vec<News> {
    let mut news: Vec<News> = records
        .iter()
        .filter_map(|record| {
            let position = record.events.last()?.position;
            let (customer, json) = describe(record);
            Some(News {
                position,
                tenant,
                customer,
                json: json.to_string(),
            })
        })
        .collect();
    news.sort_by_key(|news| news.position);
    news
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;

    use super::*;

    fn event(position: i64, name: &str, payload: Value) -> PublishedEvent {
        PublishedEvent {
            position,
            tenant: TenantId(1),
            name: name.to_owned(),
            version: 1,
            payload,
            time: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_record_is_sent_once_at_its_last_position() {
        let events = [
            event(4, "jobs.created", json!({"jobId": 7})),
            event(5, "jobs.deleted", json!({"jobId": 8, "customerId": 3})),
            event(6, "jobs.noted", json!({"jobId": 7, "noteId": 70})),
            event(7, "jobs.other", json!({})),
        ];
        let records = group(&events, "jobId");
        let ids: Vec<i64> = records.iter().map(|record| record.id).collect();
        assert_eq!(ids, [7, 8]);
        let notes: Vec<&Value> = records[0].payloads("jobs.noted").collect();
        assert_eq!(notes, [&json!({"jobId": 7, "noteId": 70})]);
        assert_eq!(records[0].deleted_customer("jobs.deleted"), None);
        let news = to_news(TenantId(1), &records, |record| {
            let customer = record.deleted_customer("jobs.deleted");
            (customer, json!({ "jobId": record.id }))
        });
        let sent: Vec<(i64, Option<CustomerId>, &str)> = news
            .iter()
            .map(|news| (news.position, news.customer, news.json.as_str()))
            .collect();
        assert_eq!(
            sent,
            [
                (5, Some(CustomerId(3)), r#"{"jobId":8}"#),
                (6, None, r#"{"jobId":7}"#)
            ]
        );
    }
}
