//! Frequent addresses: a customer's named senders and receivers. One can be the default sender of
//! new bookings.

use carriage::address::Address;
use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, TextEnum, Where, db::Column, ids::CustomerId, message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{Routes, http::Method, rows::Cell};

use crate::{
    access::{ADDRESSES, ADDRESSES_EDIT, CUSTOMERS},
    customer_records::{self, CustomerFilter, CustomerRecord},
    rules::{MAX_EMAIL_LENGTH, MAX_INSTRUCTIONS_LENGTH, MAX_NAME_LENGTH, MAX_TELEPHONE_LENGTH},
    spreadsheets::{self, TableRecord},
};

data::id! { FrequentAddressId }

const MAX_PLACE_LENGTH: usize = 64;
const MAX_CODE_LENGTH: usize = 16;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customerfrequentaddress")
        .feature(CUSTOMERS)
        .list("getfrequentaddresses", ADDRESSES, list)
        .get("getfrequentaddressforedit", ADDRESSES, get)
        .post(
            "createorupdatefrequentaddress",
            Save::with_permission(ADDRESSES_EDIT),
            save,
        )
        .delete("deletefrequentaddress", ADDRESSES_EDIT, delete)
        .raw(
            Method::GET,
            "getfrequentaddressescsv",
            ADDRESSES,
            0,
            spreadsheets::export::<FrequentAddress>,
        )
        .describe_query::<CustomerFilter>()
        .describe_query::<spreadsheets::ExportQuery>()
        .post(
            "importfrequentaddresses",
            ADDRESSES_EDIT,
            spreadsheets::import::<FrequentAddress>,
        )
}

/// Kind of premises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum AddressType {
    Residential,
    Business,
    #[text_enum(unknown)]
    Unknown,
}

/// A frequent address of a customer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "frequent_addresses", name = "The frequent address", open)]
#[garde(allow_unvalidated)]
pub(crate) struct FrequentAddress {
    /// 0 or omitted for a new address.
    id: FrequentAddressId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    #[serde(rename = "type")]
    kind: Option<AddressType>,
    /// Unique per customer.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    #[serde(skip)]
    #[record(internal)]
    name_key: String,
    #[garde(length(chars, max = MAX_PLACE_LENGTH))]
    nickname: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    company_name: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    contact_name: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH))]
    email: Option<String>,
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    telephone: Option<String>,
    /// Instructions for the driver, copied to each booking.
    #[garde(length(chars, max = MAX_INSTRUCTIONS_LENGTH))]
    special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    address_line1: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    address_line2: Option<String>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    address_line3: Option<String>,
    #[garde(length(chars, min = 1, max = MAX_PLACE_LENGTH))]
    suburb: String,
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    post_code: String,
    #[garde(length(chars, max = MAX_PLACE_LENGTH))]
    state: Option<String>,
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    state_code: Option<String>,
    #[garde(length(chars, max = MAX_PLACE_LENGTH))]
    country: Option<String>,
    /// ISO 3166-1 alpha-2. Default: the tenant's country.
    country_code: String,
    /// Default sender of new bookings. Saving one as the default replaces the previous default.
    is_default: bool,
    is_active: bool,
}

impl Default for FrequentAddress {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            kind: None,
            name: String::new(),
            name_key: String::new(),
            nickname: None,
            company_name: None,
            contact_name: None,
            email: None,
            telephone: None,
            special_instructions: None,
            address_line1: None,
            address_line2: None,
            address_line3: None,
            suburb: String::new(),
            post_code: String::new(),
            state: None,
            state_code: None,
            country: None,
            country_code: String::new(),
            is_default: false,
            is_active: true,
        }
        .unsaved()
    }
}

impl CustomerRecord for FrequentAddress {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, FrequentAddressId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

impl customer_records::HasDefault for FrequentAddress {
    const CHOSEN: Column<Self, bool> = Self::IS_DEFAULT;
    fn chosen(&mut self) -> &mut bool {
        &mut self.is_default
    }
}

impl TableRecord for FrequentAddress {
    type Cells = Change<Self>;
    const HEADINGS: &'static [&'static str] = &[
        "name",
        "type",
        "nickname",
        "companyName",
        "contactName",
        "email",
        "telephone",
        "specialInstructions",
        "addressLine1",
        "addressLine2",
        "addressLine3",
        "suburb",
        "postCode",
        "state",
        "countryCode",
        "isActive",
    ];
    const REQUIRED: &'static [&'static str] = &["name", "suburb", "postCode"];
    const FILE: &'static str = "frequent-addresses";
    const JOB: &'static str = "customers.import-addresses";

    fn cells(&self) -> Vec<Cell<'static>> {
        vec![
            self.name.clone().into(),
            self.kind.map(|kind| kind.to_string()).into(),
            self.nickname.clone().into(),
            self.company_name.clone().into(),
            self.contact_name.clone().into(),
            self.email.clone().into(),
            self.telephone.clone().into(),
            self.special_instructions.clone().into(),
            self.address_line1.clone().into(),
            self.address_line2.clone().into(),
            self.address_line3.clone().into(),
            self.suburb.clone().into(),
            self.post_code.clone().into(),
            self.state.clone().into(),
            self.country_code.clone().into(),
            self.is_active.into(),
        ]
    }
    fn key(&self) -> &str {
        &self.name_key
    }
    fn key_of(cells: &Change<Self>) -> String {
        cells.input().name.trim().to_lowercase()
    }
    fn fill(&mut self, cells: Change<Self>, country: &str) {
        // Only users choose a default; a state code belongs to the previous place.
        let moved = cells.mentions("state") || cells.mentions("suburb");
        cells.without("isDefault").apply(self);
        if moved {
            self.state_code = None;
        }
        *self = std::mem::take(self).tidied_in(country);
    }
    fn check_record(&self) -> Vec<FieldError> {
        check_fields(self)
    }
}

impl FrequentAddress {
    fn address(&self) -> Address {
        Address {
            kind: self.kind.map(|kind| kind.to_string()),
            contact_name: self.contact_name.clone(),
            company_name: self.company_name.clone(),
            email: self.email.clone(),
            telephone: self.telephone.clone(),
            address_line1: self.address_line1.clone(),
            address_line2: self.address_line2.clone(),
            address_line3: self.address_line3.clone(),
            post_code: self.post_code.clone(),
            suburb: self.suburb.clone(),
            state: self.state.clone(),
            state_code: self.state_code.clone(),
            country: self.country.clone(),
            country_code: self.country_code.clone(),
        }
    }

    /// Trims texts, drops empty ones and sets the default country.
    fn tidied_in(self, country: &str) -> Self {
        let address = self.address().normalized_in(country);
        let filled = |text: Option<String>| {
            text.map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty())
        };
        let name = self.name.trim().to_owned();
        Self {
            name_key: name.to_lowercase(),
            name,
            nickname: filled(self.nickname),
            special_instructions: filled(self.special_instructions),
            contact_name: address.contact_name,
            company_name: address.company_name,
            email: address.email,
            telephone: address.telephone,
            address_line1: address.address_line1,
            address_line2: address.address_line2,
            address_line3: address.address_line3,
            post_code: address.post_code,
            suburb: address.suburb,
            state: address.state,
            state_code: address.state_code,
            country: address.country,
            country_code: address.country_code,
            ..self
        }
    }
}

#[derive(Debug, Clone)]
pub struct FrequentPlace {
    pub id: FrequentAddressId,
    pub name: String,
    pub nickname: Option<String>,
    pub instructions: Option<String>,
    pub address: Address,
}

/// More than a customer names.
const MAX_PLACES: i64 = 1000;

/// Empty for callers without permission.
pub async fn frequent_places(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<Vec<FrequentPlace>> {
    if !scope.can(ADDRESSES) {
        return Ok(Vec::new());
    }
    let list = ListQuery {
        sorting: Some("isDefault desc, name".to_owned()),
        max_result_count: Some(MAX_PLACES),
        ..ListQuery::default()
    };
    let filter = Where::all()
        .eq(FrequentAddress::CUSTOMER_ID, customer)
        .eq(FrequentAddress::IS_ACTIVE, true);
    let rows = scope
        .page::<FrequentAddress>(&list, filter)
        .await?
        .items
        .into_iter();
    let place = |known: FrequentAddress| FrequentPlace {
        address: known.address(),
        id: known.id,
        name: known.name,
        nickname: known.nickname,
        instructions: known.special_instructions,
    };
    Ok(rows.map(place).collect())
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveFrequentAddress {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    address: Change<FrequentAddress>,
}

/// A single frequent address.
#[derive(Serialize, JsonSchema)]
struct OneFrequentAddress {
    address: FrequentAddress,
}

async fn list(
    mut scope: Scope,
    parent: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<FrequentAddress>> {
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    scope
        .page(
            &query,
            Where::all().eq(FrequentAddress::CUSTOMER_ID, customer),
        )
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<FrequentAddressId>) -> Result<OneFrequentAddress> {
    Ok(OneFrequentAddress {
        address: scope.find(id).await?,
    })
}

async fn save(mut scope: Scope, sent: SaveFrequentAddress) -> Result<OneFrequentAddress> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let mut edit = customer_records::edit(&mut scope, sent.customer_id, sent.address).await?;
    edit.record = std::mem::take(&mut edit.record).tidied_in(&settings.general.country_code);
    let mut errors = check_fields(&edit.record);
    let key = edit.record.name_key.clone();
    if errors.is_empty()
        && customer_records::is_taken(
            &mut scope,
            &mut edit.record,
            FrequentAddress::NAME_KEY,
            &key,
        )
        .await?
    {
        let message = message!("is the name of another frequent address of this customer");
        errors.push(FieldError::new("address.name", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    customer_records::clear_default(&mut scope, &mut edit.record).await?;
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneFrequentAddress {
        address: edit.record,
    })
}

fn check_fields(record: &FrequentAddress) -> Vec<FieldError> {
    let mut errors = validate::check("address", record);
    if record.kind == Some(AddressType::Unknown) {
        errors.push(FieldError::new(
            "address.type",
            message!("must be Residential or Business"),
        ));
    }
    let others = record.address().check("address").into_iter();
    let others: Vec<_> = others
        .filter(|other| errors.iter().all(|error| error.member != other.member))
        .collect();
    errors.extend(others);
    if record.is_default && !record.is_active {
        errors.push(FieldError::new(
            "address.isActive",
            message!("must be true for the default address"),
        ));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<FrequentAddressId>) -> Result<Empty> {
    scope.delete::<FrequentAddress>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(record: &FrequentAddress) -> Vec<String> {
        check_fields(record)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    fn dock() -> FrequentAddress {
        let dock = FrequentAddress {
            name: " Main dock ".to_owned(),
            suburb: "Richmond".to_owned(),
            post_code: "3121".to_owned(),
            state: Some("victoria".to_owned()),
            nickname: Some(" ".to_owned()),
            ..Default::default()
        };
        dock.tidied_in("AU")
    }

    #[test]
    fn an_address_is_tidied_and_in_the_tenants_country() {
        let dock = dock();
        assert_eq!(
            (dock.name.as_str(), dock.name_key.as_str(), &dock.nickname),
            ("Main dock", "main dock", &None)
        );
        assert_eq!(
            (dock.country_code.as_str(), dock.state_code.as_deref()),
            ("AU", Some("VIC"))
        );
        assert_eq!(members(&dock), Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_is_named_once() {
        let nothing = FrequentAddress::default().tidied_in("AU");
        assert_eq!(
            members(&nothing),
            ["address.name", "address.postCode", "address.suburb"]
        );
        let invalid = FrequentAddress {
            post_code: "31211".to_owned(),
            email: Some("nobody".to_owned()),
            is_default: true,
            is_active: false,
            ..dock()
        };
        assert_eq!(
            members(&invalid),
            ["address.postCode", "address.email", "address.isActive"]
        );
    }
}
