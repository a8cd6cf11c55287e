//! Making and changing users: what a form may say, and what it may leave out.

use serde_json::json;
use testkit::on_both;

use super::{PASSWORD, admin, caller, form, id_of, make, save, shown, words};

#[test]
fn a_user_is_made_shown_and_changed() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
        let mut body = form(
            "mia",
            json!({"phoneNumber": " 03 9000 0000 ", "shouldChangePasswordOnNextLogin": true}),
        );
        body["assignedRoleNames"] = json!(["dispatcher"]);
        let made = save(&admin, body).await.result();
        let id = kernel::ids::UserId(made["id"].as_i64().unwrap());
        assert_eq!(made["user"]["phoneNumber"], "03 9000 0000");
        assert!(!made.to_string().contains(PASSWORD) && !made.to_string().contains("argon2"));

        let form = shown(&admin, id).await;
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

        // What is left out stays.
        let change = json!({"user": {"id": id, "surname": "Nguyen", "rowVersion": form["user"]["rowVersion"]}});
        let changed = save(&admin, change.clone()).await.result();
        assert_eq!(
            (&changed["user"]["surname"], &changed["user"]["name"]),
            (&json!("Nguyen"), &json!("Mia"))
        );
        let again = shown(&admin, id).await;
        assert!(
            again["roles"]
                .as_array()
                .unwrap()
                .iter()
                .any(|role| role["isAssigned"] == true)
        );
        // The version that was read is no longer the newest.
        save(&admin, change).await.refused(409);
    });
}

#[test]
fn the_form_for_a_new_user_names_the_roles() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
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
        let (admin, _) = admin(&kit).await;
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
fn all_that_is_wrong_with_a_form_is_told_at_once() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
        make(&admin, "tom", &[]).await;
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
        let told = answer.json()["error"]["validationErrors"].clone();
        let name = told
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
        let (admin, _) = admin(&kit).await;
        let off = json!({"isLockoutEnabled": false, "isDriver": true, "shouldChangePasswordOnNextLogin": true});
        let made = save(&admin, form("mia", off)).await.result();
        let id = made["id"].clone();
        let before = made["user"].clone();
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
        // A stale form is told so before anything of it is judged.
        let stale = json!({"user": {"id": id, "rowVersion": 1, "name": "", "password": "short"}});
        save(&admin, stale).await.refused(409);
    });
}

#[test]
fn names_and_addresses_belong_to_one_user_whatever_their_case() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
        make(&admin, "mia", &[]).await;
        let tom = make(&admin, "tom", &[]).await;
        let other = form("MIA", json!({"emailAddress": "Mia@Freight.Example"}));
        assert_eq!(
            save(&admin, other).await.invalid_members(),
            ["user.userName", "user.emailAddress"]
        );
        // Somebody else's address as a user name would catch that one's sign-ins.
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
        let (admin, _) = admin(&kit).await;
        let stranger = kit.another_tenant().await;
        let theirs = stranger.user("Admin").await;
        let foreign = make(&theirs, "zoe", &[]).await;
        let guid = "00000000-0000-0000-0000-000000000001";
        let sly = json!({"tenantId": stranger.tenant, "userGuid": guid, "isStatic": true, "isDeleted": true,
            "passwordHash": "x", "creationTime": "2001-01-01T00:00:00Z", "lastLoginTime": "2001-01-01T00:00:00Z"});
        let made = save(&admin, form("mia", sly)).await.result();
        assert_ne!(made["user"]["userGuid"], guid);
        assert_ne!(made["user"]["creationTime"], "2001-01-01T00:00:00Z");
        assert_eq!(made["user"]["lastLoginTime"], json!(null));
        assert_eq!(
            theirs.get("/api/core/user/getusers").await.result()["totalCount"],
            2
        );
        save(&admin, json!({"user": {"id": foreign, "name": "Mine"}}))
            .await
            .refused(404);
        admin
            .get(&format!("/api/core/user/getuserforedit?id={foreign}"))
            .await
            .refused(404);
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
        let (admin, _) = admin(&kit).await;
        let mia = make(&admin, "mia", &["Dispatcher"]).await;
        let session = caller(&kit, mia).await;
        let path = "/api/customer/customer/getCustomers";
        session.get(path).await.result();
        save(
            &admin,
            json!({"user": {"id": mia, "password": "Another-horse-8"}}),
        )
        .await
        .result();
        session.get(path).await.refused(401);

        let session = caller(&kit, mia).await;
        session.get(path).await.result();
        save(&admin, json!({"user": {"id": mia, "isActive": false}}))
            .await
            .result();
        session.get(path).await.refused(401);
        save(&admin, json!({"user": {"id": mia, "isActive": true}}))
            .await
            .result();
        session.get(path).await.refused(401);
    });
}

#[test]
fn default_roles_are_given_to_new_users() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
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
        make(&admin, "mia", &["Driver"]).await;
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
        // A later change may take it away again.
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
        let (admin, _) = admin(&kit).await;
        let new = |name: &str| json!({"displayName": name});
        let path = "/api/core/organizationunit/createorganizationunit";
        let north = admin.post(path, new("North")).await.result();
        let south = admin.post(path, new("South")).await.result();
        let mut body = form("mia", json!({}));
        body["organizationUnits"] = json!([north["id"], south["id"]]);
        let id = kernel::ids::UserId(save(&admin, body).await.result()["id"].as_i64().unwrap());
        let form = shown(&admin, id).await;
        assert_eq!(
            words(&form["memberedOrganizationUnits"]),
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
            words(&shown(&admin, id).await["memberedOrganizationUnits"]),
            ["00002"]
        );
        // Left out: nothing changes.
        save(&admin, json!({"user": {"id": id, "name": "Maria"}}))
            .await
            .result();
        assert_eq!(
            words(&shown(&admin, id).await["memberedOrganizationUnits"]),
            ["00002"]
        );
    });
}

#[test]
fn a_time_zone_a_second_step_and_no_picture_are_set_with_the_form() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
        let mut body = form("mia", json!({"isTwoFactorEnabled": true}));
        body["timezone"] = json!("Australia/Perth");
        body["profilePictureId"] = json!(null);
        let made = save(&admin, body).await.result();
        let id = kernel::ids::UserId(made["id"].as_i64().unwrap());
        assert_eq!(made["user"]["isTwoFactorEnabled"], true);
        let form = shown(&admin, id).await;
        assert_eq!(
            (&form["timezone"], &form["profilePictureId"]),
            (&json!("Australia/Perth"), &json!(null))
        );
        let list = admin
            .get("/api/core/user/getusers?filter=userName eq 'mia'")
            .await
            .result();
        assert_eq!(list["items"][0]["isTwoFactorEnabled"], true);
        // What is left out stays; null is the tenant's own zone.
        save(&admin, json!({"user": {"id": id, "name": "Maria"}}))
            .await
            .result();
        assert_eq!(shown(&admin, id).await["timezone"], "Australia/Perth");
        save(
            &admin,
            json!({"user": {"id": id, "isTwoFactorEnabled": false}, "timezone": null}),
        )
        .await
        .result();
        let form = shown(&admin, id).await;
        assert_eq!(
            (&form["timezone"], &form["user"]["isTwoFactorEnabled"]),
            (&json!(null), &json!(false))
        );
        let wrong = json!({"user": {"id": id}, "timezone": "Mars/Olympus"});
        assert_eq!(save(&admin, wrong).await.invalid_members(), ["timezone"]);
    });
}

#[test]
fn what_changes_is_on_record() {
    on_both(|kit| async move {
        let (admin, _) = admin(&kit).await;
        let mia = make(&admin, "mia", &["Driver"]).await;
        save(&admin, json!({"user": {"id": mia, "surname": "Lee", "password": "Another-horse-8"}, "assignedRoleNames": ["Finance"]}))
            .await
            .result();
        super::set_granted(&admin, mia, &["Pages.Job"])
            .await
            .result();
        let record = recorded(&kit, mia).await;
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
        assert_eq!(recorded(&kit, mia).await.last().unwrap().0, "Deleted");
    });
}

/// What is on record of a user: kind of change, and the changed properties.
async fn recorded(
    kit: &testkit::Kit,
    user: kernel::ids::UserId,
) -> Vec<(String, serde_json::Value)> {
    let mut scope = kit.scope(kernel::db::Mode::Read);
    let read = kernel::tsql!(
        "SELECT change_type, changes FROM entity_changes
         WHERE tenant_id = $1 AND entity_type = 'User' AND entity_id = $2 ORDER BY id"
    );
    let rows = scope
        .rows(read, vec![kernel::db::Val::I64(user.0)])
        .await
        .unwrap();
    rows.iter()
        .map(|row| (row.get(0).unwrap(), row.json(1).unwrap()))
        .collect()
}
