//! References: a customer's named booking fields, such as PO number or project. Required ones must
//! be filled before booking.

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where, db::Column, ids::CustomerId, message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{CUSTOMERS, REFERENCES, REFERENCES_EDIT},
    customer_records::{self, CustomerFilter, CustomerRecord},
};

data::id! { ReferenceId }

/// The name is a form label.
const MAX_NAME_LENGTH: usize = 64;
const MAX_DESCRIPTION_LENGTH: usize = 256;
/// A form has a field for each.
const MAX_REFERENCES: i64 = 20;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customerreferences")
        .feature(CUSTOMERS)
        .list("getreferences", REFERENCES, list)
        .get("getreferenceforedit", REFERENCES, get)
        .post(
            "createorupdatereference",
            Save::with_permission(REFERENCES_EDIT),
            save,
        )
        .delete("deleteReference", REFERENCES_EDIT, delete)
}

/// A reference field of a customer's bookings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customer_references", name = "The reference", open)]
#[garde(allow_unvalidated)]
struct CustomerReference {
    /// 0 or omitted for a new reference.
    id: ReferenceId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    /// Unique per customer.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    #[serde(skip)]
    #[record(internal)]
    name_key: String,
    /// Help text of the field.
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    description: Option<String>,
    /// Blocks booking while empty, if the field is active.
    is_required: bool,
    is_active: bool,
    display_on_invoice: bool,
}

impl Default for CustomerReference {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            name: String::new(),
            name_key: String::new(),
            description: None,
            is_required: false,
            is_active: true,
            display_on_invoice: false,
        }
        .unsaved()
    }
}

impl CustomerRecord for CustomerReference {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, ReferenceId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveReference {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    reference: Change<CustomerReference>,
}

/// A single reference.
#[derive(Serialize, JsonSchema)]
struct OneReference {
    reference: CustomerReference,
}

async fn list(
    mut scope: Scope,
    parent: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<CustomerReference>> {
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    scope
        .page(
            &query,
            Where::all().eq(CustomerReference::CUSTOMER_ID, customer),
        )
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<ReferenceId>) -> Result<OneReference> {
    Ok(OneReference {
        reference: scope.find(id).await?,
    })
}

async fn save(mut scope: Scope, sent: SaveReference) -> Result<OneReference> {
    let mut edit = customer_records::edit(&mut scope, sent.customer_id, sent.reference).await?;
    let is_new = edit.is_new();
    let record = &mut edit.record;
    tidy(record);
    let mut errors = validate::check("reference", record);
    let key = record.name_key.clone();
    if errors.is_empty()
        && customer_records::is_taken(&mut scope, record, CustomerReference::NAME_KEY, &key).await?
    {
        errors.push(FieldError::new(
            "reference.name",
            message!("is the name of another reference of this customer"),
        ));
    }
    if is_new
        && scope
            .count(Where::all().eq(CustomerReference::CUSTOMER_ID, record.customer_id))
            .await?
            >= MAX_REFERENCES
    {
        let message = message!(
            "a customer has at most {max} references; delete one first",
            max = MAX_REFERENCES
        );
        errors.push(FieldError::new("reference", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneReference {
        reference: edit.record,
    })
}

fn tidy(record: &mut CustomerReference) {
    record.name = record.name.trim().to_owned();
    record.name_key = record.name.to_lowercase();
    record.description = record
        .description
        .take()
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty());
}

async fn delete(mut scope: Scope, ById { id }: ById<ReferenceId>) -> Result<Empty> {
    scope.delete::<CustomerReference>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// A reference field for the customer's booking form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceField {
    pub id: ReferenceId,
    pub name: String,
    pub description: Option<String>,
    pub is_required: bool,
}

/// The customer's active references in order of creation.
pub async fn reference_fields(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<Vec<ReferenceField>> {
    let active = Where::all()
        .eq(CustomerReference::CUSTOMER_ID, customer)
        .eq(CustomerReference::IS_ACTIVE, true);
    let mut rows: Vec<CustomerReference> = scope.all(active).await?;
    rows.sort_by_key(|one| one.id);
    let field = |one: CustomerReference| ReferenceField {
        id: one.id,
        name: one.name,
        description: one.description,
        is_required: one.is_required,
    };
    Ok(rows.into_iter().map(field).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(mut record: CustomerReference) -> Vec<String> {
        tidy(&mut record);
        validate::check("reference", &record)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn a_name_is_needed_and_bounded() {
        let reference = |name: &str| CustomerReference {
            name: name.to_owned(),
            ..Default::default()
        };
        assert_eq!(members(reference(" PO number ")), Vec::<String>::new());
        assert_eq!(members(reference("  ")), ["reference.name"]);
        assert_eq!(members(reference(&"x".repeat(65))), ["reference.name"]);
        let long = CustomerReference {
            description: Some("x".repeat(257)),
            ..reference("Project")
        };
        assert_eq!(members(long), ["reference.description"]);
    }

    #[test]
    fn names_that_differ_in_case_are_one() {
        let mut record = CustomerReference {
            name: " PO Number".to_owned(),
            description: Some("  ".to_owned()),
            ..Default::default()
        };
        tidy(&mut record);
        assert_eq!(
            (record.name.as_str(), record.name_key.as_str()),
            ("PO Number", "po number")
        );
        assert_eq!(record.description, None);
    }
}
