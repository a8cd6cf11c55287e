//! Customer administrators manage their customer's users and roles only.

use data::ids::UserId;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::{BASE, client_of, create_user, form, save, set_granted, tenant_admin};

const ROLE: &str = "/api/core/role";

async fn customer_with_manager(kit: &Kit, admin: &Client, name: &str) -> (i64, Client) {
    let customer = given::customer(kit, name).await;
    let all = "Pages.Administration.";
    let names = [
        "Users.Create",
        "Users.Edit",
        "Users.Delete",
        "Users.ChangePermissions",
        "Users.Unlock",
        "Roles.Create",
    ];
    let mut names: Vec<String> = names.iter().map(|name| format!("{all}{name}")).collect();
    names.extend(["Roles.Edit", "Roles.Delete"].map(|name| format!("{all}{name}")));
    names.extend([
        "Pages.Booking.Create".to_owned(),
        "Pages.Booking.Edit".to_owned(),
    ]);
    let role = json!({"role": {"displayName": "Managers", "customerId": customer}, "grantedPermissionNames": names});
    admin
        .post(&format!("{ROLE}/createorupdaterole"), role)
        .await
        .result();
    let mut body = form(
        &name.to_lowercase().replace(' ', ""),
        json!({"customerId": customer}),
    );
    body["assignedRoleNames"] = json!(["Managers"]);
    let id = UserId(save(admin, body).await.result()["id"].as_i64().unwrap());
    (customer.0, client_of(kit, id).await)
}

#[test]
fn a_customers_administrator_makes_and_manages_its_own_users() {
    on_both(|kit| async move {
        let (admin, boss) = tenant_admin(&kit).await;
        let (bluegum, manager) = customer_with_manager(&kit, &admin, "Bluegum Wines").await;
        let (harbour, _) = customer_with_manager(&kit, &admin, "Harbour Tools").await;
        let staff = create_user(&admin, "staff", &["Driver"]).await;
        let theirs = UserId(
            save(&admin, form("harbouruser", json!({"customerId": harbour})))
                .await
                .result()["id"]
                .as_i64()
                .unwrap(),
        );

        let created = save(&manager, form("vera", json!({}))).await.result();
        assert_eq!(
            (
                &created["user"]["customerId"],
                &created["user"]["customerName"]
            ),
            (&json!(bluegum), &json!("Bluegum Wines"))
        );
        let vera = UserId(created["id"].as_i64().unwrap());
        let all = manager.get(&format!("{BASE}/getusers")).await.result();
        assert_eq!(all["totalCount"], 2);
        save(&manager, json!({"user": {"id": vera, "name": "Vera"}}))
            .await
            .result();
        save(&manager, form("sly", json!({"customerId": harbour})))
            .await
            .expect_error(404);
        manager
            .get(&format!("{BASE}/getcustomerusers?customerId={harbour}"))
            .await
            .expect_error(404);
        manager
            .get(&format!("{BASE}/getcustomerusers?customerId={bluegum}"))
            .await
            .result();
        manager
            .get(&format!("{BASE}/GetUsersForExcel?customerId={harbour}"))
            .await
            .expect_error(404);
        let table = manager.get(&format!("{BASE}/GetUsersForExcel")).await;
        assert_eq!(String::from_utf8(table.body).unwrap().lines().count(), 3);
        for other in [boss, staff, theirs, UserId(987_654)] {
            manager
                .get(&format!("{BASE}/getuserforedit?id={other}"))
                .await
                .expect_error(404);
            save(&manager, json!({"user": {"id": other, "name": "Sly"}}))
                .await
                .expect_error(404);
            manager
                .delete(&format!("{BASE}/DeleteUser?id={other}"))
                .await
                .expect_error(404);
            manager
                .post(&format!("{BASE}/UnlockUser"), json!({"id": other}))
                .await
                .expect_error(404);
            manager
                .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": other}))
                .await
                .expect_error(404);
            manager
                .get(&format!("{BASE}/GetUserPermissionsForEdit?id={other}"))
                .await
                .expect_error(404);
            set_granted(&manager, other, &[]).await.expect_error(404);
        }
        let key = admin
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": staff}))
            .await
            .result();
        manager
            .delete(&format!("{BASE}/DeleteAPIKey?id={}", key["id"]))
            .await
            .expect_error(404);
        assert_eq!(
            manager.get(&format!("{BASE}/getapikeys")).await.result()["totalCount"],
            0
        );
        manager
            .delete(&format!("{BASE}/DeleteUser?id={vera}"))
            .await
            .result();
    });
}

#[test]
fn a_customers_administrator_gives_what_customers_can_hold() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let (_, manager) = customer_with_manager(&kit, &admin, "Bluegum Wines").await;
        let vera = UserId(
            save(&manager, form("vera", json!({}))).await.result()["id"]
                .as_i64()
                .unwrap(),
        );
        set_granted(&manager, vera, &["Pages.Booking.Create"])
            .await
            .result();
        assert_eq!(
            set_granted(&manager, vera, &["Pages.Carrier"])
                .await
                .invalid_members(),
            ["grantedPermissionNames[0]"]
        );
        set_granted(&manager, vera, &["Pages.Finance.Invoices"])
            .await
            .expect_error(403);
        // The tenant's administrator can't grant it to a customer's user either.
        assert_eq!(
            set_granted(&admin, vera, &["Pages.Carrier"])
                .await
                .invalid_members(),
            ["grantedPermissionNames[0]"]
        );
        let tree = manager
            .get("/api/core/permission/getallpermissions")
            .await
            .result();
        let names: Vec<&str> = tree["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| node["name"].as_str().unwrap())
            .collect();
        assert!(
            names.contains(&"Pages.Booking") && !names.contains(&"Pages.Carrier"),
            "{names:?}"
        );

        let form_of_vera = manager
            .get(&format!("{BASE}/getuserforedit?id={vera}"))
            .await
            .result();
        let roles: Vec<String> = form_of_vera["roles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["roleName"].to_string())
            .collect();
        assert!(
            roles.iter().any(|name| name.contains("Managers")),
            "{roles:?}"
        );
        assert!(
            !roles
                .iter()
                .any(|name| name.contains("Finance") || name.contains("Admin")),
            "{roles:?}"
        );
        let answer = save(
            &manager,
            json!({"user": {"id": vera}, "assignedRoleNames": ["Finance"]}),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["assignedRoleNames[0]"]);
        save(
            &manager,
            json!({"user": {"id": vera}, "assignedRoleNames": ["Managers"]}),
        )
        .await
        .result();
        let answer = save(
            &admin,
            json!({"user": {"id": vera}, "assignedRoleNames": ["Admin"]}),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["assignedRoleNames[0]"]);
    });
}

#[test]
fn a_customers_roles_are_its_own() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let (bluegum, manager) = customer_with_manager(&kit, &admin, "Bluegum Wines").await;
        let (harbour, other) = customer_with_manager(&kit, &admin, "Harbour Tools").await;
        let save_role = |client: &Client, body: Value| {
            let client = client.clone();
            async move {
                client
                    .post(&format!("{ROLE}/createorupdaterole"), body)
                    .await
            }
        };
        let body = json!({"role": {"displayName": "Packers"}, "grantedPermissionNames": ["Pages.Booking.Create"]});
        let packers = save_role(&manager, body).await.result()["role"].clone();
        assert_eq!(packers["customerId"], bluegum);
        let body = json!({"role": {"displayName": "Sly", "customerId": harbour}, "grantedPermissionNames": []});
        save_role(&manager, body).await.expect_error(404);
        let body =
            json!({"role": {"displayName": "Sly"}, "grantedPermissionNames": ["Pages.Rates"]});
        assert_eq!(
            save_role(&manager, body).await.invalid_members(),
            ["grantedPermissionNames[0]"]
        );

        let rename = json!({"role": {"id": packers["id"], "displayName": "Mine"}});
        save_role(&other, rename).await.expect_error(404);
        other
            .get(&format!("{ROLE}/getroleforedit?id={}", packers["id"]))
            .await
            .expect_error(404);
        other
            .delete(&format!("{ROLE}/deleterole?id={}", packers["id"]))
            .await
            .expect_error(404);
        other
            .get(&format!("{ROLE}/getcustomerroles?customerId={bluegum}"))
            .await
            .expect_error(404);
        let own = manager
            .get(&format!("{ROLE}/getcustomerroles?customerId={bluegum}"))
            .await
            .result();
        assert_eq!(own["totalCount"], 2);
        let current = manager
            .get(&format!("{ROLE}/getroles?maxResultCount=100"))
            .await
            .result();
        let names: Vec<&str> = current["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["name"].as_str().unwrap())
            .collect();
        assert!(
            names.contains(&"Customer")
                && names.contains(&"Packers")
                && !names.contains(&"Finance"),
            "{names:?}"
        );
        let customers = current["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|role| role["name"] == "Customer")
            .unwrap();
        let rename = json!({"role": {"id": customers["id"], "displayName": "Mine"}});
        save_role(&manager, rename).await.expect_error(404);

        let staff = create_user(&admin, "staff", &[]).await;
        let answer = save(
            &admin,
            json!({"user": {"id": staff}, "assignedRoleNames": ["Packers"]}),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["assignedRoleNames[0]"]);
        let theirs = save(&admin, form("theirs", json!({"customerId": harbour})))
            .await
            .result();
        let answer = save(
            &admin,
            json!({"user": {"id": theirs["id"]}, "assignedRoleNames": ["Packers"]}),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["assignedRoleNames[0]"]);
        let vera = save(&admin, form("vera", json!({"customerId": bluegum})))
            .await
            .result();
        save(
            &admin,
            json!({"user": {"id": vera["id"]}, "assignedRoleNames": ["Packers"]}),
        )
        .await
        .result();
        let answer = save(
            &admin,
            json!({"user": {"id": vera["id"], "customerId": harbour}}),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["user.customerId"]);
    });
}

#[test]
fn tenants_roles_of_a_customers_user_stay_when_its_administrator_saves() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let (bluegum, manager) = customer_with_manager(&kit, &admin, "Bluegum Wines").await;
        let mut body = form("vera", json!({"customerId": bluegum}));
        body["assignedRoleNames"] = json!(["Dispatcher"]);
        let vera = save(&admin, body).await.result()["id"].clone();
        save(
            &manager,
            json!({"user": {"id": vera}, "assignedRoleNames": ["Managers"]}),
        )
        .await
        .result();
        let list = admin
            .get(&format!("{BASE}/getusers?filter=userName eq 'vera'"))
            .await
            .result();
        let mut names: Vec<String> = list["items"][0]["roles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["roleName"].to_string())
            .collect();
        names.sort();
        assert_eq!(names, ["\"Dispatcher\"", "\"Managers\""]);
    });
}
