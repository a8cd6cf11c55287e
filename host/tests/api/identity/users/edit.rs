//! Creating and changing users: validation and partial updates.

use serde_json::json;
use testkit::on_both;

use super::{
    PASSWORD, client_of, create_user, form, get_user_form, id_of, save, tenant_admin, to_strings,
};

#[test]
fn a_user_is_made_shown_and_changed() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mut body = form(
            "mia",
            json!({"phoneNumber": " 03 9000 0000 ", "shouldChangePasswordOnNextLogin": true}),
        );
        body["assignedRoleNames"] = json!(["dispatcher"]);
        let created = save(&admin, body).await.result();
        let id = data::ids::UserId(created["id"].as_i64().unwrap());
        assert_eq!(created["user"]["phoneNumber"], "03 9000 0000");
        assert!(!created.to_string().contains(PASSWORD) && !created.to_string().contains("argon2"));

        let form = get_user_form(&admin, id).await;
        assert_eq!(form["user"]["userName"], "mia");
        assert_eq!(form["user"]["shouldChangePasswordOnNextLogin"], true);
        assert_eq!(form["memberedOrganizationUnits"], json!([]));
        let assigned: Vec<&str> = form["roles"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|role| role["isAssigned"] == true)
            .map(|role| role["roleName"].as_str().unwrap())
            .collect();
        assert_eq!(assigned, ["Dispatcher"]);

        let change = json!({"user": {"id": id, "surname": "Nguyen", "rowVersion": form["user"]["rowVersion"]}});
        let changed = save(&admin, change.clone()).await.result();
        assert_eq!(
            (&changed["user"]["surname"], &changed["user"]["name"]),
            (&json!("Nguyen"), &json!("Mia"))
        );
        let repeat = get_user_form(&admin, id).await;
        assert!(
            repeat["roles"]
                .as_array()
                .unwrap()
                .iter()
                .any(|role| role["isAssigned"] == true)
        );
        save(&admin, change).await.expect_error(409);
    });
}

#[test]
fn the_form_for_a_new_user_names_the_roles() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let form = admin.get("/api/core/user/getuserforedit").await.result();
        assert_eq!(form["user"]["id"], json!(null));
        let names: Vec<&str> = form["roles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["roleName"].as_str().unwrap())
            .collect();
        assert!(
            names.contains(&"Admin") && names.contains(&"Driver"),
            "{names:?}"
        );
    });
}

#[test]
fn every_wrong_field_is_named_as_it_was_sent() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let body = json!({"user": {"userName": "two words", "emailAddress": "nobody", "surname": "x".repeat(65),
            "phoneNumber": "1".repeat(33), "password": PASSWORD}});
        let mut members = save(&admin, body).await.invalid_members();
        members.sort_unstable();
        assert_eq!(
            members,
            [
                "user.emailAddress",
                "user.name",
                "user.phoneNumber",
                "user.surname",
                "user.userName"
            ]
        );
        for (more, member) in [
            (json!({"password": "short"}), "user.password"),
            (json!({"password": "Password1"}), "user.password"),
            (json!({"password": "MiaTran1!"}), "user.password"),
            (json!({"password": "x".repeat(2000)}), "user.password"),
            (json!({"password": null}), "user.password"),
            (json!({"name": "x".repeat(65)}), "user.name"),
            (json!({"userName": "x".repeat(257)}), "user.userName"),
            (json!({"isActive": "perhaps"}), "user.isActive"),
        ] {
            let answer = save(&admin, form("mia", more.clone())).await;
            assert_eq!(answer.invalid_members(), [member], "{more}");
        }
        let mut body = form("mia", json!({}));
        body["assignedRoleNames"] = json!(["Driver", "Pirate"]);
        assert_eq!(
            save(&admin, body.clone()).await.invalid_members(),
            ["assignedRoleNames[1]"]
        );
        body["assignedRoleNames"] = json!([]);
        body["organizationUnits"] = json!([987654]);
        assert_eq!(
            save(&admin, body).await.invalid_members(),
            ["organizationUnits[0]"]
        );
        let none = admin
            .get("/api/core/user/getusers?filter=userName eq 'mia'")
            .await
            .result();
        assert_eq!(
            none["totalCount"], 0,
            "a refused form leaves nothing behind"
        );
    });
}

#[test]
fn all_errors_of_a_form_are_reported_at_once() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        create_user(&admin, "tom", &[]).await;
        let mut body = form(
            "tom",
            json!({"name": " ", "emailAddress": "mia@freight.example", "password": "short"}),
        );
        body["assignedRoleNames"] = json!(["Pirate"]);
        body["organizationUnits"] = json!([987_654]);
        body["timezone"] = json!("Mars/Olympus");
        body["profilePictureId"] = json!(7);
        let answer = save(&admin, body).await;
        let mut members = answer.invalid_members();
        members.sort_unstable();
        let all = [
            "assignedRoleNames[0]",
            "organizationUnits[0]",
            "profilePictureId",
            "timezone",
            "user.name",
            "user.password",
            "user.userName",
        ];
        assert_eq!(members, all);
        let actual = answer.json()["error"]["validationErrors"].clone();
        let name = actual
            .as_array()
            .unwrap()
            .iter()
            .find(|error| error["members"] == json!(["user.name"]))
            .unwrap();
        assert_eq!(name["code"], "required");
    });
}

#[test]
fn what_is_left_out_of_a_form_stays_and_defaults_when_new() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let off = json!({"isLockoutEnabled": false, "isDriver": true, "shouldChangePasswordOnNextLogin": true});
        let created = save(&admin, form("mia", off)).await.result();
        let id = created["id"].clone();
        let before = created["user"].clone();
        let after = save(&admin, json!({"user": {"id": id, "rowVersion": 0}}))
            .await
            .result()["user"]
            .clone();
        for member in [
            "name",
            "surname",
            "emailAddress",
            "isActive",
            "isLockoutEnabled",
            "isDriver",
            "phoneNumber",
        ] {
            assert_eq!(after[member], before[member], "{member}");
        }
        assert_eq!(after["shouldChangePasswordOnNextLogin"], true);
        assert_eq!(
            (&before["isLockoutEnabled"], &before["isActive"]),
            (&json!(false), &json!(true))
        );
        let empty = json!({"user": {"id": id, "surname": ""}});
        assert_eq!(save(&admin, empty).await.result()["user"]["surname"], "");
        // Staleness is checked before the content.
        let stale = json!({"user": {"id": id, "rowVersion": 1, "name": "", "password": "short"}});
        save(&admin, stale).await.expect_error(409);
    });
}

#[test]
fn names_and_addresses_belong_to_one_user_whatever_their_case() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        create_user(&admin, "mia", &[]).await;
        let tom = create_user(&admin, "tom", &[]).await;
        let other = form("MIA", json!({"emailAddress": "Mia@Freight.Example"}));
        assert_eq!(
            save(&admin, other).await.invalid_members(),
            ["user.userName", "user.emailAddress"]
        );
        // A user name equal to another user's address would capture sign-ins.
        let other = form(
            "mia@freight.example",
            json!({"emailAddress": "other@freight.example"}),
        );
        assert_eq!(
            save(&admin, other).await.invalid_members(),
            ["user.userName"]
        );
        let change = json!({"user": {"id": tom, "userName": "Mia"}});
        assert_eq!(
            save(&admin, change).await.invalid_members(),
            ["user.userName"]
        );
        let same = json!({"user": {"id": tom, "userName": "TOM"}});
        assert_eq!(save(&admin, same).await.result()["user"]["userName"], "TOM");
        let other = kit.another_tenant().await.user("Admin").await;
        save(&other, form("mia", json!({}))).await.result();
    });
}

#[test]
fn a_body_can_not_say_what_is_not_its_own_to_say() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let outsider = kit.another_tenant().await;
        let theirs = outsider.user("Admin").await;
        let foreign = create_user(&theirs, "zoe", &[]).await;
        let guid = "00000000-0000-0000-0000-000000000001";
        let sly = json!({"tenantId": outsider.tenant, "userGuid": guid, "isStatic": true, "isDeleted": true,
            "passwordHash": "x", "creationTime": "2001-01-01T00:00:00Z", "lastLoginTime": "2001-01-01T00:00:00Z"});
        let created = save(&admin, form("mia", sly)).await.result();
        assert_ne!(created["user"]["userGuid"], guid);
        assert_ne!(created["user"]["creationTime"], "2001-01-01T00:00:00Z");
        assert_eq!(created["user"]["lastLoginTime"], json!(null));
        assert_eq!(
            theirs.get("/api/core/user/getusers").await.result()["totalCount"],
            2
        );
        save(&admin, json!({"user": {"id": foreign, "name": "Mine"}}))
            .await
            .expect_error(404);
        admin
            .get(&format!("/api/core/user/getuserforedit?id={foreign}"))
            .await
            .expect_error(404);
        let mut body = form("tom", json!({}));
        body["profilePictureId"] = json!(1);
        assert_eq!(
            save(&admin, body).await.invalid_members(),
            ["profilePictureId"]
        );
    });
}

#[test]
fn a_new_password_and_being_switched_off_end_the_sessions() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &["Dispatcher"]).await;
        let session = client_of(&kit, mia).await;
        let path = "/api/customer/customer/getCustomers";
        session.get(path).await.result();
        save(
            &admin,
            json!({"user": {"id": mia, "password": "Another-horse-8"}}),
        )
        .await
        .result();
        session.get(path).await.expect_error(401);

        let session = client_of(&kit, mia).await;
        session.get(path).await.result();
        save(&admin, json!({"user": {"id": mia, "isActive": false}}))
            .await
            .result();
        session.get(path).await.expect_error(401);
        save(&admin, json!({"user": {"id": mia, "isActive": true}}))
            .await
            .result();
        session.get(path).await.expect_error(401);
    });
}

#[test]
fn default_roles_are_given_to_new_users() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let body = json!({"role": {"displayName": "Newcomers", "isDefault": true},
            "grantedPermissionNames": ["Pages.Reports"]});
        admin
            .post("/api/core/role/createorupdaterole", body)
            .await
            .result();
        let form = admin.get("/api/core/user/getuserforedit").await.result();
        let role = form["roles"]
            .as_array()
            .unwrap()
            .iter()
            .find(|role| role["roleName"] == "Newcomers")
            .unwrap();
        assert_eq!(
            (&role["isAssigned"], &role["isDefault"]),
            (&json!(true), &json!(true))
        );
        create_user(&admin, "mia", &["Driver"]).await;
        let list = admin
            .get("/api/core/user/getusers?filter=userName eq 'mia'")
            .await
            .result();
        let mut names: Vec<&str> = list["items"][0]["roles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|role| role["roleName"].as_str().unwrap())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["Driver", "Newcomers"]);
        let mia = id_of(&admin, "mia").await;
        save(
            &admin,
            json!({"user": {"id": mia}, "assignedRoleNames": ["Driver"]}),
        )
        .await
        .result();
        let list = admin
            .get("/api/core/user/getusers?filter=userName eq 'mia'")
            .await
            .result();
        assert_eq!(list["items"][0]["roles"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn units_come_with_the_form() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let new = |name: &str| json!({"displayName": name});
        let path = "/api/core/organizationunit/createorganizationunit";
        let north = admin.post(path, new("North")).await.result();
        let south = admin.post(path, new("South")).await.result();
        let mut body = form("mia", json!({}));
        body["organizationUnits"] = json!([north["id"], south["id"]]);
        let id = data::ids::UserId(save(&admin, body).await.result()["id"].as_i64().unwrap());
        let form = get_user_form(&admin, id).await;
        assert_eq!(
            to_strings(&form["memberedOrganizationUnits"]),
            ["00001", "00002"]
        );
        assert_eq!(form["allOrganizationUnits"][0]["memberCount"], 1);
        save(
            &admin,
            json!({"user": {"id": id}, "organizationUnits": [south["id"]]}),
        )
        .await
        .result();
        assert_eq!(
            to_strings(&get_user_form(&admin, id).await["memberedOrganizationUnits"]),
            ["00002"]
        );
        save(&admin, json!({"user": {"id": id, "name": "Maria"}}))
            .await
            .result();
        assert_eq!(
            to_strings(&get_user_form(&admin, id).await["memberedOrganizationUnits"]),
            ["00002"]
        );
    });
}

#[test]
fn a_time_zone_a_second_step_and_no_picture_are_set_with_the_form() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mut body = form("mia", json!({"isTwoFactorEnabled": true}));
        body["timezone"] = json!("Australia/Perth");
        body["profilePictureId"] = json!(null);
        let created = save(&admin, body).await.result();
        let id = data::ids::UserId(created["id"].as_i64().unwrap());
        assert_eq!(created["user"]["isTwoFactorEnabled"], true);
        let form = get_user_form(&admin, id).await;
        assert_eq!(
            (&form["timezone"], &form["profilePictureId"]),
            (&json!("Australia/Perth"), &json!(null))
        );
        let list = admin
            .get("/api/core/user/getusers?filter=userName eq 'mia'")
            .await
            .result();
        assert_eq!(list["items"][0]["isTwoFactorEnabled"], true);
        save(&admin, json!({"user": {"id": id, "name": "Maria"}}))
            .await
            .result();
        assert_eq!(
            get_user_form(&admin, id).await["timezone"],
            "Australia/Perth"
        );
        save(
            &admin,
            json!({"user": {"id": id, "isTwoFactorEnabled": false}, "timezone": null}),
        )
        .await
        .result();
        let form = get_user_form(&admin, id).await;
        assert_eq!(
            (&form["timezone"], &form["user"]["isTwoFactorEnabled"]),
            (&json!(null), &json!(false))
        );
        let invalid = json!({"user": {"id": id}, "timezone": "Mars/Olympus"});
        assert_eq!(save(&admin, invalid).await.invalid_members(), ["timezone"]);
    });
}

#[test]
fn what_changes_is_on_record() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mia = create_user(&admin, "mia", &["Driver"]).await;
        save(&admin, json!({"user": {"id": mia, "surname": "Lee", "password": "Another-horse-8"}, "assignedRoleNames": ["Finance"]}))
            .await
            .result();
        super::set_granted(&admin, mia, &["Pages.Job"])
            .await
            .result();
        let record = logged_changes(&kit, mia).await;
        let names = |at: usize| -> Vec<&str> {
            record[at]
                .1
                .as_array()
                .unwrap()
                .iter()
                .map(|change| change["propertyName"].as_str().unwrap())
                .collect()
        };
        let kinds: Vec<&str> = record.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["Created", "Updated", "Updated"]);
        assert!(names(0).contains(&"userName") && names(0).contains(&"roles"));
        assert_eq!(names(1), ["surname", "roles", "password"]);
        let roles = &record[1].1[1];
        assert_eq!(
            (&roles["originalValue"], &roles["newValue"]),
            (&json!(["Driver"]), &json!(["Finance"]))
        );
        assert_eq!(names(2), ["grantedPermissionNames"]);
        let text = format!("{record:?}");
        assert!(!text.contains("argon2") && !text.contains("Another-horse"));
        admin
            .delete(&format!("/api/core/user/DeleteUser?id={mia}"))
            .await
            .result();
        assert_eq!(logged_changes(&kit, mia).await.last().unwrap().0, "Deleted");
    });
}

async fn logged_changes(
    kit: &testkit::Kit,
    user: data::ids::UserId,
) -> Vec<(String, serde_json::Value)> {
    let mut scope = kit.scope(data::db::Mode::Read);
    let read = data::tsql!(
        "SELECT change_type, changes FROM entity_changes
         WHERE tenant_id = $1 AND entity_type = 'User' AND entity_id = $2 ORDER BY id"
    );
    let rows = scope
        .rows(read, vec![data::db::Val::I64(user.0)])
        .await
        .unwrap();
    rows.iter()
        .map(|row| (row.get(0).unwrap(), row.json(1).unwrap()))
        .collect()
}
