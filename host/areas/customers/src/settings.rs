//! Settings of a customer: cost centre, reference and booking defaults.

use crate::access::{CUSTOMER, CUSTOMER_EDIT};
use data::{
    Change, Error, Form, Needs, New, NewRecord, Record, Result, Save, Scope, Where,
    ids::CustomerId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customersettings")
        .feature(crate::access::CUSTOMERS)
        .get("getallsettings", Needs::SignedIn, get_all_settings)
        .put(
            "updateallsettings",
            Save::with_permission(CUSTOMER_EDIT),
            update_all_settings,
        )
}

/// Settings of a customer; all off by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerSettings {
    pub cost_center_settings: FieldRequirement,
    pub reference_settings: FieldRequirement,
    pub booking_settings: BookingSettings,
}

/// Display and requirement of a booking field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FieldRequirement {
    pub is_enable: bool,
    pub is_required: bool,
}

impl FieldRequirement {
    pub fn is_needed(self) -> bool {
        self.is_enable && self.is_required
    }
}

/// Defaults of a customer's new bookings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BookingSettings {
    /// Authority to leave.
    pub atl: bool,
    /// True if the receiver gets status emails.
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
    fn with_defaults(customer_id: CustomerId) -> Self {
        New::<Self> {
            customer_id,
            document: CustomerSettings::default(),
        }
        .unsaved()
    }
}

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
struct SettingsQuery {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
}

/// API view and input of a customer's settings. Omitted groups stay unchanged in an update; null
/// resets one.
#[data::wire]
#[derive(Default, Serialize, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
struct AllCustomerSettings {
    #[record(protected)]
    customer_id: CustomerId,
    /// 0 while no settings are stored.
    #[schemars(with = "i64")]
    row_version: Option<i64>,
    #[wire(null)]
    cost_center_settings: FieldRequirement,
    #[wire(null)]
    reference_settings: FieldRequirement,
    #[wire(null)]
    booking_settings: BookingSettings,
}

impl AllCustomerSettings {
    fn from_row(row: &SettingsRow) -> Self {
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
    SettingsQuery { customer_id }: SettingsQuery,
) -> Result<AllCustomerSettings> {
    let caller_customer = scope.caller.customer();
    if caller_customer.is_none() {
        scope.require(CUSTOMER)?;
    }
    let id = customer_id
        .or(caller_customer)
        .ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = crate::row(&mut scope, id).await?.id;
    let row = row(&mut scope, customer)
        .await?
        .unwrap_or_else(|| SettingsRow::with_defaults(customer));
    Ok(AllCustomerSettings::from_row(&row))
}

async fn update_all_settings(
    mut scope: Scope,
    change: Change<AllCustomerSettings>,
) -> Result<AllCustomerSettings> {
    let id = change.input().customer_id;
    if id.0 == 0 {
        return Err(Error::invalid("customerId", message!("is required")));
    }
    let customer = crate::row(&mut scope, id).await?.id;
    let stored = row(&mut scope, customer).await?;
    // Version 0 conflicts with an existing row.
    if change.input().row_version == Some(0) && stored.is_some() {
        return Err(Error::Conflict);
    }
    let form = scope
        .edit(change.of_row(stored.as_ref(), AllCustomerSettings::from_row))
        .await?
        .record;
    let mut row = stored.unwrap_or_else(|| SettingsRow::with_defaults(customer));
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
    Ok(AllCustomerSettings::from_row(&row))
}
