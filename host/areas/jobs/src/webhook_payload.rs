//! Webhook payload of a job: the API view without costs, charges of drivers and operations.

use data::{Result, Scope, Where, ids::CustomerId};
use serde_json::Value;

use crate::jobs::{
    model::{FreightJobId, Job, JobAddress, JobItem},
    rules,
    status::JobStatus,
};

const EXCLUDED_FIELDS: [&str; 3] = ["drivercharges", "ratenotes", "carrierid"];

/// Returns the customer and payload; None if deleted.
pub async fn load_payload(
    scope: &mut Scope,
    id: FreightJobId,
) -> Result<Option<(Option<CustomerId>, Value)>> {
    let job: Option<Job> = scope.first(Where::id(id)).await?;
    job.map(|job| Ok((job.customer_id, to_payload(job)?)))
        .transpose()
}

pub fn sample() -> Result<Value> {
    let address = |company: &str, suburb: &str, post_code: &str, state: &str| {
        Some(JobAddress {
            company_name: Some(company.to_owned()),
            suburb: suburb.to_owned(),
            post_code: post_code.to_owned(),
            state_code: Some(state.to_owned()),
            country_code: "AU".to_owned(),
            ..JobAddress::default()
        })
    };
    let mut job = Job {
        id: FreightJobId(20_463),
        row_version: 3,
        job_no: "J20463".to_owned(),
        customer_id: Some(CustomerId(4711)),
        job_status: JobStatus::Allocated,
        leg: 1,
        is_allocated: true,
        connote_no: Some("SCF0000017".to_owned()),
        reference: Some("PO-48291".to_owned()),
        from_address: address("Bluegum Wines", "Derrimut", "3026", "VIC"),
        to_address: address("Harbour Tools", "Parramatta", "2150", "NSW"),
        items: vec![JobItem {
            id: 7,
            package_type: Some("Pallet".to_owned()),
            quantity: 1,
            article_numbers: vec!["J20463-001".to_owned()],
            ..JobItem::default()
        }],
        ..Job::default()
    };
    rules::measure(&mut job);
    to_payload(job)
}

fn to_payload(mut job: Job) -> Result<Value> {
    job.pricing_details.buy = None;
    let mut written = serde_json::to_value(job)?;
    if let Some(members) = written.as_object_mut() {
        members.retain(|name, _| !EXCLUDED_FIELDS.contains(&name.as_str()));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;
    use crate::prices::model::{DriverCharge, Price, PricingDetails};

    #[test]
    fn costs_and_charges_of_drivers_stay_inside() {
        let price = |total: i64| {
            Some(Price {
                total: Decimal::from(total),
                ..Price::default()
            })
        };
        let payload = to_payload(Job {
            pricing_details: PricingDetails {
                buy: price(771),
                sell: price(993),
            },
            driver_charges: vec![DriverCharge {
                total: Decimal::from(555),
                ..DriverCharge::default()
            }],
            rate_notes: Some("cheap".to_owned()),
            ..Job::default()
        })
        .unwrap()
        .to_string();
        assert!(payload.contains("993"), "{payload}");
        for hidden in ["771", "555", "cheap"] {
            assert!(!payload.contains(hidden), "{payload}");
        }
        assert_eq!(sample().unwrap()["jobno"], "J20463");
    }
}
