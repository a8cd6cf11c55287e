//! The driver record: row and API view.

use carriage::address::Address;
use chrono::{DateTime, Utc};
use data::{
    Feature, Form, Permission, Record, TextEnum,
    ids::{DriverId, UserId},
    search::Hit,
    secret::Secret,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::{
    access::{DRIVER, DRIVERS},
    waypoints::WaypointId,
};

pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
const MAX_TELEPHONE_LENGTH: usize = 32;
const MAX_EMAIL_LENGTH: usize = 256;

/// A driver's contract with the tenant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum DriverType {
    #[default]
    Employee,
    OwnerDriver,
    Contractor,
    LabourHire,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

/// A person who drives for the tenant.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(table = "drivers", name = "The driver", open, searched = 9)]
#[garde(allow_unvalidated)]
pub struct Driver {
    /// 0 or omitted for a new driver.
    #[record(driver)]
    pub id: DriverId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    /// Unique; the next number if omitted.
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub code: String,
    #[serde(skip)]
    #[record(internal)]
    pub code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub name: String,
    #[serde(rename = "phonenumber")]
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    #[record(searched)]
    pub phone_number: Option<String>,
    #[serde(rename = "type")]
    pub driver_type: DriverType,
    /// With a password, the address that the driver signs in with.
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(data::validate::email))]
    #[record(searched)]
    pub email: Option<String>,
    /// Makes the driver's user, or replaces its password. Never returned.
    #[serde(skip_serializing)]
    #[record(sent)]
    pub password: Option<Secret>,
    /// An inactive driver's user cannot sign in.
    #[serde(rename = "isactive")]
    pub is_active: bool,
    #[serde(rename = "isavailableforwork")]
    #[record(protected)]
    pub is_available_for_work: bool,
    #[serde(skip)]
    #[record(internal)]
    pub availability_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub availability_user_id: Option<UserId>,
    #[serde(rename = "companyname")]
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub company_name: Option<String>,
    #[record(json)]
    pub address: Option<Address>,
    /// Australian Business Number, for invoices that the tenant writes for the driver.
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    pub abn: Option<String>,
    #[serde(rename = "isgstregistered")]
    pub is_gst_registered: bool,
    #[serde(rename = "maindepotid")]
    pub main_depot_id: Option<i64>,
    #[serde(skip)]
    #[record(internal)]
    pub user_id: Option<UserId>,
    /// The driver's user.
    #[serde(rename = "userGuid")]
    #[record(protected)]
    pub user_guid: Option<Uuid>,
    #[serde(skip)]
    #[record(internal)]
    pub last_waypoint_id: Option<WaypointId>,
    #[serde(skip)]
    #[record(internal)]
    pub last_waypoint_time: Option<DateTime<Utc>>,
    #[serde(rename = "creationTime")]
    #[record(protected)]
    pub creation_time: DateTime<Utc>,
}

impl Default for Driver {
    fn default() -> Self {
        Self {
            id: DriverId(0),
            row_version: 0,
            code: String::new(),
            code_key: String::new(),
            name: String::new(),
            phone_number: None,
            driver_type: DriverType::Employee,
            email: None,
            password: None,
            is_active: true,
            is_available_for_work: false,
            availability_time: None,
            availability_user_id: None,
            company_name: None,
            address: None,
            abn: None,
            is_gst_registered: false,
            main_depot_id: None,
            user_id: None,
            user_guid: None,
            last_waypoint_id: None,
            last_waypoint_time: None,
            creation_time: DateTime::UNIX_EPOCH,
        }
    }
}

impl Hit for Driver {
    const GROUP: &'static str = "Drivers";
    const KIND: &'static str = "Driver";
    const PERMISSION: Permission = DRIVER;
    const FEATURE: Feature = DRIVERS;
    const FOR_CUSTOMERS: bool = false;
    fn title(&self) -> String {
        self.name.clone()
    }
    fn details(&self) -> serde_json::Value {
        json!({ "code": self.code, "companyname": self.company_name, "phonenumber": self.phone_number })
    }
}
