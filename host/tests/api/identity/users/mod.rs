//! Users: created, changed, listed and deleted.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod customers;
mod deletion;
mod edit;
mod effective_permissions;
mod key_limits;
mod keys;
mod lists;
mod mail;

use data::ids::UserId;
use serde_json::{Value, json};
use testkit::{Client, Kit};

const BASE: &str = "/api/core/user";
const PASSWORD: &str = "Right-horse-7";

fn form(user_name: &str, more: Value) -> Value {
    let mut user = json!({
        "name": "Mia", "surname": "Tran", "userName": user_name, "emailAddress": format!("{user_name}@freight.example"),
        "password": PASSWORD, "isActive": true,
    });
    merge(&mut user, more);
    json!({"user": user})
}

fn merge(value: &mut Value, more: Value) {
    for (key, more) in more.as_object().unwrap() {
        value[key] = more.clone();
    }
}

async fn save(client: &Client, body: Value) -> testkit::ApiResponse {
    client
        .post(&format!("{BASE}/createorupdateuser"), body)
        .await
}

async fn create_user(admin: &Client, user_name: &str, roles: &[&str]) -> UserId {
    let mut body = form(user_name, json!({}));
    body["assignedRoleNames"] = json!(roles);
    UserId(save(admin, body).await.result()["id"].as_i64().unwrap())
}

async fn client_of(kit: &Kit, user: UserId) -> Client {
    let token = identity::sign_in(kit.app.host(), kit.tenant, user)
        .await
        .unwrap();
    kit.guest().with_token(&token)
}

async fn create_role(admin: &Client, display_name: &str, names: &[&str]) -> i64 {
    let body = json!({"role": {"displayName": display_name}, "grantedPermissionNames": names});
    let created = admin
        .post("/api/core/role/createorupdaterole", body)
        .await
        .result();
    created["role"]["id"].as_i64().unwrap()
}

async fn get_user_form(client: &Client, user: UserId) -> Value {
    client
        .get(&format!("{BASE}/getuserforedit?id={user}"))
        .await
        .result()
}

async fn get_granted(client: &Client, user: UserId) -> Vec<String> {
    let answer = client
        .get(&format!("{BASE}/GetUserPermissionsForEdit?id={user}"))
        .await
        .result();
    to_strings(&answer["grantedPermissionNames"])
}

async fn set_granted(client: &Client, user: UserId, names: &[&str]) -> testkit::ApiResponse {
    let body = json!({"id": user, "grantedPermissionNames": names});
    client
        .put(&format!("{BASE}/updateUserPermissions"), body)
        .await
}

fn to_strings(list: &Value) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect()
}

async fn id_of(client: &Client, user_name: &str) -> UserId {
    let results = client
        .get(&format!("{BASE}/getusers?filter=userName eq '{user_name}'"))
        .await
        .result();
    UserId(results["items"][0]["id"].as_i64().unwrap())
}

async fn tenant_admin(kit: &Kit) -> (Client, UserId) {
    let client = kit.user("Admin").await;
    let results = client
        .get(&format!("{BASE}/getusers?role=Admin"))
        .await
        .result();
    let id = UserId(results["items"][0]["id"].as_i64().unwrap());
    (client, id)
}
