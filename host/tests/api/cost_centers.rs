//! Cost centres of customers, one of them the default.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{CostCenter, CostCenterRequest, IntoField, Null, SaveCostCenter},
    given, on_both,
};

fn cost_center() -> CostCenterRequest {
    CostCenterRequest::new()
}

fn saved(customer: impl IntoField<CustomerId>, cost_center: CostCenterRequest) -> SaveCostCenter {
    SaveCostCenter::new()
        .customer_id(customer)
        .cost_center(cost_center)
}

async fn save(
    client: &Client,
    customer: impl IntoField<CustomerId>,
    cost_center: CostCenterRequest,
) -> CostCenter {
    client
        .customers()
        .create_or_update_cost_center(saved(customer, cost_center))
        .await
        .cost_center
}

async fn all(client: &Client, customer: Option<CustomerId>, filter: &str) -> Vec<CostCenter> {
    let mut list = client.customers().get_cost_centers().sorting("code");
    if let Some(customer) = customer {
        list = list.customer_id(customer);
    }
    if !filter.is_empty() {
        list = list.filter(filter);
    }
    let page = list.await;
    assert_eq!(page.total_count, page.items.len() as i64);
    page.items
}

#[test]
fn cost_centers_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = cost_center().code(" S1 ").name("Sales").is_default(true);
        let sales = save(&admin, customer, new).await;
        assert_eq!(
            (sales.code.as_str(), sales.is_active, sales.customer_id),
            ("S1", true, customer)
        );
        let new = cost_center().code("C1").name("Cellar").is_default(true);
        let cellar = save(&admin, customer, new).await;
        let change = cost_center().id(sales.id).name("Sales office");
        let renamed = save(&admin, customer, change).await;
        assert_eq!((renamed.code.as_str(), renamed.is_default), ("S1", false));
        let results = all(&admin, Some(customer), "contains(name,'ell')").await;
        assert_eq!(results, std::slice::from_ref(&cellar));
        let one = admin
            .customers()
            .get_cost_center_for_edit(cellar.id)
            .await
            .cost_center;
        assert_eq!(one, cellar);
        admin.customers().delete_cost_center(cellar.id).await;
        let remaining = all(&admin, Some(customer), "").await;
        let codes: Vec<&str> = remaining.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["S1"]);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let sales = save(&admin, customer, cost_center().code("S1").name("Sales")).await;
        let refused = async |status: u16, body: SaveCostCenter| {
            let call = admin.customers().create_or_update_cost_center(body);
            call.refused(status).await.members
        };
        let without = SaveCostCenter::new().cost_center(cost_center().code("S2").name("Sales"));
        assert_eq!(refused(400, without).await, ["customerId"]);
        let invalid = cost_center()
            .name("x".repeat(129))
            .is_default(true)
            .is_active(false);
        assert_eq!(
            refused(400, saved(customer, invalid)).await,
            ["costCenter.code", "costCenter.name", "costCenter.isActive"]
        );
        let again = cost_center().code("s1").name("Again");
        assert_eq!(
            refused(400, saved(customer, again)).await,
            ["costCenter.code"]
        );
        let other = given::customer(&kit, "Wattle Works").await;
        save(&admin, other, cost_center().code("S1").name("Sales")).await;
        let moved = cost_center().id(sales.id).name("Moved");
        refused(404, saved(other, moved)).await;
        let change = cost_center().id(sales.id).row_version(1);
        save(&admin, customer, change.clone().name("Sales office")).await;
        refused(409, saved(customer, change.name("Late"))).await;
    });
}

#[test]
fn a_customers_user_keeps_its_own_and_sees_no_others() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let other = given::customer(&kit, "Wattle Works").await;
        let theirs = save(&admin, other, cost_center().code("W1").name("Works")).await;
        let user = kit.customer_user(customer).await;
        let own = save(&user, Null, cost_center().code("S1").name("Sales")).await;
        assert_eq!(own.customer_id, customer);
        assert_eq!(all(&user, None, "").await, [own]);
        let calls = user.customers();
        calls
            .get_cost_centers()
            .customer_id(other)
            .refused(404)
            .await;
        calls.get_cost_center_for_edit(theirs.id).refused(404).await;
        calls.delete_cost_center(theirs.id).refused(404).await;
    });
}
