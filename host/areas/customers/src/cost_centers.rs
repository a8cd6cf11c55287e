//! Cost centres: a customer's internal accounts for bookings. One can be the default of new
//! bookings.

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Permission,
    Record, Result, Save, Scope, Where, db::Column, ids::CustomerId, message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::CUSTOMERS,
    customer_records::{self, CustomerFilter, CustomerRecord},
    rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH},
};

data::id! { CostCenterId }

const VIEW: Permission = Permission::anyone("Pages.CostCenter", "Cost centres").with_place(65);
const EDIT: Permission = Permission::anyone("Pages.CostCenter.Edit", "Edit cost centres")
    .with_roles(&["Dispatcher", "Finance", "Customer"]);

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customercostcenter")
        .feature(CUSTOMERS)
        .permissions(&[VIEW, EDIT])
        .list("getcostcenters", VIEW, list)
        .get("getcostcenterforedit", VIEW, get)
        .post(
            "createorupdatecostcenter",
            Save::with_permission(EDIT),
            save,
        )
        .delete("deletecostcenter", EDIT, delete)
}

/// A cost centre of a customer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "cost_centers", name = "The cost centre", open)]
#[garde(allow_unvalidated)]
struct CostCenter {
    /// 0 or omitted for a new cost centre.
    id: CostCenterId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    /// Unique per customer.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    code: String,
    #[serde(skip)]
    #[record(internal)]
    code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    /// Preset on new bookings. Saving one as the default replaces the previous default.
    is_default: bool,
    is_active: bool,
}

impl Default for CostCenter {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            code: String::new(),
            code_key: String::new(),
            name: String::new(),
            is_default: false,
            is_active: true,
        }
        .unsaved()
    }
}

impl CustomerRecord for CostCenter {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, CostCenterId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

impl customer_records::HasDefault for CostCenter {
    const CHOSEN: Column<Self, bool> = Self::IS_DEFAULT;
    fn chosen(&mut self) -> &mut bool {
        &mut self.is_default
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveCostCenter {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    cost_center: Change<CostCenter>,
}

/// A single cost centre.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneCostCenter {
    cost_center: CostCenter,
}

async fn list(
    mut scope: Scope,
    parent: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<CostCenter>> {
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    scope
        .page(&query, Where::all().eq(CostCenter::CUSTOMER_ID, customer))
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<CostCenterId>) -> Result<OneCostCenter> {
    Ok(OneCostCenter {
        cost_center: scope.find(id).await?,
    })
}

async fn save(mut scope: Scope, sent: SaveCostCenter) -> Result<OneCostCenter> {
    let mut edit = customer_records::edit(&mut scope, sent.customer_id, sent.cost_center).await?;
    let record = &mut edit.record;
    record.code = record.code.trim().to_owned();
    record.name = record.name.trim().to_owned();
    record.code_key = record.code.to_lowercase();
    let mut errors = check_fields(record);
    let key = record.code_key.clone();
    if errors.is_empty()
        && customer_records::is_taken(&mut scope, record, CostCenter::CODE_KEY, &key).await?
    {
        errors.push(FieldError::new(
            "costCenter.code",
            message!("is the code of another cost centre of this customer"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    customer_records::clear_default(&mut scope, record).await?;
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneCostCenter {
        cost_center: edit.record,
    })
}

fn check_fields(record: &CostCenter) -> Vec<FieldError> {
    let mut errors = validate::check("costCenter", record);
    if record.is_default && !record.is_active {
        errors.push(FieldError::new(
            "costCenter.isActive",
            message!("must be true for the default cost centre"),
        ));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<CostCenterId>) -> Result<Empty> {
    scope.delete::<CostCenter>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Id and name of a customer's cost centre; without an id, of the default one.
pub async fn cost_center(
    scope: &mut Scope,
    customer: CustomerId,
    id: Option<CostCenterId>,
) -> Result<Option<(CostCenterId, String)>> {
    let filter = Where::all().eq(CostCenter::CUSTOMER_ID, customer);
    let narrow = match id {
        Some(id) => filter.eq(CostCenter::ID, id),
        None => filter.eq(CostCenter::IS_DEFAULT, true),
    };
    let row: Option<CostCenter> = scope.first(narrow).await?;
    Ok(row.map(|center| (center.id, center.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(record: &CostCenter) -> Vec<String> {
        check_fields(record)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn a_default_is_active() {
        let valid = CostCenter {
            code: "S1".to_owned(),
            name: "Sales".to_owned(),
            is_default: true,
            ..Default::default()
        };
        assert_eq!(members(&valid), Vec::<String>::new());
        assert_eq!(
            members(&CostCenter {
                is_active: false,
                ..valid
            }),
            ["costCenter.isActive"]
        );
    }

    #[test]
    fn code_and_name_are_needed_and_bounded() {
        assert_eq!(
            members(&CostCenter::default()),
            ["costCenter.code", "costCenter.name"]
        );
        let long = CostCenter {
            code: "x".repeat(33),
            name: "y".repeat(129),
            ..Default::default()
        };
        assert_eq!(members(&long), ["costCenter.code", "costCenter.name"]);
    }
}
