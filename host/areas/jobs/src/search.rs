//! Search results for jobs.

use data::{Feature, Permission, search::Hit};
use serde_json::json;

use crate::{
    access::{JOB, JOBS},
    jobs::model::Job,
};

impl Hit for Job {
    const GROUP: &'static str = "Jobs";
    const KIND: &'static str = "Job";
    const PERMISSION: Permission = JOB;
    const FEATURE: Feature = JOBS;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        self.job_no.clone()
    }
    fn details(&self) -> serde_json::Value {
        json!({
            "jobstatus": self.job_status.as_str(),
            "connoteno": self.connote_no,
            "reference": self.reference,
            "fromSuburb": self.from_suburb,
            "toSuburb": self.to_suburb,
            "receiver": self.to_company,
        })
    }
}
