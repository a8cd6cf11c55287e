//! An invoice that the tenant writes for a driver.

use chrono::{Days, Utc};
use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    let (drivers, jobs) = (admin.drivers(), admin.jobs());
    let driver = Driver::new()
        .name("Bo Chen")
        .type_(DriverType::OwnerDriver)
        .abn("51 824 753 556");
    let saved = drivers.post_driver(SaveDriver::new().driver(driver)).await;
    let driver = saved.driver.id;
    let available = DriverParameter::new().driver_id(driver);
    drivers.put_available_for_work(available).await;
    let address = JobAddressRequest::new()
        .addressline1("1 High Street")
        .postcode("3121")
        .suburb("Richmond");
    let job = FreightJob::new()
        .fromaddress(&address)
        .toaddress(&address)
        .items([JobItemRequest::new().quantity(1)]);
    let job = jobs.post_job(SaveFreightJob::new().job(job)).await.job.id;
    jobs.confirm(ConfirmBody::new().id(job)).await;
    let allocation = Allocation::new()
        .agent_id(driver.0)
        .agent_type(AgentType::Driver)
        .job_ids([job]);
    jobs.allocate_job(AllocateFreightJobs::new().allocation(allocation))
        .await;
    for operation in [FreightOperation::PickUp, FreightOperation::Deliver] {
        let body = ProcessFreightJobs::new().operation(operation).ids([job]);
        jobs.process_jobs(body).await;
    }
    let charge = NewJobDriverCharge::new()
        .jobid(job)
        .driverid(driver)
        .charges(JobWorkRequest::new().hours(1).chargerate(40));
    jobs.driver_charge_add(AddJobDriverCharge::new().drivercharge(charge))
        .await;
    let today = Utc::now().date_naive();
    let days = AgentInvoiceRunRequest::new()
        .from_date((today - Days::new(1)).to_string())
        .to_date((today + Days::new(1)).to_string());
    let run = admin.finance().run_agent_invoices(days).await;
    stock.insert("AgentInvoiceId", run.invoices[0].id.unwrap().0);
}
