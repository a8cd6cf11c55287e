//! Charges of drivers as seen by the invoices that pay them.

use std::collections::BTreeSet;

use bookings::BilledPeriod;
use chrono::{DateTime, Utc};
use data::{Record, Result, Scope, Where, ids::DriverId, message, states_that};

use super::model::{Charge, DriverCharge};
use crate::jobs::{
    model::{FreightJobId, Job},
    status::{JobStatus, STATUS_NOT_ALLOWED},
};

/// A charge that is on no invoice yet.
#[derive(Debug, Clone)]
pub struct UnpaidCharge {
    pub job_id: FreightJobId,
    /// Place among the charges of the job; charges are never removed.
    pub place: usize,
    pub driver_id: DriverId,
    pub job_no: String,
    pub finished_time: DateTime<Utc>,
    /// Suburb of the sender; `to` is the receiver's.
    pub from: String,
    pub to: String,
    pub lines: Vec<PaidLine>,
    charge: DriverCharge,
}

/// A line of a driver's charge, exclusive of tax.
#[derive(Debug, Clone, PartialEq)]
pub struct PaidLine {
    pub code: String,
    pub amount: rust_decimal::Decimal,
    pub is_taxed: bool,
}

impl From<&Charge> for PaidLine {
    fn from(charge: &Charge) -> Self {
        Self {
            code: charge.service_code.clone(),
            amount: charge.amount,
            is_taxed: charge.is_tax_applicable,
        }
    }
}

/// A job reduced to the charges of its drivers.
#[derive(Record)]
#[record(view_of = Job)]
struct PayRow {
    id: FreightJobId,
    job_no: String,
    finished_time: Option<DateTime<Utc>>,
    from_suburb: String,
    to_suburb: String,
    #[record(json)]
    driver_charges: Vec<DriverCharge>,
}

/// Loads the unpaid charges of jobs and legs that were delivered in a period, in the order of
/// their deliveries; no `only` means all drivers.
pub async fn find_unpaid(
    scope: &mut Scope,
    (from, to): BilledPeriod,
    only: &[DriverId],
) -> Result<Vec<UnpaidCharge>> {
    let narrow = Where::all()
        .eq(Job::OWES_DRIVERS, true)
        .is_in(
            Job::JOB_STATUS,
            states_that!(JobStatus, JobStatus::is_delivered),
        )
        .ge(Job::FINISHED_TIME, from)
        .lt(Job::FINISHED_TIME, to);
    let mut rows: Vec<PayRow> = scope.all(narrow).await?;
    rows.sort_by_key(|row| (row.finished_time, row.id));
    let mut unpaid: Vec<UnpaidCharge> = rows.into_iter().flat_map(to_unpaid).collect();
    if !only.is_empty() {
        unpaid.retain(|charge| only.contains(&charge.driver_id));
    }
    Ok(unpaid)
}

fn to_unpaid(row: PayRow) -> Vec<UnpaidCharge> {
    let Some(finished_time) = row.finished_time else {
        return Vec::new();
    };
    let charges = row.driver_charges.into_iter().enumerate();
    charges
        .filter(|(_, charge)| charge.agent_invoice_id.is_none())
        .map(|(place, charge)| UnpaidCharge {
            job_id: row.id,
            place,
            driver_id: charge.driver_id,
            job_no: row.job_no.clone(),
            finished_time,
            from: row.from_suburb.clone(),
            to: row.to_suburb.clone(),
            lines: charge
                .charges
                .charge_breakdown
                .iter()
                .map(PaidLine::from)
                .collect(),
            charge,
        })
        .collect()
}

/// Puts charges on an invoice, in its transaction. Fails if one has changed since it was loaded,
/// or is on another invoice: of two runs at once, one pays it.
pub async fn put_on_agent_invoice(
    scope: &mut Scope,
    invoice: i64,
    charges: &[UnpaidCharge],
) -> Result<()> {
    let ids: BTreeSet<FreightJobId> = charges.iter().map(|charge| charge.job_id).collect();
    for mut job in lock_all(scope, ids).await? {
        for unpaid in charges.iter().filter(|charge| charge.job_id == job.id) {
            let stored = job.driver_charges.get_mut(unpaid.place);
            let is_unchanged = job.job_status.is_delivered();
            match stored.filter(|stored| is_unchanged && **stored == unpaid.charge) {
                Some(stored) => stored.agent_invoice_id = Some(invoice),
                None => {
                    return Err(STATUS_NOT_ALLOWED.with_message(message!(
                        "The charges of {job} have changed or are on another invoice.",
                        job = job.job_no
                    )));
                }
            }
        }
        super::billing::sum_prices(&mut job);
        scope.update(&mut job).await?;
    }
    Ok(())
}

/// Makes the charges of an invoice payable again, in its transaction.
pub async fn take_off_agent_invoice(
    scope: &mut Scope,
    invoice: i64,
    jobs: BTreeSet<FreightJobId>,
) -> Result<()> {
    for mut job in lock_all(scope, jobs).await? {
        for charge in &mut job.driver_charges {
            charge.agent_invoice_id = charge.agent_invoice_id.filter(|id| *id != invoice);
        }
        super::billing::sum_prices(&mut job);
        scope.update(&mut job).await?;
    }
    Ok(())
}

/// Locks jobs by ascending id.
async fn lock_all(scope: &mut Scope, ids: BTreeSet<FreightJobId>) -> Result<Vec<Job>> {
    let ids: Vec<FreightJobId> = ids.into_iter().collect();
    let narrow = || Where::all().is_in(Job::ID, &ids);
    scope.lock_all(narrow()).await?;
    scope.all(narrow()).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prices::model::Work;

    #[test]
    fn only_charges_without_an_invoice_are_paid() {
        let charge = |driver: i64, invoice: Option<i64>| DriverCharge {
            driver_id: DriverId(driver),
            charges: Work {
                charge_breakdown: vec![Charge {
                    service_code: "HOURS".to_owned(),
                    amount: 40.into(),
                    is_tax_applicable: true,
                    ..Charge::default()
                }],
                ..Work::default()
            },
            total: 40.into(),
            agent_invoice_id: invoice,
        };
        let row = PayRow {
            id: FreightJobId(7),
            job_no: "J00007".to_owned(),
            finished_time: Some(DateTime::UNIX_EPOCH),
            from_suburb: "Derrimut".to_owned(),
            to_suburb: "Parramatta".to_owned(),
            driver_charges: vec![charge(1, Some(3)), charge(1, None), charge(2, None)],
        };
        let unpaid = to_unpaid(row);
        let places: Vec<(usize, i64)> =
            unpaid.iter().map(|it| (it.place, it.driver_id.0)).collect();
        assert_eq!(places, [(1, 1), (2, 2)]);
        assert_eq!(unpaid[0].lines[0].code, "HOURS");
    }
}
