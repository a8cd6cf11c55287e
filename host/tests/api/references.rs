//! Reference fields of a customer's bookings.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{CustomerReference, CustomerReferenceRequest, IntoField, Null, Raw, SaveReference},
    given, on_both,
};

fn reference() -> CustomerReferenceRequest {
    CustomerReferenceRequest::new()
}

fn saved(
    customer: impl IntoField<CustomerId>,
    reference: CustomerReferenceRequest,
) -> SaveReference {
    SaveReference::new()
        .customer_id(customer)
        .reference(reference)
}

async fn save(
    client: &Client,
    customer: impl IntoField<CustomerId>,
    reference: CustomerReferenceRequest,
) -> CustomerReference {
    client
        .customers()
        .create_or_update_reference(saved(customer, reference))
        .await
        .reference
}

async fn names(client: &Client, customer: Option<CustomerId>, filter: Option<&str>) -> Vec<String> {
    let mut list = client.customers().get_references().sorting("name");
    if let Some(customer) = customer {
        list = list.customer_id(customer);
    }
    if let Some(filter) = filter {
        list = list.filter(filter);
    }
    let page = list.await;
    assert_eq!(page.total_count, page.items.len() as i64);
    page.items.into_iter().map(|one| one.name).collect()
}

#[test]
fn references_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = reference()
            .name(" PO number ")
            .is_required(true)
            .description("");
        let order = save(&admin, customer, new).await;
        let expected = CustomerReference {
            id: order.id,
            row_version: 1,
            customer_id: customer,
            name: "PO number".to_owned(),
            description: None,
            is_required: true,
            is_active: true,
            display_on_invoice: false,
        };
        assert_eq!(order, expected);
        let project = reference().name("Project").display_on_invoice(true);
        save(&admin, customer, project).await;
        let change = reference().id(order.id).name("Purchase order");
        let renamed = save(&admin, customer, change).await;
        assert_eq!((renamed.is_required, renamed.row_version), (true, 2));
        assert_eq!(
            names(&admin, Some(customer), None).await,
            ["Project", "Purchase order"]
        );
        let required = Some("isRequired eq true and contains(name,'urch')");
        assert_eq!(
            names(&admin, Some(customer), required).await,
            ["Purchase order"]
        );
        let one = admin.customers().get_reference_for_edit(order.id).await;
        assert_eq!(one.reference, renamed);
        admin.customers().delete_reference(order.id).await;
        assert_eq!(names(&admin, Some(customer), None).await, ["Project"]);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let order = save(&admin, customer, reference().name("PO number")).await;
        let send = |body: SaveReference| admin.customers().create_or_update_reference(body);
        let members = async |body: SaveReference| send(body).invalid_members().await;
        let without = SaveReference::new().reference(reference().name("Project"));
        assert_eq!(members(without).await, ["customerId"]);
        assert_eq!(
            members(saved(customer, reference().name("  "))).await,
            ["reference.name"]
        );
        let long = reference()
            .name("x".repeat(65))
            .description("x".repeat(257))
            .is_required(Raw("perhaps"));
        assert_eq!(
            members(saved(customer, long)).await,
            [
                "reference.isRequired",
                "reference.description",
                "reference.name"
            ]
        );
        assert_eq!(
            members(saved(customer, reference().name("po NUMBER"))).await,
            ["reference.name"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, reference().name("PO number")).await;
        let moved = reference().id(order.id).name("Moved");
        send(saved(other, moved)).refused(404).await;
        let change = reference().id(order.id).row_version(1);
        save(&admin, customer, change.clone().name("Order")).await;
        send(saved(customer, change.name("Late")))
            .refused(409)
            .await;
        for at in 1..20 {
            save(&admin, customer, reference().name(format!("Field {at}"))).await;
        }
        assert_eq!(
            members(saved(customer, reference().name("One more"))).await,
            ["reference"]
        );
        let change = reference().id(order.id).name("PO number");
        save(&admin, customer, change).await;
    });
}

#[test]
fn of_two_of_one_name_at_once_one_is_kept() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let add = |name: &str| {
            let body = saved(customer, reference().name(name));
            admin
                .customers()
                .create_or_update_reference(body)
                .response()
        };
        let answers = tokio::join!(add("PO number"), add("PO NUMBER"));
        let statuses = [answers.0.status.as_u16(), answers.1.status.as_u16()];
        assert!(
            statuses == [200, 400] || statuses == [400, 200],
            "{statuses:?}"
        );
        assert_eq!(names(&admin, Some(customer), None).await.len(), 1);
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, reference().name("Works order")).await;
        let user = kit.customer_user(customer).await;
        let own = save(&user, Null, reference().name("PO number")).await;
        assert_eq!(own.customer_id, customer);
        assert_eq!(names(&user, None, None).await, ["PO number"]);
        let calls = user.customers();
        calls.get_references().customer_id(other).refused(404).await;
        calls.get_reference_for_edit(theirs.id).refused(404).await;
        calls.delete_reference(theirs.id).refused(404).await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .customers()
            .get_references()
            .customer_id(customer)
            .refused(404)
            .await;
    });
}
