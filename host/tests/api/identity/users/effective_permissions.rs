//! Effective permissions: immediate, and never above the grantor's.

use serde_json::json;
use testkit::on_both;

use super::{
    BASE, PASSWORD, client_of, create_role, create_user, form, get_granted, save, set_granted,
    tenant_admin,
};

const USERS: &str = "Pages.Administration.Users";

#[test]
fn own_permissions_add_to_the_roles_and_take_from_them_at_once() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &["Warehouse"]).await;
        let session = client_of(&kit, mia).await;
        let customers = "/api/customer/customer/getCustomers";
        session.get(customers).await.expect_error(403);

        let mut names = get_granted(&admin, mia).await;
        names.retain(|name| !name.starts_with("Pages.Warehouse"));
        names.push("Pages.Customer".to_owned());
        let body = json!({"id": mia, "grantedPermissionNames": names});
        admin
            .put(&format!("{BASE}/updateUserPermissions"), body)
            .await
            .result();
        session.get(customers).await.result();
        let now = get_granted(&admin, mia).await;
        assert!(
            now.contains(&"Pages.Customer".to_owned())
                && !now.contains(&"Pages.Warehouse".to_owned())
        );
        assert!(
            now.contains(&"Pages.Communication".to_owned()),
            "the role still counts"
        );

        save(
            &admin,
            json!({"user": {"id": mia}, "assignedRoleNames": ["Warehouse", "Finance"]}),
        )
        .await
        .result();
        let now = get_granted(&admin, mia).await;
        assert!(
            now.contains(&"Pages.Finance".to_owned())
                && !now.contains(&"Pages.Warehouse".to_owned())
        );
        let answer = admin
            .get(&format!("{BASE}/GetUserPermissionsForEdit?id={mia}"))
            .await
            .result();
        assert!(
            answer["rolePermissionNames"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Warehouse"))
        );
        assert!(
            answer["permissions"]
                .as_array()
                .unwrap()
                .iter()
                .all(|node| node["name"] != "Pages.Tenants")
        );

        set_granted(&admin, mia, &[]).await.result();
        assert!(get_granted(&admin, mia).await.is_empty());
        session.get(customers).await.expect_error(403);
    });
}

#[test]
fn names_that_can_not_be_given_are_told() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &[]).await;
        let answer = set_granted(&admin, mia, &["Pages", "Pages.Pirate", "Pages.Tenants"]).await;
        assert_eq!(
            answer.invalid_members(),
            ["grantedPermissionNames[1]", "grantedPermissionNames[2]"]
        );
        let body = json!({"id": mia, "grantedPermissionNames": [], "rowVersion": 99});
        admin
            .put(&format!("{BASE}/updateUserPermissions"), body)
            .await
            .expect_error(409);
    });
}

#[test]
fn users_cannot_grant_permissions_they_lack() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let everything =
            ["Create", "Edit", "ChangePermissions", "Delete"].map(|word| format!("{USERS}.{word}"));
        let names: Vec<&str> = everything
            .iter()
            .map(String::as_str)
            .chain(["Pages.Job"])
            .collect();
        create_role(&admin, "Help desk", &names).await;
        let desk = create_user(&admin, "desk", &["Help desk"]).await;
        let desk_calls = client_of(&kit, desk).await;
        let driver = create_user(&desk_calls, "driver", &["Help desk"]).await;

        save(
            &desk_calls,
            json!({"user": {"id": driver}, "assignedRoleNames": ["Admin"]}),
        )
        .await
        .expect_error(403);
        save(
            &desk_calls,
            json!({"user": {"id": driver}, "assignedRoleNames": ["Finance"]}),
        )
        .await
        .expect_error(403);
        save(
            &desk_calls,
            json!({"user": {"id": desk}, "assignedRoleNames": ["Admin"]}),
        )
        .await
        .expect_error(403);
        let mut new = form("sly", json!({}));
        new["assignedRoleNames"] = json!(["Admin"]);
        save(&desk_calls, new).await.expect_error(403);
        set_granted(&desk_calls, driver, &["Pages.Job", "Pages.Finance"])
            .await
            .expect_error(403);
        set_granted(&desk_calls, desk, &["Pages.Finance"])
            .await
            .expect_error(403);
        set_granted(&desk_calls, driver, &["Pages.Job"])
            .await
            .result();
        let clerk = create_user(&admin, "clerk", &["Finance"]).await;
        save(
            &desk_calls,
            json!({"user": {"id": clerk, "surname": "Lee"}, "assignedRoleNames": ["Finance"]}),
        )
        .await
        .result();
        let none = desk_calls
            .get(&format!("{BASE}/getusers?filter=userName eq 'sly'"))
            .await
            .result();
        assert_eq!(none["totalCount"], 0);
    });
}

#[test]
fn users_cannot_take_over_more_powerful_accounts() {
    on_both(|kit| async move {
        let (admin, boss) = tenant_admin(&kit).await;
        create_role(
            &admin,
            "Help desk",
            &[&format!("{USERS}.Edit"), &format!("{USERS}.Delete")],
        )
        .await;
        let desk = create_user(&admin, "desk", &["Help desk"]).await;
        let desk_calls = client_of(&kit, desk).await;
        let clerk = create_user(&admin, "clerk", &["Finance"]).await;
        for change in [
            json!({"id": clerk, "password": "Another-horse-8"}),
            json!({"id": clerk, "emailAddress": "mine@freight.example"}),
            json!({"id": clerk, "userName": "desk2"}),
        ] {
            save(&desk_calls, json!({"user": change}))
                .await
                .expect_error(403);
        }
        let fine = json!({"user": {"id": clerk, "surname": "Lee", "emailAddress": "CLERK@freight.example"}});
        save(&desk_calls, fine).await.result();
        save(
            &desk_calls,
            json!({"user": {"id": desk, "password": "Another-horse-8"}}),
        )
        .await
        .result();
        let desk_calls = client_of(&kit, desk).await;
        save(
            &desk_calls,
            json!({"user": {"id": boss, "isActive": false}}),
        )
        .await
        .expect_error(403);
        save(
            &desk_calls,
            json!({"user": {"id": boss}, "assignedRoleNames": []}),
        )
        .await
        .expect_error(403);
        desk_calls
            .delete(&format!("{BASE}/DeleteUser?id={boss}"))
            .await
            .expect_error(403);
        desk_calls
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": clerk}))
            .await
            .expect_error(403);
    });
}

#[test]
fn more_powerful_accounts_are_fully_protected() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let names =
            ["Edit", "Delete", "Unlock", "ChangePermissions"].map(|word| format!("{USERS}.{word}"));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        create_role(&admin, "Help desk", &names).await;
        let desk_calls = client_of(&kit, create_user(&admin, "desk", &["Help desk"]).await).await;
        let clerk = create_user(&admin, "clerk", &["Finance"]).await;
        let key = admin
            .post(&format!("{BASE}/CreateAPIKey"), json!({"userId": clerk}))
            .await
            .result()["id"]
            .clone();
        save(
            &admin,
            json!({"user": {"id": clerk, "isTwoFactorEnabled": true}}),
        )
        .await
        .result();
        for change in [
            json!({"isActive": false}),
            json!({"isLockoutEnabled": false}),
            json!({"isTwoFactorEnabled": false}),
            json!({"shouldChangePasswordOnNextLogin": true}),
        ] {
            let mut user = change.clone();
            user["id"] = json!(clerk);
            save(&desk_calls, json!({ "user": user }))
                .await
                .expect_error(403);
        }
        for more in ["sendActivationEmail", "setRandomPassword"] {
            let mut body = json!({"user": {"id": clerk}});
            body[more] = json!(true);
            save(&desk_calls, body).await.expect_error(403);
        }
        save(
            &desk_calls,
            json!({"user": {"id": clerk}, "assignedRoleNames": []}),
        )
        .await
        .expect_error(403);
        set_granted(&desk_calls, clerk, &[]).await.expect_error(403);
        desk_calls
            .post(&format!("{BASE}/UnlockUser"), json!({"id": clerk}))
            .await
            .expect_error(403);
        desk_calls
            .delete(&format!("{BASE}/DeleteUser?id={clerk}"))
            .await
            .expect_error(403);
        desk_calls
            .delete(&format!("{BASE}/DeleteAPIKey?id={key}"))
            .await
            .expect_error(403);
        let user = super::get_user_form(&admin, clerk).await["user"].clone();
        assert_eq!(
            (&user["isActive"], &user["isTwoFactorEnabled"]),
            (&json!(true), &json!(true))
        );
        assert!(
            get_granted(&admin, clerk)
                .await
                .contains(&"Pages.Finance".to_owned())
        );

        save(
            &desk_calls,
            json!({"user": {"id": clerk, "surname": "Lee", "isTwoFactorEnabled": true}}),
        )
        .await
        .result();
        let equal = create_user(&admin, "equal", &["Help desk"]).await;
        save(
            &desk_calls,
            json!({"user": {"id": equal, "isActive": false}}),
        )
        .await
        .result();
        desk_calls
            .post(&format!("{BASE}/UnlockUser"), json!({"id": equal}))
            .await
            .result();
        desk_calls
            .delete(&format!("{BASE}/DeleteUser?id={equal}"))
            .await
            .result();
    });
}

#[test]
fn each_call_needs_its_own_permission() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        create_role(&admin, "Reader", &[USERS]).await;
        let reader = client_of(&kit, create_user(&admin, "reader", &["Reader"]).await).await;
        let mia = create_user(&admin, "mia", &[]).await;
        reader.get(&format!("{BASE}/getusers")).await.result();
        reader
            .get(&format!("{BASE}/getuserforedit?id={mia}"))
            .await
            .result();
        save(&reader, form("new", json!({})))
            .await
            .expect_error(403);
        save(&reader, json!({"user": {"id": mia, "name": "Other"}}))
            .await
            .expect_error(403);
        reader
            .get(&format!("{BASE}/GetUserPermissionsForEdit?id={mia}"))
            .await
            .expect_error(403);
        reader
            .delete(&format!("{BASE}/DeleteUser?id={mia}"))
            .await
            .expect_error(403);
        reader
            .post(&format!("{BASE}/UnlockUser"), json!({"id": mia}))
            .await
            .expect_error(403);
        create_role(&admin, "Maker", &[&format!("{USERS}.Create")]).await;
        let maker = client_of(&kit, create_user(&admin, "maker", &["Maker"]).await).await;
        save(&maker, form("new", json!({"password": PASSWORD})))
            .await
            .result();
        save(&maker, json!({"user": {"id": mia, "name": "Other"}}))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_change_of_a_role_reaches_running_sessions_at_once() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let id = create_role(&admin, "Clerks", &["Pages.Customer"]).await;
        let session = client_of(&kit, create_user(&admin, "mia", &["Clerks"]).await).await;
        let path = "/api/customer/customer/getCustomers";
        session.get(path).await.result();
        let change = json!({"role": {"id": id, "displayName": "Clerks"}, "grantedPermissionNames": ["Pages.Job"]});
        admin
            .post("/api/core/role/createorupdaterole", change)
            .await
            .result();
        session.get(path).await.expect_error(403);
        let change = json!({"role": {"id": id, "displayName": "Clerks"}, "grantedPermissionNames": ["Pages.Customer"]});
        admin
            .post("/api/core/role/createorupdaterole", change)
            .await
            .result();
        session.get(path).await.result();
        admin
            .delete(&format!("/api/core/role/deleterole?id={id}"))
            .await
            .result();
        session.get(path).await.expect_error(403);
    });
}
