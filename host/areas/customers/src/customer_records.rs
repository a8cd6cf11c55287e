//! Records of a customer (cost centres, addresses, products): unique by code or name, with at most
//! one default per kind.

use data::{
    Change, Edit, Error, Form, Refusal, Result, Scope, Where,
    db::{Column, Entity},
    ids::CustomerId,
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// List filter by customer.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerFilter {
    /// A customer's user may omit it.
    pub customer_id: Option<CustomerId>,
}

/// A record of a customer.
pub(crate) trait CustomerRecord: Entity<Id: From<i64>> + Form + Clone {
    const OWNER: Column<Self, CustomerId>;
    const NUMBER: Column<Self, Self::Id>;
    fn owner(&mut self) -> &mut CustomerId;
}

/// A record kind with one default per customer.
pub(crate) trait HasDefault: CustomerRecord {
    const CHOSEN: Column<Self, bool>;
    fn chosen(&mut self) -> &mut bool;
}

/// Begins or loads a record of the call's customer, by the save contract.
pub(crate) async fn edit<B: CustomerRecord>(
    scope: &mut Scope,
    customer_id: Option<CustomerId>,
    sent: Change<B>,
) -> Result<Edit<B>> {
    let customer = crate::resolve_customer(scope, customer_id).await?;
    let mut edit = scope.edit(sent).await?;
    if edit
        .before
        .as_mut()
        .is_some_and(|before| *before.owner() != customer)
    {
        return Err(Error::NotFound(B::NAME));
    }
    *edit.record.owner() = customer;
    if edit.before.is_none() {
        let count = scope
            .count::<B>(Where::all().eq(B::OWNER, customer))
            .await?;
        check_room(usize::try_from(count).unwrap_or(usize::MAX))?;
    }
    Ok(edit)
}

/// Maximum records of one kind per customer: imports and exports load all of them.
const MAX_RECORDS: usize = 100_000;
const FULL: Refusal = Refusal::new(
    2106,
    "The customer has as many of these as a customer can have.",
);

/// Rejects a further record at the maximum.
pub(crate) fn check_room(count: usize) -> Result<()> {
    if count < MAX_RECORDS {
        return Ok(());
    }
    Err(FULL.with_message(message!(
        "A customer can have at most {max} of these. Delete some first.",
        max = MAX_RECORDS
    )))
}

/// True if another record of the customer has this value in the column.
pub(crate) async fn is_taken<B: CustomerRecord>(
    scope: &mut Scope,
    record: &mut B,
    column: Column<B, String>,
    key: &str,
) -> Result<bool> {
    let same = Where::all()
        .eq(B::OWNER, *record.owner())
        .eq(column, key)
        .ne(B::NUMBER, Entity::id(record));
    Ok(scope.first::<B>(same).await?.is_some())
}

pub(crate) async fn clear_default<B: HasDefault>(scope: &mut Scope, record: &mut B) -> Result<()> {
    if !*record.chosen() {
        return Ok(());
    }
    let others = Where::all()
        .eq(B::OWNER, *record.owner())
        .eq(B::CHOSEN, true)
        .ne(B::NUMBER, Entity::id(record));
    for mut other in scope.all::<B>(others).await? {
        *other.chosen() = false;
        scope.update(&mut other).await?;
    }
    Ok(())
}
