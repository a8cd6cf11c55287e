//! The job record: row, API view and form input in one declaration.

use carriage::{
    address::Address,
    goods::Item,
    quantity::{Length, Weight},
};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Form, Record, TextEnum,
    ids::{BookingId, CarrierAccountId, CustomerId, DriverId},
};
use garde::Validate;
use places::PositionSource;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    rules::{
        MAX_CODE_LENGTH, MAX_INSTRUCTION_LENGTH, MAX_LINKED_JOBS, MAX_NOTE_LENGTH,
        MAX_REFERENCE_LENGTH,
    },
    status::JobStatus,
};
use crate::{
    prices::model::{DriverCharge, JobFee, PricingDetails},
    scans::values::{ScanEventId, ScanEventType},
};

data::id! {
    /// A job of the tenant's drivers and carrier agents.
    FreightJobId,
    FreightArticleId,
    JobTemplateId,
}

/// Kind of a job.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, TextEnum)]
pub enum JobType {
    Pickup,
    Delivery,
    #[default]
    PointToPoint,
    LineHaul,
    OnForwarding,
    MultiStop,
    Return,
    HourlyHire,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

/// Origin or destination of a job.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct JobAddress {
    #[serde(rename = "isresidential")]
    pub is_residential: bool,
    #[serde(rename = "contactperson")]
    pub contact_person: Option<String>,
    #[serde(rename = "companyname")]
    pub company_name: Option<String>,
    pub telephone: Option<String>,
    pub email: Option<String>,
    #[serde(rename = "addressline1")]
    pub address_line1: Option<String>,
    #[serde(rename = "addressline2")]
    pub address_line2: Option<String>,
    #[serde(rename = "addressline3")]
    pub address_line3: Option<String>,
    #[serde(rename = "postcode")]
    pub post_code: String,
    pub suburb: String,
    #[serde(rename = "statecode")]
    pub state_code: Option<String>,
    /// Two letters. Default: the tenant's country.
    #[serde(rename = "countrycode")]
    pub country_code: String,
    /// Degrees, -90 to 90. Default: those of the address, or of its suburb.
    pub latitude: Option<Decimal>,
    /// Degrees, -180 to 180. Default: those of the address, or of its suburb.
    pub longitude: Option<Decimal>,
    /// Set by the server: how the position was found.
    #[serde(rename = "positionsource")]
    pub position_source: Option<PositionSource>,
    pub instructions: Option<String>,
}

impl JobAddress {
    pub(crate) fn to_address(&self) -> Address {
        Address {
            kind: Some(
                match self.is_residential {
                    true => "Residential",
                    false => "Business",
                }
                .to_owned(),
            ),
            contact_name: self.contact_person.clone(),
            company_name: self.company_name.clone(),
            email: self.email.clone(),
            telephone: self.telephone.clone(),
            address_line1: self.address_line1.clone(),
            address_line2: self.address_line2.clone(),
            address_line3: self.address_line3.clone(),
            post_code: self.post_code.clone(),
            suburb: self.suburb.clone(),
            state: None,
            state_code: self.state_code.clone(),
            country: None,
            country_code: self.country_code.clone(),
        }
    }

    /// Forgets the position, which was that of another place.
    pub(crate) fn without_position(self) -> Self {
        Self {
            latitude: None,
            longitude: None,
            position_source: None,
            ..self
        }
    }

    /// Takes the address's members; position and instructions stay.
    pub(crate) fn with_address(self, address: Address) -> Self {
        Self {
            is_residential: address.is_residential(),
            contact_person: address.contact_name,
            company_name: address.company_name,
            telephone: address.telephone,
            email: address.email,
            address_line1: address.address_line1,
            address_line2: address.address_line2,
            address_line3: address.address_line3,
            post_code: address.post_code,
            suburb: address.suburb,
            state_code: address.state_code.or(address.state),
            country_code: address.country_code,
            latitude: self.latitude,
            longitude: self.longitude,
            position_source: self.position_source,
            instructions: self.instructions,
        }
    }
}

/// A line of a job's goods: a number of equal pieces, with the measures of one.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct JobItem {
    /// 0 or omitted for a new item. An item with its id keeps its article numbers.
    #[wire(null)]
    pub id: i64,
    #[serde(rename = "packagetype")]
    pub package_type: Option<String>,
    pub description: Option<String>,
    #[wire(null)]
    pub quantity: i64,
    pub length: Option<Length>,
    pub width: Option<Length>,
    pub height: Option<Length>,
    /// Of one piece.
    pub weight: Option<Weight>,
    /// One for each piece; assigned by the server.
    #[serde(rename = "articlenumbers")]
    pub article_numbers: Vec<String>,
    /// Serial codes (SSCC) of the carrier's labels, in the order of the article numbers. Empty
    /// without such labels; assigned by the server.
    #[serde(rename = "labelcodes")]
    pub label_codes: Vec<String>,
}

impl JobItem {
    /// Converts to goods of a consignment.
    pub(crate) fn to_item(&self) -> Item {
        Item {
            package_type: self.package_type.clone(),
            description: self.description.clone(),
            quantity: self.quantity,
            length: self.length,
            width: self.width,
            height: self.height,
            weight: self.weight,
            ..Item::default()
        }
    }
}

/// The latest scan of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct LastScanEvent {
    pub id: ScanEventId,
    pub code: ScanEventType,
    #[serde(rename = "scannedeventdatetime")]
    pub scanned_time: DateTime<Utc>,
    #[serde(rename = "warehousecode", default)]
    pub warehouse_code: Option<String>,
    #[serde(rename = "locationcode", default)]
    pub location_code: Option<String>,
}

/// Work of a delivery agent: goods from one address to another.
// Lock order: legs, then their parents.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[schemars(rename = "FreightJob")]
#[record(
    table = "freight_jobs",
    name = "The job",
    called = "FreightJob",
    open,
    searched = 13,
    counted(table = "freight_job_tallies", by = "customer_id job_status has_legs")
)]
#[garde(allow_unvalidated)]
pub(crate) struct Job {
    /// 0 or omitted for a new job.
    #[wire(null)]
    pub id: FreightJobId,
    #[serde(rename = "rowVersion")]
    #[wire(null)]
    pub row_version: i64,
    /// Unique; the next number of the series.
    #[serde(rename = "jobno", skip_deserializing)]
    #[record(searched)]
    pub job_no: String,
    #[serde(rename = "connoteno")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub connote_no: Option<String>,
    #[serde(rename = "manifestno")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub manifest_no: Option<String>,
    #[serde(rename = "routecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub route_code: Option<String>,
    #[serde(rename = "customerid")]
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    /// The booking that the job carries out.
    #[serde(rename = "bookingid", skip_deserializing)]
    pub booking_id: Option<BookingId>,
    #[serde(rename = "fromaddress")]
    #[record(json)]
    pub from_address: Option<JobAddress>,
    #[serde(rename = "toaddress")]
    #[record(json)]
    pub to_address: Option<JobAddress>,
    /// Keys of the addresses, by which new positions find their jobs.
    #[serde(skip)]
    #[record(internal)]
    pub from_address_key: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub to_address_key: Option<String>,
    #[serde(skip)]
    #[record(listed, name = "fromaddress/companyname", searched)]
    pub from_company: String,
    #[serde(skip)]
    #[record(listed, name = "fromaddress/suburb", searched)]
    pub from_suburb: String,
    #[serde(skip)]
    #[record(listed, name = "fromaddress/postcode")]
    pub from_post_code: String,
    #[serde(skip)]
    #[record(listed, name = "toaddress/companyname", searched)]
    pub to_company: String,
    #[serde(skip)]
    #[record(listed, name = "toaddress/suburb", searched)]
    pub to_suburb: String,
    #[serde(skip)]
    #[record(listed, name = "toaddress/postcode")]
    pub to_post_code: String,
    /// Place among the legs of the parent, from 1. A failed job that is retried gets the next.
    #[serde(skip_deserializing)]
    pub leg: i64,
    #[serde(rename = "isallocatedtodeliveryagent", skip_deserializing)]
    pub is_allocated: bool,
    #[serde(rename = "islinehaul", skip_deserializing)]
    pub is_line_haul: bool,
    #[serde(rename = "ispickupready", skip_deserializing)]
    pub is_pickup_ready: bool,
    #[serde(rename = "isonforwarding")]
    #[wire(null)]
    pub is_on_forwarding: bool,
    #[serde(rename = "servicecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub service_code: Option<String>,
    #[serde(rename = "servicename")]
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub service_name: Option<String>,
    /// The job that this one is a leg of. It can be set for a new job only.
    #[serde(rename = "parentid")]
    pub parent_id: Option<FreightJobId>,
    /// Its legs do the work, and its state is that of the least advanced.
    #[serde(rename = "haslegs", skip_deserializing)]
    pub has_legs: bool,
    #[serde(rename = "lastscanevent", skip_deserializing)]
    #[record(json)]
    pub last_scan_event: Option<LastScanEvent>,
    /// Name of the carrier account that carries it.
    #[serde(rename = "carrieraccount", skip_deserializing)]
    pub carrier_account: Option<String>,
    #[serde(rename = "jobtype")]
    #[wire(null)]
    pub job_type: JobType,
    #[serde(rename = "jobstatus", skip_deserializing)]
    pub job_status: JobStatus,
    /// State before the hold.
    #[serde(skip)]
    #[record(internal)]
    pub held_status: Option<JobStatus>,
    #[record(json)]
    pub items: Vec<JobItem>,
    /// Last number of an article, so that none is used twice.
    #[serde(skip)]
    #[record(internal)]
    pub last_article: i64,
    #[serde(rename = "totalquantity", skip_deserializing)]
    pub total_quantity: i64,
    /// Kilograms.
    #[serde(rename = "totalweight", skip_deserializing)]
    pub total_weight: Decimal,
    /// Cubic metres.
    #[serde(rename = "totalvolume", skip_deserializing)]
    pub total_volume: Decimal,
    #[serde(rename = "pickupdate")]
    pub pickup_date: Option<NaiveDate>,
    #[serde(rename = "pickupreadydatetime")]
    pub pickup_ready_time: Option<DateTime<Utc>>,
    /// Latest moment of delivery.
    pub deadline: Option<DateTime<Utc>>,
    /// The deadline, or the end of the time slot on the day of the pickup if that is earlier.
    #[serde(rename = "duetime", skip_deserializing)]
    pub due_time: Option<DateTime<Utc>>,
    /// Arrival at the receiver by the plan of the driver's route.
    #[serde(rename = "plannedarrival", skip_deserializing)]
    pub planned_arrival: Option<DateTime<Utc>>,
    /// Moment at which it was delivered, in part or as a whole, or failed.
    #[serde(rename = "finishedtime", skip_deserializing)]
    pub finished_time: Option<DateTime<Utc>>,
    /// Agreed window, such as `9:00–12:00`.
    #[serde(rename = "timeslot")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub time_slot: Option<String>,
    #[serde(rename = "driverid", skip_deserializing)]
    #[record(driver)]
    pub driver_id: Option<DriverId>,
    /// The carrier account that it is allocated to.
    #[serde(rename = "carrierid", skip_deserializing)]
    pub carrier_id: Option<CarrierAccountId>,
    /// The booking at the carrier that it is allocated to.
    #[serde(rename = "carrierbookingid", skip_deserializing)]
    pub carrier_booking_id: Option<BookingId>,
    /// The template that made it, and the day it was made for.
    #[serde(rename = "templateid", skip_deserializing)]
    pub template_id: Option<JobTemplateId>,
    #[serde(rename = "templatedate", skip_deserializing)]
    pub template_date: Option<NaiveDate>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[record(searched)]
    pub reference: Option<String>,
    #[serde(rename = "costcentre")]
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub cost_centre: Option<String>,
    /// Jobs that are done together with it.
    #[serde(rename = "linkedjobs")]
    #[garde(length(max = MAX_LINKED_JOBS))]
    #[record(json)]
    pub linked_jobs: Vec<FreightJobId>,
    #[serde(rename = "specialinstructions")]
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub special_instructions: Option<String>,
    #[serde(rename = "deliveryinstructions")]
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub delivery_instructions: Option<String>,
    #[serde(rename = "pricingdetails", skip_deserializing)]
    #[record(json, internal)]
    pub pricing_details: PricingDetails,
    /// Empty for customers and drivers.
    #[serde(rename = "drivercharges", skip_deserializing)]
    #[record(json, internal)]
    pub driver_charges: Vec<DriverCharge>,
    /// True if a charge of a driver is on no invoice yet.
    #[serde(skip)]
    #[record(internal)]
    pub owes_drivers: bool,
    /// Total of the customer's price, including tax.
    #[serde(skip)]
    #[record(internal)]
    pub sell_total: Decimal,
    /// Fees that events caused, charged in addition to the price. Empty for drivers.
    #[serde(skip_deserializing)]
    #[record(json, internal)]
    pub fees: Vec<JobFee>,
    /// The leg takes goods on from a depot, where they are.
    #[serde(skip)]
    #[record(internal)]
    pub is_from_depot: bool,
    /// The leg carries its own articles, not all of the root job's.
    #[serde(skip)]
    #[record(internal)]
    pub has_part: bool,
    /// Some of its articles are on none of its legs.
    #[serde(skip)]
    #[record(internal)]
    pub has_rest: bool,
    /// State of the articles that no leg carries: on board of a line haul, or arrived by one.
    #[serde(skip)]
    #[record(internal)]
    pub haul_status: Option<JobStatus>,
    /// The latest arrival at a pickup or delivery.
    #[serde(skip)]
    #[record(internal)]
    pub arrived_time: Option<DateTime<Utc>>,
    /// The invoice with the customer's price.
    #[serde(rename = "invoiceid", skip_deserializing)]
    pub invoice_id: Option<i64>,
    /// Null while the invoice is a draft.
    #[serde(rename = "invoiceno", skip_deserializing)]
    pub invoice_number: Option<String>,
    /// Null for customers and drivers.
    #[serde(rename = "ratenotes")]
    #[garde(length(chars, max = MAX_NOTE_LENGTH))]
    #[record(recorded)]
    pub rate_notes: Option<String>,
    #[serde(rename = "creationTime", skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

impl Job {
    /// The state before a hold.
    pub(crate) fn standing(&self) -> JobStatus {
        match self.job_status {
            JobStatus::OnHold => self.held_status.unwrap_or(JobStatus::OnHold),
            status => status,
        }
    }

    pub(crate) fn article_numbers(&self) -> impl Iterator<Item = &str> {
        let items = self.items.iter();
        items.flat_map(|item| item.article_numbers.iter().map(String::as_str))
    }

    /// Sets the moments of the arrival and of the end of the work after a change of the state. The
    /// latter is cleared while work remains.
    pub(crate) fn set_times(&mut self, before: JobStatus, time: DateTime<Utc>) {
        if self.job_status == before {
            return;
        }
        self.finished_time = self.job_status.ends_run().then_some(time);
        if self.job_status.is_arrival() {
            self.arrived_time = Some(time);
        }
    }
}

/// A labelled piece of a job's goods. Belongs to the root job, which shares it with its legs.
#[derive(Debug, Clone, Record)]
#[record(table = "freight_articles", name = "The article", unrecorded)]
pub(crate) struct Article {
    pub id: FreightArticleId,
    pub row_version: i64,
    #[record(customer(through = Job), driver(through = Job))]
    pub job_id: FreightJobId,
    pub item_id: i64,
    /// Unique in the tenant.
    pub article_number: String,
    pub is_delivered: bool,
    /// The eighteen digits of the label's SSCC.
    pub label_code: Option<String>,
}
