//! Calls about prices of jobs.

use data::{
    Error, FieldError, Result, Scope,
    ids::{DriverId, QuoteId},
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;
use web::Routes;

use super::{
    billing::{self, load_terms},
    model::{Charge, DriverCharge, Price, Work},
    rules::{self, Terms},
};
use crate::{
    access::{JOB, JOB_EDIT_CHARGES, JOBS},
    jobs::{
        change,
        log::{Entry, LoggedFreightOperation},
        model::{FreightJobId, Job},
        routes::OneJob,
        status::{JobStatus, STATUS_NOT_ALLOWED},
    },
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/job")
        .feature(JOBS)
        .put("job-price", JOB_EDIT_CHARGES, set_price)
        .put("customer-charge", JOB_EDIT_CHARGES, add_customer_charge)
        .put("driver-charge-add", JOB_EDIT_CHARGES, add_driver_charge)
        .put("job-quote", JOB_EDIT_CHARGES, apply_quote)
        .list("jobs-for-invoice", JOB, billing::list_uninvoiced)
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
struct JobPriceSide {
    chargebreakdown: Vec<Charge>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "JobPriceChange")]
struct PriceChange {
    jobid: FreightJobId,
    /// Omitted: stays.
    #[serde(default)]
    buy: Option<JobPriceSide>,
    /// Omitted: stays.
    #[serde(default)]
    sell: Option<JobPriceSide>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SetJobPrice")]
struct SetPrice {
    jobprice: PriceChange,
}

/// Replaces the lines of a job's prices.
async fn set_price(mut scope: Scope, SetPrice { jobprice }: SetPrice) -> Result<OneJob> {
    let mut job = lock(&mut scope, jobprice.jobid).await?;
    let terms = load_terms(&scope).await?;
    let mut errors = Vec::new();
    for (side, member) in [
        (&jobprice.buy, "jobprice.buy.chargebreakdown"),
        (&jobprice.sell, "jobprice.sell.chargebreakdown"),
    ] {
        if let Some(side) = side {
            errors.extend(rules::check_lines(&side.chargebreakdown, member));
        }
    }
    reject(errors)?;
    let before = serde_json::to_value(&job.pricing_details)?;
    let price = |side: JobPriceSide| Some(rules::price_of(side.chargebreakdown, &terms));
    if let Some(buy) = jobprice.buy {
        job.pricing_details.buy = price(buy);
    }
    if let Some(sell) = jobprice.sell {
        billing::check_sale(&mut scope, &job, "jobprice.jobid").await?;
        job.pricing_details.sell = price(sell);
    }
    let entry = Entry::new(LoggedFreightOperation::EditPrice).with_request(before);
    store(scope, job, entry).await
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "JobCustomerCharge")]
struct CustomerCharge {
    jobid: FreightJobId,
    charges: Work,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AddJobCustomerCharge")]
struct AddCustomerCharge {
    customercharge: CustomerCharge,
}

/// Adds hours and other amounts to the customer's price.
async fn add_customer_charge(
    mut scope: Scope,
    AddCustomerCharge { customercharge }: AddCustomerCharge,
) -> Result<OneJob> {
    let CustomerCharge { jobid, charges } = customercharge;
    let mut job = lock(&mut scope, jobid).await?;
    billing::check_sale(&mut scope, &job, "customercharge.jobid").await?;
    let terms = load_terms(&scope).await?;
    reject(rules::check_charge(&charges, "customercharge.charges"))?;
    let lines = rules::lines_of(&charges, &terms);
    let sell = job.pricing_details.sell.take().unwrap_or_default();
    job.pricing_details.sell = Some(add_lines(sell, lines, &terms));
    let sent = serde_json::to_value(&charges)?;
    let entry = Entry::new(LoggedFreightOperation::AddCustomerCharge).with_request(sent);
    store(scope, job, entry).await
}

/// Adds the totals of new lines: those of quoted lines keep their tax.
fn add_lines(price: Price, lines: Vec<Charge>, terms: &Terms) -> Price {
    let added = rules::price_of(lines, terms);
    let charge_breakdown = [price.charge_breakdown, added.charge_breakdown].concat();
    Price {
        total_tax_exclusive: price.total_tax_exclusive + added.total_tax_exclusive,
        tax: price.tax + added.tax,
        total: price.total + added.total,
        charge_breakdown,
    }
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "NewJobDriverCharge")]
struct NewDriverCharge {
    jobid: FreightJobId,
    /// Default: the job's driver.
    #[serde(default)]
    driverid: Option<DriverId>,
    charges: Work,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AddJobDriverCharge")]
struct AddDriverCharge {
    drivercharge: NewDriverCharge,
}

/// Adds a driver's earnings with the job.
async fn add_driver_charge(
    mut scope: Scope,
    AddDriverCharge { drivercharge }: AddDriverCharge,
) -> Result<OneJob> {
    let NewDriverCharge {
        jobid,
        driverid,
        mut charges,
    } = drivercharge;
    let mut job = lock(&mut scope, jobid).await?;
    let terms = load_terms(&scope).await?;
    let Some(driver_id) = driverid.or(job.driver_id) else {
        return Err(Error::invalid(
            "drivercharge.driverid",
            message!("is required"),
        ));
    };
    let names = drivers::names(&mut scope, &[driver_id]).await?;
    if !names.contains_key(&driver_id) {
        return Err(Error::NotFound("The driver"));
    }
    let mut errors = rules::check_charge(&charges, "drivercharge.charges");
    if job.driver_charges.len() >= MAX_DRIVER_CHARGES {
        errors.push(FieldError::new(
            "drivercharge.jobid",
            message!(
                "has {max} charges of drivers, the maximum",
                max = MAX_DRIVER_CHARGES
            ),
        ));
    }
    reject(errors)?;
    charges.charge_breakdown = rules::lines_of(&charges, &terms);
    let lines = charges.charge_breakdown.iter();
    let charge = DriverCharge {
        driver_id,
        total: lines.map(|line| line.amount).sum(),
        charges,
        agent_invoice_id: None,
    };
    let sent = serde_json::to_value(&charge)?;
    let entry = Entry::new(LoggedFreightOperation::AddDriverCharge).with_request(sent);
    job.driver_charges.push(charge);
    store(scope, job, entry).await
}

const MAX_DRIVER_CHARGES: usize = 100;

#[derive(Deserialize, JsonSchema)]
struct JobQuote {
    jobid: FreightJobId,
    quoteid: QuoteId,
    /// True: the tenant's costs. Otherwise the customer's price.
    #[serde(default)]
    isbuyrate: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ApplyJobQuote")]
struct ApplyQuote {
    jobquote: JobQuote,
}

/// Makes a quote the job's price.
async fn apply_quote(mut scope: Scope, ApplyQuote { jobquote }: ApplyQuote) -> Result<OneJob> {
    let mut job = lock(&mut scope, jobquote.jobid).await?;
    if !jobquote.isbuyrate {
        billing::check_sale(&mut scope, &job, "jobquote.jobid").await?;
    }
    let quote = quotes::find(&mut scope, jobquote.quoteid).await?;
    if quote.customer_id.is_some() && quote.customer_id != job.customer_id {
        return Err(Error::invalid(
            "jobquote.quoteid",
            message!("must be a quote for the job's customer"),
        ));
    }
    let before = serde_json::to_value(&job.pricing_details)?;
    let lines = quote.lines.iter().map(|line| {
        let amount = match jobquote.isbuyrate {
            true => line.carrier,
            false => line.customer,
        };
        let charge = Charge {
            service_code: line.service_code.clone(),
            is_additional_service: line.is_additional,
            amount: amount.tax_exclusive_amount,
            is_tax_applicable: !amount.tax.is_zero(),
        };
        (charge, amount)
    });
    let price = Some(rules::price_of_amounts(lines));
    match jobquote.isbuyrate {
        true => job.pricing_details.buy = price,
        false => {
            job.pricing_details.sell = price;
            job.service_code = Some(quote.service_code);
            job.service_name = Some(quote.service_name);
        }
    }
    let entry = Entry::new(LoggedFreightOperation::ApplyQuote).with_request(before);
    store(scope, job, entry).await
}

/// Locks a job whose prices may change: all but cancelled ones.
async fn lock(scope: &mut Scope, id: FreightJobId) -> Result<Job> {
    let job = change::lock(scope, id).await?;
    match job.job_status {
        JobStatus::Cancelled | JobStatus::Unknown => {
            Err(STATUS_NOT_ALLOWED.with_message(message!(
                "{job} is {status}: its price cannot change.",
                job = job.job_no,
                status = job.job_status
            )))
        }
        _ => Ok(job),
    }
}

async fn store(mut scope: Scope, mut job: Job, entry: Entry) -> Result<OneJob> {
    reject(billing::check_sums(&job))?;
    let status = job.job_status;
    change::store_alone(&mut scope, &mut job, status, entry).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}

fn reject(errors: Vec<FieldError>) -> Result<()> {
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}
