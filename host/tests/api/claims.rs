//! Freight claims of customers: saves, operations, access.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{
        Claim, ClaimId, ClaimOperation, ClaimReason, ClaimRequest, ClaimStatus, IntoField, Null,
        ProcessClaims, SaveClaim, dec,
    },
    given, on_both,
};

fn claim(consignment: &str) -> ClaimRequest {
    ClaimRequest::new().consignment(consignment)
}

fn saved(customer: impl IntoField<CustomerId>, claim: ClaimRequest) -> SaveClaim {
    SaveClaim::new().customer_id(customer).claim(claim)
}

async fn save(client: &Client, customer: impl IntoField<CustomerId>, claim: ClaimRequest) -> Claim {
    let body = saved(customer, claim);
    client.customers().create_or_update_claim(body).await.claim
}

fn with(operation: ClaimOperation, ids: &[ClaimId]) -> ProcessClaims {
    ProcessClaims::new().operation(operation).ids(ids.to_vec())
}

/// Does an operation with one claim, and returns the claim.
async fn process(client: &Client, operation: ClaimOperation, id: ClaimId) -> Claim {
    let results = client
        .customers()
        .process_claims(with(operation, &[id]))
        .await;
    assert_eq!(results.len(), 1);
    assert_eq!(
        (results[0].id, results[0].success, &results[0].message),
        (id, true, &None)
    );
    client.customers().get_claim_for_edit(id).await.claim
}

#[test]
fn claims_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = claim(" WB1000234 ")
            .reason(ClaimReason::Loss)
            .amount(dec(1250.5))
            .description("One carton is missing");
        let lost = save(&admin, customer, new).await;
        assert_eq!(
            (lost.consignment.as_str(), lost.customer_id, lost.status),
            ("WB1000234", customer, ClaimStatus::Open)
        );
        assert_eq!(lost.amount, dec(1250.5));
        assert_eq!(
            lost.allowed_operations,
            [
                ClaimOperation::Lodge,
                ClaimOperation::Edit,
                ClaimOperation::Delete
            ]
        );
        let late = save(&admin, customer, claim("WB1000235")).await;
        assert_eq!((late.reason, late.amount), (ClaimReason::Damage, dec(0)));
        let change = ClaimRequest::new().id(late.id).reason(ClaimReason::Delay);
        let late = save(&admin, customer, change).await;
        assert_eq!(
            (late.consignment.as_str(), late.reason),
            ("WB1000235", ClaimReason::Delay)
        );
        assert!(late.creation_time >= lost.creation_time);
        let calls = admin.customers();
        let list = calls.get_claims().customer_id(customer).sorting("amount");
        assert_eq!(list.await.items, [late.clone(), lost.clone()]);
        let list = calls
            .get_claims()
            .customer_id(customer)
            .filter("status eq 'Open' and contains(description,'carton')");
        assert_eq!(list.await.items, [lost]);
        calls.delete_claim(late.id).await;
        calls.get_claim_for_edit(late.id).refused(404).await;
    });
}

#[test]
fn invalid_members_are_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let refused = async |status: u16, body: SaveClaim| {
            let call = admin.customers().create_or_update_claim(body);
            call.refused(status).await.members
        };
        let without = SaveClaim::new().claim(claim("WB1"));
        assert_eq!(refused(400, without).await, ["customerId"]);
        let invalid = claim(" ")
            .description("x".repeat(501))
            .amount(dec(1_000_000.01));
        assert_eq!(
            refused(400, saved(customer, invalid)).await,
            ["claim.consignment", "claim.description", "claim.amount"]
        );
        let stored = save(&admin, customer, claim("WB1")).await;
        let other = given::customer(&kit, "Wattle Works").await;
        let moved = ClaimRequest::new().id(stored.id).consignment("WB2");
        refused(404, saved(other, moved)).await;
        let change = ClaimRequest::new().id(stored.id).row_version(1);
        save(&admin, customer, change.clone().consignment("WB2")).await;
        refused(409, saved(customer, change.consignment("WB3"))).await;
    });
}

#[test]
fn a_claim_follows_its_life_cycle() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let stored = save(&admin, customer, claim("WB1")).await;
        let id = stored.id;
        let lodged = process(&admin, ClaimOperation::Lodge, id).await;
        assert_eq!(
            (lodged.status, lodged.allowed_operations),
            (
                ClaimStatus::Lodged,
                vec![ClaimOperation::Accept, ClaimOperation::Decline]
            )
        );

        // Neither changed nor deleted while the carrier has it.
        let calls = admin.customers();
        let change = ClaimRequest::new().id(id).consignment("WB2");
        let message = calls
            .create_or_update_claim(saved(customer, change))
            .refused_with_code(2107)
            .await;
        assert_eq!(
            message,
            "Edit is not possible for a claim that is Lodged. It is possible when the claim is Open."
        );
        let message = calls.delete_claim(id).refused_with_code(2107).await;
        assert!(message.starts_with("Delete is not possible"), "{message}");

        process(&admin, ClaimOperation::Decline, id).await;
        let open = process(&admin, ClaimOperation::Reopen, id).await;
        assert_eq!(
            (open.status, open.consignment.as_str()),
            (ClaimStatus::Open, "WB1")
        );
        process(&admin, ClaimOperation::Lodge, id).await;
        process(&admin, ClaimOperation::Accept, id).await;
        let paid = process(&admin, ClaimOperation::Pay, id).await;
        assert_eq!(
            (paid.status, paid.allowed_operations),
            (ClaimStatus::Paid, vec![])
        );
    });
}

#[test]
fn each_processed_claim_has_its_own_result() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let first = save(&admin, customer, claim("WB1")).await.id;
        let second = save(&admin, customer, claim("WB2")).await.id;
        process(&admin, ClaimOperation::Lodge, first).await;
        let calls = admin.customers();
        let ids = [first, second, ClaimId(999_999_999), second];
        let results = calls
            .process_claims(with(ClaimOperation::Lodge, &ids))
            .await;
        let told: Vec<(ClaimId, bool)> = results.iter().map(|it| (it.id, it.success)).collect();
        assert_eq!(told, [(first, false), (second, true), (ids[2], false)]);
        let message = results[0].message.as_deref().unwrap_or_default();
        assert!(message.starts_with("Lodge is not possible"), "{message}");
        let message = results[2].message.as_deref().unwrap_or_default();
        assert_eq!(message, "The claim was not found.");

        let refused = async |status: u16, body: ProcessClaims| {
            calls.process_claims(body).refused(status).await.members
        };
        let edit = with(ClaimOperation::Edit, &[second]);
        assert_eq!(refused(400, edit).await, ["operation"]);
        let none = with(ClaimOperation::Lodge, &[]);
        assert_eq!(refused(400, none).await, ["ids"]);
        let many = with(ClaimOperation::Lodge, &vec![second; 1001]);
        assert_eq!(refused(400, many).await, ["ids"]);
    });
}

#[test]
fn a_customers_user_makes_claims_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, claim("WB1")).await;
        let user = kit.customer_user(customer).await;
        let own = save(&user, Null, claim("WB2")).await;
        assert_eq!(own.customer_id, customer);
        let calls = user.customers();
        assert_eq!(calls.get_claims().await.items, std::slice::from_ref(&own));
        calls.get_claims().customer_id(other).refused(404).await;
        calls.get_claim_for_edit(theirs.id).refused(404).await;
        calls.delete_claim(theirs.id).refused(404).await;
        let lodge = with(ClaimOperation::Lodge, &[own.id]);
        calls.process_claims(lodge).refused(403).await;
        calls.delete_claim(own.id).await;
    });
}
