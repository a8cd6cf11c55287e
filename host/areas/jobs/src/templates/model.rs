//! The template record: row, API view and form input in one declaration.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use data::{Form, Record, TextEnum, ids::CustomerId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::jobs::{
    model::{JobAddress, JobItem, JobTemplateId, JobType},
    rules::{MAX_CODE_LENGTH, MAX_INSTRUCTION_LENGTH, MAX_REFERENCE_LENGTH},
};

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, TextEnum)]
pub(crate) enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Weekday {
    pub fn from_date(date: NaiveDate) -> Self {
        match date.weekday() {
            chrono::Weekday::Mon => Self::Monday,
            chrono::Weekday::Tue => Self::Tuesday,
            chrono::Weekday::Wed => Self::Wednesday,
            chrono::Weekday::Thu => Self::Thursday,
            chrono::Weekday::Fri => Self::Friday,
            chrono::Weekday::Sat => Self::Saturday,
            chrono::Weekday::Sun => Self::Sunday,
        }
    }
}

/// A job without times, and the days on which it is made.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(table = "job_templates", name = "The job template", open)]
#[garde(allow_unvalidated)]
pub(crate) struct JobTemplate {
    /// 0 or omitted for a new template.
    #[wire(null)]
    pub id: JobTemplateId,
    #[serde(rename = "rowVersion")]
    #[wire(null)]
    pub row_version: i64,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[wire(null)]
    pub name: String,
    /// An inactive template makes no jobs by itself.
    #[serde(rename = "isactive")]
    pub is_active: bool,
    #[serde(rename = "customerid")]
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    #[serde(rename = "jobtype")]
    #[wire(null)]
    pub job_type: JobType,
    #[serde(rename = "fromaddress")]
    #[record(json)]
    pub from_address: Option<JobAddress>,
    #[serde(rename = "toaddress")]
    #[record(json)]
    pub to_address: Option<JobAddress>,
    /// Article numbers are those of the jobs.
    #[record(json)]
    pub items: Vec<JobItem>,
    #[serde(rename = "servicecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub service_code: Option<String>,
    #[serde(rename = "servicename")]
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub service_name: Option<String>,
    #[serde(rename = "routecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub route_code: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub reference: Option<String>,
    #[serde(rename = "costcentre")]
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub cost_centre: Option<String>,
    #[serde(rename = "timeslot")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub time_slot: Option<String>,
    #[serde(rename = "specialinstructions")]
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub special_instructions: Option<String>,
    #[serde(rename = "deliveryinstructions")]
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub delivery_instructions: Option<String>,
    /// Days on which a job is made. Empty: by hand only.
    #[record(json)]
    pub weekdays: Vec<Weekday>,
    /// First day of the recurrence.
    #[serde(rename = "fromdate")]
    pub from_date: Option<NaiveDate>,
    /// Last day of the recurrence.
    #[serde(rename = "untildate")]
    pub until_date: Option<NaiveDate>,
    /// Time at which the goods are ready, as `HH:MM` in the tenant's zone.
    #[serde(rename = "readytime")]
    pub ready_time: Option<String>,
    /// Time of the deadline on the same day, as `HH:MM` in the tenant's zone.
    #[serde(rename = "deadlinetime")]
    pub deadline_time: Option<String>,
    /// Makes no jobs on the tenant's holidays.
    #[serde(rename = "skipholidays")]
    pub skip_holidays: bool,
    /// Last day whose job was made by the recurrence.
    #[serde(rename = "lastdate", skip_deserializing)]
    pub last_date: Option<NaiveDate>,
    /// Reason why the last job was not made.
    #[serde(rename = "lasterror", skip_deserializing)]
    pub last_error: Option<String>,
    #[serde(rename = "creationTime", skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

impl Default for JobTemplate {
    fn default() -> Self {
        Self {
            id: JobTemplateId::default(),
            row_version: 0,
            name: String::new(),
            is_active: true,
            customer_id: None,
            job_type: JobType::default(),
            from_address: None,
            to_address: None,
            items: Vec::new(),
            service_code: None,
            service_name: None,
            route_code: None,
            reference: None,
            cost_centre: None,
            time_slot: None,
            special_instructions: None,
            delivery_instructions: None,
            weekdays: Vec::new(),
            from_date: None,
            until_date: None,
            ready_time: None,
            deadline_time: None,
            skip_holidays: true,
            last_date: None,
            last_error: None,
            creation_time: DateTime::default(),
        }
    }
}
