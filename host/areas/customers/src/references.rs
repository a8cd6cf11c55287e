//! References: named fields that a customer's bookings carry beside the plain reference, as a PO number or a project. A
//! required one must be filled before a booking goes to its carrier.

use garde::Validate;
use kernel::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, PageOf, Record, Result, Routes, Save,
    Scope, Where, db::Column, ids::CustomerId, message, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{CUSTOMERS, REFERENCES, REFERENCES_EDIT},
    belongings::{self, Belonging, OfCustomer},
};

kernel::id! { ReferenceId }

/// It is the label of a field.
const MAX_NAME_LENGTH: usize = 64;
const MAX_DESCRIPTION_LENGTH: usize = 256;
/// A form has a field for each.
const MAX_REFERENCES: i64 = 20;

pub(crate) fn table() -> Routes {
    Routes::at("/api/customer/customerreferences")
        .feature(CUSTOMERS)
        .list("getreferences", REFERENCES, list)
        .get("getreferenceforedit", REFERENCES, get)
        .post("createorupdatereference", Save::by(REFERENCES_EDIT), save)
        .delete("deleteReference", REFERENCES_EDIT, delete)
}

/// A field that a customer's bookings carry.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customer_references", name = "The reference", open)]
#[garde(allow_unvalidated)]
struct CustomerReference {
    /// 0 or left out for a new one.
    id: ReferenceId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    /// Unique among the customer's.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    #[serde(skip)]
    #[record(internal)]
    name_key: String,
    /// Help for the person who fills it in.
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    description: Option<String>,
    /// While it is active, no booking goes to a carrier without it.
    is_required: bool,
    is_active: bool,
    display_on_invoice: bool,
}

impl Default for CustomerReference {
    fn default() -> Self {
        Self {
            id: ReferenceId(0),
            row_version: 0,
            customer_id: CustomerId(0),
            name: String::new(),
            name_key: String::new(),
            description: None,
            is_required: false,
            is_active: true,
            display_on_invoice: false,
        }
    }
}

impl Belonging for CustomerReference {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, ReferenceId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveReference {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
    reference: Change<CustomerReference>,
}

/// One reference.
#[derive(Serialize, JsonSchema)]
struct OneReference {
    reference: CustomerReference,
}

async fn list(
    mut scope: Scope,
    of: OfCustomer,
    query: ListQuery,
) -> Result<PageOf<CustomerReference>> {
    let customer = crate::meant(&mut scope, of.customer_id).await?;
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
    let mut edit = belongings::edit(&mut scope, sent.customer_id, sent.reference).await?;
    let is_new = edit.is_new();
    let record = &mut edit.record;
    tidy(record);
    let mut errors = validate::check("reference", record);
    let key = record.name_key.clone();
    if errors.is_empty()
        && belongings::is_taken(&mut scope, record, CustomerReference::NAME_KEY, &key).await?
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
        let says = message!(
            "a customer has at most {max} references; delete one first",
            max = MAX_REFERENCES
        );
        errors.push(FieldError::new("reference", says));
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

/// Without surrounding blanks and empty texts.
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

/// A field that a booking form shows for the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceField {
    pub id: ReferenceId,
    pub name: String,
    pub description: Option<String>,
    pub is_required: bool,
}

/// The customer's active references, in the order in which they were made.
pub async fn reference_fields(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<Vec<ReferenceField>> {
    let active = Where::all()
        .eq(CustomerReference::CUSTOMER_ID, customer)
        .eq(CustomerReference::IS_ACTIVE, true);
    let mut found: Vec<CustomerReference> = scope.all(active).await?;
    found.sort_by_key(|one| one.id);
    let field = |one: CustomerReference| ReferenceField {
        id: one.id,
        name: one.name,
        description: one.description,
        is_required: one.is_required,
    };
    Ok(found.into_iter().map(field).collect())
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
        let named = |name: &str| CustomerReference {
            name: name.to_owned(),
            ..Default::default()
        };
        assert_eq!(members(named(" PO number ")), Vec::<String>::new());
        assert_eq!(members(named("  ")), ["reference.name"]);
        assert_eq!(members(named(&"x".repeat(65))), ["reference.name"]);
        let long = CustomerReference {
            description: Some("x".repeat(257)),
            ..named("Project")
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
