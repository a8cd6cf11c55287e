//! A customer as the API sends it and as its row is stored: the same record.

use chrono::{DateTime, Utc};
use kernel::{
    address::Address,
    entity,
    ids::{CustomerId, OrganizationUnitId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A business or person the tenant ships for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Customer {
    /// 0 or left out for a new customer.
    pub id: CustomerId,
    pub row_version: i64,
    pub customer_guid: Uuid,
    /// Unique; made from the tenant's number series when left out.
    pub code: String,
    /// Account, Payg, Prepaid or Guest.
    #[serde(rename = "type")]
    pub customer_type: String,
    pub business_type: Option<String>,
    pub is_business: bool,
    pub is_active: bool,
    /// Pending, Active, OnHold, CreditStop, Suspended or Closed.
    pub account_status: String,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub account_name: Option<String>,
    #[serde(skip)]
    pub search: String,
    pub email: Option<String>,
    /// Telephone.
    pub contact: Option<String>,
    pub mobile: Option<String>,
    pub booking_email: Option<String>,
    pub address: Option<Address>,
    /// Australian Business Number, 11 digits.
    pub abn: Option<String>,
    /// Australian Company Number, 9 digits.
    pub acn: Option<String>,
    pub business_industry: Option<String>,
    pub years_in_business: Option<i64>,
    pub customer_source: Option<String>,
    #[serde(rename = "businessWebsiteURL")]
    pub business_website_url: Option<String>,
    pub date_of_registration: DateTime<Utc>,
    pub last_booking_date: Option<DateTime<Utc>>,
    #[serde(rename = "canSendDG")]
    pub can_send_dg: bool,
    /// In the tenant's base currency; none: no limit.
    pub credit_limit: Option<Decimal>,
    pub expected_no_of_bookings: Option<i64>,
    /// Day, Week, Month, Quarter or Year.
    pub expected_no_of_bookings_duration: Option<String>,
    pub expected_revenue: Option<Decimal>,
    pub expected_revenue_duration: Option<String>,
    pub payment_terms: Option<String>,
    pub invoice_period: Option<String>,
    pub is_invoicable: bool,
    pub account_manager: Option<String>,
    pub sales_person: Option<String>,
    /// `08:30`.
    pub opening_time: Option<String>,
    pub closing_time: Option<String>,
    /// Mon, Tue, …
    pub open_days_of_week: Vec<String>,
    pub special_instructions: Option<String>,
    pub customer_logo: Option<String>,
    pub ati_opt_in: bool,
    pub ati_type: Option<String>,
    pub ati_insured_value: Option<Decimal>,
    pub organization_unit_id: Option<OrganizationUnitId>,
}

entity!(Customer(CustomerId) named "The customer" in "customers" {
    customer_guid: Uuid => "customerGuid",
    code: String => "code",
    customer_type: String => "type",
    business_type: Option<String> => "businessType",
    is_business: bool => "isBusiness",
    is_active: bool => "isActive",
    account_status: String => "accountStatus",
    customer_name: Option<String> => "customerName",
    company_name: Option<String> => "companyName",
    contact_name: Option<String> => "contactName",
    account_name: Option<String> => "accountName",
    search: String => "search" as "",
    email: Option<String> => "email",
    contact: Option<String> => "contact",
    mobile: Option<String> => "mobile",
    booking_email: Option<String> as "bookingEmail",
    address(json): Option<Address> as "address",
    abn: Option<String> => "abn",
    acn: Option<String> as "acn",
    business_industry: Option<String> => "businessIndustry",
    years_in_business: Option<i64> as "yearsInBusiness",
    customer_source: Option<String> as "customerSource",
    business_website_url: Option<String> as "businessWebsiteURL",
    date_of_registration: DateTime<Utc> => "dateOfRegistration",
    last_booking_date: Option<DateTime<Utc>> => "lastBookingDate",
    can_send_dg: bool => "canSendDG",
    credit_limit: Option<Decimal> => "creditLimit",
    expected_no_of_bookings: Option<i64> as "expectedNoOfBookings",
    expected_no_of_bookings_duration: Option<String> as "expectedNoOfBookingsDuration",
    expected_revenue: Option<Decimal> as "expectedRevenue",
    expected_revenue_duration: Option<String> as "expectedRevenueDuration",
    payment_terms: Option<String> => "paymentTerms",
    invoice_period: Option<String> as "invoicePeriod",
    is_invoicable: bool => "isInvoicable",
    account_manager: Option<String> => "accountManager",
    sales_person: Option<String> => "salesPerson",
    opening_time: Option<String> as "openingTime",
    closing_time: Option<String> as "closingTime",
    open_days_of_week(json): Vec<String> as "openDaysOfWeek",
    special_instructions: Option<String> as "specialInstructions",
    customer_logo: Option<String> as "customerLogo",
    ati_opt_in: bool as "atiOptIn",
    ati_type: Option<String> as "atiType",
    ati_insured_value: Option<Decimal> as "atiInsuredValue",
    organization_unit_id: Option<OrganizationUnitId> => "organizationUnitId",
});

impl Customer {
    /// The first of the names that is set, as every screen shows it.
    pub fn display_name(&self) -> &str {
        [&self.company_name, &self.customer_name, &self.contact_name, &self.account_name]
            .into_iter()
            .flatten()
            .map(|name| name.trim())
            .find(|name| !name.is_empty())
            .unwrap_or("Unknown Customer")
    }
}
