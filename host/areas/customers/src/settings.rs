//! What is set for one customer: whether its bookings name a cost centre and a reference, and how they begin.

use crate::access::{CUSTOMER, CUSTOMER_EDIT};
use kernel::{Error, Needs, Record, Result, Routes, Scope, Where, ids::CustomerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) fn table() -> Routes {
    Routes::at("/api/customer/customersettings")
        .feature(crate::access::CUSTOMERS)
        .get("getallsettings", Needs::SignedIn, get_all_settings)
        .put("updateallsettings", CUSTOMER_EDIT, update_all_settings)
}

/// What is set for a customer; everything is off until somebody says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerSettings {
    pub cost_center_settings: Asked,
    pub reference_settings: Asked,
    pub booking_settings: BookingSettings,
}

/// Whether something is asked for on a booking, and whether no booking goes without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Asked {
    pub is_enable: bool,
    pub is_required: bool,
}

impl Asked {
    pub fn is_needed(self) -> bool {
        self.is_enable && self.is_required
    }
}

/// What a new booking of this customer begins with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BookingSettings {
    /// Authority to leave.
    pub atl: bool,
    /// Whether the receiver is told about the consignment.
    pub notification: bool,
}

#[derive(Record)]
#[record(table = "customer_settings", name = "The customer's settings", called = "CustomerSettings", open)]
struct SettingsRow {
    id: i64,
    row_version: i64,
    #[record(customer)]
    customer_id: CustomerId,
    #[record(json, name = "settings")]
    document: CustomerSettings,
}

/// What is set for the customer.
pub async fn settings_of(scope: &mut Scope, customer: CustomerId) -> Result<CustomerSettings> {
    Ok(row(scope, customer).await?.map(|row| row.document).unwrap_or_default())
}

async fn row(scope: &mut Scope, customer: CustomerId) -> Result<Option<SettingsRow>> {
    scope.first(Where::all().eq(SettingsRow::CUSTOMER_ID, customer)).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Question {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
}

/// A customer's settings with what an update sends back.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AllCustomerSettings {
    customer_id: CustomerId,
    row_version: i64,
    cost_center_settings: Asked,
    reference_settings: Asked,
    booking_settings: BookingSettings,
}

fn answer(customer_id: CustomerId, row_version: i64, settings: CustomerSettings) -> AllCustomerSettings {
    let CustomerSettings { cost_center_settings, reference_settings, booking_settings } = settings;
    AllCustomerSettings { customer_id, row_version, cost_center_settings, reference_settings, booking_settings }
}

async fn get_all_settings(mut scope: Scope, Question { customer_id }: Question) -> Result<AllCustomerSettings> {
    let own = scope.caller.customer();
    if own.is_none() {
        scope.require(CUSTOMER)?;
    }
    let id = customer_id.or(own).ok_or_else(|| Error::invalid("customerId", "is required"))?;
    let customer = crate::row(&mut scope, id).await?.id;
    let row = row(&mut scope, customer).await?;
    Ok(row.map_or_else(
        || answer(customer, 0, CustomerSettings::default()),
        |row| answer(customer, row.row_version, row.document),
    ))
}

/// A group that is left out stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Change {
    customer_id: CustomerId,
    /// Sent and stale: 409.
    row_version: Option<i64>,
    cost_center_settings: Option<Asked>,
    reference_settings: Option<Asked>,
    booking_settings: Option<BookingSettings>,
}

async fn update_all_settings(mut scope: Scope, change: Change) -> Result<AllCustomerSettings> {
    let customer = crate::row(&mut scope, change.customer_id).await?.id;
    let known = row(&mut scope, customer).await?;
    let version = known.as_ref().map_or(0, |row| row.row_version);
    if change.row_version.is_some_and(|sent| sent != version) {
        return Err(Error::Conflict);
    }
    let mut row = known.unwrap_or(SettingsRow {
        id: 0,
        row_version: 0,
        customer_id: customer,
        document: CustomerSettings::default(),
    });
    let settings = &mut row.document;
    settings.cost_center_settings = change.cost_center_settings.unwrap_or(settings.cost_center_settings);
    settings.reference_settings = change.reference_settings.unwrap_or(settings.reference_settings);
    settings.booking_settings = change.booking_settings.unwrap_or(settings.booking_settings);
    if row.id == 0 {
        scope.insert(&mut row).await?;
    } else {
        scope.update(&mut row).await?;
    }
    scope.commit().await?;
    Ok(answer(customer, row.row_version, row.document))
}
