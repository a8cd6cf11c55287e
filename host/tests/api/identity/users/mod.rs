//! Users through the API: made, changed, listed, left, and what nobody may do with them.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

mod customers;
mod edit;
mod key_limits;
mod keys;
mod leave;
mod lists;
mod mail;
mod power;

use kernel::ids::UserId;
use serde_json::{Value, json};
use testkit::{Client, Kit};

const BASE: &str = "/api/core/user";
const PASSWORD: &str = "Right-horse-7";

/// What a form sends for a new user; `more` is put over it.
fn form(user_name: &str, more: Value) -> Value {
    let mut user = json!({
        "name": "Mia", "surname": "Tran", "userName": user_name, "emailAddress": format!("{user_name}@freight.example"),
        "password": PASSWORD, "isActive": true,
    });
    put_over(&mut user, more);
    json!({"user": user})
}

fn put_over(value: &mut Value, more: Value) {
    for (key, more) in more.as_object().unwrap() {
        value[key] = more.clone();
    }
}

async fn save(client: &Client, body: Value) -> testkit::Answer {
    client
        .post(&format!("{BASE}/createorupdateuser"), body)
        .await
}

/// Makes a user with these roles and gives its id.
async fn make(admin: &Client, user_name: &str, roles: &[&str]) -> UserId {
    let mut body = form(user_name, json!({}));
    body["assignedRoleNames"] = json!(roles);
    UserId(save(admin, body).await.result()["id"].as_i64().unwrap())
}

/// The same user as somebody who calls.
async fn caller(kit: &Kit, user: UserId) -> Client {
    let token = identity::sign_in(kit.app.host(), kit.tenant, user)
        .await
        .unwrap();
    kit.guest().with_token(&token)
}

/// Makes a role that holds these permissions and gives its id.
async fn role(admin: &Client, display_name: &str, names: &[&str]) -> i64 {
    let body = json!({"role": {"displayName": display_name}, "grantedPermissionNames": names});
    let made = admin
        .post("/api/core/role/createorupdaterole", body)
        .await
        .result();
    made["role"]["id"].as_i64().unwrap()
}

async fn shown(client: &Client, user: UserId) -> Value {
    client
        .get(&format!("{BASE}/getuserforedit?id={user}"))
        .await
        .result()
}

/// What the user holds, as the form tells it.
async fn granted(client: &Client, user: UserId) -> Vec<String> {
    let answer = client
        .get(&format!("{BASE}/GetUserPermissionsForEdit?id={user}"))
        .await
        .result();
    words(&answer["grantedPermissionNames"])
}

async fn set_granted(client: &Client, user: UserId, names: &[&str]) -> testkit::Answer {
    let body = json!({"id": user, "grantedPermissionNames": names});
    client
        .put(&format!("{BASE}/updateUserPermissions"), body)
        .await
}

fn words(list: &Value) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect()
}

/// The id of the one user of the test's tenant who has this name.
async fn id_of(client: &Client, user_name: &str) -> UserId {
    let found = client
        .get(&format!("{BASE}/getusers?filter=userName eq '{user_name}'"))
        .await
        .result();
    UserId(found["items"][0]["id"].as_i64().unwrap())
}

/// The program's own administrator of a new tenant, and its id.
async fn admin(kit: &Kit) -> (Client, UserId) {
    let client = kit.user("Admin").await;
    let found = client
        .get(&format!("{BASE}/getusers?role=Admin"))
        .await
        .result();
    let id = UserId(found["items"][0]["id"].as_i64().unwrap());
    (client, id)
}
