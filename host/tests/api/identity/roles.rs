//! Roles and permissions: tree, creation, changes, removal, and static roles.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

const BASE: &str = "/api/core/role";
const STATIC: i64 = 1203;

async fn save(client: &Client, role: Value, names: Option<&[&str]>) -> ApiResponse {
    let mut body = json!({"role": role});
    if let Some(names) = names {
        body["grantedPermissionNames"] = json!(names);
    }
    client
        .post(&format!("{BASE}/createorupdaterole"), body)
        .await
}

async fn get_role_form(client: &Client, id: &Value) -> Value {
    client
        .get(&format!("{BASE}/getroleforedit?id={id}"))
        .await
        .result()
}

async fn find_role(client: &Client, name: &str) -> Value {
    let list = client
        .get(&format!("{BASE}/getroles?filter=name eq '{name}'"))
        .await
        .result();
    list["items"][0].clone()
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect()
}

#[test]
fn the_tree_is_told_to_who_administrates() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let tree = admin
            .get("/api/core/permission/getallpermissions")
            .await
            .result();
        let items = tree["items"].as_array().unwrap();
        assert_eq!(tree["totalCount"], items.len());
        assert_eq!(items[0]["parentName"], json!(null));
        assert_eq!(
            (&items[0]["name"], &items[0]["level"]),
            (&json!("Pages"), &json!(0))
        );
        let find = |name: &str| items.iter().find(|item| item["name"] == name);
        let node = find("Pages.Administration.Users.Create").unwrap();
        assert_eq!(
            (&node["parentName"], &node["level"]),
            (&json!("Pages.Administration.Users"), &json!(3))
        );
        assert_eq!(node["displayName"], "Create users");
        assert!(node["isGrantedByDefault"].is_boolean() && node["description"].is_string());
        assert!(find("Pages.Tenants").is_none() && find("Pages.Plugins.Install").is_none());

        let customers = admin
            .get("/api/core/permission/getallpermissionsforcustomer")
            .await
            .result();
        let names: Vec<&str> = customers["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["name"].as_str().unwrap())
            .collect();
        assert!(
            names.contains(&"Pages.Booking.Create")
                && names.contains(&"Pages.Administration.Users")
        );
        assert!(
            !names.contains(&"Pages.Carrier")
                && !names.contains(&"Pages.Administration.Tenant.Settings")
        );
        kit.user("Driver")
            .await
            .get("/api/core/permission/getallpermissions")
            .await
            .expect_error(403);
    });
}

#[test]
fn a_role_is_made_shown_changed_and_removed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let created = save(
            &admin,
            json!({"displayName": " Night clerks "}),
            Some(&["Pages.Finance.Invoices"]),
        )
        .await
        .result();
        let id = created["role"]["id"].clone();
        assert_eq!(
            (&created["role"]["name"], &created["role"]["displayName"]),
            (&json!("Night clerks"), &json!("Night clerks"))
        );
        assert_eq!(
            (&created["role"]["isStatic"], &created["role"]["isDefault"]),
            (&json!(false), &json!(false))
        );
        let form = get_role_form(&admin, &id).await;
        assert_eq!(
            strings(&form["grantedPermissionNames"]),
            ["Pages", "Pages.Finance", "Pages.Finance.Invoices"]
        );
        assert!(form["permissions"].as_array().unwrap().len() > 50);

        let change = json!({"id": id, "displayName": "Day clerks", "isDefault": true, "rowVersion": form["role"]["rowVersion"]});
        let changed = save(&admin, change.clone(), Some(&["Pages.Job"]))
            .await
            .result();
        assert_eq!(
            (&changed["role"]["name"], &changed["role"]["displayName"]),
            (&json!("Night clerks"), &json!("Day clerks"))
        );
        assert_eq!(
            strings(&get_role_form(&admin, &id).await["grantedPermissionNames"]),
            ["Pages", "Pages.Job"]
        );
        save(&admin, change, None).await.expect_error(409);
        let stored = save(&admin, json!({"id": id, "isDefault": true}), None)
            .await
            .result();
        assert_eq!(stored["role"]["displayName"], "Day clerks");
        let stored = save(&admin, json!({"id": id, "displayName": "Day clerks"}), None)
            .await
            .result();
        assert_eq!(stored["role"]["isDefault"], true);
        save(&admin, json!({"id": id, "displayName": "Day clerks"}), None)
            .await
            .result();
        let item = find_role(&admin, "Night clerks").await;
        assert_eq!(
            (
                &item["permissionCount"],
                &item["userCount"],
                &item["isDefault"]
            ),
            (&json!(2), &json!(0), &json!(true))
        );

        admin
            .delete(&format!("{BASE}/deleterole?id={id}"))
            .await
            .result();
        admin
            .get(&format!("{BASE}/getroleforedit?id={id}"))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{BASE}/deleterole?id={id}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn what_is_wrong_with_a_role_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let answer = save(&admin, json!({"displayName": " "}), Some(&[])).await;
        assert_eq!(
            answer.json()["error"]["validationErrors"][0]["message"],
            "Display name is required"
        );
        assert_eq!(answer.invalid_members(), ["role.displayName"]);
        for role in [
            json!({}),
            json!({"displayName": "x".repeat(65)}),
            json!({"displayName": "17"}),
        ] {
            assert_eq!(
                save(&admin, role, Some(&[])).await.invalid_members(),
                ["role.displayName"]
            );
        }
        let names = ["Pages.Job", "Pages.Pirate", "Pages.Tenants"];
        let answer = save(&admin, json!({"displayName": "New"}), Some(&names)).await;
        assert_eq!(
            answer.invalid_members(),
            ["grantedPermissionNames[1]", "grantedPermissionNames[2]"]
        );
        let answer = save(
            &admin,
            json!({"displayName": "driver"}),
            Some(&["Pages.Pirate"]),
        )
        .await;
        assert_eq!(
            answer.invalid_members(),
            ["role.displayName", "grantedPermissionNames[0]"]
        );
        save(&admin, json!({"displayName": "Clerks"}), Some(&[]))
            .await
            .result();
        assert_eq!(
            save(&admin, json!({"displayName": "CLERKS"}), Some(&[]))
                .await
                .invalid_members(),
            ["role.displayName"]
        );
        assert_eq!(
            save(&admin, json!({"displayName": "driver"}), Some(&[]))
                .await
                .invalid_members(),
            ["role.displayName"]
        );
        save(&admin, json!({"id": 987_654, "displayName": "New"}), None)
            .await
            .expect_error(404);
    });
}

#[test]
fn a_name_that_became_free_by_renaming_can_be_given_again() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let first = save(&admin, json!({"displayName": "Clerks"}), Some(&[]))
            .await
            .result()["role"]
            .clone();
        save(
            &admin,
            json!({"id": first["id"], "displayName": "Day clerks"}),
            None,
        )
        .await
        .result();
        let second = save(&admin, json!({"displayName": "Clerks"}), Some(&[]))
            .await
            .result()["role"]
            .clone();
        assert_eq!(
            (&first["name"], &second["name"]),
            (&json!("Clerks"), &json!("Clerks 2"))
        );
    });
}

#[test]
fn the_administrators_role_stays_as_it_is() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let role = find_role(&admin, "Admin").await;
        assert_eq!(
            (&role["isStatic"], &role["userCount"]),
            (&json!(true), &json!(1))
        );
        let code = |answer: ApiResponse| answer.expect_error(400)["code"].as_i64().unwrap();
        let id = role["id"].clone();
        assert_eq!(
            code(save(&admin, json!({"id": id, "displayName": "Boss"}), None).await),
            STATIC
        );
        assert_eq!(
            code(
                save(
                    &admin,
                    json!({"id": id, "displayName": "Admin"}),
                    Some(&["Pages.Job"])
                )
                .await
            ),
            STATIC
        );
        assert_eq!(
            code(
                save(
                    &admin,
                    json!({"id": id, "displayName": "Admin", "isDefault": true}),
                    None
                )
                .await
            ),
            STATIC
        );
        assert_eq!(
            code(admin.delete(&format!("{BASE}/deleterole?id={id}")).await),
            STATIC
        );
        let form = get_role_form(&admin, &id).await;
        let all = strings(&form["grantedPermissionNames"]);
        assert_eq!(all.len(), form["permissions"].as_array().unwrap().len());
        save(
            &admin,
            json!({"id": id, "displayName": "Admin"}),
            Some(&all),
        )
        .await
        .result();
    });
}

#[test]
fn a_body_can_not_say_what_is_not_its_own_to_say() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let other = kit.another_tenant().await;
        let theirs = other.user("Admin").await;
        let sly = json!({"displayName": "Sly", "isStatic": true, "name": "Admin", "tenantId": other.tenant});
        let created = save(&admin, sly, Some(&[])).await.result()["role"].clone();
        assert_eq!(
            (&created["isStatic"], &created["name"]),
            (&json!(false), &json!("Sly"))
        );
        assert!(find_role(&theirs, "Sly").await.is_null());
        save(
            &theirs,
            json!({"id": created["id"], "displayName": "Mine"}),
            None,
        )
        .await
        .expect_error(404);
        theirs
            .get(&format!("{BASE}/getroleforedit?id={}", created["id"]))
            .await
            .expect_error(404);
        theirs
            .delete(&format!("{BASE}/deleterole?id={}", created["id"]))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{BASE}/deleterole?id={}", created["id"]))
            .await
            .result();
    });
}

#[test]
fn roles_cannot_gain_permissions_their_editor_lacks() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let names = [
            "Pages.Administration.Roles.Create",
            "Pages.Administration.Roles.Edit",
            "Pages.Job",
        ];
        let keepers = save(&admin, json!({"displayName": "Keepers"}), Some(&names))
            .await
            .result()["role"]["id"]
            .clone();
        let keeper = kit.user("Keepers").await;
        save(
            &keeper,
            json!({"displayName": "Sly"}),
            Some(&["Pages.Finance"]),
        )
        .await
        .expect_error(403);
        save(
            &keeper,
            json!({"id": keepers, "displayName": "Keepers"}),
            Some(&["Pages.Finance"]),
        )
        .await
        .expect_error(403);
        let finance = find_role(&admin, "Finance").await;
        save(
            &keeper,
            json!({"id": finance["id"], "displayName": "Finance"}),
            None,
        )
        .await
        .result();
        save(
            &keeper,
            json!({"id": finance["id"], "displayName": "Finance", "isDefault": true}),
            None,
        )
        .await
        .expect_error(403);
        save(
            &keeper,
            json!({"displayName": "Fine"}),
            Some(&["Pages.Job"]),
        )
        .await
        .result();
        keeper
            .delete(&format!("{BASE}/deleterole?id={}", finance["id"]))
            .await
            .expect_error(403);
        save(&keeper, json!({"id": finance["id"]}), Some(&[]))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_customers_role_holds_what_is_for_customers() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let role = json!({"displayName": "Packers", "customerId": customer});
        let answer = save(
            &admin,
            role.clone(),
            Some(&["Pages.Booking", "Pages.Carrier"]),
        )
        .await;
        assert_eq!(answer.invalid_members(), ["grantedPermissionNames[1]"]);
        let created = save(&admin, role.clone(), Some(&["Pages.Booking.Create"]))
            .await
            .result()["role"]
            .clone();
        let list = admin
            .get(&format!("{BASE}/getcustomerroles?customerId={customer}"))
            .await
            .result();
        assert_eq!(
            (&list["totalCount"], &list["items"][0]["id"]),
            (&json!(1), &created["id"])
        );
        assert!(
            find_role(&admin, "Packers").await.is_null(),
            "the tenant's own list is without it"
        );
        let form = get_role_form(&admin, &created["id"]).await;
        assert!(
            form["permissions"]
                .as_array()
                .unwrap()
                .iter()
                .all(|node| node["name"] != "Pages.Carrier")
        );
        let other = given::customer(&kit, "Harbour Tools").await;
        let second = save(
            &admin,
            json!({"displayName": "Packers", "customerId": other}),
            Some(&[]),
        )
        .await
        .result();
        assert_eq!(second["role"]["name"], "Packers 2");
        let moved = json!({"id": created["id"], "displayName": "Packers", "customerId": other});
        assert_eq!(
            save(&admin, moved, None).await.invalid_members(),
            ["role.customerId"]
        );
        for wrong in [
            json!(987_654),
            json!(given::customer(&kit.another_tenant().await, "Not Ours").await),
        ] {
            save(
                &admin,
                json!({"displayName": "Sly", "customerId": wrong}),
                Some(&[]),
            )
            .await
            .expect_error(404);
            admin
                .get(&format!("{BASE}/getcustomerroles?customerId={wrong}"))
                .await
                .expect_error(404);
        }
        let blank = admin
            .get(&format!("{BASE}/getroleforedit?customerId={customer}"))
            .await
            .result();
        assert_eq!(
            strings(&blank["grantedPermissionNames"]),
            ["Pages", "Pages.Booking"]
        );
        let created = save(
            &admin,
            json!({"displayName": "New", "customerId": customer}),
            None,
        )
        .await
        .result();
        assert_eq!(created["role"]["permissionCount"], 2);
    });
}
