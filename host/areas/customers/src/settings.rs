//! What is set for one customer: whether its bookings name a cost centre and a reference, and how they begin.

use crate::access::{CUSTOMER, CUSTOMER_EDIT};
use kernel::{
    Change, Error, Form, Needs, Record, Result, Routes, Save, Scope, Where, case::null_is_default,
    ids::CustomerId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) fn table() -> Routes {
    Routes::at("/api/customer/customersettings")
        .feature(crate::access::CUSTOMERS)
        .get("getallsettings", Needs::SignedIn, get_all_settings)
        .put(
            "updateallsettings",
            Save::by(CUSTOMER_EDIT),
            update_all_settings,
        )
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
#[record(
    table = "customer_settings",
    name = "The customer's settings",
    called = "CustomerSettings",
    open
)]
struct SettingsRow {
    id: i64,
    row_version: i64,
    #[record(customer)]
    customer_id: CustomerId,
    #[record(json, name = "settings")]
    document: CustomerSettings,
}

impl SettingsRow {
    /// A row with nothing set.
    fn of(customer_id: CustomerId) -> Self {
        Self {
            id: 0,
            row_version: 0,
            customer_id,
            document: CustomerSettings::default(),
        }
    }
}

/// What is set for the customer.
pub async fn settings_of(scope: &mut Scope, customer: CustomerId) -> Result<CustomerSettings> {
    Ok(row(scope, customer)
        .await?
        .map(|row| row.document)
        .unwrap_or_default())
}

async fn row(scope: &mut Scope, customer: CustomerId) -> Result<Option<SettingsRow>> {
    scope
        .first(Where::all().eq(SettingsRow::CUSTOMER_ID, customer))
        .await
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Question {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
}

/// A customer's settings as they are answered and sent back. A group that an update leaves out stays, null sets it back.
#[derive(Default, Serialize, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
struct AllCustomerSettings {
    #[record(protected)]
    customer_id: CustomerId,
    /// 0 while nothing is set.
    #[schemars(with = "i64")]
    row_version: Option<i64>,
    #[serde(deserialize_with = "null_is_default")]
    cost_center_settings: Asked,
    #[serde(deserialize_with = "null_is_default")]
    reference_settings: Asked,
    #[serde(deserialize_with = "null_is_default")]
    booking_settings: BookingSettings,
}

impl AllCustomerSettings {
    fn of(row: &SettingsRow) -> Self {
        let CustomerSettings {
            cost_center_settings,
            reference_settings,
            booking_settings,
        } = row.document.clone();
        let (customer_id, row_version) = (row.customer_id, Some(row.row_version));
        Self {
            customer_id,
            row_version,
            cost_center_settings,
            reference_settings,
            booking_settings,
        }
    }
}

async fn get_all_settings(
    mut scope: Scope,
    Question { customer_id }: Question,
) -> Result<AllCustomerSettings> {
    let own = scope.caller.customer();
    if own.is_none() {
        scope.require(CUSTOMER)?;
    }
    let id = customer_id
        .or(own)
        .ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = crate::row(&mut scope, id).await?.id;
    let row = row(&mut scope, customer)
        .await?
        .unwrap_or_else(|| SettingsRow::of(customer));
    Ok(AllCustomerSettings::of(&row))
}

async fn update_all_settings(
    mut scope: Scope,
    change: Change<AllCustomerSettings>,
) -> Result<AllCustomerSettings> {
    let id = change.sent().customer_id;
    if id.0 == 0 {
        return Err(Error::invalid("customerId", message!("is required")));
    }
    let customer = crate::row(&mut scope, id).await?.id;
    let stored = row(&mut scope, customer).await?;
    // Who has read that nothing is set has seen no version.
    if change.sent().row_version == Some(0) && stored.is_some() {
        return Err(Error::Conflict);
    }
    let form = scope.edit_stored(change, stored.as_ref(), AllCustomerSettings::of)?;
    let mut row = stored.unwrap_or_else(|| SettingsRow::of(customer));
    let AllCustomerSettings {
        cost_center_settings,
        reference_settings,
        booking_settings,
        ..
    } = form;
    row.document = CustomerSettings {
        cost_center_settings,
        reference_settings,
        booking_settings,
    };
    if row.id == 0 {
        scope.insert(&mut row).await?;
    } else {
        scope.update(&mut row).await?;
    }
    scope.commit().await?;
    Ok(AllCustomerSettings::of(&row))
}
