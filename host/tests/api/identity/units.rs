//! Organisation units: tree, codes, moves and members.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{ApiResponse, Client, on_both};

const BASE: &str = "/api/core/organizationunit";
const NO_PLACE: i64 = 1205;

async fn create(client: &Client, name: &str, parent: &Value) -> Value {
    let body = json!({"displayName": name, "parentId": parent["id"]});
    client
        .post(&format!("{BASE}/createorganizationunit"), body)
        .await
        .result()
}

async fn relocate(client: &Client, unit: &Value, parent: &Value) -> ApiResponse {
    let body = json!({"id": unit["id"], "newParentId": parent["id"]});
    client
        .post(&format!("{BASE}/moveorganizationunit"), body)
        .await
}

async fn tree(client: &Client) -> Vec<String> {
    let all = client
        .get(&format!("{BASE}/getorganizationunits"))
        .await
        .result();
    let line = |unit: &Value| {
        format!(
            "{} {}",
            unit["code"].as_str().unwrap(),
            unit["displayName"].as_str().unwrap()
        )
    };
    all["items"].as_array().unwrap().iter().map(line).collect()
}

#[test]
fn codes_tell_the_way_from_the_root() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let top = json!(null);
        let north = create(&admin, "North", &top).await;
        let south = create(&admin, " South ", &top).await;
        let depot = create(&admin, "Depot", &south).await;
        create(&admin, "Night", &depot).await;
        let office = create(&admin, "Office", &south).await;
        assert_eq!(
            (&north["code"], &north["parentId"]),
            (&json!("00001"), &json!(null))
        );
        assert_eq!(
            (&office["code"], &office["parentId"]),
            (&json!("00002.00002"), &south["id"])
        );
        let expected = [
            "00001 North",
            "00002 South",
            "00002.00001 Depot",
            "00002.00001.00001 Night",
            "00002.00002 Office",
        ];
        assert_eq!(tree(&admin).await, expected);

        let body = json!({"id": depot["id"], "displayName": "Yard", "code": "99999", "rowVersion": depot["rowVersion"]});
        let renamed = admin
            .put(&format!("{BASE}/updateorganizationunit"), body.clone())
            .await
            .result();
        assert_eq!(
            (&renamed["displayName"], &renamed["code"]),
            (&json!("Yard"), &depot["code"])
        );
        assert!(renamed["lastModificationTime"].is_string());
        admin
            .put(&format!("{BASE}/updateorganizationunit"), body)
            .await
            .expect_error(409);
        let stored = admin
            .put(
                &format!("{BASE}/updateorganizationunit"),
                json!({"id": depot["id"]}),
            )
            .await
            .result();
        assert_eq!(stored["displayName"], "Yard");
        admin
            .put(
                &format!("{BASE}/updateorganizationunit"),
                json!({"displayName": "None"}),
            )
            .await
            .expect_error(404);

        admin
            .delete(&format!("{BASE}/deleteorganizationunit?id={}", depot["id"]))
            .await
            .result();
        assert_eq!(
            tree(&admin).await,
            ["00001 North", "00002 South", "00002.00002 Office"]
        );
        assert_eq!(create(&admin, "Depot", &south).await["code"], "00002.00003");
    });
}

#[test]
fn a_branch_moves_with_all_below_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let top = json!(null);
        let north = create(&admin, "North", &top).await;
        let south = create(&admin, "South", &top).await;
        let depot = create(&admin, "Depot", &south).await;
        let night = create(&admin, "Night", &depot).await;
        create(&admin, "Office", &north).await;
        let moved = relocate(&admin, &depot, &north).await.result();
        assert_eq!(
            (&moved["code"], &moved["parentId"]),
            (&json!("00001.00002"), &north["id"])
        );
        let expected = [
            "00001 North",
            "00001.00001 Office",
            "00001.00002 Depot",
            "00001.00002.00001 Night",
            "00002 South",
        ];
        assert_eq!(tree(&admin).await, expected);
        let moved = relocate(&admin, &depot, &top).await.result();
        assert_eq!(
            (&moved["code"], &moved["parentId"]),
            (&json!("00003"), &json!(null))
        );
        assert!(tree(&admin).await.contains(&"00003.00001 Night".to_owned()));
        for below in [&depot, &night] {
            assert_eq!(
                relocate(&admin, &depot, below).await.expect_error(400)["code"],
                NO_PLACE
            );
        }
        assert_eq!(
            relocate(&admin, &depot, &top).await.result()["code"],
            "00003"
        );
        relocate(&admin, &depot, &json!({"id": 987_654}))
            .await
            .expect_error(404);
        relocate(&admin, &json!({"id": 987_654}), &top)
            .await
            .expect_error(404);
    });
}

#[test]
fn the_tree_is_sixteen_deep_at_most() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut deepest = json!(null);
        let mut units = Vec::new();
        for depth in 1..=16 {
            deepest = create(&admin, &format!("Step {depth}"), &deepest).await;
            units.push(deepest.clone());
        }
        assert_eq!(deepest["code"].as_str().unwrap().len(), 16 * 6 - 1);
        let body = json!({"displayName": "Too deep", "parentId": deepest["id"]});
        let refused = admin
            .post(&format!("{BASE}/createorganizationunit"), body)
            .await
            .expect_error(400);
        assert_eq!(refused["code"], NO_PLACE);
        let branch = create(&admin, "Branch", &json!(null)).await;
        create(&admin, "Leaf", &branch).await;
        assert_eq!(
            relocate(&admin, &branch, &units[14])
                .await
                .expect_error(400)["code"],
            NO_PLACE
        );
        assert_eq!(
            relocate(&admin, &branch, &units[13]).await.result()["code"]
                .as_str()
                .unwrap()
                .len(),
            15 * 6 - 1
        );
    });
}

#[test]
fn names_are_needed_and_siblings_have_their_own() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let north = create(&admin, "North", &json!(null)).await;
        let south = create(&admin, "South", &json!(null)).await;
        let depot = create(&admin, "Depot", &north).await;
        create(&admin, "Depot", &south).await;
        let path = format!("{BASE}/createorganizationunit");
        for name in [
            json!(null),
            json!(" "),
            json!("x".repeat(129)),
            json!("NORTH"),
        ] {
            assert_eq!(
                admin
                    .post(&path, json!({"displayName": name}))
                    .await
                    .invalid_members(),
                ["displayName"]
            );
        }
        let body = json!({"id": south["id"], "displayName": "north"});
        let answer = admin
            .put(&format!("{BASE}/updateorganizationunit"), body)
            .await;
        assert_eq!(answer.invalid_members(), ["displayName"]);
        assert_eq!(
            relocate(&admin, &depot, &south).await.invalid_members(),
            ["displayName"]
        );
        admin
            .post(&path, json!({"displayName": "x", "parentId": 987_654}))
            .await
            .expect_error(404);
    });
}

#[test]
fn users_join_and_leave() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        kit.user("Driver").await;
        let users = admin
            .get("/api/core/user/getusers?sorting=id")
            .await
            .result();
        let ids = [&users["items"][0]["id"], &users["items"][1]["id"]];
        let unit = create(&admin, "North", &json!(null)).await;
        let add = format!("{BASE}/adduserstoorganizationunit");
        let body = json!({"organizationUnitId": unit["id"], "userIds": ids});
        admin.post(&add, body.clone()).await.result();
        admin.post(&add, body).await.result();
        let path = format!("{BASE}/getorganizationunitusers?id={}", unit["id"]);
        let members = admin.get(&format!("{path}&sorting=id")).await.result();
        assert_eq!(members["totalCount"], 2);
        let first = &members["items"][0];
        assert_eq!((&first["id"], &first["name"]), (ids[0], &json!("Admin")));
        assert!(first["addedTime"].is_string() && first["emailAddress"].is_string());
        let all = admin
            .get(&format!("{BASE}/getorganizationunits"))
            .await
            .result();
        assert_eq!(all["items"][0]["memberCount"], 2);
        assert_eq!(
            admin
                .get(&format!("{path}&filter=name eq 'Driver'"))
                .await
                .result()["totalCount"],
            1
        );

        let remove = format!(
            "{BASE}/removeuserfromorganizationunit?userId={}&organizationUnitId={}",
            ids[1], unit["id"]
        );
        admin.delete(&remove).await.result();
        admin.delete(&remove).await.expect_error(404);
        assert_eq!(admin.get(&path).await.result()["totalCount"], 1);
        admin
            .post(
                &add,
                json!({"organizationUnitId": unit["id"], "userIds": [ids[1]]}),
            )
            .await
            .result();
        admin
            .delete(&format!("/api/core/user/DeleteUser?id={}", ids[1]))
            .await
            .result();
        assert_eq!(admin.get(&path).await.result()["totalCount"], 1);

        let invalid = json!({"organizationUnitId": unit["id"], "userIds": []});
        assert_eq!(
            admin.post(&add, invalid).await.invalid_members(),
            ["userIds"]
        );
        admin
            .post(
                &add,
                json!({"organizationUnitId": unit["id"], "userIds": [ids[0], 987_654]}),
            )
            .await
            .expect_error(404);
        admin
            .post(
                &add,
                json!({"organizationUnitId": 987_654, "userIds": [ids[0]]}),
            )
            .await
            .expect_error(404);
    });
}

#[test]
fn another_tenants_units_are_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        let unit = create(&admin, "North", &json!(null)).await;
        let theirs = create(&outsider, "Theirs", &json!(null)).await;
        let users = outsider.get("/api/core/user/getusers").await.result();
        assert!(
            outsider
                .get(&format!("{BASE}/getorganizationunits"))
                .await
                .result()["totalCount"]
                == 1
        );
        outsider
            .get(&format!(
                "{BASE}/getorganizationunitusers?id={}",
                unit["id"]
            ))
            .await
            .expect_error(404);
        outsider
            .delete(&format!("{BASE}/deleteorganizationunit?id={}", unit["id"]))
            .await
            .expect_error(404);
        let body = json!({"id": unit["id"], "displayName": "Mine"});
        outsider
            .put(&format!("{BASE}/updateorganizationunit"), body)
            .await
            .expect_error(404);
        relocate(&outsider, &theirs, &unit).await.expect_error(404);
        let body = json!({"organizationUnitId": unit["id"], "userIds": [users["items"][0]["id"]]});
        outsider
            .post(&format!("{BASE}/adduserstoorganizationunit"), body.clone())
            .await
            .expect_error(404);
        admin
            .post(&format!("{BASE}/adduserstoorganizationunit"), body)
            .await
            .expect_error(404);
    });
}
