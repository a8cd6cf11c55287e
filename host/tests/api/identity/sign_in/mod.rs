//! Sign-in through the session service, lockouts, and user lists.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod lockout;

use std::collections::BTreeMap;

use axum::http::header;
use data::{db::Mode, ids::UserId, tsql};
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, Kit, given, on_both};

const USERS: &str = "/api/core/user/getusers";
const PASSWORD: &str = "Right-horse-7";

struct Browser {
    client: Client,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    fn new(kit: &Kit) -> Self {
        Self {
            client: kit.guest(),
            cookies: BTreeMap::new(),
        }
    }

    async fn get(&mut self, path: &str) -> ApiResponse {
        let answer = self.with_cookies().get(path).await;
        self.store_cookies(answer)
    }

    async fn post_form(&mut self, path: &str, form: &str) -> ApiResponse {
        let answer = self.with_cookies().post_form(path, form).await;
        self.store_cookies(answer)
    }

    async fn csrf(&mut self) -> String {
        self.get("/api/auth/csrf").await.json()["csrfToken"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    async fn sign_in(&mut self, user_name: &str, password: &str) -> ApiResponse {
        let csrf = self.csrf().await;
        let form = format!(
            "csrfToken={csrf}&userName={user_name}&password={password}&callbackUrl=%2Fbookings&json=true"
        );
        self.post_form("/api/auth/callback/credentials", &form)
            .await
    }

    async fn session(&mut self) -> Value {
        self.get("/api/auth/session").await.json()
    }

    fn with_cookies(&self) -> Client {
        let line: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if line.is_empty() {
            self.client.clone()
        } else {
            self.client.with_header("cookie", &line.join("; "))
        }
    }

    fn store_cookies(&mut self, answer: ApiResponse) -> ApiResponse {
        for line in set_cookies(&answer) {
            let (pair, attributes) = line.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0;") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}

fn set_cookies(answer: &ApiResponse) -> Vec<String> {
    answer
        .headers
        .get_all(header::SET_COOKIE)
        .iter()
        .map(|line| line.to_str().unwrap().to_owned())
        .collect()
}

async fn user(kit: &Kit, user_name: &str, role: &str) -> UserId {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: "Mia".to_owned(),
        surname: "Tran".to_owned(),
        email: format!("{user_name}@freight.example"),
        password: PASSWORD.to_owned(),
        roles: vec![role.to_owned()],
        ..Default::default()
    };
    identity::create_user(kit.app.host(), kit.tenant, new)
        .await
        .unwrap()
}

#[test]
fn a_browser_signs_in_stays_and_leaves() {
    on_both(|kit| async move {
        let id = user(&kit, "mia", "Admin").await;
        let base = format!("http://{}", kit.host_name);
        let mut browser = Browser::new(&kit);
        assert_eq!(browser.session().await, json!({}));
        let providers = browser.get("/api/auth/providers").await.json();
        assert_eq!(
            providers["credentials"]["callbackUrl"],
            format!("{base}/api/auth/callback/credentials")
        );
        assert_eq!(providers["credentials"]["type"], "credentials");

        let answer = browser.sign_in("MIA", PASSWORD).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json(), json!({"url": format!("{base}/bookings")}));
        let cookies = set_cookies(&answer);
        let session_cookie = cookies
            .iter()
            .find(|line| line.starts_with("next-auth.session-token="))
            .unwrap();
        assert!(
            session_cookie.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"),
            "{session_cookie}"
        );

        let session = browser.session().await;
        assert_eq!(
            session["user"],
            json!({
                "id": id, "name": "Mia Tran", "email": "mia@freight.example", "image": null, "userName": "mia",
                "timezone": null, "language": null,
            })
        );
        assert_eq!(session["tenantId"], json!(kit.tenant));
        assert_eq!(
            (&session["isDriver"], &session["isImpersonating"]),
            (&json!(false), &json!(false))
        );
        assert!(session.get("customer").is_none());
        assert!(
            session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Administration.Users.Edit"))
        );
        assert!(session["expires"].as_str().unwrap().ends_with('Z'));
        let token = session["accessToken"].as_str().unwrap().to_owned();
        assert!(
            !cookies.iter().any(|line| line.contains(&token)),
            "the page's token must not be the cookie"
        );

        let caller = kit.guest().with_token(&token);
        let me = caller
            .get(&format!("{USERS}?filter=userName eq 'mia'"))
            .await
            .result();
        assert_eq!(me["items"][0]["id"], json!(id));
        assert!(me["items"][0]["lastLoginTime"].is_string());

        let csrf = browser.csrf().await;
        let remaining = browser
            .post_form(
                "/api/auth/signout",
                &format!("csrfToken={csrf}&callbackUrl=%2Fauth%2Flogin&json=true"),
            )
            .await;
        assert_eq!(
            remaining.json(),
            json!({"url": format!("{base}/auth/login")})
        );
        assert_eq!(browser.session().await, json!({}));
        caller.get(USERS).await.expect_error(401);
    });
}

#[test]
fn a_form_without_our_token_is_not_taken() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let base = format!("http://{}", kit.host_name);
        let mut browser = Browser::new(&kit);
        browser.csrf().await;
        let forged = format!(
            "csrfToken={}&userName=mia&password={PASSWORD}&json=true",
            "0".repeat(64)
        );
        let answer = browser
            .post_form("/api/auth/callback/credentials", &forged)
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()),
            (
                200,
                json!({"url": format!("{base}/api/auth/signin?csrf=true")})
            )
        );
        assert!(set_cookies(&answer).is_empty());
        let answer = kit
            .guest()
            .post("/api/auth/session", json!({"csrfToken": "0", "data": {}}))
            .await;
        assert_eq!((answer.status.as_u16(), answer.json()), (400, json!({})));
        let mut outsider = Browser::new(&kit);
        let out = outsider.post_form("/api/auth/signout", "json=true").await;
        assert_eq!(
            out.json()["url"],
            format!("{base}/api/auth/signout?csrf=true")
        );
    });
}

#[test]
fn addresses_stay_our_own_and_pages_are_the_shells() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let base = format!("http://{}", kit.host_name);
        let mut browser = Browser::new(&kit);
        let csrf = browser.csrf().await;
        let form = format!(
            "csrfToken={csrf}&userName=mia@freight.example&password={PASSWORD}&callbackUrl=https%3A%2F%2Fevil.example%2F"
        );
        let answer = browser
            .post_form("/api/auth/callback/credentials", &form)
            .await;
        assert_eq!(
            (
                answer.status.as_u16(),
                answer.headers["location"].to_str().unwrap()
            ),
            (302, base.as_str())
        );
        assert_eq!(browser.session().await["user"]["name"], "Mia Tran");

        let page = kit
            .guest()
            .get("/api/auth/signin?error=SessionRequired&callbackUrl=//evil.example")
            .await;
        let wanted = format!(
            "{base}/auth/login?callbackUrl=http%3A%2F%2F{}&error=SessionRequired",
            kit.host_name.replace('.', "%2E")
        );
        assert_eq!(
            (
                page.status.as_u16(),
                page.headers["location"].to_str().unwrap()
            ),
            (302, wanted.as_str())
        );
        let page = kit.guest().get("/api/auth/error?error=AccessDenied").await;
        assert_eq!(
            page.headers["location"],
            format!("{base}/auth/login?error=AccessDenied")
        );
        let logged = kit
            .guest()
            .post_form(
                "/api/auth/_log",
                "level=error&code=CLIENT_FETCH_ERROR&url=x",
            )
            .await;
        assert_eq!((logged.status.as_u16(), logged.json()), (200, json!({})));
    });
}

#[test]
fn a_user_signs_in_under_the_own_tenants_host_name_alone() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let other = kit.another_tenant().await;
        let mut visitor = Browser::new(&other);
        visitor.client = visitor
            .client
            .with_header("Abp-TenantId", &kit.tenant.to_string());
        assert_eq!(visitor.sign_in("mia", PASSWORD).await.status, 401);

        let mut here = Browser::new(&kit);
        here.sign_in("mia", PASSWORD).await;
        assert_eq!(here.session().await["user"]["name"], "Mia Tran");
        here.client.host_name = other.host_name.clone();
        assert_eq!(here.session().await, json!({}));
    });
}

#[test]
fn a_customers_user_is_known_as_one() {
    on_both(|kit| async move {
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let new = identity::NewUser {
            user_name: "vera".to_owned(),
            name: "Vera".to_owned(),
            email: "vera@bluegum.example".to_owned(),
            password: PASSWORD.to_owned(),
            roles: vec!["Customer".to_owned(), "Admin".to_owned()],
            customer: Some(customer),
            ..Default::default()
        };
        identity::create_user(kit.app.host(), kit.tenant, new)
            .await
            .unwrap();
        let mut browser = Browser::new(&kit);
        browser.sign_in("vera", PASSWORD).await;
        let session = browser.session().await;
        assert_eq!(session["customer"]["id"], json!(customer));
        let permissions = session["permissions"].as_array().unwrap();
        assert!(permissions.contains(&json!("Pages.Booking.Create")));
        assert!(!permissions.contains(&json!("Pages.Booking.ViewCost")));
        assert!(!permissions.contains(&json!("Pages.Customer")));
    });
}

#[test]
fn users_are_listed_with_their_roles() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        user(&kit, "mia", "Dispatcher").await;
        user(&kit, "tom", "Driver").await;
        let all = admin
            .get(&format!(
                "{USERS}?sorting=userName asc&maxResultCount=2&skipCount=1"
            ))
            .await
            .result();
        assert_eq!(all["totalCount"], 3);
        let names: Vec<&str> = all["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|user| user["userName"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["mia", "tom"]);
        let roles = &all["items"][0]["roles"];
        assert_eq!(
            (
                roles[0]["roleName"].as_str(),
                roles.as_array().unwrap().len()
            ),
            (Some("Dispatcher"), 1)
        );
        let drivers = admin
            .get(&format!(
                "{USERS}?role={}",
                all["items"][1]["roles"][0]["roleId"]
            ))
            .await
            .result();
        assert_eq!(
            (
                drivers["totalCount"].as_i64(),
                drivers["items"][0]["userName"].as_str()
            ),
            (Some(1), Some("tom"))
        );
        assert!(!all.to_string().contains("argon2"));

        let other = kit
            .another_tenant()
            .await
            .user("Admin")
            .await
            .get(USERS)
            .await
            .result();
        assert_eq!(other["totalCount"], 1);
        kit.user("Dispatcher")
            .await
            .get(USERS)
            .await
            .expect_error(403);
        assert_eq!(
            admin
                .get(&format!("{USERS}?filter=passwordHash ne null"))
                .await
                .invalid_members(),
            ["filter"]
        );
    });
}

#[test]
fn user_names_and_addresses_are_not_shared() {
    on_both(|kit| async move {
        user(&kit, "mia", "Dispatcher").await;
        let mut same = identity::NewUser {
            user_name: "MIA".to_owned(),
            name: "Other".to_owned(),
            email: "other@freight.example".to_owned(),
            password: PASSWORD.to_owned(),
            ..Default::default()
        };
        let refused = identity::create_user(kit.app.host(), kit.tenant, same.clone())
            .await
            .unwrap_err();
        assert!(refused.sentence().starts_with("userName: "));
        same.user_name = "other".to_owned();
        same.email = "Mia@Freight.Example".to_owned();
        let refused = identity::create_user(kit.app.host(), kit.tenant, same.clone())
            .await
            .unwrap_err();
        assert!(refused.sentence().starts_with("emailAddress: "));
        same.email = "other@freight.example".to_owned();
        same.roles = vec!["Pirate".to_owned()];
        let refused = identity::create_user(kit.app.host(), kit.tenant, same.clone())
            .await
            .unwrap_err();
        assert_eq!(
            refused.sentence(),
            "roles[0]: the tenant has no role Pirate"
        );
        let other = kit.another_tenant().await;
        user(&other, "mia", "Dispatcher").await;
    });
}
