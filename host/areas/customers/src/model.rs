//! The customer record: row and API view in one declaration.

use carriage::address::Address;
use chrono::{DateTime, Utc};
use data::{
    Feature, Form, Permission, Record,
    ids::{CustomerId, OrganizationUnitId},
    search::Hit,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::{
    access::{CUSTOMER, CUSTOMERS},
    hours::Day,
    rules::{
        MAX_CODE_LENGTH, MAX_EMAIL_LENGTH, MAX_INSTRUCTIONS_LENGTH, MAX_NAME_LENGTH,
        MAX_TELEPHONE_LENGTH, MAX_WORD_LENGTH,
    },
    values::{AccountStatus, Duration},
};
use tenancy::CustomerType;

/// A business or person the tenant ships for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customers", name = "The customer", open, kept, searched = 1)]
#[garde(allow_unvalidated)]
pub struct Customer {
    /// 0 or omitted for a new customer.
    #[record(customer)]
    pub id: CustomerId,
    pub row_version: i64,
    #[record(protected)]
    pub customer_guid: Uuid,
    /// Unique; generated from the tenant's number series if omitted.
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub code: String,
    #[serde(rename = "type")]
    pub customer_type: CustomerType,
    #[garde(length(chars, max = MAX_WORD_LENGTH))]
    pub business_type: Option<String>,
    pub is_business: bool,
    pub is_active: bool,
    pub account_status: AccountStatus,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub customer_name: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub company_name: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub contact_name: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(searched)]
    pub account_name: Option<String>,
    #[serde(skip)]
    #[record(filtered)]
    pub search: String,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(data::validate::email))]
    #[record(searched)]
    pub email: Option<String>,
    /// Telephone.
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    #[record(searched)]
    pub contact: Option<String>,
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    #[record(searched)]
    pub mobile: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(data::validate::email))]
    pub booking_email: Option<String>,
    #[record(json)]
    pub address: Option<Address>,
    /// Australian Business Number of 11 digits, or New Zealand Business Number of 13; wrong check
    /// digits cause a warning.
    pub abn: Option<String>,
    /// Australian Company Number, 9 digits; a wrong check digit causes a warning.
    pub acn: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub business_industry: Option<String>,
    #[garde(range(min = 0, max = 1000))]
    pub years_in_business: Option<i64>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub customer_source: Option<String>,
    #[serde(rename = "businessWebsiteURL")]
    #[garde(length(chars, max = MAX_EMAIL_LENGTH))]
    pub business_website_url: Option<String>,
    #[record(protected)]
    pub date_of_registration: DateTime<Utc>,
    #[record(protected)]
    pub last_booking_date: Option<DateTime<Utc>>,
    #[serde(rename = "canSendDG")]
    pub can_send_dg: bool,
    /// Invoice currency, ISO 4217; null: the tenant's base currency.
    pub currency: Option<String>,
    /// In the tenant's base currency; null: no limit. Lists cannot be filtered or sorted by it.
    #[record(recorded)]
    pub credit_limit: Option<Decimal>,
    #[garde(range(min = 0, max = 1_000_000_000))]
    pub expected_no_of_bookings: Option<i64>,
    #[serde(deserialize_with = "data::text_enum::option")]
    pub expected_no_of_bookings_duration: Option<Duration>,
    pub expected_revenue: Option<Decimal>,
    #[serde(deserialize_with = "data::text_enum::option")]
    pub expected_revenue_duration: Option<Duration>,
    /// `COD`, `14 days` or `End of month + 7`.
    pub payment_terms: Option<String>,
    #[garde(length(chars, max = MAX_WORD_LENGTH))]
    pub invoice_period: Option<String>,
    pub is_invoicable: bool,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub account_manager: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub sales_person: Option<String>,
    /// `08:30`.
    pub opening_time: Option<String>,
    pub closing_time: Option<String>,
    #[record(json)]
    pub open_days_of_week: Vec<Day>,
    #[garde(length(chars, max = MAX_INSTRUCTIONS_LENGTH))]
    pub special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH))]
    pub customer_logo: Option<String>,
    pub ati_opt_in: bool,
    #[garde(length(chars, max = MAX_WORD_LENGTH))]
    pub ati_type: Option<String>,
    pub ati_insured_value: Option<Decimal>,
    pub organization_unit_id: Option<OrganizationUnitId>,
}

impl Hit for Customer {
    const GROUP: &'static str = "Customers";
    const KIND: &'static str = "Customer";
    const PERMISSION: Permission = CUSTOMER;
    const FEATURE: Feature = CUSTOMERS;
    const FOR_CUSTOMERS: bool = false;

    fn title(&self) -> String {
        self.display_name().to_owned()
    }
    fn details(&self) -> serde_json::Value {
        json!({
            "code": self.code,
            "email": self.email,
            "contactName": self.contact_name,
            "isActive": self.is_active,
        })
    }
}

/// Display name of a customer without names.
pub(crate) const NO_NAME: &str = "Unknown Customer";

impl Customer {
    pub fn display_name(&self) -> &str {
        [
            &self.company_name,
            &self.customer_name,
            &self.contact_name,
            &self.account_name,
        ]
        .into_iter()
        .flatten()
        .map(|name| name.trim())
        .find(|name| !name.is_empty())
        .unwrap_or(NO_NAME)
    }
}
