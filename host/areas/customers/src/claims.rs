//! Freight claims: a customer's claims for lost, damaged or delayed goods. Staff lodge them with
//! the carrier and record its decision.

use chrono::{DateTime, Utc};
use data::{
    Bulk, ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, Outcome, PageOf,
    Permission, Record, Refusal, Result, Save, Scope, Where, db::Column, ids::CustomerId,
    life_cycle::Operation as _, message, message::Remark, states, text_enum, text_enum::TextEnum,
    validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::CUSTOMERS,
    customer_records::{self, CustomerFilter, CustomerRecord},
};

data::id! { ClaimId }

const VIEW: Permission = Permission::anyone("Pages.Claim", "Claims").with_place(69);
const EDIT: Permission = Permission::anyone("Pages.Claim.Edit", "Edit claims").with_roles(&[
    "Dispatcher",
    "Finance",
    "Customer",
]);
const PROCESS: Permission = Permission::staff("Pages.Claim.Process", "Process claims")
    .with_roles(&["Dispatcher", "Finance"]);

const MAX_CONSIGNMENT_LENGTH: usize = 50;
const MAX_DESCRIPTION_LENGTH: usize = 500;
const MAX_AMOUNT: u32 = 1_000_000;
/// Stored by both databases.
const MAX_DECIMALS: u32 = 4;
const MAX_IDS: usize = 1000;

/// Rejection of an operation that the claim's status does not allow.
const STATUS_NOT_ALLOWED: Refusal = Refusal::new(2107, "The claim's status does not allow this.");

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/claim")
        .feature(CUSTOMERS)
        .permissions(&[VIEW, EDIT, PROCESS])
        .list("getclaims", VIEW, list)
        .get("getclaimforedit", VIEW, get)
        .post("createorupdateclaim", Save::with_permission(EDIT), save)
        .delete("deleteclaim", EDIT, delete)
        .post("processclaims", PROCESS, process)
}

/// Reason of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
enum ClaimReason {
    Loss,
    Damage,
    Delay,
    Other,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

states! {
    /// Status of a claim.
    #[derive(Default)]
    enum ClaimStatus {
        #[default]
        Open [can_be_changed],
        /// Sent to the carrier.
        Lodged,
        Accepted,
        Declined,
        Paid,
        /// A stored value unknown to this version. Supports no operations.
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        can_be_changed,
    }
    operations {
        /// An operation on a claim.
        enum ClaimOperation {
            Lodge: [Open] => Lodged,
            Accept: [Lodged] => Accepted,
            Decline: [Lodged] => Declined,
            Pay: [Accepted] => Paid,
            Reopen: [Declined] => Open,
            Edit: can_be_changed,
            Delete: can_be_changed,
        }
    }
}

impl ClaimOperation {
    /// Rejects an operation that the status does not allow.
    fn check(self, status: ClaimStatus) -> Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.allowed_states());
        Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a claim that is {status}. It is possible when the claim is {states}."
        )))
    }
}

/// A customer's claim for lost, damaged or delayed goods.
#[data::wire(trim)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customer_claims", name = "The claim", open)]
#[garde(allow_unvalidated)]
struct Claim {
    /// 0 or omitted for a new claim.
    id: ClaimId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    /// Number on the label.
    #[garde(length(chars, min = 1, max = MAX_CONSIGNMENT_LENGTH))]
    consignment: String,
    reason: ClaimReason,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    description: String,
    /// In the tenant's currency.
    #[schemars(range(min = 0, max = MAX_AMOUNT))]
    amount: Decimal,
    #[serde(skip_deserializing)]
    status: ClaimStatus,
    #[serde(skip_deserializing)]
    creation_time: DateTime<Utc>,
    /// Operations that its status allows, permissions aside.
    #[serde(skip_deserializing)]
    #[record(sent)]
    allowed_operations: Vec<ClaimOperation>,
}

impl Default for Claim {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            consignment: String::new(),
            reason: ClaimReason::Damage,
            description: String::new(),
            amount: Decimal::ZERO,
            status: ClaimStatus::Open,
        }
        .unsaved()
    }
}

impl CustomerRecord for Claim {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, ClaimId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

impl Claim {
    fn with_operations(mut self) -> Self {
        self.allowed_operations = ClaimOperation::list_allowed(self.status);
        self
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveClaim {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    claim: Change<Claim>,
}

/// A single claim.
#[derive(Serialize, JsonSchema)]
struct OneClaim {
    claim: Claim,
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
struct ProcessClaims {
    operation: ClaimOperation,
    /// At most 1,000.
    ids: Vec<ClaimId>,
}

/// Result of an operation on one claim.
#[derive(Serialize, JsonSchema)]
struct ProcessedClaim {
    id: ClaimId,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
}

impl From<Outcome<ClaimId>> for ProcessedClaim {
    fn from(outcome: Outcome<ClaimId>) -> Self {
        let (id, success, remark) = outcome.into_remark();
        Self {
            id,
            success,
            remark,
        }
    }
}

async fn list(mut scope: Scope, parent: CustomerFilter, query: ListQuery) -> Result<PageOf<Claim>> {
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    let claims = scope
        .page(&query, Where::all().eq(Claim::CUSTOMER_ID, customer))
        .await?;
    Ok(claims.map(Claim::with_operations))
}

async fn get(mut scope: Scope, ById { id }: ById<ClaimId>) -> Result<OneClaim> {
    let claim: Claim = scope.find(id).await?;
    Ok(OneClaim {
        claim: claim.with_operations(),
    })
}

async fn save(mut scope: Scope, sent: SaveClaim) -> Result<OneClaim> {
    let mut edit = customer_records::edit(&mut scope, sent.customer_id, sent.claim).await?;
    match &edit.before {
        Some(before) => ClaimOperation::Edit.check(before.status)?,
        None => edit.record.creation_time = scope.now(),
    }
    let errors = check_fields(&edit.record);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneClaim {
        claim: edit.record.with_operations(),
    })
}

fn check_fields(claim: &Claim) -> Vec<FieldError> {
    let mut errors = validate::check("claim", claim);
    if let Err(message) = text_enum::check(claim.reason) {
        errors.push(FieldError::new("claim.reason", message));
    }
    let amounts = Decimal::ZERO..=Decimal::from(MAX_AMOUNT);
    if !amounts.contains(&claim.amount) || claim.amount.normalize().scale() > MAX_DECIMALS {
        let message = message!(
            "must be from 0 to {max}, with at most {decimals} decimals",
            max = MAX_AMOUNT,
            decimals = MAX_DECIMALS
        );
        errors.push(FieldError::new("claim.amount", message));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<ClaimId>) -> Result<Empty> {
    let claim = lock(&mut scope, id).await?;
    ClaimOperation::Delete.check(claim.status)?;
    scope.delete::<Claim>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

async fn process(mut scope: Scope, sent: ProcessClaims) -> Result<Vec<ProcessedClaim>> {
    let ProcessClaims { operation, ids } = sent;
    let Some(target) = operation.target() else {
        let message = message!("{operation} has its own call");
        return Err(Error::invalid("operation", message));
    };
    if !(1..=MAX_IDS).contains(&ids.len()) {
        let message = message!("must be 1 to {max} claims", max = MAX_IDS);
        return Err(Error::invalid("ids", message));
    }
    let mut bulk = Bulk::new(ids);
    while let Some(id) = bulk.next_item() {
        let result = run(&mut scope, id, operation, target).await;
        bulk.add(&mut scope, id, result)?;
    }
    Ok(bulk.into_results())
}

/// Does an operation with one claim, and commits.
async fn run(
    scope: &mut Scope,
    id: ClaimId,
    operation: ClaimOperation,
    target: ClaimStatus,
) -> Result<()> {
    let mut claim = lock(scope, id).await?;
    operation.check(claim.status)?;
    claim.status = target;
    scope.update(&mut claim).await?;
    scope.commit().await
}

async fn lock(scope: &mut Scope, id: ClaimId) -> Result<Claim> {
    scope.lock::<Claim>(id).await?;
    scope.find(id).await
}

#[cfg(test)]
mod tests {
    use super::{ClaimOperation as Op, ClaimStatus::*, *};

    fn members(claim: &Claim) -> Vec<String> {
        check_fields(claim)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    fn valid() -> Claim {
        Claim {
            consignment: "WB1000234".to_owned(),
            amount: Decimal::new(12_550, 2),
            ..Default::default()
        }
    }

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        STATUS_NOT_ALLOWED.assert_checks(Op::check);
    }

    #[test]
    fn a_claim_is_changed_and_deleted_only_while_it_is_open() {
        assert_eq!(Op::list_allowed(Open), [Op::Lodge, Op::Edit, Op::Delete]);
        assert_eq!(Op::list_allowed(Lodged), [Op::Accept, Op::Decline]);
        assert_eq!(Op::list_allowed(Accepted), [Op::Pay]);
        assert_eq!(Op::list_allowed(Declined), [Op::Reopen]);
        assert_eq!(Op::list_allowed(Paid), []);
    }

    #[test]
    fn a_rejection_names_the_status_and_what_is_possible() {
        let rejection = Op::Edit.check(Lodged).unwrap_err().to_string();
        assert_eq!(
            rejection,
            "Edit is not possible for a claim that is Lodged. It is possible when the claim is Open."
        );
    }

    #[test]
    fn texts_are_needed_and_bounded() {
        assert_eq!(members(&valid()), Vec::<String>::new());
        assert_eq!(members(&Claim::default()), ["claim.consignment"]);
        let long = Claim {
            consignment: "x".repeat(MAX_CONSIGNMENT_LENGTH + 1),
            description: "y".repeat(MAX_DESCRIPTION_LENGTH + 1),
            reason: ClaimReason::Unknown,
            ..Default::default()
        };
        assert_eq!(
            members(&long),
            ["claim.consignment", "claim.description", "claim.reason"]
        );
    }

    #[test]
    fn an_amount_has_limits_and_at_most_four_decimals() {
        let with = |amount: &str| {
            members(&Claim {
                amount: amount.parse().unwrap(),
                ..valid()
            })
        };
        for amount in ["0", "0.0001", "1000000", "12.50000"] {
            assert_eq!(with(amount), Vec::<String>::new(), "{amount}");
        }
        for amount in ["-0.01", "1000000.01", "0.00001"] {
            assert_eq!(with(amount), ["claim.amount"], "{amount}");
        }
    }
}
