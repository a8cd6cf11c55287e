//! Live news about records: one for each record that events name.

use std::collections::BTreeMap;

use data::ids::{CustomerId, Owner, TenantId};
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

    /// Returns the ids that the events have in a member of their payloads, each once.
    pub fn ids(&self, member: &str) -> Vec<i64> {
        let payloads = self.events.iter().map(|event| &event.payload);
        let mut ids: Vec<i64> = payloads.filter_map(|it| it[member].as_i64()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Returns the customer that the event of the record's deletion names.
    pub fn deleted_customer(&self, deletion: &str) -> Option<CustomerId> {
        let customer = self.payloads(deletion).last()?["customerId"].as_i64();
        customer.map(CustomerId)
    }
}

/// News of one record, and the customers and drivers whose users receive them.
#[derive(Debug)]
pub struct RecordNews {
    json: Value,
    owners: BTreeMap<Owner, Value>,
}

impl RecordNews {
    /// News for the tenant's own staff.
    pub fn new(json: Value) -> Self {
        Self {
            json,
            owners: BTreeMap::new(),
        }
    }

    /// Addresses the same to the users of a customer or driver.
    #[must_use]
    pub fn share_with(mut self, owner: Option<Owner>) -> Self {
        self.owners.extend(owner.map(|it| (it, self.json.clone())));
        self
    }

    /// Addresses other news to the users of those that do not receive it yet, such as that the
    /// record is no longer theirs.
    #[must_use]
    pub fn or_send(mut self, owners: impl IntoIterator<Item = Owner>, json: &Value) -> Self {
        for owner in owners {
            self.owners.entry(owner).or_insert_with(|| json.clone());
        }
        self
    }
}

/// Groups events by the record whose id is in this member of their payloads. Others are left out.
pub fn group<'e>(
    events: impl IntoIterator<Item = &'e PublishedEvent>,
    member: &str,
) -> Vec<RecordEvents<'e>> {
    let mut records: BTreeMap<i64, Vec<&PublishedEvent>> = BTreeMap::new();
    for event in events {
        if let Some(id) = event.payload[member].as_i64() {
            records.entry(id).or_default().push(event);
        }
    }
    let to_record = |(id, events)| RecordEvents { id, events };
    records.into_iter().map(to_record).collect()
}

/// Makes one news of each record at the position of its last event.
pub fn to_news(
    tenant: TenantId,
    records: &[RecordEvents<'_>],
    mut describe: impl FnMut(&RecordEvents<'_>) -> RecordNews,
) -> Vec<News> {
    let mut news: Vec<News> = records
        .iter()
        .filter_map(|record| {
            let position = record.events.last()?.position;
            let RecordNews { json, owners } = describe(record);
            let owners = owners.into_iter();
            Some(News {
                position,
                tenant,
                json: json.to_string(),
                owners: owners
                    .map(|(owner, json)| (owner, json.to_string()))
                    .collect(),
            })
        })
        .collect();
    news.sort_by_key(|news| news.position);
    news
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use data::ids::DriverId;
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
            RecordNews::new(json!({ "jobId": record.id })).share_with(customer.map(Owner::Customer))
        });
        let sent: Vec<(i64, &str, usize)> = news
            .iter()
            .map(|news| (news.position, news.json.as_str(), news.owners.len()))
            .collect();
        assert_eq!(sent, [(5, r#"{"jobId":8}"#, 1), (6, r#"{"jobId":7}"#, 0)]);
        let customer = Owner::Customer(CustomerId(3));
        assert_eq!(news[0].owners, [(customer, r#"{"jobId":8}"#.to_owned())]);
    }

    #[test]
    fn a_former_owner_gets_other_news_than_the_present_one() {
        let driver = |id| Owner::Driver(DriverId(id));
        let gone = json!({ "isDeleted": true });
        let news = RecordNews::new(json!({ "status": "Allocated" }))
            .share_with(Some(driver(2)))
            .or_send([driver(1), driver(2)], &gone);
        let sent: Vec<(Owner, Value)> = news.owners.into_iter().collect();
        assert_eq!(
            sent,
            [
                (driver(1), gone),
                (driver(2), json!({ "status": "Allocated" }))
            ]
        );
    }

    #[test]
    fn ids_in_payloads_are_listed_once() {
        let events = [
            event(
                1,
                "jobs.allocated",
                json!({"jobId": 7, "before": 5, "driverId": 6}),
            ),
            event(
                2,
                "jobs.allocated",
                json!({"jobId": 7, "before": 6, "driverId": null}),
            ),
            event(3, "jobs.allocated", json!({"jobId": 7, "before": 5})),
        ];
        let records = group(&events, "jobId");
        assert_eq!(records[0].ids("before"), [5, 6]);
        assert_eq!(records[0].ids("driverId"), [6]);
    }
}
